/**
 * Resolution in the page, for the bundles that carry a manifest.
 *
 * @module
 */
import { checkManifest, fetchManifest } from "../backend/Manifest.js"
import type { ManifestPart } from "./Parts.js"
import { resolveManifest } from "./ResolveManifest.js"

/** A manifest that the page names wins over the embedded one. */
export const manifestPart: ManifestPart = {
  load: async ({ manifest, manifestURL }, backendURL) => {
    if (manifestURL === undefined && manifest !== undefined) return checkManifest(manifest)
    const fetched = await fetchManifest(manifestURL ?? `${backendURL}/manifest`)
    return fetched === null ? { ok: false, reason: "transport" } : { ok: true, manifest: fetched }
  },
  resolve: resolveManifest,
}
