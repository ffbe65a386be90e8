/**
 * The declared routes that an edge does not serve itself: it forwards them to the origin unchanged, with the
 * visitor's signals, and relays the answer. The origin decodes, validates, authenticates and limits.
 *
 * @module
 */
import * as Effect from "effect/Effect"
import { type Answer, inUtf8 } from "../answer/Answer.js"
import type { Problem } from "../answer/Problem.js"
import { bodyProblem } from "../kernel/BodyProblem.js"
import type { Exchange } from "../kernel/Exchange.js"
import type { Call, Route } from "../kernel/Route.js"
import type { ClientAddresses } from "../request/ClientAddress.js"
import { edgeHeaders, edgeUrl } from "../request/EdgeRequests.js"
import { readPlace } from "../request/ReadSignals.js"
import { routePath } from "../request/Target.js"
import type { Origin } from "./Origin.js"

/** The settings of forwarding. */
export interface Forwarding {
  readonly origin: Origin
  /** One of the origin's `edgeKeys`, which makes the origin trust the visitor's address. */
  readonly key: string
  /** Finds the visitor's address, unmasked. */
  readonly addresses: ClientAddresses
  /** The prefix that the edge is mounted under, as `normalizeBasePath` writes it. */
  readonly basePath: string
  readonly maxBodyBytes: number
}

/** Forwards a request. */
export type Forward = (call: Call) => Effect.Effect<Answer<never>, Problem>

/**
 * The request headers that the service reads. No others are forwarded: no cookie, and no address that a client made
 * up.
 */
const forwardedHeaders = [
  "accept",
  "accept-language",
  "authorization",
  "content-type",
  "if-none-match",
  "origin",
  "sec-gpc",
  "traceparent",
  "tracestate",
  "user-agent",
  "x-cs-client-ip",
  "x-cs-experiment",
  "x-cs-gpc",
  "x-cs-policy-contract",
  "x-cs-vendors",
  "x-cs-version",
]

/** The query is forwarded unchanged, and may name the location itself. */
const noQuery = (): null => null

const headersOf = ({ addresses, key }: Forwarding, { exchange, requestId }: Call): Record<string, string> => {
  const { header } = exchange
  const { country, region } = readPlace(noQuery, header)
  const headers: Readonly<Record<string, string | null>> = {
    ...Object.fromEntries(forwardedHeaders.map((name) => [name, header(name)])),
    "x-cs-country": country,
    "x-cs-region": region,
    "x-request-id": requestId,
    [edgeHeaders.key]: key,
    [edgeHeaders.address]: addresses.stored(exchange),
    [edgeHeaders.url]: edgeUrl(exchange),
  }
  return Object.fromEntries(Object.entries(headers).flatMap(([name, value]) => (value === null ? [] : [[name, value]])))
}

type Body = Uint8Array<ArrayBuffer> | null

const hasBody: ReadonlySet<string> = new Set(["POST", "PATCH", "PUT"])

const readBody = async (exchange: Exchange, limit: number): Promise<Body | Problem> => {
  if (!hasBody.has(exchange.method)) return null
  const read = await exchange.body(limit)
  if (typeof read === "string") return bodyProblem(read, limit)
  return "parser" in read ? inUtf8(JSON.stringify(read.value)) : new Uint8Array(read)
}

/** Makes the forwarder of an edge. */
export const makeForward = (forwarding: Forwarding): Forward => {
  const { basePath, maxBodyBytes, origin } = forwarding
  return (call) => {
    const { exchange } = call
    const body = Effect.tryPromise({
      try: () => readBody(exchange, maxBodyBytes),
      catch: (cause): Problem => ({ _tag: "Unexpected", cause }),
    })
    return Effect.flatMap(body, (read) => {
      if (read !== null && "_tag" in read) return Effect.fail(read)
      const { method, path, search } = exchange
      return origin({
        method,
        path: routePath(path, basePath),
        search,
        headers: headersOf(forwarding, call),
        body: read,
      })
    })
  }
}

/** A route with one kind of response that comes from the origin. */
export const orForwarded = (own: Route, gives: (problem: Problem) => boolean, forward: Forward): Route => ({
  ...own,
  run: (call) => {
    const result = own.run(call)
    return Effect.isEffect(result) ? Effect.catchIf(result, gives, () => forward(call)) : result
  },
})

/** A declared endpoint. */
export interface DeclaredEndpoint {
  readonly method: string
  readonly path: string
  readonly takesRest: boolean
}

/** The declared routes that an edge does not serve itself. */
export const forwardedRoutes = (
  declared: ReadonlyArray<DeclaredEndpoint>,
  served: ReadonlyArray<Route>,
  forward: Forward,
): ReadonlyArray<Route> =>
  declared
    .filter(({ method, path }) => !served.some((route) => route.method === method && route.template === path))
    .map(({ method, path, takesRest }) => ({
      method,
      template: path,
      takesRest,
      // The origin decides on these, and reads the body as it was sent.
      takesBody: false,
      needsKey: false,
      admit: null,
      refuse: (issues) => ({ _tag: "InputInvalid", issues }),
      cors: "trusted-origins",
      run: forward,
    }))
