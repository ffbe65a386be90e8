/**
 * The kernel behind `node:http`, without building a `Request` or a `Response`.
 *
 * @module
 */
import type { IncomingMessage, ServerResponse } from "node:http"
import type { Exchange, Kernel, Reply } from "../kernel/Exchange.js"
import type { BodyRead } from "../request/JsonBody.js"
import { belowMount, parseTarget } from "../request/Target.js"
import { inPipelineOrder } from "./PipelinedRequests.js"
import { makeUnsentAnswers, type UnsentAnswers, unsentLimits } from "./UnsentAnswers.js"

/** What a body parser has left of a body. */
export interface ParsedBefore {
  /** What it made of the body: Express, Next.js and others. */
  readonly body?: unknown
  /** What it has read: Cloud Functions, Koa and others. */
  readonly rawBody?: unknown
}

/** A request with what frameworks add to it before they hand it on. */
interface HandedOn extends IncomingMessage, ParsedBefore {
  /** The target before a mount's prefix was removed from `url`: Express, Connect, Polka. */
  readonly originalUrl?: string
}

/** What a framework knows of a request, where it does not leave it on the request itself. */
export interface NodeContext {
  /** The public prefix that the target has and the routes do not, such as `/consent`. */
  readonly mount?: string
  /** The target as the client sent it, where the framework has changed `url`. */
  readonly originalUrl?: string
  /** The client's address, where a proxy setting of the framework says it. */
  readonly client?: string | null
  /** Where the framework's body parser leaves what it has read; by default on the request. */
  readonly parsed?: ParsedBefore
}

const limited = (bytes: Uint8Array, limit: number): BodyRead => (bytes.length > limit ? "too-large" : bytes)

const formType = /^(?:application\/x-www-form-urlencoded|multipart\/form-data)\b/i

/** The body of a request whose stream has ended before it came here. */
const bodyReadBefore = (type: string, { body, rawBody }: ParsedBefore, limit: number): BodyRead => {
  if (rawBody instanceof Uint8Array) return limited(rawBody, limit)
  if (typeof rawBody === "string") return limited(Buffer.from(rawBody), limit)
  if (body instanceof Uint8Array) return limited(body, limit)
  if (typeof body === "string") return limited(Buffer.from(body), limit)
  if (body !== undefined) return { parser: formType.test(type) ? "form" : "json", value: body }
  throw new Error(
    "the request's body has already been read and request.body is not set: mount the service before body parsers, " +
      "or set request.body to what was read (Fastify: use the plugin of consent-service/fastify)",
  )
}

const readBody = async (request: HandedOn, parsed: ParsedBefore, limit: number): Promise<BodyRead> => {
  if (Number(request.headers["content-length"]) > limit) return "too-large"
  const before = () => bodyReadBefore(request.headers["content-type"] ?? "", parsed, limit)
  if (request.readableEnded) return before()
  if (request.destroyed) return "incomplete"
  // What is left of a body that something else has begun to read must not pass for the whole.
  return request.readableDidRead ? before() : readStream(request, limit)
}

const readStream = (request: IncomingMessage, limit: number): Promise<BodyRead> =>
  new Promise((resolve) => {
    const chunks: Array<Buffer> = []
    let length = 0
    request.on("data", (chunk: Buffer) => {
      length += chunk.length
      if (length > limit) {
        request.pause()
        resolve("too-large")
        return
      }
      chunks.push(chunk)
    })
    request.on("end", () => resolve(Buffer.concat(chunks)))
    request.on("error", () => resolve("incomplete"))
    request.on("close", () => resolve("incomplete"))
  })

