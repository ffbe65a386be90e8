/** Connections that do something around each statement. */
import type { Connection } from "@effect/sql/SqlConnection"
import type { SqlError } from "@effect/sql/SqlError"
import * as Effect from "effect/Effect"

/**
 * A connection like the given one, with something around each of its statements; streams stay as they are.
 *
 * @param around - gets a statement that has not begun
 */
export const wrapped = (
  connection: Connection,
  around: <A>(statement: Effect.Effect<A, SqlError>) => Effect.Effect<A, SqlError>,
): Connection => ({
  execute: (sql, params, transform) => around(connection.execute(sql, params, transform)),
  executeRaw: (sql, params) => around(connection.executeRaw(sql, params)),
  executeValues: (sql, params) => around(connection.executeValues(sql, params)),
  // Suspended, because a client may throw instead of failing.
  executeUnprepared: (sql, params, transform) =>
    around(Effect.suspend(() => connection.executeUnprepared(sql, params, transform))),
  executeStream: connection.executeStream,
})
