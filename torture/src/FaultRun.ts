/** Faults around a server that lives on, begun and ended under load; and what the database holds afterwards. */
import { openBook } from "./Act.js"
import { type Aftermath, firstLook, lookAfter } from "./Aftermath.js"
import { audit, type Finding } from "./Audit.js"
import type { Children, ServerSettings } from "./Children.js"
import { openClient } from "./Client.js"
import { type Fault, patienceMs, recovery, savers, saveOnAndOn, suffer, type Suffered } from "./FaultLoad.js"
import { auditLog, readLog } from "./LogAudit.js"
import { quantile } from "./OpenLoop.js"
import { watchRoute } from "./ServerWatch.js"
import { readStored } from "./Store.js"

export type { Fault } from "./FaultLoad.js"

export interface FaultPlan {
  readonly server: ServerSettings
  /** Where the checker reads, past a proxy that the server goes through; the server's own URL by default. */
  readonly directUrl?: () => string
  /** Further copies of the database, which must hold the same; resolves when they agree. */
  readonly copies?: () => Promise<ReadonlyArray<string>>
  /** One after the other. */
  readonly faults: ReadonlyArray<Fault>
  /** How often all of them. */
  readonly rounds: number
  /** How long each lasts. */
  readonly lastsMs: number
  readonly seed: number
}

/** Of all faults of one name. */
export interface During {
  /** How many saves were acknowledged while it lasted, and how many were refused or unanswered. */
  readonly saved: number
  readonly failed: number
  /** The longest outage, from the beginning of a fault: see {@link Suffered}. */
  readonly outageMs: number
}

export interface FaultReport extends Aftermath {
  readonly faults: number
  readonly rowsAtStart: number
  readonly during: Readonly<Record<string, During>>
  /** Saves that failed although no fault had been there for a while. */
  readonly failedInPeace: ReadonlyArray<string>
  /** From the end of each fault to the next save that was sent and acknowledged. */
  readonly recoveriesMs: ReadonlyArray<number>
  /** The longest of them. */
  readonly slowestRecoveryMs: number
  /** Refusals that are not the service's error, or tell more than it should. */
  readonly wrongRefusals: ReadonlyArray<string>
  /** Answers to `GET /init`, which needs no database, other than a 200. */
  readonly initFailures: ReadonlyArray<string>
}

/** Adds up the outcomes of the faults. */
const tallyFaults = () => {
  const during: Record<string, During> = {}
  const failedInPeace: Array<string> = []
  const recoveriesMs: Array<number> = []
  const add = (name: string, one: Suffered): void => {
    const { failed, outageMs, saved } = during[name] ?? { saved: 0, failed: 0, outageMs: 0 }
    during[name] = {
      saved: saved + one.during.saved,
      failed: failed + one.during.failed,
      outageMs: Math.max(outageMs, one.outageMs),
    }
    failedInPeace.push(...one.failures)
    recoveriesMs.push(one.recoveryMs)
  }
  const sum = () => {
    const slowestRecoveryMs = recoveriesMs.reduce((one, other) => Math.max(one, other), 0)
    return { during, failedInPeace, faults: recoveriesMs.length, recoveriesMs, slowestRecoveryMs }
  }
  return { add, sum }
}

/** What is wrong with a copy of the database. */
const auditCopy = async (url: string, expected: Parameters<typeof audit>[0]) => {
  const at = (what: string) => `at ${new URL(url).host}: ${what}`
  return {
    findings: audit(expected, await readStored(url)).map(({ kind, what }): Finding => ({ kind, what: at(what) })),
    log: auditLog(await readLog(url)).map(at),
  }
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
  const tally = tallyFaults()
  for (let round = 0; round < plan.rounds; round += 1) {
    for (const fault of plan.faults) tally.add(fault.name, await suffer(load, fault, plan.lastsMs))
  }
  await load.end()
  client.close()
  const { failures: initFailures } = await watched.end()
  const aftermath = await lookAfter(urlOf(), server, book)
  const expected = Array.from(book.acknowledged.values())
  const copies = await Promise.all(((await plan.copies?.()) ?? []).map((url) => auditCopy(url, expected)))
  return {
    ...aftermath,
    ...tally.sum(),
    findings: [...aftermath.findings, ...copies.flatMap(({ findings }) => findings)],
    log: [...aftermath.log, ...copies.flatMap(({ log }) => log)],
    rowsAtStart,
    wrongRefusals: [...load.wrong],
    initFailures,
  }
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
  ...(report.slowestRecoveryMs < patienceMs ? [] : [`no save was acknowledged for ${patienceMs} ms after a fault`]),
  ...(report.unsettled === 0 ? [] : [`${report.unsettled} saves did not settle`]),
]

/** The figures of a run, for people. */
export const figures = ({ during, landed, indeterminate, recoveriesMs, slowestRecoveryMs }: FaultReport): string =>
  `${landed} of ${indeterminate} indeterminate landed, slowest recovery ${Math.round(slowestRecoveryMs)} ms ` +
  `(the middle one ${Math.round(quantile(recoveriesMs, 0.5))} ms), during ` +
  Object.entries(during)
    .map(
      ([name, { failed, outageMs, saved }]) =>
        `${name} ${saved} saved and ${failed} failed with an outage of up to ${Math.round(outageMs)} ms`,
    )
    .join(", ")
