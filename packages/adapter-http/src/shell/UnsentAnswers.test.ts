import { assert, describe, it, onTestFinished, vi } from "@effect/vitest"
import { once } from "node:events"
import { createServer as createHttp2Server, connect as connectHttp2 } from "node:http2"
import type { AddressInfo, Socket } from "node:net"
import { echoKernel } from "../testing/EchoKernel.js"
import { openSocket, startServer } from "../testing/NodeServer.js"
import type { Kernel } from "../kernel/Exchange.js"
import { toNodeListener } from "./NodeShell.js"
import { makeUnsentAnswers, type UnsentLimits } from "./UnsentAnswers.js"

/** More than the system buffers for a connection on this machine. */
const large = "x".repeat(16 * 1024 * 1024)

const patient: UnsentLimits = { stallMs: 600_000, longestMs: 600_000, maxBytes: 1024 ** 3 }

/** More than the window of an HTTP/2 stream. */
const medium = "x".repeat(1024 * 1024)

const bodies: Readonly<Record<string, string>> = { "/large": large, "/medium": medium }

const kernel: Kernel = ({ path }) => ({ status: 200, headers: {}, body: bodies[path] ?? "small" })

const get = (path: string): string => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`

const start = async (limits: Partial<UnsentLimits>) => {
  const unsent = makeUnsentAnswers({ ...patient, ...limits })
  const server = await startServer(toNodeListener(kernel, unsent))
  onTestFinished(server.stop)
  /** A client that sends a request and reads nothing. @returns the server side of its connection */
  const silent = async (requests: string): Promise<{ readonly client: Socket; readonly serverEnd: Socket }> => {
    const before = server.sockets.length
    const { socket: client } = openSocket(server.port)
    client.pause()
    client.write(requests)
    await vi.waitFor(() => assert.isAbove(server.sockets[before]?.bytesRead ?? 0, 0))
    const serverEnd = server.sockets[before] ?? assert.fail("no connection")
    return { client, serverEnd }
  }
  return { unsent, silent, port: server.port }
}

const closed = (socket: Socket) =>
  vi.waitFor(() => assert.isTrue(socket.closed, "the connection is open"), { timeout: 20_000 })

describe("answers that clients do not read (threat: slow clients and floods of connections)", () => {
  it("close the connection when none of its bytes leave for a while, and are then no longer counted", async () => {
    const { silent, unsent } = await start({ stallMs: 100 })
    const { serverEnd } = await silent(get("/large"))
    await closed(serverEnd)
    assert.strictEqual(unsent.bytes(), 0)
  })

  it("close the connection when one takes too long as a whole, whatever the client sends meanwhile", async () => {
    const { silent, unsent } = await start({ stallMs: 200, longestMs: 600 })
    const { client, serverEnd } = await silent(`${get("/large")}GET / HTTP/1.1\r\n`)
    // For Node, incoming data counts as activity.
    const talking = setInterval(() => client.write("X-More: 1\r\n"), 50)
    onTestFinished(() => clearInterval(talking))
    await closed(serverEnd)
    assert.strictEqual(unsent.bytes(), 0)
  })

  it("close those that have waited longest when all together exceed the limit of bytes", async () => {
    const { silent, unsent } = await start({ maxBytes: 2 * large.length })
    const [first, second] = [await silent(get("/large")), await silent(get("/large"))]
    assert.deepStrictEqual([first.serverEnd.destroyed, second.serverEnd.destroyed], [false, false])
    const third = await silent(get("/large"))
    assert.deepStrictEqual(
      [first, second, third].map(({ serverEnd }) => serverEnd.destroyed),
      [true, false, false],
    )
    assert.strictEqual(unsent.bytes(), 2 * large.length)
  })

  it("count together where a connection has several", async () => {
    const unsent = makeUnsentAnswers({ ...patient, maxBytes: 2 * large.length })
    const server = await startServer((_, response) => {
      response.end(large)
      unsent.watch(response, large.length)
    })
    onTestFinished(server.stop)
    const { socket: client } = openSocket(server.port)
    client.pause()
    client.write(get("/large").repeat(3))
    await vi.waitFor(() => assert.isTrue(server.sockets[0]?.closed), { timeout: 20_000 })
    assert.strictEqual(unsent.bytes(), 0)
  })

  it("are forgotten when the client disconnects", async () => {
    const { silent, unsent } = await start({})
    const { client, serverEnd } = await silent(get("/large").repeat(2))
    assert.isAbove(unsent.bytes(), 0)
    client.destroy()
    await closed(serverEnd)
    assert.strictEqual(unsent.bytes(), 0)
  })

  it("are sent whole to a client that reads late, and the connection keeps its timeout", async () => {
    const { silent, unsent } = await start({ stallMs: 60_000 })
    const { client, serverEnd } = await silent(get("/large").repeat(2))
    assert.strictEqual(serverEnd.timeout, 60_000)
    let received = 0
    client.on("data", (chunk: Buffer) => void (received += chunk.length))
    client.resume()
    await vi.waitFor(() => assert.isAbove(received, 2 * large.length), { timeout: 20_000 })
    await vi.waitFor(() => assert.strictEqual(unsent.bytes(), 0))
    // Node's own timeout, for idle connections.
    assert.notStrictEqual(serverEnd.timeout, 60_000)
    assert.lengthOf(serverEnd.listeners("timeout"), 1)
    client.write(get("/small"))
    const before = received
    await vi.waitFor(() => assert.isAbove(received, before))
    client.destroy()
  })

  it("do not touch a connection whose answers the system accepts whole", async () => {
    const { silent, unsent } = await start({ stallMs: 50 })
    const { client, serverEnd } = await silent(get("/small"))
    assert.strictEqual(unsent.bytes(), 0)
    assert.lengthOf(serverEnd.listeners("timeout"), 1)
    client.destroy()
  })

  it("close one stream of an HTTP/2 connection, but not the others", async () => {
    const unsent = makeUnsentAnswers({ ...patient, stallMs: 2_000 })
    const listener = toNodeListener(kernel, unsent)
    // The compatible API of HTTP/2 has requests and responses of the same form.
    const server = createHttp2Server().on("request", (request, response) => {
      Reflect.apply(listener, undefined, [request, response])
    })
    await once(server.listen(0, "127.0.0.1"), "listening")
    const { port } = server.address() as AddressInfo
    const session = connectHttp2(`http://127.0.0.1:${port}`)
    onTestFinished(() => {
      session.destroy()
      server.close()
    })
    const unread = session.request({ ":path": "/medium" })
    unread.on("error", () => {})
    await once(unread, "response")
    assert.strictEqual(unsent.bytes(), medium.length)
    await vi.waitFor(() => assert.strictEqual(unsent.bytes(), 0), { timeout: 20_000 })
    const read = session.request({ ":path": "/small" })
    let text = ""
    read.on("data", (chunk: Buffer) => void (text += chunk.toString()))
    await once(read, "end")
    assert.strictEqual(text, "small")
  })

  it("are sent as before over an object that only resembles a connection", async () => {
    const { kernel: echo } = echoKernel()
    const { IncomingMessage, ServerResponse } = await import("node:http")
    const { EventEmitter } = await import("node:events")
    const { Writable } = await import("node:stream")
    const written: Array<string> = []
    const request = Reflect.construct(IncomingMessage, [new EventEmitter()])
    Object.assign(request, { url: "/echo", method: "GET", headers: {} })
    const response = new ServerResponse(request)
    const sink = new Writable({ write: (chunk, _, done) => (written.push(String(chunk)), setImmediate(done)) })
    Reflect.apply(response.assignSocket, response, [sink])
    toNodeListener(echo)(request, response)
    await once(response, "finish")
    assert.include(written.join(""), "200 OK")
  })
})
