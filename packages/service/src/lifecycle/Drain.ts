/**
 * Shuts down a server on `node:http`: it refuses new requests, completes those in flight, and closes each connection
 * with its last answer.
 *
 * @module
 */
import type { Server, ServerResponse } from "node:http"
import { Server as NetServer, type Socket } from "node:net"

/** The timeouts of a shutdown, in milliseconds. */
export interface DrainOptions {
  /** When to give up on requests that are still arriving or being answered. */
  readonly graceMs: number
  /**
   * How long connections without a request stay open, so that requests on their way at shutdown are answered. Closing
   * a connection immediately resets a client that is just sending on it.
   */
  readonly lingerMs: number
  /**
   * Called when the server listens no longer; answers say that their connections close once it has resolved. For
   * processes that share a port, of which another one may listen still. Immediately where it is left out.
   */
  readonly stoppedListening?: (() => Promise<void>) | undefined
}

/** Ends a server; resolves when its last connection has been closed. */
export type Drain = (options: DrainOptions) => Promise<void>

const willClose = (response: ServerResponse): void => {
  if (!response.headersSent) response.setHeader("connection", "close")
}

const newest: unique symbol = Symbol("the response to a connection's newest request")

/** Kept on the connection: a collection that every request enters and leaves is dear to the garbage collector. */
interface Connection extends Socket {
  [newest]?: ServerResponse
}

/**
 * The newest request of each connection. Only its answer may announce that the connection closes: where several requests
 * have been sent one after another, those behind it would not be answered any more.
 */
const watchRequests = (server: Server) => {
  let closing = false
  server.prependListener("request", ({ socket }: { readonly socket: Connection }, response) => {
    const earlier = socket[newest]
    socket[newest] = response
    if (!closing) return
    if (earlier?.headersSent === false) earlier.removeHeader("connection")
    willClose(response)
  })
  return {
    close: (connections: Iterable<Connection>) => {
      closing = true
      for (const { [newest]: response } of connections) if (response !== undefined) willClose(response)
    },
  }
}

/** How many connections are accepted at the end, however long that takes. */
const patientTurns = 64

/** How often to look whether answers are still leaving, in milliseconds. */
const sendingMs = 50

/** All connections, and those that are not accepted yet. */
const watchConnections = (server: Server) => {
  const open = new Set<Connection>()
  let accepted = 0
  server.on("connection", (socket) => {
    accepted += 1
    open.add(socket)
    socket.once("close", () => open.delete(socket))
  })

  return {
    open,
    /**
     * Resolves when no client waits to be accepted, whose request may already have been sent, or on timeout.
     * Node accepts one connection per turn of its loop, so after a turn without one none is waiting.
     * Few turns may take all the time on a machine that is slow to write; they are too few to give up after.
     */
    allAccepted: (patienceMs: number) =>
      new Promise<void>((resolve) => {
        const deadline = performance.now() + patienceMs
        const look = (before: number, turnsLeft: number): void => {
          if (accepted === before || (turnsLeft <= 0 && performance.now() >= deadline)) resolve()
          else setImmediate(look, accepted, turnsLeft - 1)
        }
        // This turn may have had its connection already; the next is a whole one.
        setImmediate(() => setImmediate(look, accepted, patientTurns))
      }),
    /** Whether an answer is still leaving. For Node such a connection is idle as soon as the answer has been handed over. */
    areSending: () => {
      for (const { writableLength } of open) if (writableLength > 0) return true
      return false
    },
    /** Closes those over which nothing has come yet, such as a browser opens ahead; Node does not count them as idle. */
    closeSilent: () => {
      for (const socket of open) if (socket.bytesRead === 0) socket.destroy()
    },
  }
}

/** Watches a server before it listens, and returns its shutdown. */
export const makeDrain = (server: Server): Drain => {
  const requests = watchRequests(server)
  const connections = watchConnections(server)

  /** Closes idle connections once no response is being sent, because Node does not distinguish the two. */
  const closeIdle = (): void => {
    connections.closeSilent()
    if (connections.areSending()) setTimeout(closeIdle, sendingMs)
    else server.closeIdleConnections()
  }

  const stopListening = ({ graceMs, lingerMs, stoppedListening }: DrainOptions): Promise<void> =>
    new Promise((resolve, reject) => {
      let lingered: NodeJS.Timeout | undefined
      let ended = false
      const sayThatItCloses = (): void => {
        if (ended) return
        requests.close(connections.open)
        // After a blocked thread the timer fires before the sockets are read: read them first.
        lingered = setTimeout(() => setImmediate(closeIdle), lingerMs)
      }
      const late = setTimeout(() => server.closeAllConnections(), graceMs)
      // Not HTTP's own `close`, which closes idle connections immediately and stops its timeouts for slow clients.
      NetServer.prototype.close.call(server, (error) => {
        ended = true
        clearTimeout(lingered)
        clearTimeout(late)
        // All connections are closed; HTTP's own `close` stops its timer.
        server.close()
        if (error === undefined) resolve()
        else reject(error)
      })
      // Not before: a client that receives `connection: close` reconnects, and would find the server listening.
      if (stoppedListening === undefined) sayThatItCloses()
      else void stoppedListening().then(sayThatItCloses, sayThatItCloses)
    })

  return async (options) => {
    await connections.allAccepted(options.lingerMs)
    await stopListening(options)
  }
}
