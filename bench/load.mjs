// @ts-check
// Load over loopback: a number of keep-alive connections, each with one request at a time, written and read as bytes, so
// that the load costs less than what it measures.
import { connect } from "node:net"

/** @typedef {{ readonly requests: number, readonly failures: number, readonly latencies: ReadonlyArray<number> }} Load */

const blankLine = Buffer.from("\r\n\r\n")

const lastChunk = Buffer.from("\r\n0\r\n\r\n")

/** Where the body after a head ends, -1 when it has not all come. @param {Buffer} bytes @param {string} head @param {number} from */
const endOfBody = (bytes, head, from) => {
  const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1]
  if (length !== undefined) return bytes.length < from + Number(length) ? -1 : from + Number(length)
  if (!/\r\ntransfer-encoding: chunked/i.test(head)) return from
  const last = bytes.indexOf(lastChunk, from)
  return last < 0 ? -1 : last + lastChunk.length
}

/** @param {Buffer} bytes @returns {{ length: number, ok: boolean } | null} the first whole answer in there */
const firstAnswer = (bytes) => {
  const headEnd = bytes.indexOf(blankLine)
  if (headEnd < 0) return null
  const head = bytes.toString("latin1", 0, headEnd)
  const length = endOfBody(bytes, head, headEnd + blankLine.length)
  // "HTTP/1.1 200": 2xx and 3xx are what was requested.
  return length < 0 ? null : { length, ok: head[9] === "2" || head[9] === "3" }
}

/**
 * Sends requests for a while, or until there are no more.
 *
 * @param {{ ports: ReadonlyArray<number>, connections: number, ms: number, next: () => string | Buffer | null }} options the
 *   connections go to the ports in turn; `next` gives the bytes of a request, null after the last one
 * @returns {Promise<Load>} latencies in milliseconds
 */
export const load = ({ connections, ms, next, ports }) =>
  new Promise((resolve, reject) => {
    const until = performance.now() + ms
    /** @type {Array<number>} */
    const latencies = []
    let failures = 0
    let open = connections
    const close = () => {
      open -= 1
      if (open === 0) resolve({ requests: latencies.length, failures, latencies })
    }
    const client = (/** @type {number} */ port) => {
      const socket = connect({ port, host: "127.0.0.1", noDelay: true })
      let received = Buffer.alloc(0)
      let sentAt = 0
      const end = () => {
        socket.destroy()
        close()
      }
      const send = () => {
        const bytes = performance.now() < until ? next() : null
        if (bytes === null) return end()
        sentAt = performance.now()
        socket.write(bytes)
      }
      socket.on("connect", send)
      socket.on("error", reject)
      socket.on("data", (chunk) => {
        received = received.length === 0 ? chunk : Buffer.concat([received, chunk])
        const answer = firstAnswer(received)
        if (answer === null) return
        received = received.subarray(answer.length)
        latencies.push(performance.now() - sentAt)
        if (!answer.ok) failures += 1
        send()
      })
    }
    for (let i = 0; i < connections; i += 1) client(ports[i % ports.length] ?? 0)
  })

/** @param {string} method @param {string} path @param {Readonly<Record<string, string>>} headers @param {string} [body] */
export const request = (method, path, headers, body) => {
  const lines = [
    `${method} ${path} HTTP/1.1`,
    "host: 127.0.0.1",
    ...Object.entries(headers).map((pair) => pair.join(": ")),
  ]
  if (body !== undefined) lines.push(`content-length: ${Buffer.byteLength(body)}`)
  return `${lines.join("\r\n")}\r\n\r\n${body ?? ""}`
}
