/**
 * Whether this runtime can run an instance, reported in one line before anything else fails.
 *
 * @module
 */

/** The part of the global object that identifies a runtime. */
export interface RuntimeGlobals {
  readonly navigator?: { readonly userAgent?: string }
}

/** Throws in a Worker: a database connection there ends with the request that opened it. */
export const refuseWorkers = ({ navigator }: RuntimeGlobals): void => {
  if (navigator?.userAgent !== "Cloudflare-Workers") return
  throw new Error(
    "consent-service needs a server with a database, and this is a Worker; import createConsentEdge from consent-service/edge, and run the service on Node 20.19 or newer, Bun or Deno",
  )
}

/** The platform features that the edge uses. */
const edgeFeatures = ["fetch", "Request", "Response", "Headers", "URL", "AbortController", "TextEncoder"]

/** Throws where the platform lacks a feature of the edge. */
export const requireEdgeFeatures = (globals: object): void => {
  const missing = edgeFeatures.filter((name) => !(name in globals))
  if (missing.length === 0) return
  throw new Error(
    `consent-service/edge needs ${missing.join(", ")}, which this runtime does not have; use Workers, Node 20.19 or newer, Bun or Deno`,
  )
}
