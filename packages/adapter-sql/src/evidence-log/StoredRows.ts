/** Rows of one tenant as they are, for verification: one that cannot be read is null, and hides no other. */
import type { StoredDecision } from "@consent-service/core/consent"
import type { ConsentFacts } from "@consent-service/core/evidence"
import type { Archived, RowsById, StoredEvidence } from "@consent-service/core/ports"
import type { Row } from "@effect/sql/SqlConnection"
import type { Fragment, Statement } from "@effect/sql/Statement"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { decisionOf, documentOf } from "../consent/ReferredRows.js"
import { factsOf } from "./Facts.js"
import { bundleOf, tileOf } from "./LogRows.js"
import type { TenantStore } from "../schema/TenantStore.js"
import { integer, reading, text } from "../statement/Columns.js"
import { rowsListed, rowsOf } from "../statement/Queries.js"

/** Null for a row that a reader refuses or throws on. */
const orNull = <A>(read: (row: Row) => A | null): ((row: Row) => A | null) => {
  const attempt = Option.liftThrowable(read)
  return (row) => Option.getOrNull(attempt(row))
}

const facts: (row: Row) => ConsentFacts | null = orNull(factsOf)
const decision: (row: Row) => StoredDecision | null = orNull(decisionOf)
const document = orNull(documentOf)
const archived = orNull((row): Archived => ({ id: text(row["id"]), content: text(row["content"]) }))
const bundle = orNull(bundleOf)
const tile = orNull(tileOf)
const createdAt = orNull((row) => integer(row["created_at"]))

const readRows = <A>(statement: Statement<Row>, read: (row: Row) => A) =>
  Effect.flatMap(rowsOf(statement), (rows) => reading(() => rows.map(read)))

export const storedEvidenceOf = ({
  database: { sql, tables },
  run,
  tenant,
  tenantKey,
}: TenantStore): Context.Tag.Service<StoredEvidence> => {
  const ofTenant = sql`tenant = ${tenantKey}`
  const first = (limit: number): Fragment => sql`limit ${sql.literal(String(limit))}`
  const byId =
    <A>(operation: string, table: string, read: (row: Row) => A | null) =>
    (ids: ReadonlyArray<string>) => {
      const select = (list: ReadonlyArray<string>) =>
        rowsOf(sql`select * from ${sql(table)} where ${ofTenant} and ${sql.in("id", list)}`)
      const rows = Effect.flatMap(rowsListed(ids, select), (found) =>
        reading((): RowsById<A> => new Map(found.map((row) => [text(row["id"]), read(row)]))),
      )
      return ids.length === 0 ? Effect.succeed<RowsById<A>>(new Map()) : run(operation, rows)
    }

  return {
    tenant,
    bundles: (from, limit) =>
      run(
        "storedBundles",
        readRows(
          sql`select n, first_received, last_received, content from ${sql(tables.logBundle)}
            where ${ofTenant} and n >= ${String(from)} order by n ${first(limit)}`,
          (row) => ({ n: integer(row["n"]), bundle: bundle(row) }),
        ),
      ),
    tiles: (level, from, limit) =>
      run(
        "storedTiles",
        readRows(
          sql`select level, n, hashes from ${sql(tables.logTile)}
            where ${ofTenant} and level = ${String(level)} and n >= ${String(from)} order by n ${first(limit)}`,
          (row) => ({ n: integer(row["n"]), tile: tile(row) }),
        ),
      ),
    queued: (after, limit) => {
      const rest =
        after === null
          ? sql`${ofTenant}`
          : sql`${ofTenant} and (received_at > ${String(after.receivedAt)}
              or received_at = ${String(after.receivedAt)} and id > ${after.id})`
      return run(
        "storedQueue",
        readRows(
          sql`select id, kind, received_at from ${sql(tables.logQueue)}
            where ${rest} order by received_at, id ${first(limit)}`,
          (row) => ({ id: text(row["id"]), kind: integer(row["kind"]), receivedAt: integer(row["received_at"]) }),
        ),
      )
    },
    recordIds: (after, limit) =>
      run(
        "storedRecordIds",
        readRows(
          sql`select id, created_at from ${sql(tables.consent)}
            where ${after === null ? ofTenant : sql`${ofTenant} and id > ${after}`} order by id ${first(limit)}`,
          (row) => ({ id: text(row["id"]), createdAt: createdAt(row) }),
        ),
      ),
    records: byId("storedRecords", tables.consent, facts),
    decisions: byId("storedDecisions", tables.policyDecision, decision),
    documents: byId("storedDocuments", tables.legalDocument, document),
    archived: byId("storedArchive", tables.manifestArchive, archived),
  }
}
