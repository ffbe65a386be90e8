// edge.ts, for a runtime that names the address of the connection
import { createConsentEdge } from "consent-service/edge"
import { shared } from "./Shared.js"

const edge = createConsentEdge({
  ...shared,
  origin: { url: "https://consent.internal.example", key: process.env["CONSENT_EDGE_KEY"] ?? "" },
})

export const fetch = (request: Request, peer: string): Promise<Response> => edge.handler(request, { peer })
