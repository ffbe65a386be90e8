/**
 * Backups of SQLite databases that are in use.
 *
 * @module
 */
import { SqlClient } from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"
import type { DatabaseUnusable } from "./client/DatabaseUnusable.js"
import { mapCause } from "./statement/Guard.js"
import { rowsOf } from "./statement/Queries.js"
import { integer, optionalInteger, reading, textOf } from "./statement/Columns.js"
import { tablesOf } from "./schema/Tables.js"
import { toUnusable } from "./schema/Unusable.js"

/**
 * Writes the database of the client in context to a file, as of one moment, while other connections go on reading and writing.
 * The file is not yet on the disk when this succeeds: sync it. The call blocks the thread until it is done.
 *
 * @param filename - an absolute path; a file there must be empty
 *
 * @example
 * ```ts
 * import { clientFromUrl } from "@consent-service/adapter-sql/ClientFromUrl"
 * import { copyInto } from "@consent-service/adapter-sql/SqliteBackup"
 * import * as Effect from "effect/Effect"
 *
 * const copied = Effect.provide(copyInto("/backups/consent.db"), clientFromUrl("sqlite:./consent.db", "reading"))
 * ```
 */
export const copyInto = (filename: string): Effect.Effect<void, DatabaseUnusable, SqlClient> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient
    // A client for reading refuses every write, even to a new file.
    yield* sql`pragma query_only = off`.unprepared
    yield* sql`vacuum into ${filename}`.unprepared
  }).pipe(mapCause(toUnusable), Effect.withTracerEnabled(false))

/**
 * The problems that SQLite's integrity check reports for the client in context; empty for an intact file.
 *
 * @example
 * ```ts
 * import { clientFromUrl } from "@consent-service/adapter-sql/ClientFromUrl"
 * import { integrityProblems } from "@consent-service/adapter-sql/SqliteBackup"
 * import * as Effect from "effect/Effect"
 *
 * const problems = Effect.provide(integrityProblems, clientFromUrl("sqlite:./consent.db", "reading"))
 * ```
 */
export const integrityProblems: Effect.Effect<ReadonlyArray<string>, DatabaseUnusable, SqlClient> = Effect.flatMap(
  SqlClient,
  (sql) => rowsOf(sql`pragma integrity_check(20)`),
).pipe(
  Effect.map((rows) => rows.map((row) => textOf(row["integrity_check"])).filter((line) => line !== "ok")),
  mapCause(toUnusable),
  Effect.withTracerEnabled(false),
)

/** How many records a database has, and when the latest was created. */
export interface Records {
  readonly records: number
  /** Epoch milliseconds; null without records. */
  readonly newestRecordAt: number | null
}

/**
 * Counts the records of the database of the client in context. It reads the whole table.
 *
 * @example
 * ```ts
 * import { clientFromUrl } from "@consent-service/adapter-sql/ClientFromUrl"
 * import { recordsOf } from "@consent-service/adapter-sql/SqliteBackup"
 * import * as Effect from "effect/Effect"
 *
 * const records = Effect.provide(recordsOf("cs_"), clientFromUrl("sqlite:./consent.db", "reading"))
 * ```
 */
export const recordsOf = (tablePrefix: string): Effect.Effect<Records, DatabaseUnusable, SqlClient> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient
    const { consent } = tablesOf(tablePrefix)
    const [row] = yield* rowsOf(sql`select count(*) as records, max(created_at) as newest from ${sql(consent)}`)
    return yield* reading(() => ({
      records: integer(row?.["records"]),
      newestRecordAt: optionalInteger(row?.["newest"]),
    }))
  }).pipe(mapCause(toUnusable), Effect.withTracerEnabled(false))
