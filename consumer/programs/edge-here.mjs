// An edge in this runtime's own process.
import { createConsentEdge } from "consent-service/edge"
import { checkEdge, visitor } from "./edge-checks.mjs"
import { edgeKey, shared } from "./edge-shared.mjs"
import { full } from "./script-text.mjs"

const edge = createConsentEdge({
  ...shared,
  scriptTexts: { full },
  origin: { url: process.env["CONSENT_ORIGIN"], key: edgeKey },
})
const context = { peer: visitor.address, headers: { "cf-ipcountry": visitor.country } }
const call = (path, init) => edge.handler(new Request(new URL(path, "https://edge.example"), init), context)
await checkEdge(call, process.env["CONSENT_NOTICES"])
