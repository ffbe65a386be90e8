// The edge as a Worker.
import { consentWorker } from "consent-service/edge"
import { edgeKey, shared } from "./edge-shared.mjs"
import { full } from "./script-text.mjs"

export default consentWorker((env) => ({
  ...shared,
  scriptTexts: { full },
  origin: { url: env.CONSENT_ORIGIN, key: edgeKey },
}))
