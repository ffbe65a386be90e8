/**
 * Whether rules can be resolved without the visitor's location.
 *
 * @module
 */
import { normalizeCountry, normalizeRegion } from "../location/Location.js"
import type { CompiledRules } from "./CompiledRule.js"
import type { PlaceInput } from "./MatchRule.js"

/** Whether these rules are the same for every visitor. */
const sameEverywhere = (rules: CompiledRules): boolean =>
  rules.every(({ fingerprints }) => fingerprints.policy === rules[0]?.fingerprints.policy) &&
  rules.some(({ match }) => match.isDefault)

/**
 * Whether the rules distinguish locations, and this visitor's is not known precisely enough.
 *
 * @example
 * ```ts
 * import { compileManifest } from "@consent-service/core/manifest"
 * import { policyPresets, wantsLocation } from "@consent-service/core/policy"
 *
 * const policyRules = [policyPresets.japanOptIn()]
 * const { compiledRules } = compileManifest({ policyRules }, { hosting: "self-hosted", geolocation: true })
 * wantsLocation(compiledRules, { country: null, region: null }) // true
 * wantsLocation(compiledRules, { country: "JP", region: null }) // false
 * ```
 */
export const wantsLocation = (rules: CompiledRules, { country, region }: PlaceInput): boolean => {
  const named = normalizeCountry(country)
  return named === null
    ? rules.some(({ match }) => match.countries || match.regions || match.regionFallbacks) && !sameEverywhere(rules)
    : normalizeRegion(region) === null &&
        rules.some(({ match }) => match.regions?.some((part) => normalizeCountry(part.country) === named))
}
