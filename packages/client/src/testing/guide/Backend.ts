import { createConsentClient } from "@consent-service/client"

const consent = createConsentClient({ baseUrl: "http://localhost:8787", apiKey: process.env["CONSENT_API_KEY"] })

const decision = await consent.consents.allows("user-42", "marketing")
if (decision.allowed) console.log("contact user-42, who agreed on", decision.record.givenAt)
else console.log("do not contact user-42:", decision.reason)
