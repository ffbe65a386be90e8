/**
 * Which rule applies to a visitor: a region before a country, a country before a fallback, a fallback before the
 * default, and the first rule where several fit. `docs/policies.md` has the whole order. Tables are compiled once.
 *
 * @module
 */
import { normalizeCountry, normalizeRegion, regionKey } from "../location/Location.js"
import type { CompiledRule, CompiledRules } from "./CompiledRule.js"
import { matched } from "./Matched.js"
import type { MatchedBy, PolicyResolution, ResolutionFailure } from "./PolicyResolution.js"
import type { ResolvedPolicy } from "./ResolvedPolicy.js"

/** No rules are configured. */
export const unconfigured: PolicyResolution = { version: 1, status: "unconfigured", policy: null }

/** Rules are configured, but none matches this visitor. */
export const noMatch: PolicyResolution = { version: 1, status: "no-match", policy: null }

/**
 * A failed resolution, with its reason.
 *
 * @example
 * ```ts
 * import { failed } from "@consent-service/core/policy"
 *
 * failed("insufficient-inputs") // { version: 1, status: "failed", policy: null, reason: "insufficient-inputs" }
 * ```
 */
export const failed = (reason: ResolutionFailure): PolicyResolution => ({
  version: 1,
  status: "failed",
  policy: null,
  reason,
})

/**
 * The id of a matched resolution's rule; null when none matched.
 *
 * @example
 * ```ts
 * import { compileResolver, compileRules, policyPresets, ruleIdOf } from "@consent-service/core/policy"
 * import * as Either from "effect/Either"
 *
 * const resolve = compileResolver(Either.getOrThrow(compileRules([policyPresets.japanOptIn()])))
 * ruleIdOf(resolve({ country: "JP", region: null })) // "japan_opt_in"
 * ruleIdOf(resolve({ country: "FR", region: null })) // null
 * ```
 */
export const ruleIdOf = (resolution: PolicyResolution): string | null =>
  resolution.status === "matched" ? resolution.policyId : null

/**
 * The policy of a matched resolution; null when none matched.
 *
 * @example
 * ```ts
 * import { compileResolver, compileRules, policyOf, policyPresets } from "@consent-service/core/policy"
 * import * as Either from "effect/Either"
 *
 * const resolve = compileResolver(Either.getOrThrow(compileRules([policyPresets.japanOptIn()])))
 * policyOf(resolve({ country: "JP", region: null }))?.model // "opt-in"
 * policyOf(resolve({ country: "FR", region: null })) // null
 * ```
 */
export const policyOf = (resolution: PolicyResolution): ResolvedPolicy | null =>
  resolution.status === "matched" ? resolution.policy : null

/** The known part of a visitor's location, in any case: `{ country: "us", region: "US-CA" }`. */
export interface PlaceInput {
  readonly country: string | null
  readonly region: string | null
}

/** Selects a visitor's rule; equal locations give the identical object. */
export type PolicyResolver = (place: PlaceInput) => PolicyResolution

interface Tables {
  readonly byRegion: ReadonlyMap<string, PolicyResolution>
  readonly byCountry: ReadonlyMap<string, PolicyResolution>
  readonly byRegionFallback: ReadonlyMap<string, PolicyResolution>
  readonly countriesWithRegions: ReadonlySet<string>
  readonly fallback: PolicyResolution | null
  readonly default: PolicyResolution | null
}

/** Indexes the rules under some of their keys; the first rule with a key keeps it. */
const firstByKey = (
  rules: CompiledRules,
  matchedBy: MatchedBy,
  keysOf: (match: CompiledRule["match"]) => ReadonlyArray<string | null>,
): ReadonlyMap<string, PolicyResolution> => {
  const index = new Map<string, PolicyResolution>()
  for (const entry of rules) {
    const resolution = matched(entry, matchedBy)
    for (const key of keysOf(entry.match)) if (key !== null && !index.has(key)) index.set(key, resolution)
  }
  return index
}

const first = (rules: CompiledRules, matchedBy: "default" | "fallback"): PolicyResolution | null => {
  const entry = rules.find(({ match }) => (matchedBy === "default" ? match.isDefault : match.fallback) === true)
  return entry === undefined ? null : matched(entry, matchedBy)
}

const tablesOf = (rules: CompiledRules): Tables => ({
  byRegion: firstByKey(rules, "region", ({ regions = [] }) =>
    regions.map(({ country, region }) => regionKey(country, region)),
  ),
  byCountry: firstByKey(rules, "country", ({ countries = [] }) => countries.map(normalizeCountry)),
  byRegionFallback: firstByKey(rules, "fallback", ({ regionFallbacks = [] }) => regionFallbacks.map(normalizeCountry)),
  countriesWithRegions: new Set(
    rules.flatMap(({ match }) => (match.regions ?? []).flatMap(({ country }) => normalizeCountry(country) ?? [])),
  ),
  fallback: first(rules, "fallback"),
  default: first(rules, "default"),
})

// Pages leave it out.
const insufficient = /* @__PURE__ */ failed("insufficient-inputs")

/**
 * Compiles rules into a resolver, pure and total. An empty list has a separate result: no
 * visitor has a policy, known location or not.
 *
 * @example
 * ```ts
 * import { compileResolver, compileRules, recommendedPolicyRules, ruleIdOf } from "@consent-service/core/policy"
 * import * as Either from "effect/Either"
 *
 * const resolve = compileResolver(Either.getOrThrow(compileRules(recommendedPolicyRules())))
 * ruleIdOf(resolve({ country: "de", region: null })) // "europe_opt_in"
 * ruleIdOf(resolve({ country: "US", region: "US-TX" })) // "us_privacy_states_opt_out"
 * ruleIdOf(resolve({ country: null, region: null })) // "europe_opt_in"
 * ```
 */
export const compileResolver = (rules: CompiledRules): PolicyResolver => {
  if (rules.length === 0) return () => noMatch
  const tables = tablesOf(rules)

  const resolveWithoutRegion = (country: string): PolicyResolution | null =>
    tables.byRegionFallback.get(country) ??
    (tables.countriesWithRegions.has(country) ? (tables.fallback ?? insufficient) : null)

  const resolveKnown = (country: string, region: string | null): PolicyResolution | null =>
    (region === null ? null : tables.byRegion.get(regionKey(country, region))) ??
    tables.byCountry.get(country) ??
    (region === null ? resolveWithoutRegion(country) : null)

  return (place) => {
    const country = normalizeCountry(place.country)
    if (country === null) return tables.fallback ?? tables.default ?? insufficient
    return resolveKnown(country, normalizeRegion(place.region)) ?? tables.default ?? noMatch
  }
}
