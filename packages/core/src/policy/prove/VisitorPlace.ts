/**
 * Checks the place of a visitor that rules are tried with.
 *
 * @module
 */
import { normalizeCountry } from "../../location/Location.js"
import { countryHint, isKnownCountry } from "./KnownCountry.js"

/** What is wrong with a place. */
export interface PlaceIssue {
  readonly path: "country" | "region"
  readonly message: string
}

const got = (text: string): string => `, got ${JSON.stringify(text)}`

const countryIssues = (country: string | null): ReadonlyArray<PlaceIssue> => {
  const code = normalizeCountry(country ?? "") ?? ""
  if (country === null || isKnownCountry(code)) return []
  const message = `must be an ISO 3166-1 alpha-2 code, such as DE${got(country)}${countryHint(code)}`
  return [{ path: "country", message }]
}

const regionIssues = (country: string | null, region: string | null): ReadonlyArray<PlaceIssue> => {
  if (region === null) return []
  const [, prefix, code] = /^(?:([A-Z]{2})-)?([A-Z0-9]{1,3})$/.exec(region.trim().toUpperCase()) ?? []
  if (code === undefined) {
    const expected = "must be an ISO 3166-2 code, such as US-CA, or its part behind the country, such as CA"
    return [{ path: "region", message: expected + got(region) }]
  }
  if (country === null) return [{ path: "region", message: "needs the country that it is part of" }]
  const own = normalizeCountry(country)
  return prefix === undefined || prefix === own
    ? []
    : [{ path: "region", message: `must be part of ${own}${got(region)}` }]
}

/**
 * Checks a country and its region, each null where it is unknown. Rules are also resolved for codes that do not exist,
 * with the policy for a country that no rule names: a check that names such a code proves nothing.
 *
 * @example
 * ```ts
 * import { placeIssues } from "@consent-service/core/policy/prove"
 *
 * placeIssues("US", "CA") // []
 * placeIssues("Germany", null)[0]?.path // "country"
 * ```
 */
export const placeIssues = (country: string | null, region: string | null): ReadonlyArray<PlaceIssue> => {
  const issues = countryIssues(country)
  return issues.length > 0 ? issues : regionIssues(country, region)
}
