import { assert, describe, it, vi } from "@effect/vitest"
import { bodyLimit, echoKernel } from "../testing/EchoKernel.js"
import { echoServer } from "../testing/EchoServer.js"
import { ask, openSocket, sendRaw, startServer } from "../testing/NodeServer.js"
import type { Kernel } from "../kernel/Exchange.js"
import { toNodeListener } from "./NodeShell.js"

describe("the node:http shell", () => {
  const { kept, observed, port, sockets } = echoServer()

  const post = (headers: ReadonlyArray<string>, body: string) =>
    sendRaw(
      port(),
      ["POST /keep HTTP/1.1", "Host: consent.test", "Connection: close", ...headers, "", body].join("\r\n"),
    )

  const codeOf = (body: string): unknown => JSON.parse(body).cause.code

  describe("HEAD", () => {
    it.each(["/echo", "/echo/abc", "/nowhere", "/broken"])("%s has the headers of GET and no body", async (target) => {
      const id = "X-Request-Id: same"
      const get = await ask(port(), "GET", target, [id])
      const head = await ask(port(), "HEAD", target, [id])
      const { date: _, ...headers } = head.headers
      const { date: __, ...expected } = get.headers
      assert.isNotEmpty(get.body)
      assert.strictEqual(head.body, "")
      assert.strictEqual(head.status, get.status)
      if (get.status === 200) {
        // The echo contains the method, so HEAD's text is one character longer than GET's.
        const longer = String(Number(expected["content-length"]) + 1)
        assert.deepStrictEqual(headers, { ...expected, "content-length": longer })
      } else assert.deepStrictEqual(headers, expected)
    })

    it("reports the length of a body that is already written", async () => {
      const [get, head] = [await ask(port(), "GET", "/written"), await ask(port(), "HEAD", "/written")]
      assert.deepStrictEqual(JSON.parse(get.body), { written: "before: é 🍪" })
      assert.strictEqual(get.headers["content-length"], String(Buffer.byteLength(get.body)))
      assert.deepStrictEqual([head.body, head.headers["content-length"]], ["", get.headers["content-length"]])
    })

    it("leaves the connection in sync: the next response starts in the right place", async () => {
      const { closed, socket } = openSocket(port())
      socket.write(
        "HEAD /echo HTTP/1.1\r\nHost: x\r\n\r\nGET /echo?q=next HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n",
      )
      const answers = (await closed).split(/(?=HTTP\/1\.1 )/)
      assert.lengthOf(answers, 2)
      assert.isTrue(answers[0]?.endsWith("\r\n\r\n"))
      assert.include(answers[1], '"q":"next"')
    })
  })

  describe("the request target", () => {
    const targetCases: ReadonlyArray<readonly [string, number, unknown]> = [
      ["http://consent.test/echo?q=1", 200, "1"],
      ["HTTPS://consent.test:443/echo?q=1", 200, "1"],
      ["http://evil.example@consent.test/echo", 200, null],
      ["http://consent.test/api/echo?q=/a/b?c", 200, "/a/b?c"],
      ["http://consent.test?q=1", 404, undefined],
      ["http://consent.test", 404, undefined],
      ["/http://consent.test/echo", 404, undefined],
      ["/echo?q=http://a.example/b", 200, "http://a.example/b"],
    ]

    it.each(targetCases)("in absolute form, %s: only path and query are used", async (target, status, q) => {
      const answer = await ask(port(), "GET", target)
      assert.strictEqual(answer.status, status)
      assert.strictEqual(JSON.parse(answer.body).q, q)
    })

    it.each(["/%", "/echo/%zz", "/echo/%E0%A4%A", "//echo", "/echo//", "/%65cho", "/echo/a/b"])(
      "%s is a path that is not there: JSON 404",
      async (target) => {
        const answer = await ask(port(), "GET", target)
        assert.deepStrictEqual([answer.status, codeOf(answer.body)], [404, "NOT_FOUND"])
      },
    )

    it("an invalid target never reaches the kernel", async () => {
      for (const target of ["/echo q", "echo", "/echo\u0001"]) {
        assert.strictEqual((await ask(port(), "GET", target)).status, 400)
      }
      assert.isEmpty(observed)
    })

    it.each([
      ["/echo/a%2Fb", "a/b"],
      ["/echo/%C3%A9", "é"],
      ["/echo/a+b", "a+b"],
      ["/echo/%2e%2e", ".."],
      ["/echo/%2525", "%25"],
      ["/echo/%3Cscript%3E", "<script>"],
    ])("%s: a path's parameter is decoded once", async (target, id) => {
      const { body } = await ask(port(), "GET", target)
      assert.deepStrictEqual(JSON.parse(body).parameters, { id })
    })

    it.each([
      ["q=a%26b%3Dc", "a&b=c"],
      ["q=a+b", "a b"],
      ["q=%C3%A9", "é"],
      ["q=%zz", "%zz"],
      ["q=1&q=2", "1"],
      ["q", ""],
      ["q=", ""],
      ["?q=1", null],
      ["__proto__=1&q=2", "2"],
      ["%71=1", "1"],
    ])("the query %s is read as the URL standard reads it", async (query, q) => {
      const { body } = await ask(port(), "GET", `/echo?${query}`)
      assert.strictEqual(JSON.parse(body).q, q)
    })
  })

  describe("repeated headers", () => {
    it("are joined in order", async () => {
      const { body } = await ask(port(), "GET", "/echo", [
        "X-Forwarded-For: 203.0.113.9",
        "accept-language: de",
        "x-forwarded-for: 198.51.100.1",
        "Accept-Language: fr;q=0.5",
      ])
      assert.deepStrictEqual(JSON.parse(body).headers, {
        "accept-language": "de, fr;q=0.5",
        "x-cs-country": null,
        "x-forwarded-for": "203.0.113.9, 198.51.100.1",
      })
    })

    it("two origins are not trusted; two request ids are not valid", async () => {
      const { headers } = await ask(port(), "GET", "/echo", [
        "Origin: https://shop.example",
        "Origin: https://shop.example",
        "X-Request-Id: one",
        "X-Request-Id: two",
      ])
      assert.notProperty(headers, "access-control-allow-origin")
      assert.match(headers["x-request-id"] ?? "", /^[0-9a-f-]{36}$/)
    })
  })

  describe("a body", () => {
    const text = (bytes: number): string => JSON.stringify("é".repeat((bytes - 2) / 2))
    const chunked = (body: string): string => `${Buffer.byteLength(body).toString(16)};ext=1\r\n${body}\r\n0\r\n\r\n`
    const lengthOf = (body: string): string => `Content-Length: ${Buffer.byteLength(body)}`
    const chunks = "Transfer-Encoding: chunked"

    it("of exactly the limit is read, in either framing", async () => {
      const body = text(bodyLimit)
      assert.strictEqual(Buffer.byteLength(body), bodyLimit)
      for (const answer of [await post([lengthOf(body)], body), await post([chunks], chunked(body))]) {
        assert.strictEqual(answer.status, 200)
        assert.deepStrictEqual(JSON.parse(answer.body), { kept: JSON.parse(body) })
      }
    })

    it("over the limit is 413, in either framing", async () => {
      const body = text(bodyLimit + 2)
      for (const answer of [await post([lengthOf(body)], body), await post([chunks], chunked(body))]) {
        assert.deepStrictEqual([answer.status, codeOf(answer.body)], [413, "PAYLOAD_TOO_LARGE"])
        assert.strictEqual(answer.headers["connection"], "close")
      }
      assert.isEmpty(kept)
    })

    it("is refused by its content length before any of it arrives", async () => {
      const answer = await post(["Content-Length: 1000000000"], "")
      assert.strictEqual(answer.status, 413)
    })

    it("that never ends is refused when it exceeds the limit, and not read further", async () => {
      const { answer, socket } = openSocket(port())
      socket.write("POST /keep HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n")
      const piece = `8000\r\n${"x".repeat(0x8000)}\r\n`
      const keepWriting = (): void => {
        while (!socket.destroyed && socket.write(piece));
      }
      socket.on("drain", keepWriting)
      keepWriting()
      assert.strictEqual((await answer).status, 413)
      socket.destroy()
      const serverEnd = sockets().at(-1)
      // The system may have buffered some more; the rest stays with the client.
      assert.isAtMost(serverEnd?.bytesRead ?? Number.POSITIVE_INFINITY, 1024 * 1024)
      assert.isEmpty(kept)
    })

    it.each([
      ["an announced body", "Content-Length: 500\r\n\r\n{"],
      ["chunks", 'Transfer-Encoding: chunked\r\n\r\n7\r\n{"a":1}\r\n'],
    ])("that breaks off within %s leaves nothing recorded, running or open", async (_, start) => {
      const earlier = sockets().length
      const { closed, socket } = openSocket(port())
      socket.write(`POST /keep HTTP/1.1\r\nHost: x\r\n${start}`)
      await vi.waitFor(() => assert.isAbove(sockets()[earlier]?.bytesRead ?? 0, 0))
      socket.destroy()
      await closed
      await vi.waitFor(() => assert.lengthOf(observed, 1))
      // A client error: no alert for the operator.
      assert.deepInclude(observed[0], { status: 400, failure: null })
      await vi.waitFor(() => assert.isTrue(sockets().every(({ destroyed }) => destroyed)))
      assert.isEmpty(kept)
      assert.strictEqual((await ask(port(), "GET", "/echo")).status, 200)
    })

    it("of a client that disconnects has no effect on others", async () => {
      const { closed, socket } = openSocket(port())
      socket.write(
        "POST /keep HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n{}GET /echo/slow HTTP/1.1\r\nHost: x\r\n\r\n",
      )
      socket.destroySoon()
      await closed
      assert.strictEqual((await ask(port(), "GET", "/echo")).status, 200)
    })

    it("is read whatever its content type", async () => {
      for (const type of ["text/plain", "application/x-www-form-urlencoded", "nonsense"]) {
        const answer = await post([`Content-Type: ${type}`, "Content-Length: 7"], '{"a":1}')
        assert.deepStrictEqual(JSON.parse(answer.body), { kept: { a: 1 } })
      }
    })

    it("that is missing, truncated or not UTF-8 is 400 and reaches no handler", async () => {
      for (const body of ["", "{", "\ufeff{}x"]) {
        const answer = await post([lengthOf(body)], body)
        assert.deepStrictEqual([answer.status, codeOf(answer.body)], [400, "INPUT_VALIDATION_FAILED"])
      }
      assert.isEmpty(kept)
    })
  })

  it("counts every answer in bytes, not in characters", async () => {
    const { body, headers } = await ask(port(), "GET", "/echo?q=%C3%A9%F0%9F%8D%AA")
    assert.strictEqual(headers["content-length"], String(Buffer.byteLength(body)))
  })

  it("a handler that dies is a JSON 500 without the cause, over the wire too", async () => {
    const answer = await ask(port(), "GET", "/broken")
    assert.deepStrictEqual([answer.status, codeOf(answer.body)], [500, "INTERNAL_ERROR"])
    assert.notInclude(JSON.stringify(answer), "secret")
    assert.include(observed.at(-1)?.failure, "secret of the inside")
  })
})

