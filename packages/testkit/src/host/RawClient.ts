/**
 * A client that sends arbitrary bytes, and never follows redirects, retries or completes a request.
 *
 * @module
 */
import { connect, type Socket } from "node:net"

/** A connection. */
export interface RawConnection {
  readonly send: (bytes: string) => void
  /** Resolves when the server has answered `Expect: 100-continue`. */
  readonly continued: Promise<void>
  /** Resolves with the status of the first answer that is no interim one; rejects when the connection ends without one. */
  readonly status: Promise<number>
  /** Resets the connection. */
  readonly abort: () => void
  /** Resolves with all that came, when the server has closed. */
  readonly closed: Promise<string>
}

const statusIn = (text: string): number | null => {
  const found = /^HTTP\/1\.1 ([2-5]\d\d) [^]*?\r\n\r\n/m.exec(text)?.[1]
  return found === undefined ? null : Number(found)
}

/** Opens a connection to a server's origin, such as `http://127.0.0.1:8787`. */
export const openConnection = (origin: string): RawConnection => {
  const { hostname, port } = new URL(origin)
  const socket: Socket = connect(Number(port), hostname)
  let text = ""
  let answered = (_status: number): void => {}
  let failed = (_error: Error): void => {}
  const status = new Promise<number>((resolve, reject) => {
    answered = resolve
    failed = reject
  })
  let goOn = (): void => {}
  const continued = new Promise<void>((resolve) => void (goOn = resolve))
  // Callers that only abort do not read it.
  status.catch(() => {})
  const closed = new Promise<string>((resolve) => {
    socket.on("close", () => {
      failed(new Error(`the connection ended without an answer, after ${text.length} characters`))
      resolve(text)
    })
  })
  // Data before a reset counts.
  socket.on("error", () => {})
  socket.on("data", (chunk: Buffer) => {
    text += chunk.toString("latin1")
    if (text.startsWith("HTTP/1.1 100")) goOn()
    const found = statusIn(text)
    if (found !== null) answered(found)
  })
  return { send: (bytes) => void socket.write(bytes), continued, status, abort: () => socket.resetAndDestroy(), closed }
}
