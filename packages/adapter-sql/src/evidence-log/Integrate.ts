/**
 * Moves queued entries into the tree in one transaction, and counts their records. Its first statement locks the log's
 * row, so that of several processes one integrates at a time; its last one moves the head from where it was, or
 * everything is rolled back.
 */
import {
  edgeTiles,
  type Growth,
  type LogHead,
  type QueuedEntry,
  type TreeEdge,
  tileWidth,
} from "@consent-service/core/evidence"
import { type Integrate, IntegrationOutcome, type TileId } from "@consent-service/core/ports"
import type { Row } from "@effect/sql/SqlConnection"
import type { SqlError } from "@effect/sql/SqlError"
import type { Statement } from "@effect/sql/Statement"
import * as Arr from "effect/Array"
import * as Effect from "effect/Effect"
import type { Dialect } from "../dialect/Dialect.js"
import { reading } from "../statement/Columns.js"
import { UnexpectedAnswer } from "../statement/Guard.js"
import { discardRows, listsOf, mostListed, rowsOf } from "../statement/Queries.js"
import { type Counting, countedOf } from "../statistics/CountEntries.js"
import { bundleOf, headOf, queuedOf, tileOf } from "./LogRows.js"
import type { LogStatements } from "./LogStatements.js"

/** Reads what of the tree is not full. What is missing or unreadable is left out: it is not what the head says then. */
export const readEdge = Effect.fnUntraced(function* (statements: LogStatements, { size }: LogHead) {
  const last = Math.floor(size / tileWidth)
  const wanted = edgeTiles(size)
  const partial = wanted.filter(({ width }) => width > 0)
  const bundles = size % tileWidth === 0 ? [] : yield* rowsOf(statements.selectBundles(last, 1))
  const rows = partial.length === 0 ? [] : yield* rowsOf(statements.selectTiles(partial))
  return yield* reading((): TreeEdge => {
    const tiles = rows.map(tileOf)
    const hashesOf = (level: number) => tiles.find((tile) => tile?.level === level)?.hashes ?? []
    const [bundle] = bundles.map(bundleOf)
    return { bundle: bundle ?? null, tiles: wanted.map(({ level }) => hashesOf(level)) }
  })
})

/** What was there before a size grew: its last bundle and tiles, if they were not full. */
const isThere = (size: number, { level, n }: TileId): boolean => {
  const below = Math.floor(size / tileWidth ** level)
  return below % tileWidth > 0 && n === Math.floor(below / tileWidth)
}

type Changed = Dialect["changed"]

const surprised = (message: string) => new UnexpectedAnswer({ message })

const mustChange = (changed: Changed, statement: Statement<Row>, rows: number, what: string) =>
  Effect.filterOrFail(
    changed(statement),
    (count) => count === rows,
    (count) => surprised(`${what}: ${count} rows instead of ${rows}`),
  )

/** Deletes entries that are listed in one statement. They were received about the same time, so it reads few others. */
const takeListedOff = (changed: Changed, statements: LogStatements, queued: ReadonlyArray<QueuedEntry>) => {
  const times = queued.map(({ receivedAt }) => receivedAt)
  const [from, to] = [Math.min(...times), Math.max(...times)]
  const lists = listsOf(queued.map(({ commitment }) => commitment))
  return Effect.forEach(lists, (commitments) => changed(statements.deleteQueued(commitments, from, to)))
}

/** Takes exactly these entries off the queue; a slower commit may have added others between them meanwhile. */
export const takeOff = Effect.fnUntraced(function* (
  changed: Changed,
  statements: LogStatements,
  queued: ReadonlyArray<QueuedEntry>,
) {
  const counts = yield* Effect.forEach(Arr.chunksOf(queued, mostListed), (list) =>
    takeListedOff(changed, statements, list),
  )
  const count = counts.flat().reduce((sum, each) => sum + each, 0)
  if (count !== queued.length) return yield* surprised(`${count} queued entries instead of ${queued.length}`)
})

/** Writes what a tree has grown by, in a transaction that holds the log's row. */
export const writeGrowth = Effect.fnUntraced(function* (
  changed: Changed,
  statements: LogStatements,
  before: LogHead,
  growth: Growth,
) {
  for (const bundle of growth.bundles) {
    if (!isThere(before.size, { level: 0, n: bundle.n })) yield* discardRows(statements.insertBundle(bundle))
    else yield* mustChange(changed, statements.updateBundle(bundle), 1, "the last bundle")
  }
  for (const tile of growth.tiles) {
    if (!isThere(before.size, tile)) yield* discardRows(statements.insertTile(tile))
    else yield* mustChange(changed, statements.updateTile(tile), 1, "the last tile of a level")
  }
  yield* mustChange(changed, statements.moveHead(growth.head, before.size), 1, "the log's row")
})

/** Integrates so many queued entries at most. */
export const integrateOnce = (
  { changed, transactionWithoutGaps }: Dialect,
  statements: LogStatements,
  { countIntegrated, countPrompts }: Pick<Counting, "countIntegrated" | "countPrompts">,
): ((limit: number, decide: Integrate) => Effect.Effect<IntegrationOutcome, SqlError | UnexpectedAnswer>) =>
  Effect.fnUntraced(function* (limit: number, decide: Integrate) {
    const [row] = yield* rowsOf(statements.holdHead)
    if (row === undefined) return IntegrationOutcome.NotOpened()
    const { counted, head } = yield* reading(() => ({ counted: countedOf(row), head: headOf(row) }))
    const rows = yield* rowsOf(statements.selectQueued(limit))
    if (rows.length === 0) {
      yield* countPrompts
      return IntegrationOutcome.NothingQueued({ head })
    }
    const queued = yield* reading(() => rows.map(queuedOf))
    const growth = decide(head, yield* readEdge(statements, head), queued)
    if (growth === null) return IntegrationOutcome.Inconsistent({ head })
    yield* takeOff(changed, statements, queued)
    yield* writeGrowth(changed, statements, head, growth)
    yield* countIntegrated(counted, head, growth.head, queued)
    return IntegrationOutcome.Integrated({
      head: growth.head,
      count: queued.length,
      backlog: queued.length === limit,
    })
  }, transactionWithoutGaps)
