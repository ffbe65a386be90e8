/**
 * Verifies the content of a database: counts every row, recomputes every id and digest, and follows every
 * reference. It only reads, a page at a time.
 *
 * @module
 */
import { SchemaMismatch } from "@consent-service/core/ports"
import type { SqlClient } from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import * as Effect from "effect/Effect"
import type { DatabaseUnusable } from "./client/DatabaseUnusable.js"
import { type Database, databaseOf, mismatchOf, readApplied, statusOf } from "./schema/SchemaState.js"
import { defaultTablePrefix } from "./schema/Tables.js"
import { orUnusable } from "./schema/Unusable.js"
import { rowsOf } from "./statement/Queries.js"
import { textOf } from "./statement/Columns.js"
import { type CheckedTable, checkedTables, tenantOf } from "./verification/CheckRows.js"
import { eachPage } from "./verification/EachRow.js"
import { type CountedTable, type Findings, gatherFindings, type Verified } from "./verification/Findings.js"

export { type CountedTable, type Damage, type DamagedRow, mostListed, type Verified } from "./verification/Findings.js"

/** The tables, and a progress callback. */
export interface VerificationOptions {
  /** `cs_` by default. */
  readonly tablePrefix?: string
  /** Called after each page with the rows of a table that were read so far. */
  readonly onProgress?: (table: CountedTable) => void
}

type Watched = (findings: Findings, table: string, rows: number) => void

const subjectsAPage = 5_000

/** Subjects have no digest: they are counted. */
const countSubjects = (
  { sql, tables }: Database,
  findings: Findings,
  watched: Watched,
): Effect.Effect<void, SqlError> =>
  Effect.gen(function* () {
    let after = ""
    while (true) {
      const rows = yield* rowsOf(
        sql`select id from ${sql(tables.subject)} where id > ${after} order by id limit ${sql.literal(String(subjectsAPage))}`,
      )
      const last = rows.at(-1)
      watched(findings, tables.subject, rows.length)
      if (last === undefined) return
      after = textOf(last["id"])
    }
  })

const checkTable = (database: Database, checked: CheckedTable, findings: Findings, watched: Watched) => {
  const { damageOf, table } = checked
  watched(findings, table, 0)
  return eachPage(database, checked, (rows) =>
    Effect.sync(() => {
      for (const row of rows) {
        findings.report({ table, tenant: tenantOf(row), id: textOf(row["id"]), damage: damageOf(row, findings) })
      }
      watched(findings, table, rows.length)
    }),
  )
}

/**
 * Verifies a database that is not in use: a restored backup, or a copy.
 *
 * Fails with `SchemaMismatch` where the schema is not that of this version, and with `DatabaseUnusable` where the database does
 * not answer.
 *
 * @example
 * ```ts
 * import { clientFromUrl } from "@consent-service/adapter-sql/ClientFromUrl"
 * import * as Verification from "@consent-service/adapter-sql/Verification"
 * import * as Effect from "effect/Effect"
 *
 * const verified = Effect.provide(Verification.verify(), clientFromUrl("sqlite:./consent.db", "reading"))
 * ```
 */
export const verify = ({
  onProgress,
  tablePrefix = defaultTablePrefix,
}: VerificationOptions = {}): Effect.Effect<Verified, DatabaseUnusable | SchemaMismatch, SqlClient> =>
  Effect.gen(function* () {
    const database = yield* databaseOf(tablePrefix)
    const mismatch = mismatchOf(statusOf(database, yield* readApplied(database)))
    if (mismatch !== null) return yield* mismatch
    const findings = gatherFindings()
    const watched: Watched = (gathered, table, rows) => {
      const total = gathered.count(table, rows)
      onProgress?.({ table, rows: total })
    }
    yield* countSubjects(database, findings, watched)
    for (const checked of checkedTables(database)) yield* checkTable(database, checked, findings, watched)
    return findings.result()
  }).pipe(orUnusable, Effect.withTracerEnabled(false))
