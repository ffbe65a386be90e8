// @ts-check
// Load over loopback: a number of keep-alive connections, each with one request under way, written and read as bytes, so
// that the load costs less than what it measures.
import { connect } from "node:net"

/** @typedef {{ readonly requests: number, readonly failures: number, readonly latencies: ReadonlyArray<number> }} Load */

const blankLine = Buffer.from("\r\n\r\n")

/** @param {Buffer} bytes @returns {{ length: number, ok: boolean } | null} the first whole answer in there */
const firstAnswer = (bytes) => {
  const headEnd = bytes.indexOf(blankLine)
  if (headEnd < 0) return null
  const head = bytes.toString("latin1", 0, headEnd)
  const length = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0)
  const total = headEnd + blankLine.length + length
  return bytes.length < total ? null : { length: total, ok: /^HTTP\/1\.1 [23]/.test(head) }
}

/**
 * Sends requests for a while.
 *
 * @param {{ port: number, connections: number, ms: number, next: () => string | Buffer }} options `next` gives the bytes of a request
 * @returns {Promise<Load>} latencies in milliseconds
 */
export const load = ({ connections, ms, next, port }) =>
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
    const client = () => {
      const socket = connect({ port, host: "127.0.0.1", noDelay: true })
      let received = Buffer.alloc(0)
      let sentAt = 0
      const send = () => {
        sentAt = performance.now()
        socket.write(next())
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
        if (performance.now() < until) send()
        else {
          socket.destroy()
          close()
        }
      })
    }
    for (let i = 0; i < connections; i += 1) client()
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
