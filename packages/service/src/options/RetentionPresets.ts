/**
 * Rules of retention to begin with.
 *
 * @module
 */
import type { RetentionRuleOptions } from "./RetentionOption.js"

/** After half a year, a complaint about one visit is over in most places. */
const traceFor = "P180D"

/**
 * Rules for the option `retention`. They are starting points and not legal advice: change what you need with a spread,
 * and ask your counsel.
 *
 * - `europe`: records of the European Union, the United Kingdom and Switzerland lose address, browser, language and
 *   metadata after 180 days, because the GDPR (article 5) allows no more than is necessary; the records stay
 * - `quebec`: the same for Quebec (Law 25)
 * - `europeFiveYears`: records of `europe` that no longer count also go after five years, the general limitation period in
 *   France (Code civil, article 2224)
 * - `sevenYears`: every record that no longer counts goes after seven years, the time that India's rules of 2025 give to
 *   consent managers
 *
 * @example
 * ```ts
 * import { createConsentService, retentionPresets } from "consent-service"
 *
 * const service = createConsentService({
 *   database: "sqlite:./consent.db",
 *   retention: [retentionPresets.europeFiveYears(), retentionPresets.quebec()],
 * })
 * ```
 */
export const retentionPresets = {
  europe: (): RetentionRuleOptions => ({ jurisdictions: ["GDPR", "UK_GDPR", "CH"], dropTraceAfter: traceFor }),
  quebec: (): RetentionRuleOptions => ({ jurisdictions: ["QC_LAW25"], dropTraceAfter: traceFor }),
  europeFiveYears: (): RetentionRuleOptions => ({ ...retentionPresets.europe(), keepFor: "P5Y", from: "superseded" }),
  sevenYears: (): RetentionRuleOptions => ({ keepFor: "P7Y", from: "superseded" }),
}

/**
 * The rules of retention that go with `recommendedPolicyRules`: address, browser, language and metadata of records from
 * Europe and Quebec go after 180 days, and every record stays.
 *
 * @example
 * ```ts
 * import { recommendedRetention } from "consent-service"
 *
 * recommendedRetention().length // 2
 * ```
 */
export const recommendedRetention = (): ReadonlyArray<RetentionRuleOptions> => [
  retentionPresets.europe(),
  retentionPresets.quebec(),
]
