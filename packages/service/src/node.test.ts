import { toNodeListener } from "@consent-service/adapter-http/shell/NodeShell"
import { makeAdmission } from "@consent-service/adapter-http/limit"
import type { Kernel } from "@consent-service/adapter-http/kernel"
import type { LogEvent, Observation } from "@consent-service/core/ports"
import { assert, describe, it } from "@effect/vitest"
import { once } from "node:events"
import type { RequestListener } from "node:http"
import { connect } from "node:net"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { onTestFinished, vi } from "vitest"
import { createConsentService } from "./index.js"
import { CannotListenError, listen, nodeListener, serve, type ServeOptions } from "./node.js"
import { aSave } from "./testing/TestInstance.js"

const start = async () => {
  const service = createConsentService({ database: "sqlite::memory:" })
  const server = await listen(nodeListener(service), { port: 0, host: "127.0.0.1" })
  return { service, server, port: Number(new URL(server.url).port) }
}

describe("listen", () => {
  it("answers, and returns its address", async () => {
    const { server, service } = await start()
    assert.strictEqual((await fetch(`${server.url}/init`)).status, 200)
    await server.close()
    await service.dispose()
  })

  it("rejects when the port is taken, with the port and the fix, and without the stack of Node", async () => {
    const { port, server, service } = await start()
    const second = listen(nodeListener(service), { port, host: "127.0.0.1" })
    const error: unknown = await second.catch((failure: unknown) => failure)
    if (!(error instanceof CannotListenError)) assert.fail(String(error))
    assert.deepStrictEqual(
      [error.code, error.message],
      [
        "EADDRINUSE",
        `127.0.0.1, port ${port} is already in use by another program; stop that program, or choose another port with the option port`,
      ],
    )
    assert.strictEqual(error.stack, `CannotListenError: ${error.message}`)
    await server.close()
    await service.dispose()
  })

  it("closes even if a client never sends the rest of its request", async () => {
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

/** Sends bytes, and reads until the other end closes. */
const open = (port: number, text: string) => {
  const socket = connect(port, "127.0.0.1")
  let received = ""
  const answers = () => received.split(/(?=HTTP\/1\.1 \d)/).filter((answer) => answer !== "")
  const closed = new Promise<ReadonlyArray<string>>((resolve) => socket.on("close", () => resolve(answers())))
  const answer = new Promise<void>((resolve) => socket.once("data", () => resolve()))
  socket.on("data", (chunk: Buffer) => void (received += chunk.toString())).on("error", () => {})
  socket.write(text)
  return { socket, answer, closed }
}

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`

const post = (path: string, value: unknown) => {
  const body = JSON.stringify(value)
  return `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
}

const status = (answer: string | undefined) => answer?.slice(9, 12)

const saysClose = (answer: string | undefined) => /\r\nconnection: close\r\n/i.test(answer ?? "")

const migrated = async () => {
  const service = createConsentService({ database: "sqlite::memory:", observability: { level: "silent" } })
  await service.migrate()
  return service
}

const portOf = ({ url }: { readonly url: string }) => Number(new URL(url).port)

/** A wrapper that holds `/slow` until it is released, and reports its arrival. */
const holding = () => {
  let requests = 0
  let arrive = () => {}
  let release = () => {}
  const arrived = new Promise<void>((resolve) => void (arrive = resolve))
  const released = new Promise<void>((resolve) => void (release = resolve))
  const wrap =
    (next: RequestListener): RequestListener =>
    (request, response) => {
      requests += 1
      if (request.url !== "/slow") return next(request, response)
      arrive()
      void released.then(() => response.end("slow"))
    }
  return { wrap, arrived, release: () => release(), seen: () => requests }
}

const where = { port: 0, host: "127.0.0.1" }

const refusesConnections = async (port: number): Promise<boolean> => {
  const socket = connect(port, "127.0.0.1")
  const connected = await once(socket, "connect").then(
    () => true,
    () => false,
  )
  socket.destroy()
  return !connected
}

describe("serve", () => {
  it("answers, closes, and disposes of the service; closing it again is the same", async () => {
    const service = await migrated()
    const server = await serve(service, where)
    const saved = await fetch(`${server.url}/subjects`, { method: "POST", body: JSON.stringify(aSave()) })
    assert.strictEqual(saved.status, 200)
    const closed = server.close()
    assert.strictEqual(server.close(), closed)
    await closed
    assert.isTrue(await refusesConnections(portOf(server)))
    assert.strictEqual((await service.handler(new Request("http://a/status"))).status, 503)
  })

  it("answers received requests, and marks the last response on every open connection", async () => {
    const { arrived, release, wrap } = holding()
    const server = await serve(await migrated(), { ...where, wrap })
    const port = portOf(server)
    const busy = open(port, get("/slow"))
    const idle = open(port, get("/init"))
    await Promise.all([arrived, idle.answer])
    const closed = server.close()
    while (!(await refusesConnections(port)));
    // The connection was open before, so its request may have been on the way.
    idle.socket.write(get("/manifest"))
    const [first, second] = await idle.closed
    assert.deepStrictEqual([status(first), saysClose(first)], ["200", false])
    assert.deepStrictEqual([status(second), saysClose(second)], ["200", true])
    release()
    const [slow] = await busy.closed
    assert.deepStrictEqual([status(slow), saysClose(slow)], ["200", true])
    await closed
  })

  it("answers all that was sent on one connection before it closes that", async () => {
    const { arrived, release, seen, wrap } = holding()
    const server = await serve(await migrated(), { ...where, wrap })
    const port = portOf(server)
    const client = open(port, get("/slow"))
    await arrived
    const closed = server.close()
    while (!(await refusesConnections(port)));
    client.socket.write(post("/subjects", aSave()) + get("/manifest"))
    await vi.waitFor(() => assert.strictEqual(seen(), 3))
    release()
    const answers = await client.closed
    assert.deepStrictEqual(answers.map(status), ["200", "200", "200"])
    assert.deepStrictEqual(answers.map(saysClose), [false, false, true])
    await closed
  })

  it("closes silent connections, and aborts requests that take longer than the grace period", async () => {
    const { arrived, wrap } = holding()
    const server = await serve(await migrated(), { ...where, wrap, graceMs: 700 })
    const port = portOf(server)
    const [silent, kept, held] = [open(port, ""), open(port, get("/init")), open(port, get("/slow"))]
    await Promise.all([arrived, kept.answer])
    const ended: Array<string> = []
    void silent.closed.then(() => ended.push("silent"))
    void kept.closed.then(() => ended.push("kept"))
    void held.closed.then(() => ended.push("held"))
    await server.close()
    assert.isEmpty(await held.closed)
    assert.deepStrictEqual(ended.slice(0, 2).sort(), ["kept", "silent"])
  })

  it("rejects when the port is in use, and does not affect the service", async () => {
    const service = await migrated()
    const server = await serve(service, where)
    const port = portOf(server)
    const error: unknown = await serve(service, { ...where, port }).catch((failure: unknown) => failure)
    assert.include(error, { name: "CannotListenError", code: "EADDRINUSE" })
    assert.match(String(error), new RegExp(`port ${port} is already in use by another program; .* the option port$`))
    assert.strictEqual((await fetch(`${server.url}/status`)).status, 200)
    await server.close()
  })
})

describe("where a server listens", () => {
  const logged = async (level: "silent" | "error", options: ServeOptions) => {
    const events: Array<LogEvent> = []
    const observability = { level, drain: (event: LogEvent) => void events.push(event) }
    const service = createConsentService({ database: "sqlite::memory:", observability })
    const server = await serve(service, options)
    onTestFinished(server.close)
    return { events, server }
  }

  it("is logged at every level with the address, and returned", async () => {
    const { events, server } = await logged("error", where)
    const { port } = server.address
    const url = `http://127.0.0.1:${port}`
    assert.deepInclude(server, { url, address: { address: "127.0.0.1", family: "IPv4", port } })
    assert.deepStrictEqual(events[0], { level: "info", event: "server-listening", url, address: "127.0.0.1", port })
    assert.deepStrictEqual(
      events.map(({ event }) => event),
      ["server-listening", "client-addresses"],
    )
  })

  it("is not logged when the level is silent", async () => {
    const { events } = await logged("silent", where)
    assert.isEmpty(events)
  })

  it("is every interface without a host, and the URL reaches it from this machine", async () => {
    const { events, server } = await logged("error", { port: 0 })
    assert.include(["::", "0.0.0.0"], server.address.address)
    assert.strictEqual(events[0]?.["address"], server.address.address)
    assert.strictEqual(server.url, `http://localhost:${server.address.port}`)
    assert.strictEqual((await fetch(`${server.url}/manifest`)).status, 200)
  })
})

describe("more connections than a server allows", () => {
  it("are closed as they arrive, and reported together", async () => {
    const refused: Array<Observation> = []
    const service = await migrated()
    const observe = (observation: Observation): void => {
      if (observation._tag === "ConnectionsRefused") refused.push(observation)
    }
    const server = await serve({ ...service, observe }, { ...where, maxConnections: 2 })
    onTestFinished(server.close)
    vi.useFakeTimers({ toFake: ["setTimeout"] })
    onTestFinished(() => void vi.useRealTimers())
    const port = portOf(server)
    const accepted = [open(port, get("/manifest")), open(port, get("/manifest"))]
    await Promise.all(accepted.map(({ answer }) => answer))
    const answers = await Promise.all([open(port, get("/manifest")).closed, open(port, get("/manifest")).closed])
    assert.deepStrictEqual(answers, [[], []])
    vi.advanceTimersByTime(10_000)
    assert.deepStrictEqual(refused, [{ _tag: "ConnectionsRefused", count: 2, maxConnections: 2 }])
    for (const { socket } of accepted) socket.destroy()
  })
})

describe("clients that send their bodies slowly", () => {
  const slowClients = 200
  const limits = { maxConcurrentSaves: 2, maxQueuedSaves: 0 }

  const besideSlowClients = async (listener: RequestListener): Promise<ReadonlyArray<number>> => {
    const server = await listen(listener, where)
    const head = "POST /subjects HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\n{"
    const slow = Array.from({ length: slowClients }, () => open(portOf(server), head))
    await Promise.all(slow.map(({ socket }) => (socket.connecting ? once(socket, "connect") : null)))
    // Their connections are older, so their requests are there when this is answered.
    await fetch(`${server.url}/manifest`)
    const statuses: Array<number> = []
    while (statuses.length < 20) {
      const saved = await fetch(`${server.url}/subjects`, { method: "POST", body: JSON.stringify(aSave()) })
      statuses.push(saved.status)
    }
    for (const { socket } of slow) socket.destroy()
    await server.close()
    return statuses
  }

  const limited = async () => {
    const service = createConsentService({ database: "sqlite::memory:", limits, observability: { level: "silent" } })
    await service.migrate()
    onTestFinished(service.dispose)
    return service
  }

  it("do not take slots from those that have sent requests", async () => {
    const statuses = await besideSlowClients(nodeListener(await limited()))
    assert.isTrue(
      statuses.every((one) => one === 200),
      statuses.join(),
    )
  })

  it("would, were the places given before the bodies are there", async () => {
    const { kernel } = await limited()
    const bounds = { maxConcurrent: limits.maxConcurrentSaves, maxQueued: limits.maxQueuedSaves }
    const admission = makeAdmission(bounds, Clock.make())
    const refusal = Effect.succeed({ status: 503, headers: {}, body: null })
    const tooEarly: Kernel = (exchange) =>
      exchange.method === "GET"
        ? kernel(exchange)
        : Effect.runPromise(
            admission
              .run(
                0,
                Effect.promise(async () => kernel(exchange)),
              )
              .pipe(Effect.catchTag("Overloaded", () => refusal)),
          )
    const statuses = await besideSlowClients(toNodeListener(tooEarly))
    assert.isTrue(
      statuses.every((one) => one === 503),
      statuses.join(),
    )
  })
})
