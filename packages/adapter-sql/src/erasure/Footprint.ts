/** What is stored of some subjects: their rows, and their entries in the log. */
import { linkEntryPrefix, linkReceivedAt, tileWidth } from "@consent-service/core/evidence"
import type { EntryAt, Footprint, StoredLink } from "@consent-service/core/ports"
import type { Row } from "@effect/sql/SqlConnection"
import type { SqlError } from "@effect/sql/SqlError"
import * as Effect from "effect/Effect"
import { factsOf } from "../evidence-log/Facts.js"
import { bundleOf } from "../evidence-log/LogRows.js"
import type { LogStatements } from "../evidence-log/LogStatements.js"
import { integer, reading, text } from "../statement/Columns.js"
import { UnexpectedAnswer } from "../statement/Guard.js"
import { listsOf, rowsListed, rowsOf } from "../statement/Queries.js"
import { holdOf, isLinkOf, storedSubjectOf } from "./ErasureRows.js"
import type { ErasureStatements } from "./ErasureStatements.js"

/** Names an entry: by its id, and the time that it was received. */
interface Named {
  readonly id: string
  readonly receivedAt: number
}

const readLinks = (statements: ErasureStatements, subjects: ReadonlyArray<string>) =>
  Effect.map(
    Effect.forEach(subjects, (subjectId) =>
      Effect.flatMap(rowsOf(statements.selectStatementsFrom(linkEntryPrefix(subjectId))), (rows) =>
        reading(() =>
          rows
            .filter((row) => isLinkOf(subjectId, text(row["statement"])))
            .map((row): StoredLink => ({ id: text(row["id"]), subjectId })),
        ),
      ),
    ),
    (links) => links.flat(),
  )

const queuedAmong = (log: LogStatements, named: ReadonlyArray<Named>) => {
  if (named.length === 0) return Effect.succeed([])
  const times = named.map(({ receivedAt }) => receivedAt)
  const [from, to] = [Math.min(...times), Math.max(...times)]
  return Effect.flatMap(
    Effect.forEach(listsOf(named.map(({ id }) => id)), (ids) => rowsOf(log.selectQueuedIds(ids, from, to))),
    (rows) => reading(() => rows.flat().map((row) => text(row["id"]))),
  )
}

const readEntries = (log: LogStatements, n: number) =>
  Effect.gen(function* () {
    const [row] = yield* rowsOf(log.selectBundles(n, 1))
    const bundle = row === undefined ? null : yield* reading(() => bundleOf(row))
    if (bundle === null) {
      return yield* new UnexpectedAnswer({ message: "a row of the evidence log is not as it was written" })
    }
    return bundle.entries.map((entry, at): EntryAt => ({ position: n * tileWidth + at, entry }))
  })

/** The entries in the tree, by the bundles of the times that they were received at. */
const placedAmong = (log: LogStatements, named: ReadonlyArray<Named>) =>
  Effect.gen(function* () {
    const wanted = new Set(named.map(({ id }) => id))
    const found: Array<EntryAt> = []
    const looked = new Set<number>()
    for (const receivedAt of new Set(named.map((one) => one.receivedAt))) {
      const spans = yield* rowsOf(log.selectSpans(receivedAt, receivedAt))
      for (const n of yield* reading(() => spans.map((row) => integer(row["n"])))) {
        if (looked.has(n)) continue
        looked.add(n)
        const entries = yield* readEntries(log, n)
        found.push(...entries.filter(({ entry }) => entry.id !== null && wanted.has(entry.id)))
      }
    }
    return found
  })

/** How subjects are read: locked until the transaction ends, or not. */
type ReadSubjects = (ids: ReadonlyArray<string>) => Effect.Effect<ReadonlyArray<Row>, SqlError>

/** @param isLogged - whether the tenant has a log */
export const footprintOf = (
  log: LogStatements,
  statements: ErasureStatements,
  readSubjects: ReadSubjects,
  requested: ReadonlyArray<string>,
  isLogged: boolean,
) =>
  Effect.gen(function* () {
    const subjectRows = yield* readSubjects(requested)
    const subjects = yield* reading(() => subjectRows.map(storedSubjectOf))
    const ids = subjects.map(({ id }) => id)
    const recordRows = yield* rowsListed(ids, (list) => rowsOf(statements.selectRecordsOf(list)))
    const records = yield* reading(() => recordRows.map(factsOf))
    const links = yield* readLinks(statements, ids)
    const holdRows = yield* rowsOf(statements.selectHolds)
    const legalHolds = yield* reading(() => holdRows.map(holdOf).filter(({ releasedAt }) => releasedAt === null))
    const named = [
      ...records.map(({ createdAt, id }): Named => ({ id, receivedAt: createdAt })),
      ...links.map(({ id }): Named => ({ id, receivedAt: linkReceivedAt(id) ?? 0 })),
    ]
    // Entries wait before there is a log, too.
    const queued = yield* queuedAmong(log, named)
    const entries = isLogged ? yield* placedAmong(log, named) : []
    return { subjects, records, links, entries, queued, isLogged, legalHolds } satisfies Footprint
  })
