/** What a proxy in front might take for one request, and this server for two, or the other way around. */
import { assert, describe, it } from "@effect/vitest"
import { bodyLimit } from "../testing/EchoKernel.js"
import { echoServer } from "../testing/EchoServer.js"
import { openSocket } from "../testing/NodeServer.js"

describe("a request whose end is open to doubt (threat: smuggling a request)", () => {
  const { kept, observed, port } = echoServer()

  const smuggled = "GET /echo?q=smuggled HTTP/1.1\r\nHost: x\r\n\r\n"
  const whole = `0\r\n\r\n${smuggled}`
  const chunks = "Transfer-Encoding: chunked"
  const length = `Content-Length: ${whole.length}`

  it.each([
    ["two lengths", ["Content-Length: 2", "Content-Length: 3"], "{}"],
    ["two lengths, of which the second ends before another request", [length, "Content-Length: 5"], whole],
    ["the same length twice", ["Content-Length: 2", "Content-Length: 2"], "{}"],
    ["a list of lengths", ["Content-Length: 2, 2"], "{}"],
    ["a length and chunks", [length, chunks], whole],
    ["chunks and a length", [chunks, length], whole],
    ["a length and chunks in capitals", [length, "TRANSFER-ENCODING: CHUNKED"], whole],
    ["chunks that are not last", ["Transfer-Encoding: chunked, identity"], whole],
    ["an unknown encoding", [length, "Transfer-Encoding: xchunked"], whole],
    ["a space in front of the colon", [length, "Transfer-Encoding : chunked"], whole],
    ["a length with a sign", ["Content-Length: +2"], "{}"],
    ["a length in hex digits", ["Content-Length: 0x2"], "{}"],
    ["a negative length", ["Content-Length: -2"], "{}"],
    ["a folded header", [length, "X-A: b\r\n Transfer-Encoding: chunked\r\n\tc"], whole],
  ])("%s: refused before the kernel, with what comes behind it", async (_, headers, body) => {
    const { closed, socket } = openSocket(port())
    socket.write(["POST /keep HTTP/1.1", "Host: consent.test", ...headers, "", body].join("\r\n"))
    const answers = await closed
    assert.match(answers, /^HTTP\/1\.1 400 /)
    assert.strictEqual(answers.split("HTTP/1.1 ").length, 2, answers)
    assert.isEmpty(observed)
    assert.isEmpty(kept)
  })

  it("a body that is refused unread is no request either", async () => {
    const { closed, socket } = openSocket(port())
    const long = bodyLimit + smuggled.length
    const head = `POST /keep HTTP/1.1\r\nHost: x\r\nContent-Length: ${long}\r\n\r\n`
    socket.write(`${head}${smuggled}${" ".repeat(bodyLimit)}${smuggled}`)
    const answers = await closed
    assert.match(answers, /^HTTP\/1\.1 413 /)
    assert.notInclude(answers, "smuggled")
  })
})
