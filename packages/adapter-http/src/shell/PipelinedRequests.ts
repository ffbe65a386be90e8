/**
 * Requests that a client sends before it has the answers to earlier ones. Node passes on all that arrive together in one
 * turn of the event loop; here they take turns, so that no other client waits for all of them.
 *
 * @module
 */
import type { IncomingMessage, ServerResponse } from "node:http"
import type { Socket } from "node:net"

/** How many requests of a connection may wait for earlier answers; beyond that, the connection is closed. */
export const maxWaiting = 256

/** How many pipelined requests start in one turn of the event loop, over all connections. */
export const maxPerTurn = 16

const pipeline: unique symbol = Symbol("the pipelined requests of a connection")

/** The pending requests of a connection. */
interface Pipeline {
  newest: ServerResponse
  waiting: number
}

interface Connection extends Socket {
  [pipeline]?: Pipeline
}

/** Node resumes a connection after each answer; this keeps it paused while requests wait. */
function stayPaused(this: Socket): void {
  this.pause()
}

const holdBack = (socket: Socket): void => {
  socket.on("resume", stayPaused).pause()
}

const readOn = (socket: Socket): void => {
  socket.off("resume", stayPaused).resume()
}

const ready: Array<() => void> = []

const takeTurn = (): void => {
  for (const begin of ready.splice(0, maxPerTurn)) begin()
  if (ready.length > 0) setImmediate(takeTurn)
}

const beginLater = (begin: () => void): void => {
  if (ready.push(begin) === 1) setImmediate(takeTurn)
}

/**
 * Answers a request immediately, or after the answers to the earlier requests of its connection have left.
 *
 * @param answer - ends the response; dropped when the connection closes first
 */
export const inPipelineOrder = (
  { httpVersionMajor, socket }: IncomingMessage & { readonly socket: Connection },
  response: ServerResponse,
  answer: () => void,
): void => {
  // HTTP/2 has streams instead, which are independent of each other.
  if (httpVersionMajor > 1) return answer()
  const line = socket[pipeline]
  if (line === undefined) {
    socket[pipeline] = { newest: response, waiting: 0 }
    return answer()
  }
  const earlier = line.newest
  line.newest = response
  // Set by the `close` event. `finish` comes earlier, when the system accepts the answer within its own turn.
  if (earlier.destroyed) return answer()
  line.waiting += 1
  if (line.waiting === 1) holdBack(socket)
  if (line.waiting > maxWaiting) {
    socket.destroy()
    return
  }
  earlier.once("close", () =>
    beginLater(() => {
      if (socket.destroyed) return
      line.waiting -= 1
      if (line.waiting === 0) readOn(socket)
      answer()
    }),
  )
}
