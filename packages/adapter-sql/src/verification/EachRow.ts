/** Every row of a table, a page after another, so that a table of any size takes the memory of one page. */
import type { Row } from "@effect/sql/SqlConnection"
import type { SqlError } from "@effect/sql/SqlError"
import type { Fragment, Statement } from "@effect/sql/Statement"
import * as Effect from "effect/Effect"
import type { Database } from "../schema/SchemaState.js"
import { rowsOf } from "../statement/Queries.js"
import { textOf } from "../statement/Columns.js"

/** A table whose primary key is tenant and id, and what is selected of each row. */
export interface Pages {
  readonly table: string
  /** Selects from the table under the alias `r`, joins included; `id` and `tenant` are among the columns. */
  readonly select: Fragment
  readonly rowsAPage: number
}

/** Visits rows; what it fails with ends the walk. */
export type VisitPage = (rows: ReadonlyArray<Row>) => Effect.Effect<void, SqlError>

const nextTenant = ({ sql }: Database, table: string, after: string | null): Statement<Row> =>
  after === null
    ? sql`select min(tenant) as tenant from ${sql(table)}`
    : sql`select min(tenant) as tenant from ${sql(table)} where tenant > ${after}`

/**
 * Visits every row, tenant by tenant and in the order of the ids: each page is found by the primary key, on every engine.
 */
export const eachPage = (
  database: Database,
  { rowsAPage, select, table }: Pages,
  visit: VisitPage,
): Effect.Effect<void, SqlError> => {
  const { sql } = database
  const page = (tenant: string, after: string | null): Statement<Row> => {
    const where = after === null ? sql`r.tenant = ${tenant}` : sql`r.tenant = ${tenant} and r.id > ${after}`
    return sql`${select} where ${where} order by r.id limit ${sql.literal(String(rowsAPage))}`
  }
  return Effect.gen(function* () {
    let tenant: string | null = null
    while (true) {
      const [found] = yield* rowsOf(nextTenant(database, table, tenant))
      const next: unknown = found?.["tenant"] ?? null
      if (next === null) return
      tenant = textOf(next)
      let after: string | null = null
      while (true) {
        const rows: ReadonlyArray<Row> = yield* rowsOf(page(tenant, after))
        const last = rows.at(-1)
        if (last === undefined) break
        yield* visit(rows)
        after = textOf(last["id"])
      }
    }
  })
}
