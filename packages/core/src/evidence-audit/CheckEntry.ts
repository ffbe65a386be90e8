/**
 * Whether what an entry commits to is what is stored.
 *
 * @module
 */
import type { EntryKind } from "../evidence/Entry.js"
import {
  archiveStatement,
  type ConsentFacts,
  consentStatement,
  documentStatement,
  hasTrace,
  type Statement,
} from "../evidence/Statement.js"
import { commitmentBy, hasDropped, readOpener } from "../evidence/Opener.js"
import type { LoggedEntry } from "../evidence/Tiles.js"
import type { LegalDocument } from "../legal-document/LegalDocument.js"
import { storedStatement } from "../evidence-log/StoredStatement.js"
import type { Archived } from "../ports/Archive.js"
import type { RowsById } from "../ports/StoredEvidence.js"
import { type Finding, type FindingName, findingOf } from "./Finding.js"

/** The rows that some entries are about. */
export interface EntryRows {
  readonly records: RowsById<ConsentFacts>
  readonly documents: RowsById<LegalDocument>
  readonly archived: RowsById<Archived>
  /** JSON, as `PendingEntry.statement` has it. */
  readonly statements: ReadonlyMap<string, string>
}

/** What the rows say about an entry: the statements it may have. `missing` without a row, `unreadable` with a damaged one. */
type Found = ReadonlyArray<Statement> | "missing" | "unreadable"

const rebuilt = <A>(rows: RowsById<A>, id: string, toStatements: (row: A) => ReadonlyArray<Statement>): Found => {
  const row = rows.get(id)
  if (row === undefined) return "missing"
  return row === null ? "unreadable" : toStatements(row)
}

const statementsOf = (kind: EntryKind, id: string, rows: EntryRows): Found => {
  switch (kind) {
    case 1:
    case 8:
      return rebuilt(rows.records, id, (facts) => [consentStatement(facts, kind === 8)])
    case 3:
      return rebuilt(rows.documents, id, (document) => [documentStatement(document)])
    case 4:
      return rebuilt(rows.archived, id, ({ id: digest }) => [
        archiveStatement({ digest, what: "manifest" }),
        archiveStatement({ digest, what: "texts" }),
      ])
    default: {
      const stored = rows.statements.get(id)
      if (stored === undefined) return "missing"
      const statement = storedStatement(kind, stored)
      return statement === null ? "unreadable" : [statement]
    }
  }
}

interface Naming {
  readonly what: string
  readonly altered: FindingName
  readonly missing: FindingName
}

const namingOf = (kind: EntryKind): Naming => {
  switch (kind) {
    case 1:
    case 8:
      return { what: "the record", altered: "RecordAltered", missing: "RecordMissing" }
    case 3:
      return { what: "the legal document", altered: "DocumentAltered", missing: "DocumentAltered" }
    case 4:
      return { what: "the archived content", altered: "ArchiveAltered", missing: "ArchiveAltered" }
    default:
      return { what: "the statement of the entry", altered: "StatementAltered", missing: "StatementAltered" }
  }
}

/** Whether a record has a trace again that was dropped. */
const returned = (facts: ConsentFacts | null | undefined): boolean =>
  facts !== null && facts !== undefined && hasTrace(facts)

/** An entry as it was checked. */
export interface CheckedEntry {
  readonly finding: Finding | null
  /** What it says; null when that is not what it commits to. */
  readonly statement: Statement | null
}

/**
 * Compares an entry with the row that it is about.
 *
 * @param entry - one that was not erased
 */
export const checkEntry = (
  { commitment, id, kind, opener }: LoggedEntry & { readonly id: string; readonly opener: string },
  position: number,
  rows: EntryRows,
): CheckedEntry => {
  const { altered, missing, what } = namingOf(kind)
  const at = { id, position }
  const found = statementsOf(kind, id, rows)
  if (found === "missing") {
    return { finding: findingOf(missing, at, `${what} is in the log, and not in the database`), statement: null }
  }
  if (found === "unreadable") {
    return { finding: findingOf(altered, at, `${what} cannot be read`), statement: null }
  }
  const opens = readOpener(opener)
  if (opens === null) {
    return { finding: findingOf("OpenerGone", at, "the entry has no readable salt"), statement: null }
  }
  if (hasDropped(opener) && returned(rows.records.get(id))) {
    const message = "address, browser and language of the record were dropped, and are there again"
    return { finding: findingOf("ErasedReturned", at, message), statement: null }
  }
  const statement = found.find((one) => commitmentBy(one, opens) === commitment)
  return statement === undefined
    ? {
        finding: findingOf(altered, at, `${what} is not the one that was logged, or its salt was replaced`),
        statement: null,
      }
    : { finding: null, statement }
}
