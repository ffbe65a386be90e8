import type { ConsentServiceOptions } from "consent-service"

type Rules = NonNullable<NonNullable<ConsentServiceOptions["manifest"]>["policyRules"]>

/** Four kinds of banner; the page lets you try each. */
export const policyRules: Rules = [
  {
    id: "europe",
    match: { countries: ["DE", "AT", "FR", "ES", "IT", "NL", "PL", "PT"], fallback: true },
    model: "opt-in",
    prompt: "choice",
    proof: { storeIp: true, storeUserAgent: true, storeLanguage: true },
  },
  {
    id: "california",
    match: { regions: [{ country: "US", region: "CA" }], regionFallbacks: ["US"] },
    model: "opt-out",
    prompt: "notice",
    privacySignals: { gpc: { denyCategories: ["marketing", "measurement"] } },
  },
  { id: "brazil", match: { countries: ["BR"] }, model: "opt-in", prompt: "choice", validity: { choiceDays: 180 } },
  { id: "elsewhere", match: { isDefault: true }, model: "none", prompt: "none" },
]