describe("the node:http shell inside a framework", () => {
  it("gives `writeHead` what any middleware around it can read: an object", async () => {
    const listener = toNodeListener(echoKernel().kernel)
    let seen: unknown
    const server = await startServer((request, response) => {
      const writeHead = response.writeHead.bind(response)
      // Like `on-headers`, which `compression`, `morgan` and others build on.
      response.writeHead = (status: number, headers: unknown) => {
        seen = headers
        for (const [name, value] of Object.entries(Object(headers))) response.setHeader(name, String(value))
        return writeHead(status)
      }
      listener(request, response)
    })
    const { headers, status } = await ask(server.port, "GET", "/written")
    assert.isFalse(Array.isArray(seen))
    assert.deepInclude({ status, etag: headers["etag"] }, { status: 200, etag: '"1"' })
    await server.stop()
  })

  it("responds with an error instead of hanging if a middleware has already read the body", async () => {
    const { kept, kernel } = echoKernel()
    const listener = toNodeListener(kernel)
    const server = await startServer((request, response) => {
      request.resume().on("end", () => setImmediate(() => listener(request, response)))
    })
    const answer = await sendRaw(
      server.port,
      "POST /keep HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 2\r\n\r\n{}",
    )
    assert.strictEqual(answer.status, 500)
    assert.isEmpty(kept)
    await server.stop()
  }, 3000)
})

