/** Faults around a server that lives on, begun and ended under load; and what the database holds afterwards. */
import { setTimeout as sleep } from "node:timers/promises"
import { type Act, type Book, openBook } from "./Act.js"
import { type Aftermath, firstLook, lookAfter, save } from "./Aftermath.js"
import type { Children, ServerSettings } from "./Children.js"
import { type Client, member, openClient, type Outcome, parsed } from "./Client.js"
import { watchRoute } from "./ServerWatch.js"

/** One fault. */
export interface Fault {
  readonly name: string
  readonly begin: () => void | Promise<void>
  readonly end: () => void | Promise<void>
  /** Whether saves succeed while it lasts, if slowly: it does not end before one has. */
  readonly serves?: true
}

export interface FaultPlan {
  readonly server: ServerSettings
  /** Where the checker reads, past a proxy that the server goes through; the server's own URL by default. */
  readonly directUrl?: () => string
  /** One after the other. */
  readonly faults: ReadonlyArray<Fault>
  /** How often all of them. */
  readonly rounds: number
  /** How long each lasts. */
  readonly lastsMs: number
  readonly seed: number
}

export interface FaultReport extends Aftermath {
  readonly faults: number
  readonly rowsAtStart: number
  /** By fault: how many saves were acknowledged while it lasted, and how many were refused or unanswered. */
  readonly during: Readonly<Record<string, { readonly saved: number; readonly failed: number }>>
  /** Saves that failed although no fault had been there for a while. */
  readonly failedInPeace: ReadonlyArray<string>
  /** From the end of a fault to the next acknowledged save, the longest. */
  readonly slowestRecoveryMs: number
  /** Refusals that are not the service's error, or tell more than it should. */
  readonly wrongRefusals: ReadonlyArray<string>
  /** Answers to `GET /init`, which needs no database, other than a 200. */
  readonly initFailures: ReadonlyArray<string>
}

const savers = 12
const peaceMs = 300

/** After the end of a fault, connections are made anew and retries come to their end. */
const patienceMs = 20_000

const isSaved = (outcome: Outcome): boolean => outcome._tag === "Answer" && outcome.status === 200

const told = (outcome: Outcome): string =>
  outcome._tag === "Answer" ? `${outcome.status} ${outcome.body}` : outcome.reason

/** What an error's body must never contain: names of the engine, of its errors, of files and tables. */
const internals = /sql|enospc|eio|disk|\/tmp|cs_|postgres|mysql|mariadb|econn|at .*:\d+:\d+/i

/** The errors of a database, which clients retry. */
const refusals = new Map([
  [500, "DATABASE_ERROR"],
  [503, "SERVICE_UNAVAILABLE"],
])

/** What is wrong with a refusal, or null. */
const wrongIn = (outcome: Outcome): string | null => {
  if (outcome._tag === "NoAnswer" || outcome.status < 500) return null
  const code = member(parsed(outcome.body), "cause", "code")
  return code === refusals.get(outcome.status) && !internals.test(outcome.body) ? null : told(outcome)
}

/** Saves without a pause, and notes when the last save was acknowledged. */
const saveOnAndOn = (client: Client, book: Book, nextAct: () => Act) => {
  const over = new AbortController()
  const wrong = new Set<string>()
  const state = { saved: 0, failed: 0, savedSince: 0, lastFailure: "" }
  const saver = async () => {
    while (!over.signal.aborted) {
      const act = nextAct()
      const sentAt = performance.now()
      const outcome = await save(client, act)
      book.note(act, outcome)
      const problem = wrongIn(outcome)
      if (problem !== null) wrong.add(problem)
      if (isSaved(outcome)) {
        state.saved += 1
        state.savedSince = Math.max(state.savedSince, sentAt)
        continue
      }
      state.failed += 1
      state.lastFailure = told(outcome)
      await sleep(20)
    }
  }
  const load = Promise.all(Array.from({ length: savers }, saver))
  const end = async () => {
    over.abort()
    await load
  }
  return { state, wrong, end }
}

