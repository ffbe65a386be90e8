/** Takes over leaves that the database has lost, and begins a log anew. Each is one transaction that holds the log's row. */
import { emptyRoot, type LogHead } from "@consent-service/core/evidence"
import { type LogReopening, ReopenOutcome, type TakeOver, TakeOverOutcome } from "@consent-service/core/ports"
import type { SqlError } from "@effect/sql/SqlError"
import * as Effect from "effect/Effect"
import type { Database } from "../schema/SchemaState.js"
import type { QueueEntries } from "../log-queue/Queue.js"
import { reading, text } from "../statement/Columns.js"
import { UnexpectedAnswer } from "../statement/Guard.js"
import { rowsListed, rowsOf } from "../statement/Queries.js"
import { type Counting, countedOf } from "../statistics/CountEntries.js"
import { readEdge, takeOff, writeGrowth } from "./Integrate.js"
import { headOf, queuedOf } from "./LogRows.js"
import type { LogStatements } from "./LogStatements.js"

type Failure = SqlError | UnexpectedAnswer

const emptyHead: LogHead = { size: 0, root: emptyRoot, lastTime: 0 }

const holdLog = (statements: LogStatements) =>
  Effect.gen(function* () {
    const [row] = yield* rowsOf(statements.holdHead)
    return row === undefined
      ? null
      : yield* reading(() => ({ head: headOf(row), origin: text(row["origin"]), counted: countedOf(row) }))
  })

/** Takes over leaves, and opens the log where there is none. */
export const takeOverOnce = (
  { dialect, sql }: Database,
  statements: LogStatements,
  queue: QueueEntries,
  { countIntegrated }: Pick<Counting, "countIntegrated">,
): ((lost: TakeOver) => Effect.Effect<TakeOverOutcome, Failure>) => {
  const { changed, insertOnce, transactionWithoutGaps } = dialect
  const open = ({ openedAt, origin }: TakeOver) =>
    Effect.filterOrFail(
      insertOnce(statements.insertLog({ origin, openedAt }, emptyHead), sql.literal("(tenant)")),
      (isNew) => isNew,
      () => new UnexpectedAnswer({ message: "another process has opened the log meanwhile" }),
    )
  return Effect.fnUntraced(function* (lost: TakeOver) {
    const held = yield* holdLog(statements)
    const { counted, head, origin } = held ?? { counted: 0, head: emptyHead, origin: lost.origin }
    if (origin !== lost.origin) return TakeOverOutcome.Foreign({ origin })
    const rows = yield* rowsListed(lost.commitments, (list) => rowsOf(statements.selectCommitted(list)))
    const queued = yield* reading(() => rows.map(queuedOf))
    const decision = lost.growthBy(head, yield* readEdge(statements, head), queued)
    if (decision === null) return TakeOverOutcome.Inconsistent({ head })
    if (held === null) yield* open(lost)
    if (queued.length > 0) yield* takeOff(changed, statements, queued)
    yield* writeGrowth(changed, statements, head, decision.growth)
    yield* countIntegrated(counted, head, decision.growth.head, queued)
    yield* insertOnce(statements.insertCheckpoint(lost.checkpoint), sql.literal("(tenant, size)"))
    if (decision.queue.length > 0) yield* queue(decision.queue)
    return TakeOverOutcome.TakenOver({ head: decision.growth.head })
  }, transactionWithoutGaps)
}

/** Begins the log anew under another name. */
export const reopenOnce = (
  { dialect }: Database,
  statements: LogStatements,
  queue: QueueEntries,
  { reset }: Pick<Counting, "reset">,
): ((reopening: LogReopening) => Effect.Effect<ReopenOutcome, Failure>) =>
  Effect.fnUntraced(function* (reopening: LogReopening) {
    const held = yield* holdLog(statements)
    if (held === null) return ReopenOutcome.NotOpened()
    if (held.origin === reopening.origin) return ReopenOutcome.SameOrigin()
    yield* Effect.forEach(statements.deleteTree, rowsOf, { discard: true })
    yield* rowsOf(statements.restartLog(reopening, emptyHead))
    yield* reset
    yield* queue(reopening.entries)
    return ReopenOutcome.Reopened({ from: held.origin })
  }, dialect.transaction)
