/**
 * SQLite, through better-sqlite3. One process at a time should write to a file; several may, at the cost of waiting.
 *
 * @module
 */
import { SqlClient } from "@effect/sql/SqlClient"
import * as SqliteClient from "@effect/sql-sqlite-node/SqliteClient"
import type { ConfigError } from "effect/ConfigError"
import * as Cause from "effect/Cause"
import * as Context from "effect/Context"
import * as Layer from "effect/Layer"
import { closeSync, existsSync, fchmodSync, openSync } from "node:fs"
import { dirname } from "node:path"
import { DatabaseUnusable } from "./DatabaseUnusable.js"
import { withSoleConnection } from "./client/SoleConnection.js"

const reasonOf = (cause: Cause.Cause<unknown>): string => {
  const error = Cause.squash(cause)
  return (error instanceof Error ? error.message : String(error)).replace(/\s+/g, " ")
}

const orUnusable = <A>(filename: string, client: Layer.Layer<A, unknown>): Layer.Layer<A, DatabaseUnusable> =>
  Layer.catchAllCause(client, (cause) =>
    Layer.fail(
      new DatabaseUnusable({
        message: `cannot open the SQLite file ${filename}: ${reasonOf(cause)}`,
        transient: false,
      }),
    ),
  )

/** Names of databases that are no file. */
const unnamed: ReadonlySet<string> = new Set(["", ":memory:"])

/**
 * Makes a file that only its owner may read and write, whatever the umask is. SQLite gives the mode of a database to its
 * `-wal` and `-shm` files. An existing file keeps its mode; what is wrong with a path is left for SQLite to report.
 */
const makePrivately = (filename: string): void => {
  if (unnamed.has(filename.trim()) || existsSync(filename)) return
  try {
    const file = openSync(filename, "a", 0o600)
    fchmodSync(file, 0o600)
    closeSync(file)
  } catch {
    // SQLite fails to open it, too, with a better message.
  }
}

const opened = (filename: string): Layer.Layer<SqliteClient.SqliteClient | SqlClient, ConfigError> =>
  Layer.suspend(() => {
    makePrivately(filename)
    return SqliteClient.layer({ filename })
  })

/**
 * A client for a file, or for `:memory:`. A file that does not exist is made with mode 0600. The ledger and the
 * migrations see to the connection's durability themselves.
 *
 * Fails when the file cannot be opened: its directory is missing, it may not be read or written, it is no database.
 */
export const layer = (filename: string): Layer.Layer<SqlClient, DatabaseUnusable> =>
  orUnusable(filename, withSoleConnection(opened(filename)))

/** A file that does not exist, in a directory that does, would be made by opening it. */
const wouldBeMade = (filename: string): boolean => !existsSync(filename) && existsSync(dirname(filename))

/**
 * A client that changes nothing: every write through it fails, and a file that does not exist reads as an empty database
 * and is not made. Not SQLite's read-only mode, which leaves the files of a WAL database's connection behind.
 */
export const layerForReading = (filename: string): Layer.Layer<SqlClient, DatabaseUnusable> =>
  orUnusable(
    filename,
    Layer.tap(
      SqliteClient.layer({ filename: wouldBeMade(filename) ? ":memory:" : filename, disableWAL: true }),
      (context) => Context.get(context, SqlClient)`pragma query_only = on`.unprepared,
    ),
  )
