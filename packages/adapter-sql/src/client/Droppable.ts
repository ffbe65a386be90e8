/**
 * Connections that close with an abandoned statement. Otherwise a driver continues to collect the rows of a
 * statement whose caller has left, and lends its busy connection to the next caller.
 */
import type { Connection } from "@effect/sql/SqlConnection"
import * as Effect from "effect/Effect"
import { wrapped } from "./Wrapped.js"

/**
 * A connection like the given one that is dropped when one of its statements is interrupted. Not for transactions:
 * their end decides the results of their callers.
 *
 * @param drop - closes the connection and stops its work at both ends; the pool opens another
 */
export const droppable = (connection: Connection, drop: Effect.Effect<void>): Connection =>
  // The statement is interrupted in the background, because a driver may wait for the server first.
  wrapped(connection, (statement) => Effect.onInterrupt(Effect.disconnect(statement), () => drop))
