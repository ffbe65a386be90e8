/**
 * The rules most tests are under: each way a visitor can be asked, by country.
 *
 * @module
 */
import type { ConsentServiceOptions } from "consent-service"

type Rules = NonNullable<NonNullable<ConsentServiceOptions["manifest"]>["policyRules"]>

/** Germany and unknown places choose; California gets a notice; Great Britain may open preferences; others see nothing. */
export const policyRules: Rules = [
  {
    id: "europe",
    match: { countries: ["DE", "FR", "IL"], fallback: true },
    model: "opt-in",
    prompt: "choice",
    proof: { storeLanguage: true },
  },
  {
    id: "california",
    match: { regions: [{ country: "US", region: "CA" }], regionFallbacks: ["US"] },
    model: "opt-out",
    prompt: "notice",
    privacySignals: { gpc: { denyCategories: ["marketing"] } },
  },
  { id: "britain", match: { countries: ["GB"] }, model: "opt-out", prompt: "none", rights: ["preferences"] },
  {
    id: "brazil",
    match: { countries: ["BR"] },
    model: "opt-in",
    prompt: "choice",
    categories: ["measurement", "marketing"],
    scopeMode: "strict",
  },
  { id: "elsewhere", match: { countries: ["NZ"] }, model: "none", prompt: "none" },
]

/** The preferences of a visitor who allows all categories, or refuses all optional ones. */
export const all = (value: boolean) => ({
  necessary: true,
  experience: value,
  functionality: value,
  marketing: value,
  measurement: value,
})
