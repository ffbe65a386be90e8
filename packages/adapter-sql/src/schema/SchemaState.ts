/** The state of a database's schema, compared with this version of the code. */
import { SchemaMismatch } from "@consent-service/core/ports"
import * as SqlClient from "@effect/sql/SqlClient"
import type { Row } from "@effect/sql/SqlConnection"
import type { SqlError } from "@effect/sql/SqlError"
import type { Statement } from "@effect/sql/Statement"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import { Distribution } from "../distribution/Distribution.js"
import type { Dialect } from "../dialect/Dialect.js"
import { dialectOf } from "../dialect/DialectOf.js"
import { citusDistribution } from "../migrations/citus/index.js"
import { type Tables, tablesOf } from "./Tables.js"
import { rowsOf } from "../statement/Queries.js"
import { type Migration, oneLine, type Schema, schemaOf } from "./Schema.js"
import { textOf } from "../statement/Columns.js"

/** How a database's schema relates to this version of the code. */
export type SchemaStatus = Data.TaggedEnum<{
  UpToDate: {}
  /** Migrations with these ids are pending. */
  Behind: { readonly pending: ReadonlyArray<string> }
  /** Migrations with these ids have run that this version does not know. */
  Newer: { readonly unknown: ReadonlyArray<string> }
  /** Migrations with these ids ran with statements that differ from this version's. */
  Altered: { readonly altered: ReadonlyArray<string> }
}>

export const SchemaStatus = Data.taggedEnum<SchemaStatus>()

/** A database, and the schema that this code needs. */
export interface Database extends Schema {
  readonly sql: SqlClient.SqlClient
  readonly dialect: Dialect
  readonly tables: Tables
}

/**
 * The database behind the client in context, with the tables of a prefix.
 *
 * @throws a defect for a client that cannot be used: of another engine, or one with a `Distribution` that is not PostgreSQL's
 */
export const databaseOf = (tablePrefix: string): Effect.Effect<Database, never, SqlClient.SqlClient> =>
  Effect.zipWith(SqlClient.SqlClient, Distribution, (client, distribution) => {
    const sql = client.withoutTransforms()
    const dialect = dialectOf(sql, distribution)
    const tables = tablesOf(tablePrefix)
    return { sql, dialect, tables, ...schemaOf(sql, dialect, tablePrefix) }
  })

/** A statement's text with normalized whitespace. */
export const sqlText = (statement: Statement<Row>): string => oneLine(statement.compile(true)[0])

/** Records that a migration ran. Its values are literals, so that a plan can show the complete statement. */
export const recordMigration = (
  { sql, tables }: Database,
  { checksum, id }: Migration,
  appliedAt: number,
): Statement<Row> =>
  sql`insert into ${sql(tables.migrations)} (id, checksum, applied_at)
    values (${sql.literal(`'${id}', '${checksum}', ${appliedAt}`)})`

/** The migrations that ran, by id: the checksum of each, and when it was recorded, in epoch milliseconds. */
export type Applied = ReadonlyMap<string, { readonly checksum: string; readonly appliedAt: number }>

const appliedOf = (row: Row) =>
  [textOf(row["id"]), { checksum: textOf(row["checksum"]), appliedAt: Number(textOf(row["applied_at"])) }] as const

/** Reads the migrations that ran. */
export const readApplied = ({ dialect, sql, tables }: Database): Effect.Effect<Applied, SqlError> =>
  Effect.if(dialect.catalog.hasTable(tables.migrations), {
    onFalse: () => Effect.succeed(new Map()),
    onTrue: () =>
      Effect.map(
        rowsOf(sql`select id, checksum, applied_at from ${sql(tables.migrations)}`),
        (rows) => new Map(rows.map(appliedOf)),
      ),
  })

/** Compares the migrations that ran with those of this version. */
export const statusOf = ({ migrations }: Database, applied: Applied): SchemaStatus => {
  const ids = migrations.map(({ id }) => id)
  const unknown = Array.from(applied.keys()).filter((id) => !ids.includes(id))
  if (unknown.length > 0) return SchemaStatus.Newer({ unknown })
  const altered = migrations.filter(({ checksum, id }) => applied.has(id) && applied.get(id)?.checksum !== checksum)
  if (altered.length > 0) return SchemaStatus.Altered({ altered: altered.map(({ id }) => id) })
  const pending = ids.filter((id) => !applied.has(id))
  return pending.length > 0 ? SchemaStatus.Behind({ pending }) : SchemaStatus.UpToDate()
}

/** The problem and its fix; null when the schema is neither newer nor altered. */
export const refusalOf = (status: SchemaStatus): SchemaMismatch | null =>
  SchemaStatus.$match(status, {
    UpToDate: () => null,
    Behind: () => null,
    Newer: ({ unknown }) =>
      new SchemaMismatch({
        message: unknown.includes(citusDistribution)
          ? `the tables of the database are distributed by Citus (it has ${unknown.join(", ")}): add distribution=citus to its URL`
          : `the database was migrated by a newer version (it has ${unknown.join(", ")}): update Consent Service`,
      }),
    Altered: ({ altered }) =>
      new SchemaMismatch({
        message: `the database was migrated with statements that differ from this version's (${altered.join(", ")}): use the version that migrated it, or another table prefix`,
      }),
  })

/** Like {@link refusalOf}, but also refuses a schema that is behind. */
export const mismatchOf = (status: SchemaStatus): SchemaMismatch | null =>
  status._tag === "Behind"
    ? new SchemaMismatch({
        message: `the database lacks the migrations ${status.pending.join(", ")}: run the migrations (consent-service migrate, or service.migrate(); they never run by themselves)`,
      })
    : refusalOf(status)
