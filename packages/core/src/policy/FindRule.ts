/**
 * Which rule applies to one visitor, for a page, which asks once: the order of `MatchRule.ts`, without its tables.
 *
 * @module
 */
import { normalizeCountry, normalizeRegion } from "../location/Location.js"
import type { CompiledRule, CompiledRules } from "./CompiledRule.js"
import { matched } from "./Matched.js"
import { failed, noMatch, type PlaceInput } from "./MatchRule.js"
import type { MatchedBy, PolicyResolution } from "./PolicyResolution.js"

/**
 * Resolves a place as `compileResolver(rules)(place)` does, in less code.
 *
 * @example
 * ```ts
 * import { resolveOnce } from "@consent-service/core/browser"
 * import { compileRules, policyPresets, ruleIdOf } from "@consent-service/core/policy"
 * import * as Either from "effect/Either"
 *
 * const rules = Either.getOrThrow(compileRules([policyPresets.japanOptIn()]))
 * ruleIdOf(resolveOnce(rules, { country: "jp", region: null })) // "japan_opt_in"
 * ```
 */
export const resolveOnce = (rules: CompiledRules, place: PlaceInput): PolicyResolution => {
  const country = normalizeCountry(place.country)
  const region = normalizeRegion(place.region)

  const first = (
    matchedBy: MatchedBy,
    fits: (match: CompiledRule["match"]) => boolean | undefined,
  ): PolicyResolution | undefined => {
    const entry = rules.find(({ match }) => fits(match))
    return entry && matched(entry, matchedBy)
  }
  const isHere = (code: string): boolean => normalizeCountry(code) === country
  const fallback = () => first("fallback", (match) => match.fallback)
  const otherwise = () => first("default", ({ isDefault }) => isDefault)
  const insufficient = failed("insufficient-inputs")

  if (!rules[0]) return noMatch
  if (country === null) return fallback() ?? otherwise() ?? insufficient
  return (
    (region
      ? first("region", ({ regions }) =>
          regions?.some((part) => isHere(part.country) && normalizeRegion(part.region) === region),
        )
      : undefined) ??
    first("country", ({ countries }) => countries?.some(isHere)) ??
    (region === null
      ? (first("fallback", ({ regionFallbacks }) => regionFallbacks?.some(isHere)) ??
        (rules.some(({ match }) => match.regions?.some((part) => isHere(part.country)))
          ? (fallback() ?? insufficient)
          : undefined))
      : undefined) ??
    otherwise() ??
    noMatch
  )
}
