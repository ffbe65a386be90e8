/**
 * What servers received of each visitor. A visitor is known by a word in the user agent, which reaches every server
 * without changing what the browser may send; so tests that share a service do not see one another's requests.
 *
 * @module
 */
import type { IncomingMessage } from "node:http"
import { pathOf } from "./Loopback.js"

/** A request as it came. */
export interface Received {
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
  readonly headers: IncomingMessage["headers"]
  /** What of the body has arrived. */
  readonly body: () => string
}

/** The log of one server. */
export interface Traffic {
  readonly note: (request: IncomingMessage) => void
  readonly of: (visitor: string) => ReadonlyArray<Received>
}

const word = /\bcsVisitor\/(\w+)/

/** What a visitor's user agent ends with. */
export const visitorWord = (visitor: string): string => `csVisitor/${visitor}`

/** The visitor last seen on each origin. */
const lastOn = new Map<string, string>()

/**
 * Whose request it is; null when unknown. A driven Firefox sends `keepalive` requests under its own user agent: they are of the
 * visitor who is on the page that they come from.
 */
export const visitorOf = ({ headers }: IncomingMessage): string | null => {
  const named = word.exec(headers["user-agent"] ?? "")?.[1]
  const origin = headers.origin ?? headers.referer?.replace(/\/$/, "") ?? ""
  if (named === undefined) return lastOn.get(origin) ?? null
  lastOn.set(origin, named)
  return named
}

/** Keeps what arrives of a body, and leaves it to the reader of the request. */
const overhear = (request: IncomingMessage): (() => string) => {
  const chunks: Array<Buffer> = []
  const { push } = request
  request.push = (chunk: unknown, ...rest) => {
    if (Buffer.isBuffer(chunk)) chunks.push(chunk)
    return Reflect.apply(push, request, [chunk, ...rest])
  }
  return () => Buffer.concat(chunks).toString()
}

/** An empty log. */
export const makeTraffic = (): Traffic => {
  const log = new Map<string, Array<Received>>()
  return {
    note: (request) => {
      const visitor = visitorOf(request)
      if (visitor === null) return
      const query = new URL(request.url ?? "/", "http://any.test").searchParams
      const { headers, method = "" } = request
      const received = { method, path: pathOf(request), query, headers, body: overhear(request) }
      log.set(visitor, [...(log.get(visitor) ?? []), received])
    },
    of: (visitor) => log.get(visitor) ?? [],
  }
}
