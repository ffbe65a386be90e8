/** Bytes on a socket, for requests that no HTTP client can send. */
import { connect } from "node:net"

/** The result: a status if there was a response, null if the connection was only closed. */
export interface RawAnswer {
  readonly status: number | null
  readonly body: string
}

const statusLine = /^HTTP\/1\.[01] (\d{3}) /

/**
 * Sends raw bytes and reads until the peer closes.
 *
 * @param waitMs - after how long of silence we close, when the other end waits for more
 */
export const sendRaw = (port: number, bytes: Uint8Array, waitMs = 1000): Promise<RawAnswer> =>
  new Promise((resolve) => {
    const chunks: Array<Buffer> = []
    const socket = connect({ port, host: "127.0.0.1" }, () => void socket.write(bytes))
    socket.setTimeout(waitMs, () => socket.destroy())
    socket.on("data", (chunk) => chunks.push(chunk))
    // A client that is refused while sending sees the connection reset.
    socket.on("error", () => {})
    socket.on("close", () => {
      const text = Buffer.concat(chunks).toString("latin1")
      const status = statusLine.exec(text)?.[1]
      const body = text.slice(text.indexOf("\r\n\r\n") + 4)
      resolve({ status: status === undefined ? null : Number(status), body })
    })
  })
