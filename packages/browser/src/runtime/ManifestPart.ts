/**
 * Resolution in the page, for the bundles that carry a manifest.
 *
 * @module
 */
import { fetchJson } from "../backend/Fetch.js"
import { checkManifest } from "../backend/Manifest.js"
import type { ManifestPart } from "./Parts.js"
import { resolveManifest } from "./ResolveManifest.js"

/** A manifest that the page names wins over the embedded one. */
export const manifestPart: ManifestPart = {
  load: async ({ manifest, manifestURL }, backendURL) => {
    const known = manifestURL === undefined ? manifest : undefined
    const checked = checkManifest(known ?? (await fetchJson(manifestURL ?? `${backendURL}/manifest`)))
    return known || checked.ok ? checked : { ok: false, reason: "transport" }
  },
  resolve: resolveManifest,
}
