/** Backups of test databases: the tables as they are, and as they are put back. */
import { clientFromUrl } from "@consent-service/adapter-sql/ClientFromUrl"
import { tablesOf } from "@consent-service/adapter-sql/Tables"
import * as SqlClient from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"

const prefix = "cs_"

const tables = Object.entries(tablesOf(prefix)).flatMap(([name, table]) =>
  name === "migrations" || name.endsWith("Index") ? [] : [table],
)

const onDatabase = (url: string, run: (sql: SqlClient.SqlClient) => Effect.Effect<unknown, unknown>) =>
  Effect.runPromise(Effect.provide(Effect.flatMap(SqlClient.SqlClient, run), clientFromUrl(url)))

const copyOf = (table: string): string => `copy_of_${table}`

/** Copies every table, all as of one moment: nothing else may write meanwhile. */
export const copyTables = (url: string): Promise<unknown> =>
  onDatabase(url, (sql) =>
    Effect.forEach(tables, (table) => sql`create table ${sql(copyOf(table))} as select * from ${sql(table)}`),
  )

/** Puts the copies in the place of what the tables have now. */
export const restoreTables = (url: string): Promise<unknown> =>
  onDatabase(url, (sql) =>
    sql.withTransaction(
      Effect.forEach(tables, (table) =>
        Effect.zipRight(
          sql`delete from ${sql(table)}`,
          sql`insert into ${sql(table)} select * from ${sql(copyOf(table))}`,
        ),
      ),
    ),
  )

/** Deletes the copies. */
export const dropCopies = (url: string): Promise<unknown> =>
  onDatabase(url, (sql) => Effect.forEach(tables, (table) => sql`drop table ${sql(copyOf(table))}`))
