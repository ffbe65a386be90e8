/**
 * All locations of visitors that rules can distinguish: the finite space that the prover and the
 * diff enumerate instead of sampling.
 *
 * @module
 */
import { isoCountries } from "../../location/Countries.js"
import { normalizeCountry, normalizeRegion } from "../../location/Location.js"
import type { PolicyMatch, RegionMatch } from "../PolicyRule.js"
import { unofficialCountries } from "./KnownCountry.js"

/** A place, its codes normalized. */
export interface Place {
  readonly country: string | null
  /** Null when unknown; `otherRegion` is any region that no rule names. */
  readonly region: string | null
}

/**
 * Any region of a country that no rule names. No code has parentheses, so a rule with a region
 * `other` does not match it by accident.
 */
export const otherRegion = "(OTHER)"

/** Countries and regions that the space must distinguish. */
export interface NamedPlaces {
  readonly countries: ReadonlyArray<string>
  readonly regions: ReadonlyArray<RegionMatch>
}

/** The codes in the matchers of some rules, normalized. */
export const placesNamedBy = (matches: ReadonlyArray<PolicyMatch>): NamedPlaces => {
  const regions = matches.flatMap((match) =>
    (match.regions ?? []).map(({ country, region }) => ({
      country: normalizeCountry(country) ?? "",
      region: normalizeRegion(region) ?? "",
    })),
  )
  const countries = matches.flatMap((match) => [...(match.countries ?? []), ...(match.regionFallbacks ?? [])])
  return {
    countries: [...countries.flatMap((country) => normalizeCountry(country) ?? []), ...regions.map((r) => r.country)],
    regions,
  }
}

/** The places of one country, or the one of unknown location. */
export type PlacesOfCountry = ReadonlyArray<Place>

/** All places, grouped by country; the unknown location comes first. */
export type VisitorSpace = ReadonlyArray<PlacesOfCountry>

/**
 * The space that distinguishes all named codes: each ISO 3166 country and each named one with its region unknown, in each
 * named region, and in one unnamed region; and the unknown location.
 */
export const visitorSpace = (named: NamedPlaces): VisitorSpace => {
  const regionsOf = new Map<string, Set<string>>()
  for (const { country, region } of named.regions) {
    regionsOf.set(country, (regionsOf.get(country) ?? new Set()).add(region))
  }
  const countries = new Set([...isoCountries, ...unofficialCountries, ...named.countries])
  return [
    [{ country: null, region: null }],
    ...Array.from(countries)
      .sort()
      .map((country) =>
        [null, ...Array.from(regionsOf.get(country) ?? []).sort(), otherRegion].map((region) => ({ country, region })),
      ),
  ]
}

const placeName = ({ country, region }: Place): string => {
  if (country === null) return "location unknown"
  if (region === null) return `${country}-?`
  return region === otherRegion ? `${country}-other` : `${country}-${region}`
}

/**
 * Names a part of the space briefly: `DE` for all of Germany, `US-CA`, `US-?` for an unknown region, `US-other` for
 * the unnamed regions, `location unknown`, and `everyone`.
 */
export const describePlaces = (space: VisitorSpace, includes: (place: Place) => boolean): ReadonlyArray<string> => {
  const parts = space.map((places) => ({ places, included: places.filter(includes) }))
  if (parts.every(({ included, places }) => included.length === places.length)) return ["everyone"]
  return parts.flatMap(({ included, places }) => {
    const country = places[0]?.country ?? null
    return country !== null && included.length === places.length ? [country] : included.map(placeName)
  })
}