type Load = ReturnType<typeof saveOnAndOn>

/** Waits until a save that was sent after now is acknowledged; returns how long that took. */
const recovery = async ({ state }: Load): Promise<number> => {
  const since = performance.now()
  while (state.savedSince < since && performance.now() - since < patienceMs) await sleep(5)
  return performance.now() - since
}

/** Begins and ends one fault; returns how long it took to recover, and what failed in the peace after. */
const suffer = async (load: Load, fault: Fault, lastsMs: number) => {
  const { state } = load
  const before = { ...state }
  await fault.begin()
  await sleep(lastsMs)
  if (fault.serves) await recovery(load)
  const during = { saved: state.saved - before.saved, failed: state.failed - before.failed }
  const since = performance.now()
  await fault.end()
  await recovery(load)
  const recoveryMs = performance.now() - since
  // Saves that began during the fault may still fail.
  await sleep(peaceMs)
  const failed = state.failed
  await sleep(peaceMs)
  const failures = state.failed === failed ? [] : [`after ${fault.name}: ${state.lastFailure}`]
  return { during, recoveryMs, failures }
}

export const runFaults = async (children: Children, plan: FaultPlan): Promise<FaultReport> => {
  const urlOf = plan.directUrl ?? (() => plan.server.databaseUrl)
  const { nextAct, rowsAtStart } = await firstLook(children, plan.server, urlOf(), plan.seed)
  const server = await children.start(plan.server)
  const book = openBook()
  const client = openClient(server.port, savers)
  const watched = watchRoute(server.port, "/init?country=DE", 50)
  const load = saveOnAndOn(client, book, nextAct)
  await recovery(load)
  const during: Record<string, { saved: number; failed: number }> = {}
  const failedInPeace: Array<string> = []
  let [faults, slowestRecoveryMs] = [0, 0]
  for (let round = 0; round < plan.rounds; round += 1) {
    for (const fault of plan.faults) {
      const one = await suffer(load, fault, plan.lastsMs)
      const sum = during[fault.name] ?? { saved: 0, failed: 0 }
      during[fault.name] = { saved: sum.saved + one.during.saved, failed: sum.failed + one.during.failed }
      failedInPeace.push(...one.failures)
      slowestRecoveryMs = Math.max(slowestRecoveryMs, one.recoveryMs)
      faults += 1
    }
  }
  await load.end()
  client.close()
  const { failures: initFailures } = await watched.end()
  const aftermath = await lookAfter(urlOf(), server, book)
  const wrongRefusals = [...load.wrong]
  return { ...aftermath, faults, rowsAtStart, during, failedInPeace, slowestRecoveryMs, wrongRefusals, initFailures }
}

/** What a run with faults must look like, whatever the faults; empty when all is well. */
export const problemsIn = (report: FaultReport): ReadonlyArray<string> => [
  ...(report.rowsAtStart === 0 ? [] : [`the database had ${report.rowsAtStart} rows`]),
  ...report.findings.map(({ kind, what }) => `${kind}: ${what}`),
  ...report.corruption,
  ...report.log,
  ...report.unexpected.map((answer) => `unexpected: ${answer}`),
  ...report.wrongRefusals.map((answer) => `a wrong refusal: ${answer}`),
  ...report.failedInPeace.map((answer) => `failed in peace ${answer}`),
  ...report.initFailures.map((answer) => `GET /init: ${answer}`),
  ...(report.signed === report.logged ? [] : [`${report.signed} of ${report.logged} entries are signed`]),
  ...(report.unsettled === 0 ? [] : [`${report.unsettled} saves did not settle`]),
]

/** The figures of a run, for people. */
export const figures = ({ during, landed, indeterminate, slowestRecoveryMs }: FaultReport): string =>
  `${landed} of ${indeterminate} indeterminate landed, slowest recovery ${Math.round(slowestRecoveryMs)} ms, during ` +
  Object.entries(during)
    .map(([name, { failed, saved }]) => `${name} ${saved} saved and ${failed} failed`)
    .join(", ")
