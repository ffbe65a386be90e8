/**
 * Resolves the policy in the page from a manifest, with the service's own resolver.
 *
 * @module
 */
import type { PolicyResolution, ResolvedPolicy } from "@consent-service/core/policy"
import type { ManifestDocument } from "@consent-service/core/manifest"
import {
  failed,
  type PlaceInput,
  policyOf,
  resolveOnce,
  unconfigured,
  wantsLocation,
} from "@consent-service/core/browser"
import { hasScreen } from "../env/Built.js"
import type { Resolved } from "./Resolved.js"
import { fromResolution } from "./ResolveHosted.js"

/** The inputs of a resolution from a manifest. */
export interface LocalVisitor {
  readonly country?: string | undefined
  readonly region?: string | undefined
  /** In the form of `Accept-Language`. */
  readonly language: string
  readonly gpc: boolean
}

/** Whether a visitor may see a surface under a policy, as under any of IAB. */
const isShown = ({ model, rights }: ResolvedPolicy): boolean => model !== "none" || rights.includes("preferences")

const resolutionOf = (
  { iab, policyFailure, policyPacks: rules }: ManifestDocument,
  place: PlaceInput,
): PolicyResolution => {
  if (policyFailure || (!iab && rules?.some(({ rule }) => rule.model === "iab"))) {
    return failed("invalid-configuration")
  }
  return rules ? resolveOnce(rules, place) : unconfigured
}

/**
 * Resolves from the manifest alone.
 *
 * @param shows - whether the bundle has surfaces
 * @returns null where only the service can: it has the visitor's location, the texts in their language, the vendor list
 */
export const resolveManifest = (
  manifest: ManifestDocument,
  { country, gpc, language, region }: LocalVisitor,
  shows: boolean,
): Resolved | null => {
  const hidden = manifest.defaults.disableGeoLocation
  const place = { country: (!hidden && country) || null, region: (!hidden && region) || null }
  if (!hidden && wantsLocation(manifest.policyPacks ?? [], place)) return null
  const resolution = resolutionOf(manifest, place)
  const policy = policyOf(resolution)
  if (policy && (hasScreen && shows ? isShown(policy) : policy.model === "iab")) return null
  return {
    ...fromResolution(resolution, { ...place, language, gpc }),
    country: place.country,
    vendors: manifest.vendors,
    hosting: manifest.hosting,
    gdprApplies: false,
  }
}
