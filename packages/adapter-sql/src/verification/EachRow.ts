/** Reads every row of a table page by page, so that any table takes the memory of one page. */
import type { Row } from "@effect/sql/SqlConnection"
import type { SqlError } from "@effect/sql/SqlError"
import type { Fragment, Statement } from "@effect/sql/Statement"
import * as Effect from "effect/Effect"
import type { Database } from "../schema/SchemaState.js"
import { rowsOf } from "../statement/Queries.js"
import { textOf } from "../statement/Columns.js"

/** A table whose primary key is tenant and id, and the selected columns. */
export interface Pages {
  readonly table: string
  /** Selects from the table under the alias `r`, joins included; `id` and `tenant` are among the columns. */
  readonly select: Fragment
  readonly rowsAPage: number
}

/** Visits rows; its failure ends the iteration. */
export type VisitPage = (rows: ReadonlyArray<Row>) => Effect.Effect<void, SqlError>

const nextTenant = ({ sql }: Database, table: string, after: string | null): Statement<Row> =>
  after === null
    ? sql`select min(tenant) as tenant from ${sql(table)}`
    : sql`select min(tenant) as tenant from ${sql(table)} where tenant > ${after}`

/**
 * Visits every row, tenant by tenant and ordered by id: every engine finds each page by the primary key.
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
