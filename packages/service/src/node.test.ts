import { assert, describe, it } from "@effect/vitest"
import { once } from "node:events"
import { connect } from "node:net"
import { createConsentService } from "./index.js"
import { listen, nodeListener } from "./node.js"

const start = async () => {
  const service = createConsentService({ database: "sqlite::memory:" })
  const server = await listen(nodeListener(service), { port: 0, host: "127.0.0.1" })
  return { service, server, port: Number(new URL(server.url).port) }
}

describe("listen", () => {
  it("answers, and says where", async () => {
    const { server, service } = await start()
    assert.strictEqual((await fetch(`${server.url}/init`)).status, 200)
    await server.close()
    await service.dispose()
  })

  it("rejects when the port is taken", async () => {
    const { port, server, service } = await start()
    const second = listen(nodeListener(service), { port, host: "127.0.0.1" })
    const error: unknown = await second.catch((failure: unknown) => failure)
    assert.include(error, { code: "EADDRINUSE" })
    await server.close()
    await service.dispose()
  })

  it("closes although a client never sends the rest of its request", async () => {
    const { port, server, service } = await start()
    const client = connect(port, "127.0.0.1")
    client.on("error", () => {})
    client.write("POST /subjects HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\n{")
    // The server has the request once it answers another.
    await fetch(`${server.url}/init`)
    const ended = once(client, "close")
    await server.close(50)
    await ended
    await service.dispose()
  })
})
