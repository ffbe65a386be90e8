/**
 * Connections that do not outlive an abandoned statement. A driver continues to collect the rows of a
 * statement whose caller has left, and hands its busy connection to the next one.
 */
import type { Connection } from "@effect/sql/SqlConnection"
import * as Effect from "effect/Effect"

/**
 * A connection like the given one that is dropped when one of its statements is interrupted. Not for transactions,
 * whose end decides what their callers receive.
 *
 * @param drop - ends the connection, and whatever it is doing, at both ends; the pool makes another
 */
export const droppable = (connection: Connection, drop: Effect.Effect<void>): Connection => {
  // The statement is interrupted in the background: a driver may wait for the server before it lets go.
  const guarded = <A, E>(statement: Effect.Effect<A, E>): Effect.Effect<A, E> =>
    Effect.onInterrupt(Effect.disconnect(statement), () => drop)
  return {
    execute: (sql, params, transform) => guarded(connection.execute(sql, params, transform)),
    executeRaw: (sql, params) => guarded(connection.executeRaw(sql, params)),
    executeValues: (sql, params) => guarded(connection.executeValues(sql, params)),
    executeUnprepared: (sql, params, transform) =>
      guarded(Effect.suspend(() => connection.executeUnprepared(sql, params, transform))),
    executeStream: connection.executeStream,
  }
}
