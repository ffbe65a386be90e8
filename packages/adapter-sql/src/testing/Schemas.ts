/** Databases as earlier versions left them. */
import type { Engine } from "@consent-service/test-engines"
import type * as SqlClient from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"
import { databaseOf, recordMigration } from "../schema/SchemaState.js"
import { clientOver } from "./InterceptedClient.js"
import { on } from "./TestDatabase.js"

/** The ids of all migrations, known without a database. */
export const ids: ReadonlyArray<string> = Effect.runSync(
  Effect.gen(function* () {
    const sql = yield* clientOver("sqlite", Effect.dieMessage("there is no database behind this client"))
    const { migrations } = yield* on(sql)(databaseOf("cs_"))
    return migrations.map(({ id }) => id)
  }),
)

/** Migrates an empty database to the schema of a version with that many migrations. */
export const migrateAsOf = (sql: SqlClient.SqlClient, count: number) =>
  Effect.gen(function* () {
    const database = yield* on(sql)(databaseOf("cs_"))
    if (count > 0) yield* database.createMigrationsTable
    for (const migration of database.migrations.slice(0, count)) {
      yield* Effect.forEach(migration.steps, ({ statement }) => statement)
      yield* recordMigration(database, migration, 1)
    }
  })

/** The engine's catalog of tables, columns, keys and indexes. */
export const schemaOf = (engine: Engine, sql: SqlClient.SqlClient): Effect.Effect<unknown, unknown> =>
  Effect.all(
    {
      sqlite: [
        sql`select type, name, tbl_name, sql from sqlite_master order by type, name`.pipe(
          Effect.map((rows) => rows.map((row) => Object.values(row).map(oneLine))),
        ),
      ],
      postgres: [
        sql`select table_name, column_name, ordinal_position, data_type, collation_name, is_nullable, column_default
          from information_schema.columns where table_schema = 'public' order by table_name, ordinal_position`,
        sql`select tablename, indexname, indexdef from pg_indexes where schemaname = 'public' order by indexname`,
      ],
      mysql: [
        sql`select table_name, column_name, ordinal_position, column_type, collation_name, is_nullable, column_default
          from information_schema.columns where table_schema = database() order by table_name, ordinal_position`,
        sql`select table_name, index_name, seq_in_index, column_name, non_unique from information_schema.statistics
          where table_schema = database() order by table_name, index_name, seq_in_index`,
        sql`select table_name, engine, row_format, table_collation from information_schema.tables
          where table_schema = database() order by table_name`,
      ],
    }[engine],
  )

/** SQLite keeps the text of a table's definition. */
const oneLine = (value: unknown): string => String(value).replace(/\s+/g, " ")
