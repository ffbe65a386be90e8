/**
 * Entries on their way into the log: what a change queues in its own transaction.
 *
 * @module
 */
import type { EntryKind } from "./Entry.js"
import { commitTo, type Statement } from "./Statement.js"
import type { QueuedEntry } from "./Tiles.js"

/** An entry that a change queues in its own transaction, if it changes anything. */
export interface PendingEntry extends QueuedEntry {
  /** The parts of its statement as JSON, where no row can tell them again later; null for other kinds. */
  readonly statement: string | null
}

/** The kinds whose statement is rebuilt from a row: records, documents, archived content. */
const rebuilt: ReadonlySet<EntryKind> = new Set<EntryKind>([1, 3, 4, 8])

/**
 * Commits to a statement, as an entry to be queued.
 *
 * @param id - of what the entry is about: a record's, a document's, an archived content's; else one of its own
 * @param receivedAt - epoch milliseconds; of a record, the time it was created at
 * @param salt - 16 random bytes as base64url, used for no other entry
 * @example
 * ```ts
 * import { archiveStatement, pendingEntry } from "@consent-service/core/evidence"
 *
 * const statement = archiveStatement({ digest: "ab", what: "texts" })
 * pendingEntry(statement, { id: "ab", receivedAt: 1796083200000, salt: "xh7DYDLe8SCGKnMPT9Tr8Q" }).kind // 4
 * ```
 */
export const pendingEntry = (
  statement: Statement,
  { id, receivedAt, salt }: { readonly id: string; readonly receivedAt: number; readonly salt: string },
): PendingEntry => ({
  kind: statement.kind,
  id,
  receivedAt,
  ...commitTo(statement, salt),
  statement: rebuilt.has(statement.kind)
    ? null
    : JSON.stringify(Object.fromEntries(statement.parts.map(({ name, text }) => [name, text]))),
})
