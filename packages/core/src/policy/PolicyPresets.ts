/**
 * Ready-made rules for common privacy laws, and a list to start from.
 *
 * A preset follows common practice. It is a starting point for a lawyer's review, not legal advice.
 *
 * @module
 */
import { europe } from "../location/Countries.js"
import { policyMatchers } from "./PolicyMatchers.js"
import type { PolicyMatch, PolicyRule } from "./PolicyRule.js"

type RuleFields = Omit<PolicyRule, "id" | "match" | "model" | "prompt">

const fullProof: RuleFields = { proof: { storeIp: true, storeUserAgent: true, storeLanguage: true } }

const denyUnderGpc: RuleFields = { privacySignals: { gpc: { denyCategories: ["marketing", "measurement"] } } }

const preferencesTexts: RuleFields = { i18n: { messageProfile: "preferences" } }

// Cloned: presets share the parts below, and callers may change the rules they get.
const asks = (id: string, match: PolicyMatch, fields: RuleFields = {}): PolicyRule =>
  structuredClone({ id, match, model: "opt-in", prompt: "choice", validity: { choiceDays: 365 }, ...fields })

const assumes = (id: string, match: PolicyMatch, prompt: "notice" | "none", fields: RuleFields = {}): PolicyRule =>
  structuredClone({ id, match, model: "opt-out", prompt, ...fields })

const country = (code: string): PolicyMatch => policyMatchers.countries([code])

const regionsOf = (code: string, regions: string): PolicyMatch =>
  policyMatchers.regions(regions.split(" ").map((region) => ({ country: code, region })))

const europeOrUnknown = policyMatchers.merge(policyMatchers.countries(europe), policyMatchers.fallback())

const usPrivacyStates = regionsOf("US", "CA CO CT DE FL IA IN KY MD MN MT NE NH NJ OR RI TN TX UT VA")

const otherCanada = regionsOf("CA", "AB BC MB NB NL NS NT NU ON PE SK YT")

const statistics: RuleFields = { categories: ["measurement"], scopeMode: "strict", ...preferencesTexts }

/**
 * The presets; each call makes a new rule, to use as it is or to spread and change.
 *
 * @example
 * ```ts
 * import { policyPresets } from "@consent-service/core/policy"
 *
 * const policyRules = [{ ...policyPresets.europeOptIn(), categories: ["measurement"] }, policyPresets.worldNone()]
 * ```
 */
export const policyPresets = {
  // Europe
  europeOptIn: () => asks("europe_opt_in", europeOrUnknown, fullProof),
  europeIab: (): PolicyRule => ({ ...asks("europe_iab", europeOrUnknown, fullProof), model: "iab" }),
  ukStatistics: () => assumes("uk_statistics", country("GB"), "none", statistics),
  switzerlandOptIn: () => asks("switzerland_opt_in", country("CH")),
  switzerlandOptOutNoPrompt: () =>
    assumes("switzerland_opt_out_no_prompt", country("CH"), "none", { rights: ["preferences"], ...preferencesTexts }),
  turkeyOptIn: () => asks("turkey_opt_in", country("TR")),

  // The Americas
  californiaOptIn: () =>
    asks("california_opt_in", regionsOf("US", "CA"), {
      ...denyUnderGpc,
      ...fullProof,
      validity: { choiceDays: 365, noticeDays: 365 },
    }),
  californiaOptOut: () =>
    assumes("california_opt_out", regionsOf("US", "CA"), "none", {
      ...denyUnderGpc,
      ...fullProof,
      rights: ["preferences"],
    }),
  usPrivacyStatesOptIn: () => asks("us_privacy_states_opt_in", usPrivacyStates, denyUnderGpc),
  usPrivacyStatesOptOut: () =>
    assumes(
      "us_privacy_states_opt_out",
      policyMatchers.merge(usPrivacyStates, policyMatchers.regionFallback("US")),
      "none",
      denyUnderGpc,
    ),
  quebecOptIn: () => asks("quebec_opt_in", regionsOf("CA", "QC"), fullProof),
  canadaOptIn: () => asks("canada_opt_in", otherCanada, preferencesTexts),
  canadaOptOut: () => assumes("canada_opt_out", otherCanada, "notice", preferencesTexts),
  brazilOptIn: () => asks("brazil_opt_in", country("BR")),

  // Asia, the Middle East and Oceania
  australiaOptIn: () => asks("australia_opt_in", country("AU")),
  australiaOptOut: () => assumes("australia_opt_out", country("AU"), "none", preferencesTexts),
  bruneiOptIn: () => asks("brunei_opt_in", country("BN")),
  chinaOptIn: () => asks("china_opt_in", country("CN")),
  indiaOptIn: () => asks("india_opt_in", country("IN")),
  indonesiaOptIn: () => asks("indonesia_opt_in", country("ID")),
  japanOptIn: () => asks("japan_opt_in", country("JP")),
  japanOptOut: () => assumes("japan_opt_out", country("JP"), "none", preferencesTexts),
  laosOptIn: () => asks("laos_opt_in", country("LA")),
  malaysiaOptIn: () => asks("malaysia_opt_in", country("MY")),
  malaysiaStatistics: () => assumes("malaysia_statistics", country("MY"), "none", statistics),
  philippinesOptIn: () => asks("philippines_opt_in", country("PH")),
  saudiArabiaOptIn: () => asks("saudi_arabia_opt_in", country("SA")),
  singaporeOptIn: () => asks("singapore_opt_in", country("SG")),
  southKoreaOptIn: () => asks("south_korea_opt_in", country("KR")),
  thailandOptIn: () => asks("thailand_opt_in", country("TH")),
  uaeOptIn: () => asks("uae_opt_in", country("AE")),
  vietnamOptIn: () => asks("vietnam_opt_in", country("VN")),

  // Everywhere else
  worldOptOutNoPrompt: () =>
    assumes("world_opt_out_no_prompt", policyMatchers.default(), "none", {
      proof: { storeUserAgent: true },
      rights: ["preferences"],
      ...preferencesTexts,
    }),
  worldNone: (): PolicyRule => ({
    id: "world_none",
    match: policyMatchers.default(),
    model: "none",
    prompt: "none",
  }),
}

/**
 * The list to start from: consent first in Europe, Québec and where the location is unknown, opt-out in the US states
 * with a privacy law. Elsewhere there is no banner, and optional scripts run.
 *
 * @param options - `iab`: whether to use the IAB TCF in Europe, which needs `manifest.iab.enabled: true`
 *
 * @example
 * ```ts
 * import { recommendedPolicyRules } from "@consent-service/core/policy"
 *
 * recommendedPolicyRules().map(({ id }) => id) // ["europe_opt_in", "quebec_opt_in", "us_privacy_states_opt_out", "world_none"]
 * recommendedPolicyRules({ iab: true })[0]?.model // "iab"
 * ```
 */
export const recommendedPolicyRules = (options: { readonly iab?: boolean } = {}): ReadonlyArray<PolicyRule> => [
  options.iab === true ? policyPresets.europeIab() : policyPresets.europeOptIn(),
  policyPresets.quebecOptIn(),
  policyPresets.usPrivacyStatesOptOut(),
  policyPresets.worldNone(),
]
