/**
 * Normalizes the parts of locations for comparison.
 *
 * @module
 */

/**
 * A country code trimmed and upper-cased; `null` when unknown or blank.
 *
 * @example
 * ```ts
 * import { normalizeCountry } from "@consent-service/core/browser"
 *
 * normalizeCountry(" de ") // "DE"
 * normalizeCountry("") // null
 * ```
 */
export const normalizeCountry = (country: string | null): string | null => country?.trim().toUpperCase() || null

/**
 * A region code's last segment (`US-CA` is `CA`), trimmed and upper-cased; `null` when unknown or blank.
 *
 * @example
 * ```ts
 * import { normalizeRegion } from "@consent-service/core/browser"
 *
 * normalizeRegion("us-ca") // "CA"
 * ```
 */
export const normalizeRegion = (region: string | null): string | null =>
  region === null
    ? null
    : region
        .slice(region.lastIndexOf("-") + 1)
        .trim()
        .toUpperCase() || null

/**
 * One key for a part of a country, whatever its spelling: `US-CA` of `us` and `us-ca`.
 *
 * @example
 * ```ts
 * import { regionKey } from "@consent-service/core/browser"
 *
 * regionKey("us", "us-ca") // "US-CA"
 * ```
 */
export const regionKey = (country: string, region: string): string =>
  `${normalizeCountry(country)}-${normalizeRegion(region)}`
