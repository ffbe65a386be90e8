import { type ConsentService, createConsentService } from "consent-service"
import { settings } from "./settings.js"

/** The service this shop uses. If yours runs elsewhere, all you need is its address and a key. */
export const consentService = (): ConsentService =>
  createConsentService({
    database: settings.database,
    apiKeys: [settings.apiKey],
    identityToken: { signingKey: settings.signingKey },
    // The shop's pages have another origin: the same host, another port.
    trustedOrigins: ["localhost"],
    manifest: {
      appName: "Garden shop",
      policyRules: [{ id: "everyone", match: { isDefault: true, fallback: true }, model: "opt-in", prompt: "choice" }],
    },
  })
