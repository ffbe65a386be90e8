import { assert, describe, it } from "@effect/vitest"
import * as SqlClient from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"
import { readFileSync } from "node:fs"
import * as Migrations from "./Migrations.js"
import * as Sqlite from "./Sqlite.js"

const page = readFileSync(new URL("../../../docs/reference/database.md", import.meta.url), "utf8")

/** The names in the first cell of each row: `a`, `b` and so on. */
const columnsIn = (section: string): ReadonlyArray<string> =>
  section
    .split("\n")
    .filter((line) => line.startsWith("| `"))
    .flatMap((line) => Array.from((line.split("|")[1] ?? "").matchAll(/`(\w+)`/g), ([, name = ""]) => name))

const documented = Object.fromEntries(
  Array.from(page.matchAll(/^## `(\w+)`\n([^]*?)(?=^## )/gm), ([, table = "", section = ""]) => [
    table,
    columnsIn(section).toSorted(),
  ]),
)

describe("docs/reference/database.md", () => {
  it.effect("lists every table with exactly its columns, and every index", () =>
    Effect.gen(function* () {
      yield* Migrations.migrate()
      const sql = yield* SqlClient.SqlClient
      const rows = yield* sql<{ table: string; column: string }>`
        select t.name as "table", c.name as "column" from sqlite_master t, pragma_table_info(t.name) c
        where t.type = 'table' order by 1, 2`
      const tables = Array.from(new Set(rows.map(({ table }) => table)))
      const columnsOf = (table: string) => rows.filter((row) => row.table === table).map(({ column }) => column)
      assert.deepStrictEqual(documented, Object.fromEntries(tables.map((table) => [table, columnsOf(table)])))
      const indexes = yield* sql<{ name: string }>`
        select name from sqlite_master where type = 'index' and name like 'cs%'`
      for (const { name } of indexes) assert.include(page, `\`${name}\``)
    }).pipe(Effect.provide(Sqlite.layer(":memory:"))),
  )
})
