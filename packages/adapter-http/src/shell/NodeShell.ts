/**
 * The kernel behind `node:http`, without building a `Request` or a `Response`.
 *
 * @module
 */
import type { IncomingMessage, ServerResponse } from "node:http"
import type { Duplex } from "node:stream"
import type { Exchange, Kernel, Reply } from "../kernel/Exchange.js"
import type { BodyRead } from "../request/JsonBody.js"
import { belowMount, parseTarget } from "../request/Target.js"
import { inPipelineOrder } from "./PipelinedRequests.js"
import { makeUnsentAnswers, type UnsentAnswers, unsentLimits } from "./UnsentAnswers.js"

/** The result of a body parser in front of the service. */
export interface ParsedBefore {
  /** The parsed body: Express, Next.js and others. */
  readonly body?: unknown
  /** The raw body: Cloud Functions, Koa and others. */
  readonly rawBody?: unknown
}

/** A request with the fields that frameworks add. */
interface HandedOn extends IncomingMessage, ParsedBefore {
  /** The target before a mount's prefix was removed from `url`: Express, Connect, Polka. */
  readonly originalUrl?: string
}

/** A framework's data about a request, where it is not on the request itself. */
export interface NodeContext {
  /** The public prefix that is part of the target but not of the routes, such as `/consent`. */
  readonly mount?: string
  /** The target as the client sent it, where the framework has changed `url`. */
  readonly originalUrl?: string
  /** The client's address, by the framework's proxy setting. */
  readonly client?: string | null
  /** Where the framework's body parser puts its result; by default on the request. */
  readonly parsed?: ParsedBefore
}

const limited = (bytes: Uint8Array, limit: number): BodyRead => (bytes.length > limit ? "too-large" : bytes)

const formType = /^(?:application\/x-www-form-urlencoded|multipart\/form-data)\b/i

/** The body of a request whose stream was read before. */
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
  // The rest of a partly read body must not pass for the whole.
  return request.readableDidRead ? before() : readStream(request, limit)
}

const bodyCut: unique symbol = Symbol("the rest of a body does not come")

/** The connection of a body that was cut off: what comes on it next is no request. */
interface Connection extends Duplex {
  [bodyCut]?: boolean
}

/**
 * Ends the read of a body that will not arrive, so that its request is answered as usual: the server knows that the
 * client took too long, or sent what is no HTTP.
 *
 * @returns whether a body was being read on the connection
 *
 * @example
 * ```ts
 * import { cutBody } from "@consent-service/adapter-http/shell/NodeShell"
 * import { createServer } from "node:http"
 *
 * createServer().on("clientError", (error, socket) => {
 *   if (!cutBody(socket, "incomplete")) socket.destroy(error)
 * })
 * ```
 */
export const cutBody = (socket: Duplex, why: "late" | "incomplete"): boolean => socket.emit(bodyCut, why)

const readStream = (request: IncomingMessage, limit: number): Promise<BodyRead> =>
  new Promise((resolve) => {
    const socket: Connection = request.socket
    const chunks: Array<Buffer> = []
    let length = 0
    const settle = (read: BodyRead): void => {
      if (request.httpVersionMajor < 2) socket.off(bodyCut, cut)
      resolve(read)
    }
    const cut = (why: "late" | "incomplete"): void => {
      socket[bodyCut] = true
      settle(why)
    }
    // A connection of HTTP/2 has many requests, which are timed by themselves.
    if (request.httpVersionMajor < 2) socket.on(bodyCut, cut)
    request.on("data", (chunk: Buffer) => {
      length += chunk.length
      if (length > limit) {
        request.pause()
        settle("too-large")
        return
      }
      chunks.push(chunk)
    })
    request.on("end", () => settle(Buffer.concat(chunks)))
    request.on("error", () => settle("incomplete"))
    request.on("close", () => settle("incomplete"))
  })

const plainPath = /^(?:\/[^/\\?#]+)+$/

/** The part of the original path before the remaining path; `""` when there is none, or it is unusable. */
const mountOf = (originalUrl: string | undefined, path: string): string => {
  if (originalUrl === undefined) return ""
  const whole = parseTarget(originalUrl).path
  // A request to the mount itself arrives with the path `/`.
  const rest = path === "/" && !whole.endsWith("/") ? "" : path
  if (!whole.endsWith(rest)) return ""
  const mount = whole.slice(0, whole.length - rest.length)
  return plainPath.test(mount) ? mount : ""
}

/**
 * A client's address: a dual-stack socket shows an IPv4 client in its IPv6 form. Null where
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
 * Adapts a `node:http` request for the kernel. Reading the body rejects if other code has read it and left
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
 * Closes an HTTP/1 connection after a body that is too large, or was cut off: the unread rest would be parsed as the next
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
export const framing = (
  { httpVersionMajor, socket }: IncomingMessage & { readonly socket: Connection },
  status: number,
): Readonly<Record<string, string>> =>
  httpVersionMajor < 2 && (status === 413 || socket[bodyCut] === true) ? closing : noHeaders

const closing = { connection: "close" }
const noHeaders = {}

/** Shared by all listeners, because the process has one memory. */
const unsentOfProcess = makeUnsentAnswers(unsentLimits)

/** A longer body is sent in slices: passing a megabyte to the system takes a millisecond or more. */
const sliceBytes = 128 * 1024

/** Sends the rest of a body one slice per turn of the event loop, each after the previous one has left. */
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
 * Answers requests of `node:http` over a kernel, with a framework's data about each.
 *
 * @param unsent - bounds the answers that clients do not read; by default together with every other listener
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
    // Read now, because a framework may restore the URL afterwards.
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
 * @param unsent - bounds the answers that clients do not read; by default together with every other listener
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
  // Frameworks pass more arguments, none of which is a context.
  return (request: HandedOn, response: ServerResponse): void => answer(request, response, noContext)
}
