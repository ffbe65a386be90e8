/** What is in the tables of a database, whatever the service says. */
import { clientFromUrl } from "@consent-service/adapter-sql/ClientFromUrl"
import { tableNames } from "@consent-service/adapter-sql/Tables"
import * as SqlClient from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"

/** The rows of each table as they are. */
export type TableRows = ReadonlyMap<string, ReadonlyArray<object>>

/** Reads all tables; one that is not there has none of the rows that it had. */
export const tableRows = (url: string): Promise<TableRows> =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.forEach(tableNames("cs_"), (table) =>
      Effect.map(
        Effect.orElseSucceed(sql<object>`select * from ${sql(table)}`.withoutTransform, () => []),
        (rows) => [table, rows] as const,
      ),
    ),
  ).pipe(
    Effect.map((tables) => new Map(tables)),
    Effect.provide(clientFromUrl(url)),
    Effect.runPromise,
  )

/** Rows of some tables that were there before, and are not there as they were. */
export const lostRows = (before: TableRows, after: TableRows, tables: ReadonlyArray<string>): ReadonlyArray<string> =>
  tables.flatMap((table) => {
    const left = new Set((after.get(table) ?? []).map((row) => JSON.stringify(row)))
    return (before.get(table) ?? [])
      .map((row) => JSON.stringify(row))
      .filter((row) => !left.has(row))
      .map((row) => `${table}: ${row}`)
  })
