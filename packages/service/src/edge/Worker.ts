/**
 * An edge as a Worker: the options come from its environment, the visitor's address and place from its platform.
 *
 * @module
 */
import * as Predicate from "effect/Predicate"
import { type ConsentEdge, createConsentEdge } from "./ConsentEdge.js"
import type { ConsentEdgeOptions } from "./EdgeOptions.js"

/** What a Worker runs, as far as this one has it. */
export interface ConsentWorker<Env> {
  readonly fetch: (request: Request, env: Env, context: WorkerContext) => Promise<Response>
}

/** What a Worker receives with the request, as far as this one needs it. */
export interface WorkerContext {
  readonly waitUntil: (task: Promise<unknown>) => void
}

/** What the platform says of a request's place, by the header that would say the same. */
const placeNames = { "cf-ipcountry": "country", "cf-region-code": "regionCode" }

const placeOf = (request: Request): Readonly<Record<string, string>> => {
  const cf = Predicate.hasProperty(request, "cf") && Predicate.isRecord(request.cf) ? request.cf : {}
  return Object.fromEntries(
    Object.entries(placeNames).flatMap(([header, name]) => {
      const value = cf[name]
      return typeof value === "string" ? [[header, value]] : []
    }),
  )
}

/**
 * Makes a Worker of an edge, to export as default. The edge is built with the first request of an isolate.
 *
 * @param options - the edge's options, from the Worker's environment
 *
 * @example
 * ```ts
 * import { consentWorker } from "consent-service/edge"
 *
 * interface Env {
 *   readonly CONSENT_ORIGIN: string
 *   readonly CONSENT_EDGE_KEY: string
 * }
 * export default consentWorker((env: Env) => ({
 *   trustedOrigins: ["shop.example"],
 *   origin: { url: env.CONSENT_ORIGIN, key: env.CONSENT_EDGE_KEY },
 * }))
 * ```
 */
export const consentWorker = <Env>(options: (env: Env) => ConsentEdgeOptions): ConsentWorker<Env> => {
  let edge: ConsentEdge | null = null
  return {
    fetch: (request, env, context) => {
      edge ??= createConsentEdge(options(env))
      const waitUntil = (task: Promise<unknown>) => context.waitUntil(task)
      // Clients cannot set this header there.
      const peer = request.headers.get("cf-connecting-ip")
      return edge.handler(request, { waitUntil, peer, headers: placeOf(request) })
    },
  }
}
