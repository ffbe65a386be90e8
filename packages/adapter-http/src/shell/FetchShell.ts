/**
 * The kernel behind the Fetch API: for Node, Bun, Deno, Workers, and any framework with `Request`/`Response`.
 *
 * @module
 */
import type { Exchange, Kernel, Reply } from "../kernel/Exchange.js"
import type { BodyRead } from "../request/JsonBody.js"
import { readStream } from "../request/Bytes.js"
import { belowMount } from "../request/Target.js"

/** A body whose length the platform guarantees; reading it as a stream costs twice as much. */
const readKnown = async (request: Request, limit: number): Promise<BodyRead> => {
  const bytes = new Uint8Array(await request.arrayBuffer())
  return bytes.length > limit ? "too-large" : bytes
}

const wholeNumber = /^\d+$/

/**
 * Whether a request's content length is reliable. A server's own request class comes from a connection, whose
 * framing enforces it; a plain `Request` may come from any code, with any length.
 */
const isHeldToLength = (request: Request, announced: string): boolean =>
  wholeNumber.test(announced) && Object.getPrototypeOf(request) !== Request.prototype

const readBody = async (request: Request, limit: number): Promise<BodyRead> => {
  const announced = request.headers.get("content-length") ?? ""
  if (Number(announced) > limit) return "too-large"
  if (request.bodyUsed)
    throw new Error("the request's body has already been read: call the service before anything that reads bodies")
  if (isHeldToLength(request, announced)) return readKnown(request, limit).catch(() => "incomplete")
  if (request.body === null) return new Uint8Array()
  return readStream(request.body, limit).catch(() => "incomplete")
}

/** The parts of a request's URL, which the platform has parsed and normalized. */
const locate = (url: string): Pick<Exchange, "scheme" | "host" | "path" | "search"> => {
  const authority = url.indexOf("://") + 3
  const start = url.indexOf("/", authority)
  const scheme = url.startsWith("https:") ? "https" : "http"
  const host = url.slice(authority, start)
  const fragment = url.indexOf("#", start)
  const end = fragment < 0 ? url.length : fragment
  const query = url.indexOf("?", start)
  return query < 0 || query > end
    ? { scheme, host, path: url.slice(start, end), search: "" }
    : { scheme, host, path: url.slice(start, query), search: url.slice(query + 1, end) }
}

/** Platform data about a request, such as a Worker's execution context. */
export interface FetchContext {
  /** Keeps the runtime alive until a task completes. */
  readonly waitUntil?: (task: Promise<unknown>) => unknown
  /** The peer address of the connection. */
  readonly peer?: string | null
  /** The client's address, by the host's proxy setting. */
  readonly client?: string | null
  /** The host that the request was sent to, where the framework has changed the URL. */
  readonly host?: string | null
  /** The public prefix that is part of the path but not of the routes, such as `/consent`. */
  readonly mount?: string
  /** The runtime's visitor data, as headers by lower-case name; used where the request has none. */
  readonly headers?: Readonly<Record<string, string>>
}

const headerOf = (request: Request, { headers: known }: FetchContext): Exchange["header"] =>
  known === undefined ? (name) => request.headers.get(name) : (name) => request.headers.get(name) ?? known[name] ?? null

/**
 * A request of the Fetch API as the kernel takes it. Reading the body rejects if it has been read before.
 *
 * @example
 * ```ts
 * import { fetchExchange } from "@consent-service/adapter-http/shell/FetchShell"
 *
 * const { path, search } = fetchExchange(new Request("https://shop.example/consent/init?gpc=1"), { mount: "/consent" })
 * path // "/init"
 * search // "gpc=1"
 * ```
 */
export const fetchExchange = (request: Request, context: FetchContext): Exchange => {
  const place = locate(request.url)
  const { mount = "" } = context
  return {
    scheme: place.scheme,
    host: context.host ?? place.host,
    path: belowMount(place.path, mount),
    search: place.search,
    method: request.method,
    mount,
    header: headerOf(request, context),
    body: (limit: number) => readBody(request, limit),
    peer: context.peer ?? null,
    client: context.client ?? null,
    // Called as a method, because a Worker's context needs its receiver.
    waitUntil: context.waitUntil === undefined ? null : (task: Promise<unknown>) => context.waitUntil?.(task),
  }
}

const toResponse = ({ body, headers, status }: Reply): Response =>
  new Response(body, { status, headers: { ...headers } })

const noContext: FetchContext = {}

/**
 * A `fetch`-style handler over a kernel.
 *
 * @example
 * ```ts
 * import { toFetchHandler } from "@consent-service/adapter-http/shell/FetchShell"
 *
 * const handler = toFetchHandler(({ path }) => ({ status: 200, headers: {}, body: path }))
 * const response = await handler(new Request("https://consent.shop.example/status"))
 * await response.text() // "/status"
 * ```
 */
export const toFetchHandler =
  (kernel: Kernel) =>
  async (request: Request, context: FetchContext = noContext): Promise<Response> =>
    toResponse(await kernel(fetchExchange(request, context)))
