/** The checks of each table's rows: recomputed from their content, and compared with the rows they reference. */
import {
  archivedDiscrepancies,
  type ConsentRecord,
  decisionDiscrepancies,
  documentDiscrepancies,
  recordDiscrepancies,
} from "@consent-service/core/consent"
import type { Row } from "@effect/sql/SqlConnection"
import * as Either from "effect/Either"
import { decisionOf } from "../consent/ReferredRows.js"
import { recordOf } from "../consent/Row.js"
import type { Database } from "../schema/SchemaState.js"
import { integer, text, textOf } from "../statement/Columns.js"
import type { Pages } from "./EachRow.js"
import type { Damage, Findings } from "./Findings.js"

/** How one table is read and checked. */
export interface CheckedTable extends Pages {
  readonly damageOf: (row: Row, findings: Findings) => ReadonlyArray<Damage>
}

/** The table's name in the port. */
export const tenantOf = (row: Row): string | null => {
  const tenant = textOf(row["tenant"])
  return tenant === "" ? null : tenant
}

/** The result for a row of unexpected shape. */
const orUnreadable = (check: () => ReadonlyArray<Damage>): ReadonlyArray<Damage> =>
  Either.getOrElse(Either.try(check), () => ["unreadable" as const])

const missing = (row: Row, parts: ReadonlyArray<readonly [column: string, found: string, damage: Damage]>) =>
  parts.flatMap(([column, found, damage]) => (row[column] !== null && row[found] === null ? [damage] : []))

const recordDamage = (row: Row, findings: Findings): ReadonlyArray<Damage> => {
  const record: ConsentRecord = recordOf(row)
  findings.wasCreatedAt(record.createdAt)
  return [
    ...recordDiscrepancies(tenantOf(row), record),
    ...missing(row, [
      ["subject_id", "found_subject", "subject-missing"],
      ["decision_id", "found_decision", "decision-missing"],
      ["document_id", "found_document", "document-missing"],
    ]),
  ]
}

/** A save is answered within seconds of its transaction; its evidence is archived in between. */
const underWayMs = 60_000

const wasUnderWay = (row: Row, findings: Findings): boolean =>
  integer(row["created_at"]) > (findings.newestRecordAt() ?? 0) - underWayMs

/** Decisions without a digest of texts are older than the archive. */
const archiveDamage = (row: Row, findings: Findings): ReadonlyArray<Damage> => {
  if (row["texts_digest"] === null) return []
  const lacking = missing(row, [
    ["manifest_revision", "found_manifest", "manifest-missing"],
    ["texts_digest", "found_texts", "texts-missing"],
  ])
  if (lacking.length === 0 || !wasUnderWay(row, findings)) return lacking
  findings.wasUnderWay()
  return []
}

const decisionDamage = (row: Row, findings: Findings): ReadonlyArray<Damage> => [
  ...decisionDiscrepancies(decisionOf(row)),
  ...archiveDamage(row, findings),
]

const documentDamage = (row: Row): ReadonlyArray<Damage> =>
  documentDiscrepancies(tenantOf(row), { id: text(row["id"]), type: text(row["type"]), hash: text(row["hash"]) })

const archivedDamage = (row: Row): ReadonlyArray<Damage> =>
  archivedDiscrepancies({ id: text(row["id"]), content: text(row["content"]) })

/** The tables in the order to check them: records first, because they show how far the copy reaches. */
export const checkedTables = ({ sql, tables }: Database): ReadonlyArray<CheckedTable> => {
  const [consent, decision] = [sql(tables.consent), sql(tables.policyDecision)]
  const [document, archive] = [sql(tables.legalDocument), sql(tables.manifestArchive)]
  const plain = (table: string) => sql`select r.* from ${sql(table)} r`
  return [
    {
      table: tables.consent,
      rowsAPage: 200,
      select: sql`select r.*, s.id as found_subject, d.id as found_decision, l.id as found_document from ${consent} r
        left join ${sql(tables.subject)} s on s.id = r.subject_id and s.tenant = r.tenant
        left join ${decision} d on d.tenant = r.tenant and d.id = r.decision_id
        left join ${document} l on l.tenant = r.tenant and l.id = r.document_id`,
      damageOf: (row, findings) => orUnreadable(() => recordDamage(row, findings)),
    },
    {
      table: tables.policyDecision,
      rowsAPage: 200,
      select: sql`select r.*, m.id as found_manifest, t.id as found_texts from ${decision} r
        left join ${archive} m on m.tenant = r.tenant and m.id = r.manifest_revision
        left join ${archive} t on t.tenant = r.tenant and t.id = r.texts_digest`,
      damageOf: (row, findings) => orUnreadable(() => decisionDamage(row, findings)),
    },
    {
      table: tables.legalDocument,
      rowsAPage: 200,
      select: plain(tables.legalDocument),
      damageOf: (row) => orUnreadable(() => documentDamage(row)),
    },
    {
      table: tables.manifestArchive,
      // A manifest or its texts can be large.
      rowsAPage: 10,
      select: plain(tables.manifestArchive),
      damageOf: (row) => orUnreadable(() => archivedDamage(row)),
    },
  ]
}
