// server.ts
import { createConsentService } from "consent-service"
import { serve } from "consent-service/node"
import { shared } from "./Shared.js"

const { CONSENT_EDGE_KEY = "", CONSENT_POLICY_KEY = "", DATABASE_URL = "" } = process.env

const service = createConsentService({
  ...shared,
  database: DATABASE_URL,
  edgeKeys: [CONSENT_EDGE_KEY],
  policySnapshot: { signingKey: CONSENT_POLICY_KEY },
})
await serve(service, { port: 3000 })
