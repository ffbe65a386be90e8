/**
 * Keeps `consent-service serve` under mixed load for long, with reloads, killed workers and crashes of the database, and
 * checks what it leaves.
 */
import type { PrivateServer } from "@consent-service/test-engines/private"
import { setTimeout as sleep } from "node:timers/promises"
import { type Book, openBook } from "./Act.js"
import { audit, type Finding } from "./Audit.js"
import { openClient } from "./Client.js"
import { type LogReport, reportOnLog, untilLogged } from "./LogAudit.js"
import { quantile } from "./OpenLoop.js"
import { seededRandom } from "./Random.js"
import { load, makeTally, saveOf, type Tally, within } from "./SoakLoad.js"
import { type SoakServer, type SoakSettings, startSoakServer } from "./SoakServer.js"
import { corruption, readStored } from "./Store.js"

export interface SoakPlan {
  readonly server: SoakSettings
  /** What the database runs on, to be crashed and started again; null for a file. */
  readonly database: Pick<PrivateServer, "crash" | "restart"> | null
  readonly forMs: number
  readonly seed: number
  /** From one trouble to the next. */
  readonly everyMs: number
}

/** What may go wrong. */
type Trouble = "reload" | "kill" | "database"

type Counted = Pick<Tally, "reads" | "cutOff" | "refused" | "failed" | "unanswered">

export interface SoakReport extends Counted, LogReport {
  readonly acknowledged: number
  readonly troubles: Readonly<Record<Trouble, number>>
  /** Saves without an answer that were not accepted when they were sent again. */
  readonly unsettled: number
  readonly unexpected: ReadonlyArray<string>
  /** What the server's log says about requests that failed, each reason once. */
  readonly failures: ReadonlyArray<string>
  readonly findings: ReadonlyArray<Finding>
  readonly corruption: ReadonlyArray<string>
  /** The resident memory of all processes in the second and in the last quarter of the time, in megabytes: medians. */
  readonly earlyMb: number
  readonly lateMb: number
  readonly exitCode: number | null
}

/** How many saves one sender may make in a run: what is stored must fit into the checker's memory. */
const savesPerSender = 30_000

/** Between the requests of a sender, in milliseconds. */
const pauseMs = (forMs: number): number => Math.max(20, Math.ceil(forMs / savesPerSender))

/** How long the database stays away at most, in milliseconds. */
const awayMs = 1_000

/** What may go wrong with this server; each resolves when the server has coped with it. */
const troublesOf = ({ database, seed, server: { workers } }: SoakPlan, server: SoakServer, tally: Tally) => {
  const random = seededRandom(seed)
  const reload = async (before: number): Promise<void> => {
    server.signal("SIGHUP")
    await server.logged("configuration-reloaded", before)
  }
  // The next worker may only be killed when the successor of this one serves: without any, nothing listens.
  const kill = async (before: number): Promise<void> => {
    process.kill(random.pick(server.workers()), "SIGKILL")
    await server.logged("worker-exited", before)
    await server.allServe(workers)
  }
  const crashOf =
    ({ crash, restart }: NonNullable<SoakPlan["database"]>) =>
    async (): Promise<void> => {
      await crash()
      await sleep(random.between(0, awayMs))
      await restart()
      await server.allServe(workers)
    }
  const all: ReadonlyArray<{ readonly trouble: Trouble; readonly cope: (before: number) => Promise<void> }> = [
    { trouble: "reload", cope: reload },
    ...(workers > 1
      ? [{ trouble: "kill", cope: (before: number) => within(tally, "kill", () => kill(before)) } as const]
      : []),
    ...(database === null
      ? []
      : [{ trouble: "database", cope: () => within(tally, "database", crashOf(database)) } as const]),
  ]
  return all
}

/** Resends what got no answer, and returns how many were not accepted then. */
const settle = async (port: number, book: Book): Promise<number> => {
  const client = openClient(port, 1)
  for (const act of Array.from(book.indeterminate.values())) book.note(act, await client.send(saveOf(act)))
  client.close()
  return book.indeterminate.size
}

/** Causes trouble in rounds until the time is up, and returns what it caused, and the memory early and late. */
const disturb = async (plan: SoakPlan, server: SoakServer, tally: Tally) => {
  const since = performance.now()
  const troubles = { reload: 0, kill: 0, database: 0 }
  const all = troublesOf(plan, server, tally)
  // By quarters of the time; the last round ends after it.
  const residentMb: ReadonlyArray<Array<number>> = [[], [], [], []]
  const measure = () => {
    const quarter = Math.floor((4 * (performance.now() - since)) / plan.forMs)
    residentMb[Math.min(quarter, 3)]?.push(server.residentMb())
  }
  while (performance.now() - since < plan.forMs) {
    for (const { cope, trouble } of all) {
      await sleep(plan.everyMs)
      await cope(troubles[trouble])
      troubles[trouble] += 1
    }
    measure()
  }
  const [, second = [], , last = []] = residentMb
  return { troubles, earlyMb: quantile(second, 0.5), lateMb: quantile(last, 0.5) }
}

export const runSoak = async (plan: SoakPlan): Promise<SoakReport> => {
  const server = await startSoakServer(plan.server)
  const [book, tally, over] = [openBook(), makeTally(), new AbortController()]
  try {
    const random = seededRandom(plan.seed + 1)
    const running = load(server.port, book, tally, { over: over.signal, random, pauseMs: pauseMs(plan.forMs) })
    const disturbed = await disturb(plan, server, tally)
    over.abort()
    await running
    const unsettled = await settle(server.port, book)
    await untilLogged(plan.server.databaseUrl)
    server.signal("SIGTERM")
    const exitCode = await server.exited
    const stored = await readStored(plan.server.databaseUrl)
    const { window: _, ...counted } = tally
    return {
      ...counted,
      ...disturbed,
      acknowledged: book.acknowledged.size,
      unsettled,
      exitCode,
      unexpected: book.unexpected,
      failures: server.failures(),
      findings: audit(Array.from(book.acknowledged.values()), stored),
      corruption: await corruption(plan.server.databaseUrl),
      ...(await reportOnLog(plan.server.databaseUrl, stored)),
    }
  } finally {
    over.abort()
    server.signal("SIGKILL")
  }
}
