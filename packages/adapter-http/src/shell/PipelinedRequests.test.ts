import { assert, describe, it, onTestFinished, vi } from "@effect/vitest"
import { once } from "node:events"
import { openSocket, startServer } from "../testing/NodeServer.js"
import type { Kernel } from "../kernel/Exchange.js"
import { toNodeListener } from "./NodeShell.js"
import { maxPerTurn, maxWaiting } from "./PipelinedRequests.js"

const get = (path: string, last = false): string =>
  `GET ${path} HTTP/1.1\r\nHost: a\r\n${last ? "Connection: close\r\n" : ""}\r\n`

/** More than the system buffers for a connection on this machine. */
const large = "x".repeat(16 * 1024 * 1024)

/** A server whose kernel records the turn of the event loop and the path of each call. */
const start = async (
  answer: (path: string) => ReturnType<Kernel> = (path) => ({ status: 200, headers: {}, body: path }),
) => {
  const turns: Array<Array<string>> = []
  let current: Array<string> | null = null
  const kernel: Kernel = ({ path }) => {
    if (current === null) {
      current = []
      turns.push(current)
      setImmediate(() => (current = null))
    }
    current.push(path)
    return answer(path)
  }
  const server = await startServer(toNodeListener(kernel))
  onTestFinished(server.stop)
  return { port: server.port, sockets: server.sockets, turns }
}

const bodies = (received: string): ReadonlyArray<string> =>
  received.split(/(?=HTTP\/1\.1 )/).map((answer) => answer.slice(answer.indexOf("\r\n\r\n") + 4))

const paths = (prefix: string, count: number): ReadonlyArray<string> =>
  Array.from({ length: count }, (_, index) => `/${prefix}/${index}`)

const requests = (all: ReadonlyArray<string>): string =>
  all.map((path, index) => get(path, index === all.length - 1)).join("")

