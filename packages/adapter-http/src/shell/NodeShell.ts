/**
 * The kernel behind `node:http`, without building a `Request` or a `Response`.
 *
 * @module
 */
import type { IncomingMessage, ServerResponse } from "node:http"
import type { Exchange, Kernel, Reply } from "../kernel/Exchange.js"
import type { BodyRead } from "../request/JsonBody.js"
import { makeUnsentAnswers, type UnsentAnswers, unsentLimits } from "./UnsentAnswers.js"

/** A request with what frameworks add to it before they hand it on. */
interface HandedOn extends IncomingMessage {
  /** The target before a mount's prefix was removed from `url`: Express, Connect, Polka. */
  readonly originalUrl?: string
  /** What a body parser made of the body: Express, Next.js and others. */
  readonly body?: unknown
  /** The bytes a body parser has read: Cloud Functions and others. */
  readonly rawBody?: unknown
}

const limited = (bytes: Uint8Array, limit: number): BodyRead => (bytes.length > limit ? "too-large" : bytes)

const formType = /^(?:application\/x-www-form-urlencoded|multipart\/form-data)\b/i

/** The body of a request whose stream has ended before it came here. */
const bodyReadBefore = ({ body, headers, rawBody }: HandedOn, limit: number): BodyRead => {
  if (rawBody instanceof Uint8Array) return limited(rawBody, limit)
  if (body instanceof Uint8Array) return limited(body, limit)
  if (typeof body === "string") return limited(Buffer.from(body), limit)
  if (body !== undefined) return { parser: formType.test(headers["content-type"] ?? "") ? "form" : "json", value: body }
  throw new Error(
    "the request's body has already been read and request.body is not set: mount the service before body parsers, " +
      "or set request.body to what was read (Fastify: request.raw.body = request.body)",
  )
}

const readBody = async (request: HandedOn, limit: number): Promise<BodyRead> => {
  if (Number(request.headers["content-length"]) > limit) return "too-large"
  if (request.readableEnded) return bodyReadBefore(request, limit)
  return request.destroyed ? "incomplete" : readStream(request, limit)
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

const absoluteForm = /^https?:\/\/[^/?#]*/i

/** Path and query of a request target; a proxy sends the absolute form, whose authority is not believed. */
const locate = (target: string): { readonly path: string; readonly search: string } => {
  const local = target.replace(absoluteForm, "")
  const query = local.indexOf("?")
  const path = query < 0 ? local : local.slice(0, query)
  return { path: path === "" ? "/" : path, search: query < 0 ? "" : local.slice(query + 1) }
}

const plainPath = /^(?:\/[^/\\?#]+)+$/

/** What of the original target's path comes before the path that is left; `""` when nothing, or nothing usable, does. */
const mountOf = (originalUrl: string | undefined, path: string): string => {
  if (originalUrl === undefined) return ""
  const whole = locate(originalUrl).path
  // A request to the mount itself is handed on with the path `/`.
  const rest = path === "/" && !whole.endsWith("/") ? "" : path
  if (!whole.endsWith(rest)) return ""
  const mount = whole.slice(0, whole.length - rest.length)
  return plainPath.test(mount) ? mount : ""
}

const exchangeOf = (request: HandedOn): Exchange => {
  const { headers, method = "GET", originalUrl, socket, url = "/" } = request
  const { path, search } = locate(url)
  return {
    method,
    scheme: "encrypted" in socket ? "https" : "http",
    // HTTP/2 has a field of its own for it.
    host: headers.host ?? headers[":authority"]?.toString() ?? null,
    path,
    mount: mountOf(originalUrl, path),
    search,
    header: (name) => {
      const value = headers[name]
      return value === undefined ? null : Array.isArray(value) ? value.join(", ") : value
    },
    body: (limit) => readBody(request, limit),
    // A socket that listens on both families shows an IPv4 client in its IPv6 form.
    peer: socket.remoteAddress?.replace(/^::ffff:(?=\d+\.)/, "") ?? null,
    waitUntil: null,
  }
}

/** What was left unread of a body that is too large would be taken for the next request; HTTP/2 has frames instead. */
const framing = (response: ServerResponse, status: number) =>
  status === 413 && response.req.httpVersionMajor < 2 ? { connection: "close" } : null

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
  response.writeHead(status, Object.assign({}, headers, length, framing(response, status)))
  if (bytes > sliceBytes && body instanceof Uint8Array) endInSlices(response, body, 0)
  else response.end(body ?? undefined)
  unsent.watch(response, bytes)
}

/**
 * A request listener for `node:http`'s `createServer`, over a kernel.
 *
 * @param unsent - bounds the answers that clients do not take; by default together with every other listener
 */
export const toNodeListener =
  (kernel: Kernel, unsent: UnsentAnswers = unsentOfProcess) =>
  (request: HandedOn, response: ServerResponse): void => {
    const reply = kernel(exchangeOf(request))
    if (reply instanceof Promise) void reply.then((settled) => send(response, settled, unsent))
    else send(response, reply, unsent)
  }
