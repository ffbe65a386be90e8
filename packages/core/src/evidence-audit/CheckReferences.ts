/**
 * Whether what records refer to is there, and is what its name says: decisions, legal documents, archived manifests and
 * texts. All of them are named by a digest of their content.
 *
 * @module
 */
import type { StoredDecision } from "../consent/record/StoredDecision.js"
import { archivedDiscrepancies, decisionDiscrepancies, documentDiscrepancies } from "../consent/VerifyStored.js"
import type { LegalDocument } from "../legal-document/LegalDocument.js"
import type { Archived } from "../ports/Archive.js"
import type { RowsById } from "../ports/StoredEvidence.js"
import { type Finding, type FindingName, findingOf } from "./Finding.js"

const check = <A>(
  rows: RowsById<A>,
  ids: ReadonlyArray<string>,
  finding: FindingName,
  what: string,
  isIntact: (row: A) => boolean,
): ReadonlyArray<Finding> =>
  ids.flatMap((id) => {
    const row = rows.get(id)
    if (row === undefined) return [findingOf(finding, { id }, `${what} that records refer to is not in the database`)]
    return row !== null && isIntact(row)
      ? []
      : [findingOf(finding, { id }, `${what} is not what its id is a digest of`)]
  })

/** Checks decisions. */
export const checkDecisions = (rows: RowsById<StoredDecision>, ids: ReadonlyArray<string>): ReadonlyArray<Finding> =>
  check(rows, ids, "DecisionAltered", "the decision", (decision) => decisionDiscrepancies(decision).length === 0)

/**
 * Checks legal documents.
 *
 * @param tenant - null in the single-tenant scope
 */
export const checkDocuments = (
  tenant: string | null,
  rows: RowsById<LegalDocument>,
  ids: ReadonlyArray<string>,
): ReadonlyArray<Finding> =>
  check(
    rows,
    ids,
    "DocumentAltered",
    "the legal document",
    (document) => documentDiscrepancies(tenant, document).length === 0,
  )

/** Checks archived manifests and texts. */
export const checkArchived = (rows: RowsById<Archived>, ids: ReadonlyArray<string>): ReadonlyArray<Finding> =>
  check(rows, ids, "ArchiveAltered", "the archived content", (one) => archivedDiscrepancies(one).length === 0)
