import { type ConsentService, createConsentService, recommendedPolicyRules } from "consent-service"

/** Both ways to deliver a vendor list; each is a service under a path of its own, so that a page can try either. */
export const deliveries = ["inline", "reference"] as const

/** A site under the recommended rules with the IAB framework in Europe, and one partner who is not registered there. */
export const serviceFor = (delivery: (typeof deliveries)[number], endpoint: string): ConsentService =>
  createConsentService({
    database: "sqlite::memory:",
    basePath: `/${delivery}`,
    manifest: {
      appName: "IAB example",
      policyRules: recommendedPolicyRules({ iab: true }),
      iab: {
        enabled: true,
        customVendors: [
          {
            id: "house-statistics",
            name: "House Statistics",
            privacyPolicyUrl: "https://statistics.example/privacy",
            purposes: [1, 8],
            dataRetentionDays: 30,
          },
        ],
      },
    },
    gvl: { endpoint, delivery },
  })
