/**
 * Which privacy law applies at a location: the table in `docs/policies.md`. The service computes it; a client's claim is
 * ignored.
 *
 * @module
 */
import * as Schema from "effect/Schema"
import { europeanUnion, europeanUnionTerritories, otherEea } from "./Countries.js"
import { normalizeCountry, normalizeRegion } from "./Location.js"
import { described } from "../schema/Documentation.js"

/** The eleven jurisdictions that the service distinguishes. */
export const Jurisdiction = Schema.Literal(
  "UK_GDPR",
  "GDPR",
  "CH",
  "BR",
  "PIPEDA",
  "QC_LAW25",
  "AU",
  "APPI",
  "PIPA",
  "CCPA",
  "NONE",
).annotations({
  identifier: "Jurisdiction",
  ...described({ description: "The privacy law that applies to the visitor's location" }),
})
export type Jurisdiction = typeof Jurisdiction.Type

const byRegion: ReadonlyMap<string, Jurisdiction> = new Map([
  ["US-CA", "CCPA"],
  ["CA-QC", "QC_LAW25"],
])

const byCountry: ReadonlyMap<string, Jurisdiction> = new Map<string, Jurisdiction>([
  ...[...europeanUnion, ...europeanUnionTerritories, ...otherEea].map((country) => [country, "GDPR"] as const),
  ["GB", "UK_GDPR"],
  ["GI", "UK_GDPR"],
  ["CH", "CH"],
  ["BR", "BR"],
  ["CA", "PIPEDA"],
  ["AU", "AU"],
  ["JP", "APPI"],
  ["KR", "PIPA"],
])

/**
 * The jurisdiction of a location.
 *
 * @param country - an ISO 3166-1 alpha-2 code of any case, or null when unknown
 * @param region - a subdivision code (`CA` or `US-CA`), or null when unknown
 *
 * @example
 * ```ts
 * import { jurisdictionOf } from "@consent-service/core/primitives"
 *
 * jurisdictionOf("us", "US-CA") // "CCPA"
 * jurisdictionOf(null, null) // "NONE"
 * ```
 */
export const jurisdictionOf = (country: string | null, region: string | null): Jurisdiction => {
  const known = normalizeCountry(country)
  if (known === null) return "NONE"
  return byRegion.get(`${known}-${normalizeRegion(region)}`) ?? byCountry.get(known) ?? "NONE"
}
