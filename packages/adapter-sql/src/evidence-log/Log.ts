/**
 * How the tree of one tenant grows on an SQL database.
 *
 * Entries are queued in the transactions of what they are of; an integration moves them into the tree in one transaction
 * that locks the log's row. Several processes may integrate: each entry enters the tree once.
 */
import { emptyRoot } from "@consent-service/core/evidence"
import { EvidenceLog, LeaseOutcome, type LogOpening, OpenOutcome } from "@consent-service/core/ports"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { integrateOnce } from "./Integrate.js"
import { headOf } from "./LogRows.js"
import { logStatements } from "./LogStatements.js"
import { reopenOnce, takeOverOnce } from "./TakeOver.js"
import { queueUnloggedOf } from "./QueueUnlogged.js"
import { makeQueue, makeQueueNew } from "../log-queue/Queue.js"
import type { TenantStore } from "../schema/TenantStore.js"
import { makeCounting } from "../statistics/CountEntries.js"
import { optionalInteger, optionalText, integer, reading, text } from "../statement/Columns.js"
import { UnexpectedAnswer } from "../statement/Guard.js"
import { listsOf, rowsOf } from "../statement/Queries.js"

/** A process whose clock differs more from the database's does not integrate. */
const mostOffsetMs = 60_000

/** A lease that ends later than any clock within that offset could have said was taken while a clock was wrong. */
const latestEnd = (now: number, forMs: number): number => now + forMs + 2 * mostOffsetMs

export const logOf = ({ database, run, tenant, tenantKey }: TenantStore): Context.Tag.Service<EvidenceLog> => {
  const { dialect, sql } = database
  const statements = logStatements(database, tenantKey)
  const queue = makeQueue(database, tenantKey)
  const counting = makeCounting(database, tenantKey)
  const integrate = integrateOnce(dialect, statements, counting)
  const takeOver = takeOverOnce(database, statements, queue, counting)
  const reopen = reopenOnce(database, statements, queue, counting)
  const queueUnlogged = queueUnloggedOf(database, statements, makeQueueNew(database, tenantKey))

  const open = Effect.fnUntraced(function* (opening: LogOpening) {
    const insert = statements.insertLog(opening, { size: 0, root: emptyRoot, lastTime: 0 })
    if (yield* dialect.insertOnce(insert, sql.literal("(tenant)"))) {
      yield* queue([opening.entry])
      return OpenOutcome.Opened()
    }
    const [row] = yield* rowsOf(statements.selectHead)
    if (row === undefined) return yield* new UnexpectedAnswer({ message: "the log is neither there nor new" })
    const { head, origin } = yield* reading(() => ({ head: headOf(row), origin: text(row["origin"]) }))
    if (origin === opening.origin) return OpenOutcome.Known({ head })
    const renamed = opening.mayRename ? yield* dialect.changed(statements.renameLog(opening.origin)) : 0
    if (renamed === 0) return OpenOutcome.Foreign({ origin })
    yield* queue([opening.entry])
    return OpenOutcome.Renamed({ from: origin })
  }, dialect.transaction)

  const lease = Effect.fnUntraced(function* (holder: string, now: number, forMs: number) {
    const [row] = yield* rowsOf(statements.selectLease)
    if (row === undefined) return LeaseOutcome.NotOpened()
    const held = yield* reading(() => ({
      holder: optionalText(row["lease_holder"]),
      until: integer(row["lease_until"]),
      serverNow: optionalInteger(row["server_now"]),
    }))
    const offsetMs = held.serverNow === null ? 0 : now - held.serverNow
    if (Math.abs(offsetMs) > mostOffsetMs) return LeaseOutcome.ClockSuspicious({ offsetMs })
    const latest = latestEnd(now, forMs)
    if (held.holder !== holder && held.until > now && held.until <= latest) return LeaseOutcome.HeldByAnother()
    const taken = yield* dialect.changed(statements.takeLease(holder, now, now + forMs, latest))
    return taken === 1 ? LeaseOutcome.Leased() : LeaseOutcome.HeldByAnother()
  })

  return {
    tenant,
    open: (opening) => run("open", open(opening)),
    queue: (entries) => (entries.length === 0 ? Effect.void : run("queue", dialect.transaction(queue(entries)))),
    lease: (holder, now, forMs) => run("lease", lease(holder, now, forMs)),
    release: (holder) => run("release", Effect.asVoid(rowsOf(statements.endLease(holder)))),
    integrate: (limit, decide) => run("integrate", integrate(limit, decide)),
    queueUnlogged: (place, limit, entryOf) => run("queueUnlogged", queueUnlogged(place, limit, entryOf)),
    keepCheckpoint: (checkpoint) =>
      run(
        "keepCheckpoint",
        Effect.asVoid(dialect.insertOnce(statements.insertCheckpoint(checkpoint), sql.literal("(tenant, size)"))),
      ),
    replaceNote: (size, from, to) =>
      run(
        "replaceNote",
        Effect.map(dialect.changed(statements.replaceNote(size, from, to)), (changed) => changed > 0),
      ),
    keepTimestamp: (timestamp) =>
      run(
        "keepTimestamp",
        Effect.asVoid(
          dialect.insertOnce(statements.insertTimestamp(timestamp), sql.literal("(tenant, size, authority)")),
        ),
      ),
    takeOver: (lost) => run("takeOver", takeOver(lost)),
    reopen: (reopening) => run("reopen", reopen(reopening)),
    forgetCheckpoints: (sizes) =>
      run(
        "forgetCheckpoints",
        Effect.forEach(listsOf(sizes.map(String)), (list) => rowsOf(statements.deleteCheckpoints(list)), {
          discard: true,
        }),
      ),
  }
}
