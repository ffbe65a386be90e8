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
import { UnexpectedAnswer } from "../statement/Guard.js"
import { listsOf, rowsOf } from "../statement/Queries.js"
import { factsOf } from "./Facts.js"
import { bundleOf } from "./LogRows.js"
import type { LogStatements } from "./LogStatements.js"

/** Behind every id: records that come later bring their entries. */
const end = "~"

/** How much earlier than the first record in the log one may have been received that is in it, too. */
const reorderedMs = 600_000

const readable = Option.liftThrowable(factsOf)

/** Rows that cannot be read have no statement; a verification names them. */
const recordsIn = (rows: ReadonlyArray<Row>): ReadonlyArray<ConsentFacts> =>
  rows.flatMap((row) => Option.toArray(readable(row)))

interface Span {
  readonly n: number
  readonly first: number
  readonly last: number
}

const spanOf = (row: Row): Span => ({
  n: integer(row["n"]),
  first: integer(row["first_received"]),
  last: integer(row["last_received"]),
})

const readBundle = (statements: LogStatements, n: number) =>
  Effect.gen(function* () {
    const [row] = yield* rowsOf(statements.selectBundles(n, 1))
    const bundle = row === undefined ? null : yield* reading(() => bundleOf(row))
    return bundle ?? (yield* new UnexpectedAnswer({ message: "a row of the evidence log is not as it was written" }))
  })

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

const queuedAmong = (statements: LogStatements, records: ReadonlyArray<ConsentFacts>) => {
  const times = records.map(({ createdAt }) => createdAt)
  const [from, to] = [Math.min(...times), Math.max(...times)]
  const lists = listsOf(records.map(({ id }) => id))
  return Effect.map(
    Effect.forEach(lists, (ids) => rowsOf(statements.selectQueuedIds(ids, from, to))),
    (rows) => rows.flat().map((row) => text(row["id"])),
  )
}

/** The ids of entries in bundles that any of the records may be in. */
const inTreeAmong = (statements: LogStatements, records: ReadonlyArray<ConsentFacts>) =>
  Effect.gen(function* () {
    const times = records.map(({ createdAt }) => createdAt)
    const rows = yield* rowsOf(statements.selectSpans(Math.min(...times), Math.max(...times)))
    const spans = yield* reading(() => rows.map(spanOf))
    const mayHave = spans.filter(({ first, last }) => times.some((time) => first <= time && time <= last))
    const bundles = yield* Effect.forEach(mayHave, ({ n }) =>
      Effect.map(readBundle(statements, n), ({ entries }) => entries.flatMap(({ id }) => (id === null ? [] : [id]))),
    )
    return bundles.flat()
  })

/**
 * Those of some records that have no entry. All of them are looked for in the queue, within their times: to find the first that
 * waits there would be to read past every entry that was queued for an older record, at each step more.
 *
 * @param first - when the first record in the tree that brought its entry was received; null without one
 */
const unloggedOf = (statements: LogStatements, records: ReadonlyArray<ConsentFacts>, first: number | null) =>
  Effect.gen(function* () {
    const queued = records.length === 0 ? [] : yield* queuedAmong(statements, records)
    const mayBeInTree = records.filter(({ createdAt }) => first !== null && createdAt >= first - reorderedMs)
    const inTree = mayBeInTree.length === 0 ? [] : yield* inTreeAmong(statements, mayBeInTree)
    const logged = new Set([...queued, ...inTree])
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
