/**
 * Statements whose result is not awaited, such as the beginning of a transaction. Where the connection is in another
 * thread, each message costs more than a short statement, so they travel with the next one.
 */
import type { Connection } from "@effect/sql/SqlConnection"
import type { SqlError } from "@effect/sql/SqlError"
import * as Effect from "effect/Effect"

/** A connection that can wait with a statement until the next one. */
export interface AheadConnection extends Connection {
  /**
   * Runs a statement before the next one. If it fails, so does the next one, with its error and without having run, and so
   * does every later one until a `rollback`.
   */
  readonly ahead: (text: string, parameters: ReadonlyArray<unknown>) => void
}

const canWait = (connection: Connection): connection is AheadConnection => "ahead" in connection

/** Runs a statement in a transaction, at the latest before the next one, which may fail with its error. */
export const runAhead = (
  connection: Connection,
  text: string,
  parameters: ReadonlyArray<unknown> = [],
): Effect.Effect<void, SqlError> =>
  canWait(connection)
    ? Effect.sync(() => connection.ahead(text, parameters))
    : Effect.asVoid(Effect.suspend(() => connection.execute(text, parameters, undefined)))
