/** Clients that request more than they read: their cost to a server, and how long it keeps them. */
import { connect, type Socket } from "node:net"
import { setTimeout as sleep } from "node:timers/promises"
import type { ServerChild } from "./Children.js"
import { peakMbOf, watchRoute } from "./ServerWatch.js"

export interface UnreadPlan {
  /** Clients that ask for more than the system buffers for a connection, all in one write. */
  readonly greedy: number
  /** Clients that ask for one answer, which the system buffers. */
  readonly modest: number
  /** How many of both connect in a second. */
  readonly perSecond: number
}

export interface UnreadReport {
  /** Connections that the server still had open when the time was up. */
  readonly leftOpen: number
  /** From the last connection to the closing of the last one. */
  readonly closedAfterMs: number
  /** How long `/status` took meanwhile. */
  readonly statusMs: ReadonlyArray<number>
  /** What `/status` answered that was not a 200. */
  readonly failures: ReadonlyArray<string>
  /** The largest resident set of the server's process; null where the system does not tell. */
  readonly peakMb: number | null
}

/** The longest a connection may stay that nothing is read from. */
export const patienceMs = 30_000

/** On the loopback interface the system takes up to 4 MB for a connection, and the client's end some more. */
const greedyBytes = 10_000_000

const get = (path: string): string => `GET ${path} HTTP/1.1\r\nHost: consent.test\r\n\r\n`

/** A client that sends and never reads. `isClosed` tells whether the server has closed the connection. */
const openSilent = (port: number, requests: string) => {
  const socket: Socket = connect(port, "127.0.0.1")
  let isClosed = false
  const close = (): void => void (isClosed = true)
  socket.pause().on("error", close).on("close", close)
  socket.write(requests)
  return { socket, isClosed: () => isClosed }
}

/** Longer than a server keeps a connection without a request: what is sent to find out counts as activity. */
const probeEveryMs = 9_000

/** A client that does not read learns that its connection is closed when it sends again. */
const probe = async (clients: ReadonlyArray<ReturnType<typeof openSilent>>): Promise<void> => {
  for (const _ of ["first", "second"]) {
    for (const { isClosed, socket } of clients) if (!isClosed()) socket.write("\r\n")
    await sleep(200)
  }
}

const sizeOf = async (port: number, path: string): Promise<number> => {
  const response = await fetch(`http://127.0.0.1:${port}${path}`)
  return (await response.arrayBuffer()).byteLength
}

/** Runs the clients against a server, and waits until it has closed them, but no longer than {@link patienceMs}. */
export const runUnread = async (server: ServerChild, plan: UnreadPlan): Promise<UnreadReport> => {
  const { greedy, modest, perSecond } = plan
  const large = get("/spec.json").repeat(Math.ceil(greedyBytes / (await sizeOf(server.port, "/spec.json"))))
  const status = watchRoute(server.port, "/status", 100)
  const clients: Array<ReturnType<typeof openSilent>> = []
  const total = greedy + modest
  for (let index = 0; index < total; index++) {
    const isGreedy = Math.floor(((index + 1) * greedy) / total) > Math.floor((index * greedy) / total)
    clients.push(openSilent(server.port, isGreedy ? large : get("/manifest")))
    if (index % 10 === 9) await sleep(10_000 / perSecond)
  }
  const since = performance.now()
  const stillOpen = (): number => clients.filter(({ isClosed }) => !isClosed()).length
  while (stillOpen() > 0 && performance.now() - since + probeEveryMs < patienceMs) {
    await sleep(probeEveryMs)
    await probe(clients)
  }
  const report = { leftOpen: stillOpen(), closedAfterMs: performance.now() - since }
  for (const { socket } of clients) socket.destroy()
  const { failures, times: statusMs } = await status.end()
  return { ...report, statusMs, failures, peakMb: peakMbOf(server.pid) }
}
