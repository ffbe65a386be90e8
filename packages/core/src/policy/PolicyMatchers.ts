/**
 * Matchers to write rules with.
 *
 * @module
 */
import * as Countries from "../location/Countries.js"
import { normalizeCountry, normalizeRegion } from "../location/Location.js"
import type { PolicyMatch, RegionMatch } from "./PolicyRule.js"

const codes = (countries: ReadonlyArray<string>): ReadonlyArray<string> =>
  Array.from(new Set(countries.flatMap((country) => normalizeCountry(country) ?? [])))

const uniqueRegions = (regions: ReadonlyArray<RegionMatch>): ReadonlyArray<RegionMatch> =>
  Array.from(new Map(regions.map((region) => [`${region.country} ${region.region}`, region])).values())

/**
 * Matchers of visitors. Codes are trimmed and upper-cased, duplicates dropped.
 *
 * @example
 * ```ts
 * import { policyMatchers } from "@consent-service/core/policy"
 *
 * policyMatchers.merge(policyMatchers.uk(), policyMatchers.countries(["ch"]), policyMatchers.fallback())
 * // { countries: ["GB", "CH"], fallback: true }
 * ```
 */
export const policyMatchers = {
  /** Visitors of a known country that no other rule matches. */
  default: (): PolicyMatch => ({ isDefault: true }),
  /** Visitors whose location is not known precisely enough. */
  fallback: (): PolicyMatch => ({ fallback: true }),
  /** Visitors of these countries (ISO 3166-1 alpha-2). */
  countries: (countries: ReadonlyArray<string>): PolicyMatch => ({ countries: codes(countries) }),
  /** Visitors of these parts of countries; `region` may be `CA` or `US-CA`. */
  regions: (regions: ReadonlyArray<RegionMatch>): PolicyMatch => ({
    regions: uniqueRegions(
      regions.map(({ country, region }) => ({
        country: normalizeCountry(country) ?? "",
        region: normalizeRegion(region) ?? "",
      })),
    ),
  }),
  /** Visitors of these countries when their region is not known. */
  regionFallback: (countries: string | ReadonlyArray<string>): PolicyMatch => ({
    regionFallbacks: codes(typeof countries === "string" ? [countries] : countries),
  }),
  /** The 27 member states of the European Union. */
  eu: (): PolicyMatch => ({ countries: [...Countries.europeanUnion] }),
  /** The European Economic Area: the Union, Iceland, Liechtenstein and Norway. */
  eea: (): PolicyMatch => ({ countries: [...Countries.europeanEconomicArea] }),
  /** The United Kingdom. */
  uk: (): PolicyMatch => ({ countries: [...Countries.unitedKingdom] }),
  /** Where the IAB TCF is in use: the European Economic Area and the United Kingdom. */
  iab: (): PolicyMatch => ({ countries: [...Countries.europeanEconomicArea, ...Countries.unitedKingdom] }),
  /** Visitors that match any of the given matchers. */
  merge: (...matches: ReadonlyArray<PolicyMatch>): PolicyMatch => {
    const countries = Array.from(new Set(matches.flatMap((match) => match.countries ?? [])))
    const regions = uniqueRegions(matches.flatMap((match) => match.regions ?? []))
    const regionFallbacks = Array.from(new Set(matches.flatMap((match) => match.regionFallbacks ?? [])))
    return {
      ...(countries.length > 0 ? { countries } : {}),
      ...(regions.length > 0 ? { regions } : {}),
      ...(regionFallbacks.length > 0 ? { regionFallbacks } : {}),
      ...(matches.some(({ isDefault }) => isDefault === true) ? { isDefault: true } : {}),
      ...(matches.some(({ fallback }) => fallback === true) ? { fallback: true } : {}),
    }
  },
}