describe("pipelined requests", () => {
  it("start one per turn of the event loop, and are answered in order", async () => {
    const { port, turns } = await start()
    const asked = paths("a", 40)
    const { closed, socket } = openSocket(port)
    socket.write(requests(asked))
    assert.deepStrictEqual(bodies(await closed), asked)
    assert.deepStrictEqual(
      turns,
      asked.map((path) => [path]),
    )
  })

  it("start after the previous answer, when that one has to wait", async () => {
    let underWay = 0
    let most = 0
    const { port } = await start(async (path) => {
      underWay += 1
      most = Math.max(most, underWay)
      await new Promise((resolve) => setTimeout(resolve, 2))
      underWay -= 1
      return { status: 200, headers: {}, body: path }
    })
    const asked = paths("a", 5)
    const { closed, socket } = openSocket(port)
    socket.write(requests(asked))
    assert.deepStrictEqual(bodies(await closed), asked)
    assert.strictEqual(most, 1)
  })

  it(`start at most ${maxPerTurn} per turn, over all connections`, async () => {
    const { port, turns } = await start()
    const clients = Array.from({ length: 3 * maxPerTurn }, (_, index) => ({
      asked: paths(String(index), 10),
      ...openSocket(port),
    }))
    for (const { asked, socket } of clients) socket.write(requests(asked))
    for (const { asked, closed } of clients) assert.deepStrictEqual(bodies(await closed), asked)
    // The first request of a connection is not pipelined.
    const pipelined = turns.map((turn) => turn.filter((path) => !path.endsWith("/0")).length)
    assert.isAtMost(Math.max(...pipelined), maxPerTurn)
  })

  it("let another connection's request pass", async () => {
    let whenFirstWaits = (): void => {}
    const { port, turns } = await start((path) => {
      // The second request of a connection is the first that waited.
      if (path.endsWith("/1")) whenFirstWaits()
      return { status: 200, headers: {}, body: path }
    })
    const other = openSocket(port)
    other.socket.write(get("/hello"))
    await once(other.socket, "data")
    whenFirstWaits = () => {
      whenFirstWaits = () => {}
      other.socket.write(get("/other", true))
    }
    const clients = Array.from({ length: 20 }, (_, index) => ({ asked: paths(String(index), 40), ...openSocket(port) }))
    for (const { asked, socket } of clients) socket.write(requests(asked))
    await Promise.all([other.closed, ...clients.map(({ closed }) => closed)])
    const order = turns.flat()
    const sentAt = order.findIndex((path) => path.endsWith("/1"))
    assert.isBelow(order.indexOf("/other"), (sentAt + order.length) / 2)
  })

  it("wait while the client does not read, and hold no further answers in memory", async () => {
    const { port, sockets, turns } = await start(() => ({ status: 200, headers: {}, body: large }))
    const { socket } = openSocket(port)
    socket.pause()
    socket.write(requests(paths("a", 5)))
    await vi.waitFor(() => assert.isAbove(sockets[0]?.writableLength ?? 0, 0))
    await new Promise((resolve) => setTimeout(resolve, 50))
    assert.deepStrictEqual(turns, [["/a/0"]])
    socket.destroy()
  })

  it("pause reading from the connection until they have started", async () => {
    const release: Array<() => void> = []
    const { port, sockets } = await start(
      (path) => new Promise((resolve) => release.push(() => resolve({ status: 200, headers: {}, body: path }))),
    )
    const { closed, socket } = openSocket(port)
    socket.write(get("/first") + get("/second"))
    await vi.waitFor(() => assert.lengthOf(release, 1))
    const before = sockets[0]?.bytesRead
    socket.write(get("/third", true))
    await new Promise((resolve) => setTimeout(resolve, 50))
    assert.strictEqual(sockets[0]?.bytesRead, before)
    for (const index of [0, 1, 2]) {
      await vi.waitFor(() => assert.lengthOf(release, index + 1))
      release[index]?.()
    }
    assert.deepStrictEqual(bodies(await closed), ["/first", "/second", "/third"])
  })

  it("with a late body are read whole", async () => {
    const received: Array<unknown> = []
    const kernel: Kernel = async ({ body, path }) => {
      received.push(await body(1_000_000))
      return { status: 200, headers: {}, body: path }
    }
    const server = await startServer(toNodeListener(kernel))
    onTestFinished(server.stop)
    const { closed, socket } = openSocket(server.port)
    socket.write(`${get("/a")}POST /b HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: 200000\r\n\r\n`)
    await vi.waitFor(() => assert.isNotEmpty(received))
    socket.write("x".repeat(200_000))
    assert.deepStrictEqual(bodies(await closed), ["/a", "/b"])
    assert.lengthOf(String(received[1]), 200_000)
  })

  it(`over ${maxWaiting} close the connection`, async () => {
    const { port, turns } = await start(() => new Promise(() => {}))
    const inBounds = openSocket(port)
    inBounds.socket.write(requests(paths("in", maxWaiting + 1)))
    const beyond = openSocket(port)
    beyond.socket.write(requests(paths("beyond", maxWaiting + 2)))
    await beyond.closed
    assert.isFalse(inBounds.socket.closed)
    assert.lengthOf(turns.flat(), 2)
    inBounds.socket.destroy()
  })

  it("are dropped when the connection closes", async () => {
    let leave = (): void => {}
    const { port, sockets, turns } = await start(
      (path) => new Promise((resolve) => (leave = () => resolve({ status: 200, headers: {}, body: path }))),
    )
    const { socket } = openSocket(port)
    socket.write(requests(paths("a", 5)))
    await vi.waitFor(() => assert.isNotEmpty(turns))
    sockets[0]?.destroy()
    await vi.waitFor(() => assert.isTrue(socket.closed))
    leave()
    await new Promise((resolve) => setTimeout(resolve, 20))
    assert.deepStrictEqual(turns, [["/a/0"]])
  })

  it("start in the turn they arrive in when they come one after another", async () => {
    const { port, turns } = await start()
    const { closed, socket } = openSocket(port)
    for (const path of paths("a", 5)) {
      socket.write(get(path))
      await new Promise((resolve) => socket.once("data", resolve))
    }
    socket.end(get("/end", true))
    await closed
    assert.lengthOf(turns, 6)
  })
})
