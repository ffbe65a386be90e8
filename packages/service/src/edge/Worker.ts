/**
 * An edge as a Worker: the options come from its environment, the visitor's address and location from its platform.
 *
 * @module
 */
import * as Predicate from "effect/Predicate"
import { type ConsentEdge, createConsentEdge } from "./ConsentEdge.js"
import type { ConsentEdgeOptions } from "./EdgeOptions.js"

/** The exports of a Worker, as far as this one has them. */
export interface ConsentWorker<Env> {
  readonly fetch: (request: Request, env: Env, context: WorkerContext) => Promise<Response>
}

/** A Worker's context, as far as this one needs it. */
export interface WorkerContext {
  readonly waitUntil: (task: Promise<unknown>) => void
}

/** The platform's location of a request, under the names of the equal headers. */
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
