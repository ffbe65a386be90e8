import { isConsentError, unwrap } from "@consent-service/client"
import { consent } from "./Consent.js"

const act = { type: "cookie_banner", subjectId: "sub_7Qx", domain: "shop.example", givenAt: new Date() }
try {
  const saved = unwrap(await consent.subjects.create({ ...act, preferences: { necessary: true, marketing: true } }))
  console.log("on record since", saved.createdAt)
} catch (error) {
  if (!isConsentError(error, "CONFLICT", "STALE_POLICY")) throw error
  console.warn(error.code, error.reason)
}
