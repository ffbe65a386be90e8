/** Entries that wait for the evidence log: rows that a change adds in its own transaction. */
import type { PendingEntry } from "@consent-service/core/evidence"
import type { SqlError } from "@effect/sql/SqlError"
import * as Effect from "effect/Effect"
import type { Database } from "../schema/SchemaState.js"
import type { InsertTarget } from "../statement/InsertRows.js"
import { cellsOf, type Columns, integer, text } from "../statement/StoredColumns.js"
import { base64UrlOfHex } from "./Hex.js"

/** An entry with the subject that it is about. On a cluster, it waits on the subject's shard. */
export interface OwnedEntry extends PendingEntry {
  /** Left out for an entry about no subject, and where the subject is not known. */
  readonly subjectId?: string
}

const queueColumns = (tenant: string): Columns<OwnedEntry> => [
  text("tenant", () => tenant),
  integer("received_at", ({ receivedAt }) => receivedAt),
  text("id", ({ id }) => id),
  integer("kind", ({ kind }) => kind),
  text("salt", ({ salt }) => salt),
  text("commitment", ({ commitment }) => base64UrlOfHex(commitment)),
]

const subjectColumn = text<OwnedEntry>("subject_id", ({ subjectId }) => subjectId ?? "")

const statementColumns = (tenant: string): Columns<PendingEntry> => [
  text("tenant", () => tenant),
  text("id", ({ id }) => id),
  text("statement", ({ statement }) => statement),
]

/** Where queue rows are inserted, and what they store of an entry. */
export const queueTarget = (
  { dialect, tables }: Database,
  tenant: string,
): InsertTarget & { readonly columns: Columns<OwnedEntry> } => {
  const key = ["tenant", "received_at", "id"]
  const columns = queueColumns(tenant)
  return dialect.cluster === null
    ? { table: tables.logQueue, key, columns }
    : { table: tables.logQueue, key: ["subject_id", ...key], columns: [...columns, subjectColumn] }
}

/** Queues entries, with the statements of those that have one. */
export type QueueEntries = (entries: ReadonlyArray<OwnedEntry>) => Effect.Effect<void, SqlError>

/**
 * Queues entries of records that have none, in few statements: MySQL takes one for each entry where it has to say which of them
 * were there. Only for use in a transaction, and for kinds without a stored statement.
 */
export const makeQueueNew = (database: Database, tenant: string): QueueEntries => {
  const target = queueTarget(database, tenant)
  const insert = database.dialect.insertNew(target)
  return (entries) => insert(cellsOf(target.columns, entries))
}

/** Only for use in the transaction of the logged change. An entry that is already queued is not changed. */
export const makeQueue = (database: Database, tenant: string): QueueEntries => {
  const { dialect, tables } = database
  const target = queueTarget(database, tenant)
  const columns = statementColumns(tenant)
  const insertRows = dialect.insertRows(target)
  const insertStatements = dialect.insertRows({ table: tables.logStatement, key: ["tenant", "id"], columns })
  return (entries) => {
    const stated = entries.filter(({ statement }) => statement !== null)
    const rows = Effect.asVoid(insertRows(cellsOf(target.columns, entries)))
    return stated.length === 0 ? rows : Effect.zipRight(rows, Effect.asVoid(insertStatements(cellsOf(columns, stated))))
  }
}
