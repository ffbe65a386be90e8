/** The Redis of this machine, reached by clients and proxies that end with the test. */
import * as RedisCache from "@consent-service/adapter-cache/RedisCache"
import { onTestFinished } from "vitest"
import { once } from "node:events"
import { connect, createServer, type Socket } from "node:net"
import { createClient } from "redis"

/** Where the Redis of this machine is, if one answers. */
export const redisPort = await new Promise<number | null>((resolve) => {
  const socket = connect(6379, "127.0.0.1", () => socket.write("PING\r\n"))
  const end = (port: number | null) => {
    socket.destroy()
    resolve(port)
  }
  socket.once("data", (data) => end(data.toString().startsWith("+PONG") ? 6379 : null))
  socket.once("error", () => end(null))
  socket.setTimeout(1_000, () => end(null))
})

/** A way to Redis that can be cut off, or fall silent. */
export const openProxy = async (port: number) => {
  const sockets = new Set<Socket>()
  const server = createServer((client) => {
    const upstream = connect(port, "127.0.0.1")
    for (const socket of [client, upstream]) sockets.add(socket.on("error", () => {}))
    client.pipe(upstream).pipe(client)
  })
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  const address = server.address()
  const cut = () => {
    server.close()
    for (const socket of sockets) socket.destroy()
  }
  const silence = () => {
    for (const socket of sockets) socket.unpipe().pause()
  }
  onTestFinished(cut)
  return { port: typeof address === "object" ? (address?.port ?? 0) : 0, cut, silence }
}

const openClient = async (port: number) => {
  const client = createClient({ url: `redis://127.0.0.1:${port}`, disableOfflineQueue: true })
  client.on("error", () => {})
  await client.connect()
  return client
}

/** A cache on it. */
export const openCache = async (port: number, keyPrefix: string) => {
  const client = await openClient(port)
  onTestFinished(() => client.destroy())
  return RedisCache.fromNodeRedis(client, { keyPrefix })
}

/** A unique prefix, whose keys are deleted with the test. */
export const ownPrefix = (port: number): string => {
  const prefix = `cs-test:${crypto.randomUUID()}:`
  onTestFinished(async () => {
    const client = await openClient(port)
    for (const key of await client.keys(`${prefix}*`)) await client.del(key)
    client.destroy()
  })
  return prefix
}