const plainPath = /^(?:\/[^/\\?#]+)+$/

/** What of the original target's path comes before the path that is left; `""` when nothing, or nothing usable, does. */
const mountOf = (originalUrl: string | undefined, path: string): string => {
  if (originalUrl === undefined) return ""
  const whole = parseTarget(originalUrl).path
  // A request to the mount itself is handed on with the path `/`.
  const rest = path === "/" && !whole.endsWith("/") ? "" : path
  if (!whole.endsWith(rest)) return ""
  const mount = whole.slice(0, whole.length - rest.length)
  return plainPath.test(mount) ? mount : ""
}

/**
 * An address as clients have it: a socket that listens on both families shows an IPv4 client in its IPv6 form. Null where
 * the socket has none.
 *
 * @example
 * ```ts
 * import { plainAddress } from "@consent-service/adapter-http/shell/NodeShell"
 *
 * plainAddress("::ffff:203.0.113.7") // "203.0.113.7"
 * ```
 */
export const plainAddress = (address: string | undefined): string | null =>
  address?.replace(/^::ffff:(?=\d+\.)/, "") ?? null

/**
 * A request of `node:http` as the kernel takes it. Reading the body rejects where something else has read it and left
 * nothing on the request.
 *
 * @example
 * ```ts
 * import { nodeExchange } from "@consent-service/adapter-http/shell/NodeShell"
 * import { createServer } from "node:http"
 *
 * const server = createServer((request, response) => {
 *   response.end(nodeExchange(request, { mount: "/consent" }).path)
 * })
 * ```
 */
export const nodeExchange = (request: HandedOn, context: NodeContext): Exchange => {
  const { headers, method = "GET", socket, url = "/" } = request
  const { path, search } = parseTarget(url)
  const { client = null, mount = "", originalUrl = request.originalUrl, parsed = request } = context
  return {
    method,
    scheme: "encrypted" in socket ? "https" : "http",
    // HTTP/2 has a separate field for it.
    host: headers.host ?? headers[":authority"]?.toString() ?? null,
    path: belowMount(path, mount),
    mount: mount === "" ? mountOf(originalUrl, path) : mount,
    search,
    header: (name) => {
      const value = headers[name]
      return value === undefined ? null : Array.isArray(value) ? value.join(", ") : value
    },
    body: (limit) => readBody(request, parsed, limit),
    peer: plainAddress(socket.remoteAddress),
    client,
    waitUntil: null,
  }
}

/**
 * Headers of an answer over a connection: what was left unread of a body that is too large would be taken for the next
 * request; HTTP/2 has frames instead.
 *
 * @example
 * ```ts
 * import { framing } from "@consent-service/adapter-http/shell/NodeShell"
 * import { createServer } from "node:http"
 *
 * const server = createServer((request, response) => {
 *   response.writeHead(413, framing(request, 413)).end()
 * })
 * ```
 */
export const framing = ({ httpVersionMajor }: IncomingMessage, status: number): Readonly<Record<string, string>> =>
  status === 413 && httpVersionMajor < 2 ? closing : noHeaders

const closing = { connection: "close" }
const noHeaders = {}

/** Of all listeners together: the memory of a process is one. */
const unsentOfProcess = makeUnsentAnswers(unsentLimits)

/** A longer body leaves in slices: to hand a megabyte to the system takes a millisecond or more. */
const sliceBytes = 128 * 1024

/** Hands on the rest of a body, a slice in a turn of the event loop, each once the one before has left. */
const endInSlices = (response: ServerResponse, body: Uint8Array, from: number): void => {
  const to = from + sliceBytes
  if (to >= body.length) {
    response.end(body.subarray(from))
    return
  }
  response.write(body.subarray(from, to), (error) => {
    if (!error) setImmediate(endInSlices, response, body, to)
  })
}

/**
 * Headers go as an object, although Node is a little faster with a flat array: middleware that wraps `writeHead` may
 * take any array for one of pairs, as `on-headers` did for years.
 */
const send = (response: ServerResponse, { body, headers, status }: Reply, unsent: UnsentAnswers): void => {
  const bytes = body === null ? 0 : Buffer.byteLength(body)
  const length = body === null ? null : { "content-length": bytes }
  response.writeHead(status, Object.assign({}, headers, length, framing(response.req, status)))
  if (bytes > sliceBytes && body instanceof Uint8Array) endInSlices(response, body, 0)
  else response.end(body ?? undefined)
  unsent.watch(response, bytes)
}

const noContext: NodeContext = {}

/**
 * Answers requests of `node:http` over a kernel, with what a framework knows of each.
 *
 * @param unsent - bounds the answers that clients do not take; by default together with every other listener
 *
 * @example
 * ```ts
 * import { toNodeAnswerer } from "@consent-service/adapter-http/shell/NodeShell"
 * import { createServer } from "node:http"
 *
 * const answer = toNodeAnswerer(({ path }) => ({ status: 200, headers: {}, body: path }))
 * const server = createServer((request, response) => answer(request, response, { mount: "/consent" }))
 * ```
 */
export const toNodeAnswerer =
  (kernel: Kernel, unsent: UnsentAnswers = unsentOfProcess) =>
  (request: HandedOn, response: ServerResponse, context: NodeContext): void => {
    // Read now: a framework may restore the URL when it gets the request back.
    const exchange = nodeExchange(request, context)
    inPipelineOrder(request, response, () => {
      const reply = kernel(exchange)
      if (reply instanceof Promise) void reply.then((settled) => send(response, settled, unsent))
      else send(response, reply, unsent)
    })
  }

/**
 * A request listener for `node:http`'s `createServer`, over a kernel.
 *
 * @param unsent - bounds the answers that clients do not take; by default together with every other listener
 *
 * @example
 * ```ts
 * import { toNodeListener } from "@consent-service/adapter-http/shell/NodeShell"
 * import { createServer } from "node:http"
 *
 * const listener = toNodeListener(({ path }) => ({ status: 200, headers: {}, body: path }))
 * const server = createServer(listener)
 * ```
 */
export const toNodeListener = (kernel: Kernel, unsent: UnsentAnswers = unsentOfProcess) => {
  const answer = toNodeAnswerer(kernel, unsent)
  // Frameworks call it with more arguments, none of which is a context.
  return (request: HandedOn, response: ServerResponse): void => answer(request, response, noContext)
}
