/** An HTTP server on this machine that serves vendor lists, or misbehaves on command. */
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http"
import { gzipSync } from "node:zlib"

/** How a request is answered. */
export type Behaviour = (request: IncomingMessage, response: ServerResponse) => void

/** One way to answer each request, and what came in. */
export interface ListServer {
  /** `http://127.0.0.1:<port>`. */
  readonly url: string
  /** The paths with their queries, in the order they came. */
  readonly paths: ReadonlyArray<string>
  readonly headers: ReadonlyArray<IncomingMessage["headers"]>
  /** How many requests have neither a response nor been aborted. */
  readonly open: () => number
  /** Answers all requests from now on. */
  readonly behave: (behaviour: Behaviour) => void
  /** Completes after so many requests since the start. */
  readonly received: (count: number) => Effect.Effect<void>
  /** Completes when no connection is open. */
  readonly idle: Effect.Effect<void>
}

/** Gives out a document as JSON. */
export const list =
  (document: unknown): Behaviour =>
  (_, response) => {
    response.setHeader("content-type", "application/json").end(JSON.stringify(document))
  }

/** Gives out a text as it is. */
export const text =
  (body: string | Buffer, type = "application/json"): Behaviour =>
  (_, response) => {
    response.setHeader("content-type", type).end(body)
  }

/** A status other than 200, without a body. */
export const status =
  (code: number): Behaviour =>
  (_, response) => {
    response.writeHead(code).end()
  }

/** Redirects to another address. */
export const redirect =
  (location: string, code = 302): Behaviour =>
  (_, response) => {
    response.writeHead(code, { location }).end("moved")
  }

/** Never says anything. */
export const hang: Behaviour = () => {}

/** Sends a byte now and then and never completes. */
export const trickle: Behaviour = (_, response) => {
  response.writeHead(200, { "content-type": "application/json" })
  const timer = setInterval(() => response.write(" "), 10)
  response.on("close", () => clearInterval(timer))
}

/** Sends a valid list so slowly that each part is in time, and the whole is not. */
export const drip = (document: unknown): Behaviour => {
  const body = JSON.stringify(document)
  return (_, response) => {
    let sent = 0
    response.writeHead(200, { "content-type": "application/json", "content-length": body.length })
    const timer = setInterval(() => response.write(body.slice(sent, ++sent)), 10)
    response.on("close", () => clearInterval(timer))
  }
}

/** Sends one header after another, and never the end of them. */
export const dripHeaders: Behaviour = (request, response) => {
  const { socket } = request
  let sent = 0
  socket.write("HTTP/1.1 200 OK\r\n")
  const timer = setInterval(() => socket.write(`x-${sent++}: 1\r\n`), 10)
  // Nothing was written by the response, which then does not notice its end.
  socket.on("close", () => {
    clearInterval(timer)
    response.destroy()
  })
}

/** Closes the connection in the middle of a body. */
export const truncate =
  (document: unknown): Behaviour =>
  (_, response) => {
    const body = JSON.stringify(document)
    response.writeHead(200, { "content-length": body.length })
    response.write(body.slice(0, body.length / 2), () => response.destroy())
  }

/** Closes the connection without an answer. */
export const reset: Behaviour = (request) => request.socket.destroy()

const megabyte = Buffer.alloc(1024 * 1024, " ")

/** Sends so many megabytes, as long as the client reads, without a content length. */
export const endless =
  (megabytes: number): Behaviour =>
  (_, response) => {
    response.writeHead(200, { "content-type": "application/json" })
    let left = megabytes
    const more = () => {
      while (left-- > 0) if (!response.write(megabyte)) return void response.once("drain", more)
      response.end()
    }
    more()
  }

/** So many megabytes of zeros, compressed to a thousandth. */
export const gzipBomb = (megabytes: number): Behaviour => {
  const packed = gzipSync(Buffer.alloc(megabytes * 1024 * 1024, " "))
  return (_, response) => {
    response.writeHead(200, { "content-encoding": "gzip" }).end(packed)
  }
}

/** Uses one response for each of the first requests, and the last for all later ones. */
export const inTurn = (first: Behaviour, ...others: ReadonlyArray<Behaviour>): Behaviour => {
  let count = 0
  const all = [first, ...others]
  return (request, response) => all[Math.min(count++, all.length - 1)]?.(request, response)
}

const poll = (isSo: () => boolean): Effect.Effect<void> =>
  Effect.promise(async () => {
    while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 2))
  })

/** Listens on a free port of this machine, which the result is, until the scope closes. */
export const listening = (server: Server): Effect.Effect<number, never, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.async<number>((resume) => {
      server.listen(0, "127.0.0.1", () => {
        const address = server.address()
        resume(Effect.succeed(typeof address === "object" && address !== null ? address.port : 0))
      })
    }),
    () =>
      Effect.sync(() => {
        server.closeAllConnections()
        server.close()
      }),
  )

/** Starts a server that closes with the scope; it responds with 500 until `answer` is called. */
export const startListServer: Effect.Effect<ListServer, never, Scope.Scope> = Effect.gen(function* () {
  const paths: Array<string> = []
  const headers: Array<IncomingMessage["headers"]> = []
  let behaviour: Behaviour = status(500)
  let open = 0
  const server = createServer((request, response) => {
    paths.push(request.url ?? "")
    headers.push(request.headers)
    open++
    response.on("close", () => open--)
    behaviour(request, response)
  })
  const port = yield* listening(server)
  return {
    url: `http://127.0.0.1:${port}`,
    paths,
    headers,
    open: () => open,
    behave: (next) => {
      behaviour = next
    },
    received: (count) => poll(() => paths.length >= count),
    idle: poll(() => open === 0),
  }
})
