import { createConsentClient } from "@consent-service/client"

export const consent = createConsentClient({
  baseUrl: "https://consent.shop.example",
  apiKey: process.env["CONSENT_API_KEY"],
})
