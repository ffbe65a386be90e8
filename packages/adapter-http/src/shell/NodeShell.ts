/**
 * The kernel behind `node:http`, without building a `Request` or a `Response`.
 *
 * @module
 */
import type { IncomingMessage, ServerResponse } from "node:http"
import type { BodyRead, Exchange, Kernel, Reply } from "../kernel/Exchange.js"

const readBody = (request: IncomingMessage, limit: number): Promise<BodyRead> =>
  new Promise((resolve, reject) => {
    if (Number(request.headers["content-length"]) > limit) {
      resolve("too-large")
      return
    }
    if (request.readableEnded || request.destroyed) {
      // No event will come any more; a body parser in front of us had them all.
      reject(new Error("the body has been read by something else before; mount the service ahead of body parsers"))
      return
    }
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

const exchangeOf = (request: IncomingMessage): Exchange => {
  const { headers, method = "GET", socket, url = "/" } = request
  const { path, search } = locate(url)
  return {
    method,
    scheme: "encrypted" in socket ? "https" : "http",
    // HTTP/2 has a field of its own for it.
    host: headers.host ?? headers[":authority"]?.toString() ?? null,
    path,
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

/**
 * Headers go as an object, although Node is a little faster with a flat array: middleware that wraps `writeHead` may
 * take any array for one of pairs, as `on-headers` did for years.
 */
const send = (response: ServerResponse, { body, headers, status }: Reply): void => {
  const length = body === null ? null : { "content-length": Buffer.byteLength(body) }
  response.writeHead(status, Object.assign({}, headers, length, framing(response, status)))
  response.end(body ?? undefined)
}

/** A request listener for `node:http`'s `createServer`, over a kernel. */
export const toNodeListener =
  (kernel: Kernel) =>
  (request: IncomingMessage, response: ServerResponse): void => {
    const reply = kernel(exchangeOf(request))
    if (reply instanceof Promise) void reply.then((settled) => send(response, settled))
    else send(response, reply)
  }
