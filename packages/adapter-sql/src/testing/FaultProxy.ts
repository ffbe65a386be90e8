/** A TCP proxy between a client and its server that injects faults. */
import { freePort } from "@consent-service/test-engines/private"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import { connect, createServer, type Server, type Socket } from "node:net"

export interface FaultProxy {
  /** The database's URL, through the proxy. */
  readonly url: string
  /** Accepts connections, from the start or again; while it does not, they are refused. */
  readonly accept: Effect.Effect<void>
  /** Stops accepting, and resets every connection. */
  readonly refuse: Effect.Effect<void>
  /** Keeps connections open, but forwards nothing. */
  readonly fallSilent: Effect.Effect<void>
  /** Forwards everything again, including held-back data. */
  readonly speak: Effect.Effect<void>
}

const listen = (server: Server, port: number): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once("error", reject)
    server.listen(port, "127.0.0.1", resolve)
  })

const close = (server: Server): Promise<void> => new Promise((resolve) => void server.close(() => resolve()))

const makeProxy = async (target: URL) => {
  const sockets = new Set<Socket>()
  let silent = false

  const track = (socket: Socket): Socket => {
    sockets.add(socket)
    if (silent) socket.pause()
    return socket.on("close", () => sockets.delete(socket)).on("error", () => socket.destroy())
  }
  const relay = (from: Socket, to: Socket) =>
    from.on("data", (chunk) => void to.write(chunk)).on("close", () => to.destroy())

  const server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname)
    relay(track(client), track(upstream))
    relay(upstream, client)
    if (silent) for (const socket of [client, upstream]) socket.pause()
  })
  const port = await freePort()
  await listen(server, port)
  const url = new URL(target)
  url.port = `${port}`

  const cut = async () => {
    const closed = close(server)
    for (const socket of sockets) socket.resetAndDestroy()
    await closed
  }
  const silence = (value: boolean) => {
    silent = value
    for (const socket of sockets) {
      if (value) socket.pause()
      else socket.resume()
    }
  }
  return {
    url: url.href,
    accept: Effect.promise(async () => void (server.listening || (await listen(server, port)))),
    refuse: Effect.promise(async () => void (server.listening && (await cut()))),
    fallSilent: Effect.sync(() => silence(true)),
    speak: Effect.sync(() => silence(false)),
  }
}

/** A proxy to the server in a URL, accepting at first. */
export const openProxy = (url: string): Effect.Effect<FaultProxy, never, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.promise(() => makeProxy(new URL(url))),
    ({ refuse }) => refuse,
  )
