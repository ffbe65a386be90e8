/**
 * A server on this machine that follows a script, including misbehavior.
 *
 * @module
 */
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from "node:http"
import { createServer as createSocketServer, type Server as SocketServer } from "node:net"

/** A request as it arrived. */
export interface Heard {
  readonly method: string
  /** Path and query, as sent. */
  readonly target: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
  /** Resolves when the exchange ends, with whether the response was complete. */
  readonly over: Promise<boolean>
}

/** The server's action for one complete request. */
export type Step = (response: ServerResponse, request: IncomingMessage) => void

/** Responds, with JSON unless the body is a string. */
export const answers =
  (status: number, body?: unknown, headers: Readonly<Record<string, string>> = {}): Step =>
  (response) => {
    const written = typeof body === "object" ? JSON.stringify(body) : body
    response.writeHead(status, {
      ...(typeof body === "object" ? { "content-type": "application/json" } : {}),
      ...headers,
    })
    response.end(written)
  }

/** A minimal body of `GET /status`. */
export const statusBody = {
  version: "1.0.0",
  timestamp: "2026-03-01T12:00:00.000Z",
  client: { ip: null, acceptLanguage: "*", userAgent: null, region: { countryCode: null, regionCode: null } },
}

/** Responds to `GET /status` like the service. */
export const well: Step = answers(200, statusBody)

/** An error in the service's format. */
export const problem = (code: string, more: object = {}) => ({ message: `${code}!`, cause: { code, ...more } })

/** Sends no response, and keeps the connection. */
export const silent: Step = () => {}

/** Closes the connection instead of responding. */
export const resets: Step = (_, request) => request.socket.resetAndDestroy()

/** Half a response, then nothing. */
export const begins: Step = (response) => {
  response.writeHead(200, { "content-type": "application/json", "content-length": "100" })
  response.write(`{"version":`)
}

/** Half a response, then the end of the connection. */
export const breaks: Step = (response) => {
  response.writeHead(200, { "content-type": "application/json", "content-length": "100" })
  response.write(`{"version":`, () => response.destroy())
}

export interface LoopbackServer {
  /** Without a trailing slash. */
  readonly url: string
  /** Sets the script of the next requests, one step each; any further request is reset. */
  readonly script: (...steps: ReadonlyArray<Step>) => void
  /** Requests since the last script, in order. */
  readonly heard: () => ReadonlyArray<Heard>
  /** How many connections were made. */
  readonly connections: () => number
  /** Resolves after so many requests of this script. */
  readonly hears: (count: number) => Promise<void>
  /** Closes all connections, and accepts no more. */
  readonly close: () => Promise<void>
}

/** Listens on a free port of this machine. */
const portOf = (server: Server | SocketServer): Promise<number> =>
  new Promise((resolve, reject) => {
    server.once("error", reject)
    server.listen(0, "127.0.0.1", () => {
      const address = server.address()
      if (address === null || typeof address === "string") reject(new Error("the server has no port"))
      else resolve(address.port)
    })
  })

const closed = (server: Server | SocketServer): Promise<void> =>
  new Promise((resolve, reject) => server.close((error) => (error === undefined ? resolve() : reject(error))))

const heardOf = (request: IncomingMessage, response: ServerResponse, body: string): Heard => ({
  method: request.method ?? "",
  target: request.url ?? "",
  headers: request.headers,
  body,
  over: new Promise((resolve) => response.once("close", () => resolve(response.writableFinished))),
})

export const startLoopbackServer = async (): Promise<LoopbackServer> => {
  let steps: ReadonlyArray<Step> = []
  let heard: ReadonlyArray<Heard> = []
  let connections = 0
  let listeners: ReadonlyArray<() => void> = []
  const server = createServer((request, response) => {
    const chunks: Array<Buffer> = []
    request.on("data", (chunk: Buffer) => chunks.push(chunk))
    request.on("end", () => {
      const [step = resets, ...rest] = steps
      steps = rest
      heard = [...heard, heardOf(request, response, Buffer.concat(chunks).toString())]
      step(response, request)
      for (const listener of listeners) listener()
    })
  })
  server.on("connection", () => {
    connections += 1
  })
  const port = await portOf(server)
  return {
    url: `http://127.0.0.1:${port}`,
    script: (...next) => {
      steps = next
      heard = []
      listeners = []
    },
    heard: () => heard,
    connections: () => connections,
    hears: (count) =>
      new Promise((resolve) => {
        const look = () => {
          if (heard.length >= count) resolve()
        }
        listeners = [...listeners, look]
        look()
      }),
    close: () => {
      const over = closed(server)
      server.closeAllConnections()
      return over
    },
  }
}

/** The URL of a port without a listener. */
export const refusingUrl = async (): Promise<string> => {
  const server = createSocketServer()
  const port = await portOf(server)
  await closed(server)
  return `http://127.0.0.1:${port}`
}

/** A server that sends fixed bytes to every client, not necessarily HTTP, and closes the connection. */
export const startBabbler = async (words: string) => {
  const server = createSocketServer((socket) => {
    socket.on("error", () => {})
    socket.once("data", () => socket.end(words))
  })
  const port = await portOf(server)
  return { url: `http://127.0.0.1:${port}`, close: () => closed(server) }
}
