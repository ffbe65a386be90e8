import { recommendedPolicyRules, sharedConsentService } from "consent-service"
import { consentHandler } from "consent-service/h3"

const consent = sharedConsentService(
  () => ({
    database: process.env["DATABASE_URL"] ?? "sqlite:./consent.db",
    manifest: { policyRules: recommendedPolicyRules() },
  }),
  { migrate: true },
)

export default consentHandler(consent, { prefix: "/consent" })
