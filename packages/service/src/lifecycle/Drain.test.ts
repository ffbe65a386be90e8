import { assert, describe, it } from "@effect/vitest"
import { once } from "node:events"
import { Agent, createServer, get, type RequestListener } from "node:http"
import { type AddressInfo, connect } from "node:net"
import { onTestFinished } from "vitest"
import { Worker } from "node:worker_threads"
import { makeDrain } from "./Drain.js"

/**
 * A client that runs while the server's thread is blocked. `gate` counts the signals between them: 1, it may
 * send its second request; 2, that has been written. It posts what it received to its parent.
 */
const clientThread = `
  const { parentPort, workerData: { port, gate } } = require("node:worker_threads")
  const at = new Int32Array(gate)
  const socket = require("node:net").connect(port, "127.0.0.1")
  const request = "GET / HTTP/1.1\\r\\nHost: a\\r\\n\\r\\n"
  let received = ""
  const send = () => {
    Atomics.wait(at, 0, 0)
    socket.write(request, () => {
      Atomics.store(at, 0, 2)
      Atomics.notify(at, 0)
    })
  }
  socket.on("data", (chunk) => {
    if (received === "") {
      parentPort.postMessage("answered")
      setImmediate(send)
    }
    received += chunk
  })
  socket.on("error", (error) => parentPort.postMessage(error.message))
  socket.on("end", () => parentPort.postMessage(received))
  socket.write(request)
`

const listening = async (listener: RequestListener) => {
  const server = createServer(listener)
  const drain = makeDrain(server)
  await once(server.listen(0, "127.0.0.1"), "listening")
  onTestFinished(() => void server.close())
  return { drain, port: (server.address() as AddressInfo).port }
}

describe("makeDrain", () => {
  it("answers requests that arrived while the server's thread was blocked for longer than connections linger", async () => {
    const { drain, port } = await listening((_, response) => void response.end("here"))
    const gate = new SharedArrayBuffer(4)
    const at = new Int32Array(gate)
    const client = new Worker(clientThread, { eval: true, workerData: { port, gate } })
    onTestFinished(() => void client.terminate())
    await once(client, "message")
    const drained = drain({ graceMs: 5_000, lingerMs: 500 })
    // The server has stopped listening, and its connections linger.
    await new Promise((resolve) => setTimeout(resolve, 5))
    // The loop's next phase is its timers, before its sockets.
    await new Promise((resolve) => setImmediate(resolve))
    Atomics.store(at, 0, 1)
    Atomics.notify(at, 0)
    Atomics.wait(at, 0, 1)
    Atomics.wait(at, 0, 2, 600)
    const [received] = await once(client, "message")
    assert.strictEqual(String(received).match(/HTTP\/1\.1 200/g)?.length, 2, String(received))
    assert.match(String(received), /connection: close/i)
    await drained
  })

  it("sends an answer that takes longer than connections linger", async () => {
    // More than the system buffers for a connection on this machine.
    const body = "x".repeat(16 * 1024 * 1024)
    const { drain, port } = await listening((_, response) => void response.end(body))
    const client = connect(port, "127.0.0.1").pause()
    client.write("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
    await once(client, "readable")
    const drained = drain({ graceMs: 20_000, lingerMs: 10 })
    await new Promise((resolve) => setTimeout(resolve, 300))
    let received = 0
    client.on("data", (chunk: Buffer) => void (received += chunk.length)).on("error", () => {})
    client.resume()
    await drained
    await new Promise((resolve) => (client.closed ? resolve(null) : client.once("close", resolve)))
    assert.isAbove(received, body.length)
  })

  it("says that connections close only when no other process listens on the port any more", async () => {
    const { drain, port } = await listening((_, response) => void response.end("here"))
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    onTestFinished(() => agent.destroy())
    const connectionOf = async (): Promise<string | undefined> => {
      const [answer] = await once(get({ port, host: "127.0.0.1", agent }), "response")
      await once(answer.resume(), "end")
      return answer.headers.connection
    }
    assert.strictEqual(await connectionOf(), "keep-alive")
    let [isDeaf, allAreDeaf] = [() => {}, () => {}]
    const deaf = new Promise<void>((resolve) => void (isDeaf = resolve))
    const dismissed = new Promise<void>((resolve) => void (allAreDeaf = resolve))
    const stoppedListening = (): Promise<void> => {
      isDeaf()
      return dismissed
    }
    const drained = drain({ graceMs: 20_000, lingerMs: 5_000, stoppedListening })
    await deaf
    assert.strictEqual(await connectionOf(), "keep-alive")
    assert.strictEqual(await connectionOf(), "keep-alive")
    const asked = connectionOf()
    allAreDeaf()
    assert.strictEqual(await asked, "close")
    await drained
  })
})