describe("a long body", () => {
  const long = Uint8Array.from({ length: 700_001 }, (_, index) => 97 + (index % 26))
  const short = new Uint8Array([79, 75])
  const kernel: Kernel = ({ path }) => ({ status: 200, headers: {}, body: path === "/long" ? long : short })
  const get = (path: string, ...headers: ReadonlyArray<string>) =>
    [`GET ${path} HTTP/1.1`, "Host: consent.test", ...headers, "", ""].join("\r\n")

  it("arrives complete and in order, before the next response of its connection", async () => {
    const server = await startServer(toNodeListener(kernel))
    const { closed, socket } = openSocket(server.port)
    socket.write(get("/long") + get("/long") + get("/short", "Connection: close"))
    const answers = (await closed).split(/(?=HTTP\/1\.1 )/).map((answer) => answer.split("\r\n\r\n")[1])
    await server.stop()
    const body = new TextDecoder().decode(long)
    assert.deepStrictEqual(
      answers.map((answer) => answer === body || answer),
      [true, true, "OK"],
    )
  })

  it("is written at most one slice per turn of the event loop", async () => {
    const written: Array<number> = []
    const listener = toNodeListener(kernel)
    const server = await startServer((request, response) => {
      const { mock } = vi.spyOn(response, "write")
      const count = (): void => {
        written.push(mock.calls.length)
        if (!response.writableEnded) setImmediate(count)
      }
      listener(request, response)
      count()
    })
    await ask(server.port, "GET", "/long")
    await server.stop()
    // The last slice goes with `end`.
    assert.strictEqual(written.at(-1), 5)
    written.forEach((count, turn) => assert.isAtMost(count - (written[turn - 1] ?? 0), 1))
  })

  it("is dropped when the connection closes meanwhile", async () => {
    const server = await startServer(toNodeListener(kernel))
    const { closed, socket } = openSocket(server.port)
    socket.once("data", () => socket.destroy())
    socket.write(get("/long"))
    await closed
    assert.strictEqual((await ask(server.port, "GET", "/short")).body, "OK")
    await server.stop()
  })
})
