// worker.ts
import { consentWorker } from "consent-service/edge"
import { shared } from "./Shared.js"

interface Env {
  readonly CONSENT_ORIGIN: string
  readonly CONSENT_EDGE_KEY: string
  readonly CONSENT_POLICY_KEY: string
}

export default consentWorker((env: Env) => ({
  ...shared,
  policySnapshot: { signingKey: env.CONSENT_POLICY_KEY },
  origin: { url: env.CONSENT_ORIGIN, key: env.CONSENT_EDGE_KEY },
}))
