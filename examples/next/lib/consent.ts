import { recommendedPolicyRules, sharedConsentService } from "consent-service"

const { env } = process

export const consent = sharedConsentService(
  () => ({
    database: env["DATABASE_URL"] ?? "sqlite:./consent.db",
    manifest: { policyRules: recommendedPolicyRules() },
    apiKeys: env["CONSENT_API_KEY"]?.split(",").filter(Boolean) ?? [],
    trustedOrigins: env["CONSENT_TRUSTED_ORIGINS"]?.split(",").filter(Boolean) ?? [],
    // Next.js puts the connection's address into X-Forwarded-For where no proxy has.
    trustedProxies: 1,
  }),
  { migrate: true },
)
