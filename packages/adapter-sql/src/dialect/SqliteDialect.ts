/** SQLite: one writer at a time. */
import type * as SqlClient from "@effect/sql/SqlClient"
import type { Connection } from "@effect/sql/SqlConnection"
import type { SqlError } from "@effect/sql/SqlError"
import * as Effect from "effect/Effect"
import type { Catalog, Dialect } from "./Dialect.js"
import { execute, transactionOf } from "./Transactions.js"
import { sqliteSchema } from "../migrations/sqlite/index.js"
import { runAhead } from "../statement/Ahead.js"
import { UnexpectedAnswer } from "../statement/Guard.js"
import { insertNew, insertPairsAfter } from "../statement/InsertRows.js"
import { sqliteAddRows, sqliteInsertMissing, sqliteInsertRows } from "../statement/SqliteInsertRows.js"
import { writerPragmas } from "../statement/SqlitePragmas.js"
import { changedReturning, found, insertReturning } from "../statement/Queries.js"

const full = 2

const catalogOf = (sql: SqlClient.SqlClient): Catalog => {
  const has = (type: string, name: string) =>
    found(sql`select 1 as found from sqlite_master where type = ${type} and name = ${name}`)
  return {
    hasTable: (table) => has("table", table),
    hasIndex: (_, index) => has("index", index),
    hasColumn: (table, column) => found(sql`select 1 as found from pragma_table_info(${table}) where name = ${column}`),
  }
}

/** Pragmas act when they are compiled, so they bypass the client's statement cache. */
const inspectConnection = (sql: SqlClient.SqlClient): Effect.Effect<void, SqlError | UnexpectedAnswer> =>
  Effect.gen(function* () {
    const [row] = yield* sql`pragma synchronous`.unprepared
    const [level] = Object.values(row ?? {})
    if (!(Number(level) >= full)) {
      return yield* new UnexpectedAnswer({
        message: `the connection is not set to synchronous=FULL (SQLite reports ${String(level)}): a power failure could lose records`,
      })
    }
  })

const prepareConnection = (sql: SqlClient.SqlClient): Effect.Effect<void, SqlError | UnexpectedAnswer> =>
  Effect.zipRight(
    Effect.forEach(writerPragmas, (pragma) => sql.unsafe(pragma).unprepared, { discard: true }),
    inspectConnection(sql),
  )

/** Fails only when SQLite has already rolled back, as it does after some errors. */
const rollback = (connection: Connection) => Effect.ignore(Effect.sandbox(execute(connection, "rollback")))

/**
 * Not the client's own transaction. `begin immediate`, because a deferred transaction takes the write lock too late to wait
 * for it. A failed commit is rolled back, because the only connection would otherwise stay in that transaction.
 */
const immediateTransaction = (sql: SqlClient.SqlClient): Dialect["transaction"] =>
  transactionOf(sql, {
    begin: (connection) => runAhead(connection, "begin immediate"),
    commit: (connection) => Effect.tapErrorCause(execute(connection, "commit"), () => rollback(connection)),
    rollback,
  })

/**
 * Deleted content stays in the file otherwise, and in the write-ahead log until its pages are used again. The pragma acts on
 * the connection, and costs all others that delete meanwhile the same: nothing but time. A reader may keep the
 * checkpoint from being complete; a later one is.
 */
const erasingTransaction =
  (sql: SqlClient.SqlClient): Dialect["transaction"] =>
  (effect) =>
    Effect.acquireUseRelease(
      sql`pragma secure_delete = on`.unprepared,
      () => immediateTransaction(sql)(effect),
      () => Effect.ignore(sql`pragma secure_delete = off`.unprepared),
    ).pipe(Effect.zipLeft(Effect.ignore(sql`pragma wal_checkpoint(truncate)`.unprepared)))

/** The dialect of SQLite. */
export const sqliteDialect = (sql: SqlClient.SqlClient): Dialect => ({
  schema: sqliteSchema,
  exact: (column) => sql`${sql(column)}`,
  byteLength: (column) => sql`octet_length(${sql(column)})`,
  forUpdate: null,
  rowOrder: sql.literal("rowid"),
  catalog: catalogOf(sql),
  cluster: null,
  prepare: prepareConnection(sql),
  inspect: inspectConnection(sql),
  insertOnce: insertReturning(sql),
  insertRows: sqliteInsertRows(sql),
  insertNew: (target) => insertNew(sql, target),
  insertMissing: sqliteInsertMissing(sql),
  insertPairs: insertPairsAfter(sql, sqliteInsertRows(sql)),
  addRows: sqliteAddRows(sql),
  transactionsAtOnce: 1,
  transaction: immediateTransaction(sql),
  transactionWithoutGaps: immediateTransaction(sql),
  transactionThatErases: erasingTransaction(sql),
  changed: changedReturning(sql),
  now: null,
  exclusively: () => immediateTransaction(sql),
})
