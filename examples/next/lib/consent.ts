import { recommendedPolicyRules, sharedConsentService } from "consent-service"

const { env } = process

/** A variable that production requires. During development there is a default. */
const variable = (name: string, forDevelopment: string): string => {
  const value = env[name]
  if (value !== undefined && value !== "") return value
  if (env["NODE_ENV"] === "production") throw new Error(`${name} is not set`)
  return forDevelopment
}

export const consent = sharedConsentService(
  () => ({
    database: variable("DATABASE_URL", "sqlite:./consent.db"),
    // Signs the policy that each visitor received, so that the record can prove it.
    policySnapshot: { signingKey: variable("CONSENT_POLICY_KEY", "for-development-only-not-a-secret") },
    manifest: { policyRules: recommendedPolicyRules() },
    // For your own backend. Keep them out of browsers.
    apiKeys: env["CONSENT_API_KEY"]?.split(",").filter(Boolean) ?? [],
    // Hosts of pages elsewhere. The pages of this application need no entry.
    trustedOrigins: env["CONSENT_TRUSTED_ORIGINS"]?.split(",").filter(Boolean) ?? [],
    // How many proxies are in front. Next.js itself counts as one where there is none.
    trustedProxies: 1,
  }),
  { migrate: true },
)
