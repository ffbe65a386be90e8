/**
 * Checks a manifest: embedded by the service, given by the page, or fetched.
 *
 * @module
 */
import type { ManifestDocument } from "@consent-service/core/manifest"
import { at } from "../store/Plain.js"
import { type Fault, passes, policyFault } from "./DecodeInit.js"

const manifestFault = (manifest: unknown): Fault | undefined => {
  const packs = at(manifest, "policyPacks") ?? []
  return at(manifest, "schemaVersion") !== 2
    ? "unsupported-contract"
    : Array.isArray(packs)
      ? packs.map((entry) => policyFault(at(entry, "rule"), at(entry, "fingerprints"))).find(Boolean)
      : "invalid-payload"
}

/** Checks every rule of a manifest: one unknown rule makes the manifest unusable. */
export const checkManifest = (
  manifest: unknown,
): { readonly ok: true; readonly manifest: ManifestDocument } | { readonly ok: false; readonly reason: Fault } => {
  const fault = manifestFault(manifest)
  return passes<ManifestDocument>(fault, manifest)
    ? { ok: true, manifest }
    : { ok: false, reason: fault ?? "invalid-payload" }
}
