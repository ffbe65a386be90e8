/** A TCP proxy to a database server that is far away, and that can be cut off. */
import { once } from "node:events"
import { connect, createServer, type Socket } from "node:net"

export interface SlowProxy {
  /** The database's URL, through the proxy. */
  readonly url: string
  /** Resets every connection, and refuses new ones. */
  readonly cut: () => Promise<void>
  /** Keeps every connection, and passes nothing on any more. */
  readonly fallSilent: () => void
}

/** A proxy to the server in a URL. @param delayMs - how long everything takes, each way */
export const openSlowProxy = async (url: string, delayMs: number): Promise<SlowProxy> => {
  const target = new URL(url)
  const sockets = new Set<Socket>()
  let silent = false

  const track = (socket: Socket): Socket => {
    sockets.add(socket)
    return socket.on("close", () => sockets.delete(socket)).on("error", () => socket.destroy())
  }
  // Timers of one length fire in the order they were set.
  const relay = (from: Socket, to: Socket) => {
    from.on("data", (chunk) => setTimeout(() => silent || to.destroyed || to.write(chunk), delayMs))
    from.on("close", () => setTimeout(() => silent || to.destroy(), delayMs))
  }
  const server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname).setNoDelay()
    relay(track(client.setNoDelay()), track(upstream))
    relay(upstream, client)
  })
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  const address = server.address()
  const through = new URL(url)
  through.port = String(typeof address === "object" ? address?.port : address)
  const cut = async (): Promise<void> => {
    const closed = server.listening ? once(server, "close") : null
    server.close()
    for (const socket of sockets) socket.resetAndDestroy()
    await closed
  }
  return { url: through.href, cut, fallSilent: () => void (silent = true) }
}
