/** A kernel behind a real `node:http` server, and clients that write raw bytes. */
import { createServer, type RequestListener } from "node:http"
import { connect, type Socket } from "node:net"

/** A server on a free port of this machine. */
export const startServer = async (listener: RequestListener) => {
  const sockets: Array<Socket> = []
  const server = createServer(listener)
  server.on("connection", (socket) => sockets.push(socket))
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const address = server.address()
  if (address === null || typeof address === "string") throw new Error("the server has no port")
  return {
    port: address.port,
    /** The server side of all connections so far. */
    sockets,
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

export type RunningServer = Awaited<ReturnType<typeof startServer>>

/** A raw response. */
export interface WireAnswer {
  readonly status: number
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

const parseAnswer = (text: string): WireAnswer => {
  const end = text.indexOf("\r\n\r\n")
  const [statusLine = "", ...lines] = text.slice(0, end).split("\r\n")
  const headers = lines.map((line) => {
    const colon = line.indexOf(":")
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()] as const
  })
  return { status: Number(statusLine.split(" ")[1]), headers: Object.fromEntries(headers), body: text.slice(end + 4) }
}

/** Sends arbitrary bytes, and returns the response when the connection is closed. */
export const openSocket = (port: number) => {
  const socket = connect(port, "127.0.0.1")
  const chunks: Array<Buffer> = []
  socket.on("data", (chunk: Buffer) => chunks.push(chunk))
  const closed = new Promise<string>((resolve) => {
    socket.on("close", () => resolve(Buffer.concat(chunks).toString()))
    // A server may reset the connection of a client that does not stop sending; its earlier response counts.
    socket.on("error", () => resolve(Buffer.concat(chunks).toString()))
  })
  return { socket, closed, answer: closed.then(parseAnswer) }
}

/** Sends one raw message, and waits until the server responds and closes the connection. */
export const sendRaw = (port: number, message: string): Promise<WireAnswer> => {
  const { answer, socket } = openSocket(port)
  socket.write(message)
  return answer
}

/** Sends a request without a body. */
export const ask = (
  port: number,
  method: string,
  target: string,
  headers: ReadonlyArray<string> = [],
): Promise<WireAnswer> =>
  sendRaw(
    port,
    [`${method} ${target} HTTP/1.1`, "Host: consent.test", "Connection: close", ...headers, "", ""].join("\r\n"),
  )
