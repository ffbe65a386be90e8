/**
 * The service behind an edge: it receives requests that need the database, and its responses are trusted.
 *
 * @module
 */
import * as Effect from "effect/Effect"
import { type Answer, relayed, type Utf8 } from "../answer/Answer.js"
import type { Problem } from "../answer/Problem.js"
import { identityTag } from "../compression/Compression.js"
import { readStream } from "../request/Bytes.js"

/** The origin's address and how an edge calls it. */
export interface OriginOptions {
  /** Its address as the edge reaches it, the prefix it is mounted under included; without a query. */
  readonly url: string
  /** How long an answer may take until its last byte, in milliseconds. */
  readonly timeoutMs: number
  /** Default: the platform's. */
  readonly fetch?: (request: Request) => Promise<Response>
}

/** A request for the service. */
export interface OriginRequest {
  readonly method: string
  /** Below the service's mount, percent-encoded. */
  readonly path: string
  /** Without its question mark. */
  readonly search: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array<ArrayBuffer> | null
}

/** Sends a request to the service; its response is complete, or the call fails. */
export type Origin = (request: OriginRequest) => Effect.Effect<Answer<never>, Problem>

/** Larger than any response of the service: a subject's history is up to 1 MB, and 10 MB with an API key. */
const maxAnswerBytes = 16 * 1024 * 1024

/** Every response of the service has it. Login and error pages of a proxy do not. */
const signature = "x-cs-policy-contract"

/** The service's own headers. Others belong to the connection, or to proxies in between. */
const relayedHeaders = [
  "allow",
  "cache-control",
  "cdn-cache-control",
  "content-security-policy",
  "content-type",
  "cross-origin-resource-policy",
  "etag",
  "referrer-policy",
  "retry-after",
  "vary",
  "www-authenticate",
  "x-content-type-options",
]

const headersOf = ({ headers }: Response, names: ReadonlyArray<string>): Readonly<Record<string, string>> => {
  const known = Object.fromEntries(
    names.flatMap((name) => {
      const value = headers.get(name)
      return value === null ? [] : [[name, value]]
    }),
  )
  const { etag } = known
  // The platform's `fetch` accepts any coding and decodes the body; the edge relays it unencoded.
  return etag === undefined ? known : { ...known, etag: identityTag(etag) }
}

/** The whole body; rejects when it is too long, or is cut off. */
const bodyOf = async ({ body }: Response): Promise<Utf8> => {
  const read = body === null ? new Uint8Array() : await readStream(body, maxAnswerBytes)
  if (read === "too-large") throw new Error(`the origin's answer is longer than ${maxAnswerBytes} bytes`)
  return read
}

const bodiless: ReadonlySet<number> = new Set([204, 304])

const answerOf = async (request: OriginRequest, response: Response): Promise<Answer<never>> => {
  if (response.headers.get(signature) === null) {
    response.body?.cancel().catch(() => {})
    throw new Error(`the origin's address answered ${response.status} without ${signature}: that is not the service`)
  }
  const { status } = response
  // For `HEAD`, only the origin knows the length; for a body that it would encode, not even the origin does.
  if (request.method === "HEAD") {
    const length = response.headers.get("content-encoding") === null ? ["content-length"] : []
    return relayed(status, headersOf(response, [...relayedHeaders, ...length]), null)
  }
  const body = await bodyOf(response)
  return relayed(status, headersOf(response, relayedHeaders), bodiless.has(status) ? null : body)
}

/** The address of a request; null for a path that URL parsing would change, because it would lead elsewhere. */
const addressOf = (base: URL, { path, search }: OriginRequest): URL | null => {
  const url = new URL(base)
  const wanted = `${base.pathname.replace(/\/$/, "")}${path}`
  url.pathname = wanted
  url.search = search
  return url.pathname === wanted ? url : null
}

/** Makes the origin of an edge. It follows no redirect and retries nothing: clients retry. */
export const makeOrigin = ({ fetch = globalThis.fetch, timeoutMs, url }: OriginOptions): Origin => {
  const base = new URL(url)
  const send = async (request: OriginRequest, address: URL): Promise<Answer<never>> => {
    const { body, headers, method } = request
    const init = { method, headers, body, redirect: "manual", signal: AbortSignal.timeout(timeoutMs) } as const
    // Called without a receiver: the platform's `fetch` refuses another `this`.
    const call = fetch
    return answerOf(request, await call(new Request(address, init)))
  }
  return (request) => {
    const address = addressOf(base, request)
    if (address === null) return Effect.fail({ _tag: "RouteUnknown" })
    return Effect.tryPromise({
      try: () => send(request, address),
      catch: (cause): Problem => ({ _tag: "OriginUnreachable", cause }),
    })
  }
}
