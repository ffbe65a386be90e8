/**
 * SQLite, through better-sqlite3. One process at a time should write to a file; several may, at the cost of waiting.
 *
 * @module
 */
import type { SqlClient } from "@effect/sql/SqlClient"
import * as SqliteClient from "@effect/sql-sqlite-node/SqliteClient"
import * as Cause from "effect/Cause"
import * as Layer from "effect/Layer"
import { DatabaseUnusable } from "./DatabaseUnusable.js"

const reasonOf = (cause: Cause.Cause<unknown>): string => {
  const error = Cause.squash(cause)
  return (error instanceof Error ? error.message : String(error)).replace(/\s+/g, " ")
}

/**
 * A client for a file, or for `:memory:`. The ledger and the migrations see to the connection's durability themselves.
 *
 * Fails when the file cannot be opened: its directory is missing, it may not be read or written, it is no database.
 */
export const layer = (filename: string): Layer.Layer<SqlClient, DatabaseUnusable> =>
  Layer.catchAllCause(SqliteClient.layer({ filename }), (cause) =>
    Layer.fail(
      new DatabaseUnusable({
        message: `cannot open the SQLite file ${filename}: ${reasonOf(cause)}`,
        transient: false,
      }),
    ),
  )
