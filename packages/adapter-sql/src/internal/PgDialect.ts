/** PostgreSQL. */
import type { SqlClient } from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import * as Effect from "effect/Effect"
import type { Catalog, Dialect } from "../Dialect.js"
import { MigrationLocked, UnexpectedAnswer } from "./Guard.js"
import { pgInsertRows } from "./InsertRows.js"
import { found, insertReturning, rowsOf } from "./Queries.js"

/** Names are found as unqualified statements find them: along the search path. */
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

/** Any level but `off` waits for this server's disk; a database or a role may have `off` as its default. */
const prepareConnection = (sql: SqlClient): Effect.Effect<void, SqlError | UnexpectedAnswer> =>
  Effect.flatMap(rowsOf(sql`select current_setting('synchronous_commit') as level`), ([row]) =>
    row?.["level"] === "off"
      ? new UnexpectedAnswer({ message: "synchronous_commit is off, so that a crash of the server could lose records" })
      : Effect.void,
  )

/** Any number will do, as long as it is always this one: "consent" read as big-endian bytes. */
const lockKey = "27988542867467892"

/**
 * The lock is the transaction's, so it ends with it, behind a connection pooler too. A schema change must not queue
 * long for a table: every later statement would queue behind it.
 */
const exclusively =
  (sql: SqlClient): Dialect["exclusively"] =>
  () =>
  (effect) =>
    sql.withTransaction(
      Effect.gen(function* () {
        yield* rowsOf(sql`set transaction isolation level read committed`)
        yield* rowsOf(sql`set local statement_timeout = 0`)
        yield* rowsOf(sql`set local lock_timeout = '5s'`)
        const locked = yield* found(
          sql`select 1 as locked where pg_catalog.pg_try_advisory_xact_lock(${sql.literal(lockKey)})`,
        )
        if (!locked) return yield* new MigrationLocked({ message: "another process is migrating the database" })
        return yield* effect
      }),
    )

/** The ways of PostgreSQL. */
export const pgDialect = (sql: SqlClient): Dialect => ({
  types: { key: sql.literal('text collate "C"'), text: sql.literal("text"), integer: sql.literal("bigint") },
  tableOptions: sql.literal(""),
  whereHas: (column) => sql`where ${sql(column)} is not null`,
  exact: (column) => sql`${sql(column)}`,
  catalog: catalogOf(sql),
  prepare: prepareConnection(sql),
  insertOnce: insertReturning(sql),
  insertRows: pgInsertRows(sql),
  transactionsAtOnce: 2,
  transaction: sql.withTransaction,
  exclusively: exclusively(sql),
})
