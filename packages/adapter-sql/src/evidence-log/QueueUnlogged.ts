/**
 * Queues entries of records that have none.
 *
 * Whether a record has one is found by its time and its id, as for receipts. From the kept place, records that are older
 * than the first one in the tree that brought its entry are not looked for in the tree: their bundles are being written, and
 * each covers a long time.
 */
import { type ConsentFacts, type LoggedEntry, type PendingEntry, tileWidth } from "@consent-service/core/evidence"
import { type UnloggedPlace, UnloggedOutcome } from "@consent-service/core/ports"
import type { Row } from "@effect/sql/SqlConnection"
import type { SqlError } from "@effect/sql/SqlError"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { QueueEntries } from "../log-queue/Queue.js"
import type { Database } from "../schema/SchemaState.js"
import { integer, optionalText, reading, text } from "../statement/Columns.js"
import type { UnexpectedAnswer } from "../statement/Guard.js"
import { rowsOf } from "../statement/Queries.js"
import { factsOf } from "./Facts.js"
import { type Named, placedAmong, queuedAmong, readBundle } from "./FindEntries.js"
import type { LogStatements } from "./LogStatements.js"

/** Behind every id: records that come later bring their entries. */
const end = "~"

/** How much earlier than the first record in the log one may have been received that is in it, too. */
const reorderedMs = 600_000

const readable = Option.liftThrowable(factsOf)

/** Rows that cannot be read have no statement; a verification names them. */
const recordsIn = (rows: ReadonlyArray<Row>): ReadonlyArray<ConsentFacts> =>
  rows.flatMap((row) => Option.toArray(readable(row)))

/** A record was received before it was put into the tree. Of an erased one only the later time is known. */
const receivedOf = (statements: LogStatements, { id, time }: LoggedEntry) =>
  Effect.gen(function* () {
    const [row] = id === null ? [] : yield* rowsOf(statements.selectRecordTime(id))
    return row === undefined ? time : yield* reading(() => integer(row["created_at"]))
  })

/** Finds when the first record in the tree that brought its entry was received. It looks at each bundle once. */
const makeFirstInTree = (statements: LogStatements) => {
  let [next, found]: [number, number | null] = [0, null]
  return (size: number) =>
    Effect.gen(function* () {
      // The log was begun anew.
      if (next * tileWidth > size) [next, found] = [0, null]
      // A bundle that is not full is looked at again.
      for (; found === null && (next + 1) * tileWidth <= size; next += 1) found = yield* firstIn(statements, next)
      return found ?? (next * tileWidth < size ? yield* firstIn(statements, next) : null)
    })
}

const firstIn = (statements: LogStatements, n: number) =>
  Effect.gen(function* () {
    const { entries } = yield* readBundle(statements, n)
    const entry = entries.find(({ kind }) => kind === 1)
    return entry === undefined ? null : yield* receivedOf(statements, entry)
  })

/**
 * Those of some records that have no entry. All of them are looked for in the queue, within their times: to find the first that
 * waits there would be to read past every entry that was queued for an older record, at each step more.
 *
 * @param first - when the first record in the tree that brought its entry was received; null without one
 */
const unloggedOf = (statements: LogStatements, records: ReadonlyArray<ConsentFacts>, first: number | null) =>
  Effect.gen(function* () {
    const named = records.map(({ createdAt, id }): Named => ({ id, receivedAt: createdAt }))
    const queued = yield* queuedAmong(statements, named)
    const mayBeInTree = named.filter(({ receivedAt }) => first !== null && receivedAt >= first - reorderedMs)
    const inTree = yield* placedAmong(statements, mayBeInTree)
    const logged = new Set([...queued, ...inTree.map(({ entry }) => entry.id)])
    return records.filter(({ id }) => !logged.has(id))
  })

/** Looks at records in one transaction. */
export const queueUnloggedOf = (
  { dialect: { transactionWithoutGaps } }: Database,
  statements: LogStatements,
  queue: QueueEntries,
) => {
  const firstInTree = makeFirstInTree(statements)
  return Effect.fnUntraced(function* (
    place: UnloggedPlace,
    limit: number,
    entryOf: (record: ConsentFacts) => PendingEntry,
  ): Effect.fn.Return<UnloggedOutcome, SqlError | UnexpectedAnswer> {
    const [row] = yield* rowsOf(statements.holdPlace)
    if (row === undefined) return UnloggedOutcome.NotOpened()
    const { kept, size } = yield* reading(() => ({
      kept: optionalText(row["backfilled_to"]),
      size: integer(row["size"]),
    }))
    if (place !== "kept" && kept !== end) return UnloggedOutcome.Unfinished()
    const after = place === "kept" ? kept : place.after
    const rows = after === end ? [] : yield* rowsOf(statements.selectRecordsAfter(after, limit))
    const last = rows.length === 0 ? null : yield* reading(() => text(rows.at(-1)?.["id"]))
    const unlogged =
      rows.length === 0
        ? []
        : yield* unloggedOf(statements, recordsIn(rows), place === "kept" ? yield* firstInTree(size) : 0)
    if (unlogged.length > 0)
      yield* queue(unlogged.map((record) => ({ ...entryOf(record), subjectId: record.subjectId })))
    const reached = rows.length < limit ? end : last
    if (place === "kept" && after !== end) yield* rowsOf(statements.movePlace(reached))
    return UnloggedOutcome.Looked({ records: rows.length, queued: unlogged.length, last })
  }, transactionWithoutGaps)
}
