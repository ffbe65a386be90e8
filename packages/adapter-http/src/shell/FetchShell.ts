/**
 * The kernel behind the Fetch API: for Node, Bun, Deno, Workers, and any framework that speaks `Request`/`Response`.
 *
 * @module
 */
import type { BodyRead, Exchange, Kernel, Reply } from "../kernel/Exchange.js"

/** Reads a stream up to a limit; stops reading as soon as it is exceeded. */
const readStream = async (stream: ReadableStream<Uint8Array>, limit: number): Promise<BodyRead> => {
  const chunks: Array<Uint8Array> = []
  let length = 0
  const reader = stream.getReader()
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    length += read.value.length
    if (length > limit) {
      // Not waited for: a source that is slow to stop, or fails to, changes nothing about the answer.
      reader.cancel().catch(() => {})
      return "too-large"
    }
    chunks.push(read.value)
  }
  const bytes = new Uint8Array(length)
  let offset = 0
  for (const chunk of chunks) {
    bytes.set(chunk, offset)
    offset += chunk.length
  }
  return bytes
}

const readBody = async (request: Request, limit: number): Promise<BodyRead> => {
  if (Number(request.headers.get("content-length")) > limit) return "too-large"
  if (request.body === null) return new Uint8Array()
  if (request.bodyUsed) throw new Error("the body has been read by something else before")
  return readStream(request.body, limit).catch(() => "incomplete")
}

/** Path and query of a request's URL, which the platform has parsed and normalised. */
const locate = (url: string): { readonly path: string; readonly search: string } => {
  const start = url.indexOf("/", url.indexOf("://") + 3)
  const fragment = url.indexOf("#", start)
  const end = fragment < 0 ? url.length : fragment
  const query = url.indexOf("?", start)
  return query < 0 || query > end
    ? { path: url.slice(start, end), search: "" }
    : { path: url.slice(start, query), search: url.slice(query + 1, end) }
}

const exchangeOf = (request: Request): Exchange => ({
  method: request.method,
  ...locate(request.url),
  header: (name) => request.headers.get(name),
  body: (limit) => readBody(request, limit),
  peer: null,
})

const toResponse = ({ body, headers, status }: Reply): Response =>
  new Response(body, { status, headers: { ...headers } })

/** A `fetch`-style handler over a kernel. */
export const toFetchHandler =
  (kernel: Kernel) =>
  async (request: Request): Promise<Response> =>
    toResponse(await kernel(exchangeOf(request)))
