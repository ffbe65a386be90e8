/** PostgreSQL. */
import type { SqlClient } from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import * as Effect from "effect/Effect"
import type { Catalog, Dialect } from "./Dialect.js"
import { transactionBegunBy } from "./Transactions.js"
import { postgresSchema } from "../migrations/postgres/index.js"
import { MigrationLocked, UnexpectedAnswer } from "../statement/Guard.js"
import { withoutIds } from "../statement/InsertRows.js"
import { pgAddRows, pgInsertNew, pgInsertPairs, pgInsertRows } from "../statement/PgInsertRows.js"
import { changedReturning, found, insertReturning, rowsOf } from "../statement/Queries.js"

/** Names are resolved like those of unqualified statements: along the search path. */
const catalogOf = (sql: SqlClient): Catalog => {
  const visible = (name: string) =>
    sql`select c.oid from pg_catalog.pg_class c where c.relname = ${name} and pg_catalog.pg_table_is_visible(c.oid)`
  return {
    hasTable: (table) => found(visible(table)),
    hasIndex: (_, index) => found(visible(index)),
    hasColumn: (table, column) =>
      found(sql`select 1 as found from pg_catalog.pg_attribute
        where attrelid in (${visible(table)}) and attname = ${column} and not attisdropped`),
  }
}

/**
 * Any level of `synchronous_commit` but `off` waits for this server's disk, unless `fsync` is off. A database, a role or
 * the server may have `off` as its default.
 */
export const checkPgConnection = (sql: SqlClient): Effect.Effect<void, SqlError | UnexpectedAnswer> =>
  Effect.gen(function* () {
    const [row] = yield* rowsOf(
      sql`select current_setting('synchronous_commit') as synchronous_commit, current_setting('fsync') as fsync`,
    )
    for (const setting of ["synchronous_commit", "fsync"]) {
      if (row?.[setting] === "off") {
        return yield* new UnexpectedAnswer({ message: `${setting} is off: a server crash could lose records` })
      }
    }
  })

/**
 * A transaction has to see what others commit while it waits for their locks, and a database, a role or the server may have
 * another level as its default: under `repeatable read`, an erasure would leave records that were saved meanwhile.
 */
const readCommitted = (sql: SqlClient): Dialect["transaction"] =>
  transactionBegunBy(sql, "begin isolation level read committed")

/** An arbitrary constant: "consent" as big-endian bytes. */
const lockKey = "27988542867467892"

/**
 * The lock belongs to the transaction and ends with it, also behind a connection pooler. A schema change must not queue
 * long for a table: every later statement would queue behind it.
 */
const exclusively =
  (sql: SqlClient): Dialect["exclusively"] =>
  () =>
  (effect) =>
    readCommitted(sql)(
      Effect.gen(function* () {
        yield* rowsOf(sql`set local statement_timeout = 0`)
        yield* rowsOf(sql`set local lock_timeout = '5s'`)
        const locked = yield* found(
          sql`select 1 as locked where pg_catalog.pg_try_advisory_xact_lock(${sql.literal(lockKey)})`,
        )
        if (!locked) return yield* new MigrationLocked({ message: "another process is migrating the database" })
        return yield* effect
      }),
    )

/** The dialect of PostgreSQL. */
export const pgDialect = (sql: SqlClient): Dialect => ({
  schema: postgresSchema,
  exact: (column) => sql`${sql(column)}`,
  byteLength: (column) => sql`octet_length(${sql(column)})`,
  forUpdate: sql.literal("for update"),
  rowOrder: null,
  catalog: catalogOf(sql),
  cluster: null,
  prepare: checkPgConnection(sql),
  inspect: checkPgConnection(sql),
  insertOnce: insertReturning(sql),
  insertRows: pgInsertRows(sql),
  insertNew: pgInsertNew(sql),
  insertMissing: (target) => withoutIds(pgInsertRows(sql)(target)),
  insertPairs: pgInsertPairs(sql),
  addRows: pgAddRows(sql),
  transactionsAtOnce: 2,
  transaction: readCommitted(sql),
  transactionWithoutGaps: readCommitted(sql),
  transactionThatErases: readCommitted(sql),
  changed: changedReturning(sql),
  now: sql.literal("(extract(epoch from clock_timestamp()) * 1000)::bigint"),
  exclusively: exclusively(sql),
})
