import type { LogEvent } from "@consent-service/core/ports"
import { assert, describe, it } from "@effect/vitest"
import { once } from "node:events"
import { createServer } from "node:http"
import { connect } from "node:net"
import { onTestFinished, vi } from "vitest"
import { createConsentService } from "../index.js"
import { nodeListener } from "../node.js"
import { listenOnLoopback } from "../testing/Loopback.js"
import { makeRefusals } from "./RefusedRequests.js"

/** As the server of a service is made, with less patience. */
const timeouts = { headersTimeout: 300, requestTimeout: 300, connectionsCheckingInterval: 50, requireHostHeader: false }

const start = async () => {
  const events: Array<LogEvent> = []
  const observability = { drain: (event: LogEvent) => events.push(event) }
  const service = createConsentService({ database: "sqlite::memory:", observability })
  const refusals = makeRefusals(service.observe)
  const server = createServer(timeouts, refusals.listener(nodeListener(service)))
  refusals.watch(server)
  const { close, url } = await listenOnLoopback(server)
  onTestFinished(async () => {
    await close()
    await service.dispose()
  })
  const logged = () => events.filter(({ event }) => event === "request" || event === "requests-refused")
  return { logged, port: Number(new URL(url).port) }
}

/** Everything that comes on a connection until it ends. */
const answerTo = async (port: number, sent: string): Promise<string> => {
  const socket = connect(port, "127.0.0.1")
  let received = ""
  socket.setEncoding("utf8").on("data", (text: string) => void (received += text))
  socket.on("error", () => {})
  socket.write(sent)
  await once(socket, "close")
  return received
}

const parsed = (answer: string) => {
  const [head = "", body = ""] = answer.split("\r\n\r\n")
  const [status = "", ...lines] = head.split("\r\n")
  const headers = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(":")).toLowerCase(), line.slice(line.indexOf(":") + 2)]),
  )
  return { status: Number(status.split(" ")[1]), headers, body }
}

const post = "POST /subjects HTTP/1.1\r\nHost: a\r\n"

const refused: ReadonlyArray<readonly [what: string, sent: string, status: number, code: string, reason: string]> = [
  ["no host", "GET /init HTTP/1.1\r\n\r\n", 400, "INPUT_VALIDATION_FAILED", "HOST_MISSING"],
  ["no HTTP", "\u0016\u0003\u0001 hello\r\n\r\n", 400, "BAD_REQUEST", "HPE_INVALID_METHOD"],
  [
    "two lengths",
    `${post}Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n`,
    400,
    "BAD_REQUEST",
    "HPE_INVALID_TRANSFER_ENCODING",
  ],
  [
    "long headers",
    `GET /init HTTP/1.1\r\nHost: a\r\nX: ${"a".repeat(20_000)}\r\n\r\n`,
    431,
    "BAD_REQUEST",
    "HPE_HEADER_OVERFLOW",
  ],
  ["an expectation", `${post}Expect: foo\r\nContent-Length: 2\r\n\r\n{}`, 417, "BAD_REQUEST", "EXPECTATION_UNKNOWN"],
  ["slow headers", "GET /init HTTP/1.1\r\nHost: a\r\nX", 408, "BAD_REQUEST", "ERR_HTTP_REQUEST_TIMEOUT"],
]

describe("a request that Node refuses", () => {
  it.each(refused)("for %s is answered as every problem is, and reported", async (_, sent, expected, code, reason) => {
    const { logged, port } = await start()
    const { body, headers, status } = parsed(await answerTo(port, sent))
    assert.strictEqual(status, expected)
    const { cause, message }: { cause: unknown; message: string } = JSON.parse(body)
    assert.deepStrictEqual(cause, { code })
    assert.isNotEmpty(message)
    assert.deepInclude(headers, {
      connection: "close",
      "content-type": "application/json",
      "cache-control": "no-store",
      "content-length": String(Buffer.byteLength(body)),
    })
    const requestId = headers["x-request-id"]
    assert.match(requestId ?? "", /^[0-9a-f-]{36}$/)
    assert.deepStrictEqual(logged(), [
      { level: "warn", event: "requests-refused", status, code, reason, requestId, count: 1 },
    ])
  })

  it.each([
    ["stops in its body", `${post}Content-Length: 100\r\n\r\n{`, 408, "BAD_REQUEST"],
    [
      "has a broken chunk",
      `${post}Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\nzz\r\n\r\n`,
      400,
      "INPUT_VALIDATION_FAILED",
    ],
  ])("that %s is answered and recorded as its route's", async (_, sent, expected, code) => {
    const { logged, port } = await start()
    const { body, headers, status } = parsed(await answerTo(port, sent))
    assert.deepStrictEqual([status, JSON.parse(body).cause], [expected, { code }])
    assert.strictEqual(headers["connection"], "close")
    const [event, ...more] = logged()
    assert.isEmpty(more)
    assert.deepInclude(event, {
      event: "request",
      route: "/subjects",
      status,
      code,
      requestId: headers["x-request-id"],
    })
  })

  it("leaves the answer before it as it is, and the connections of others", async () => {
    const { port } = await start()
    const [init, refusal] = (await answerTo(port, "GET /init HTTP/1.1\r\nHost: a\r\n\r\nno HTTP\r\n\r\n")).split(
      "HTTP/1.1 400",
    )
    assert.match(init ?? "", /^HTTP\/1\.1 200 /)
    assert.match(refusal ?? "", /^ Bad Request\r\n/)
    assert.match(await answerTo(port, "GET /init HTTP/1.0\r\n\r\n"), /^HTTP\/1\.1 200 /)
  })

  it("does not fill the log: further ones of its status are reported together", async () => {
    const { logged, port } = await start()
    const counts = () => logged().map(({ count }) => count)
    vi.useFakeTimers({ toFake: ["setTimeout"] })
    onTestFinished(() => void vi.useRealTimers())
    const flood = async (): Promise<ReadonlyArray<string>> =>
      Promise.all(Array.from({ length: 20 }, () => answerTo(port, "no HTTP\r\n\r\n")))
    for (const answer of await flood()) assert.match(answer, /^HTTP\/1\.1 400 /)
    assert.deepStrictEqual(counts(), [1])
    vi.advanceTimersByTime(10_000)
    vi.advanceTimersByTime(10_000)
    assert.deepStrictEqual(counts(), [1, 19])
    await answerTo(port, "no HTTP\r\n\r\n")
    assert.deepStrictEqual(counts(), [1, 19, 1])
  })
})
