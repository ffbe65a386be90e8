/** A TCP proxy to a database server that is far away, and whose connections can be slow, hung and cut. */
import { once } from "node:events"
import { connect, createServer, type Socket } from "node:net"

export interface SlowProxy {
  /** The database's URL, through the proxy. */
  readonly url: string
  /** Resets every connection, and refuses new ones. */
  readonly cut: () => Promise<void>
  /** Keeps every connection, and passes nothing on any more. */
  readonly fallSilent: () => void
  /** Passes on everything again, first what was held back. */
  readonly speak: () => void
  /** Resets every connection; new ones are accepted. */
  readonly reset: () => void
  /** How long everything takes from now on, each way. */
  readonly delay: (delayMs: number) => void
  /** Resets every connection; new ones go to the server in another URL. */
  readonly redirect: (url: string) => void
}

/** A proxy to the server in a URL. @param firstDelayMs - how long everything takes, each way */
export const openSlowProxy = async (url: string, firstDelayMs: number): Promise<SlowProxy> => {
  const sockets = new Set<Socket>()
  const held: Array<() => void> = []
  let target = new URL(url)
  let silent = false
  let delayMs = firstDelayMs

  const track = (socket: Socket): Socket => {
    sockets.add(socket)
    return socket.on("close", () => sockets.delete(socket)).on("error", () => socket.destroy())
  }
  const pass = (step: () => void): void => void (silent ? held.push(step) : step())
  // In the order in which it came, also when the delay has become shorter.
  const inOrder = () => {
    let last = Promise.resolve()
    return (step: () => void): void => {
      const due = new Promise<void>((resolve) => void setTimeout(resolve, delayMs))
      last = last.then(() => due).then(() => pass(step))
    }
  }
  const relay = (from: Socket, to: Socket) => {
    const later = inOrder()
    from.on("data", (chunk) => later(() => void (to.destroyed || to.write(chunk))))
    from.on("close", () => later(() => void to.destroy()))
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
  const reset = (): void => {
    for (const socket of sockets) socket.resetAndDestroy()
  }
  const cut = async (): Promise<void> => {
    const closed = server.listening ? once(server, "close") : null
    server.close()
    reset()
    await closed
  }
  const speak = (): void => {
    silent = false
    for (const step of held.splice(0)) step()
  }
  const redirect = (to: string): void => {
    target = new URL(to)
    reset()
  }
  const fallSilent = (): void => void (silent = true)
  return { url: through.href, cut, fallSilent, speak, reset, delay: (ms) => void (delayMs = ms), redirect }
}
