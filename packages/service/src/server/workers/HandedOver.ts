/**
 * Closes the connection that a process was handed and died before it took.
 *
 * The primary accepts every connection, sends it to a worker, and closes its own copy once the worker confirms. Node forgets
 * the copy of a worker that never does: the connection stays open, and its client waits for an answer that cannot come. A
 * client whose connection is closed sends its request again.
 *
 * @module
 */
import * as Predicate from "effect/Predicate"
import type { Worker } from "node:cluster"

/** Node's own object for a connection. To close one that is closed already does nothing. */
interface Connection {
  readonly close: () => void
}

const isConnection = (sent: unknown): sent is Connection =>
  Predicate.hasProperty(sent, "close") && Predicate.isFunction(sent.close)

/** Node's own message with which a connection of one listener, its key, is handed over. It sends listeners, too. */
const keyOfHandover = (message: unknown): unknown =>
  Predicate.hasProperty(message, "act") && message.act === "newconn" && Predicate.hasProperty(message, "key")
    ? message.key
    : null

/** The last process that a connection was sent to: one that is about to end declines, and another gets it. */
const holders = new WeakMap<Connection, Worker>()

/**
 * Watches what a worker is handed, which is one connection of each listener at a time.
 *
 * @returns closes what it did not take; call it once the worker has exited and its last message was received
 */
export const watchHandedOver = (worker: Worker): (() => void) => {
  const latest = new Map<unknown, Connection>()
  const channel = worker.process
  const { send } = channel
  channel.send = (...args: ReadonlyArray<unknown>): boolean => {
    const [message, sent] = args
    const key = keyOfHandover(message)
    if (key !== null && isConnection(sent)) {
      latest.set(key, sent)
      holders.set(sent, worker)
    }
    return Reflect.apply(send, channel, args)
  }
  return () => {
    for (const connection of latest.values()) if (holders.get(connection) === worker) connection.close()
  }
}
