/** Sends more saves than a server can take, and judges what it did about it. */
import { setTimeout as sleep } from "node:timers/promises"
import { type Act, actMaker, type Expected, keyOf } from "./Act.js"
import { audit, count, type Finding } from "./Audit.js"
import type { ServerChild } from "./Children.js"
import { type Client, isSaved, member, openClient, parsed } from "./Client.js"
import { reportOnLog } from "./LogAudit.js"
import { quantile, runOpenLoop, type Told } from "./OpenLoop.js"
import { seededRandom } from "./Random.js"
import { watchStandstill } from "./Standstill.js"
import { readStored } from "./Store.js"

export interface OverloadPlan {
  /** Where the checker looks, past any proxy. */
  readonly databaseUrl: string
  readonly savesPerSecond: number
  readonly forMs: number
  readonly connections: number
  readonly seed: number
  /** Runs alongside the load, until the function it returns is called. */
  readonly alongside?: () => () => void
}

/** Times are in milliseconds, counted from when a request was due. */
export interface OverloadReport {
  readonly sent: number
  readonly accepted: ReadonlyArray<number>
  readonly refused: ReadonlyArray<number>
  /** Answers that are neither 200 nor 503 with a `Retry-After` of 1 to 5, and saves without an answer. */
  readonly unexpected: ReadonlyArray<string>
  readonly reads: ReadonlyArray<number>
  /** One save after another, before and after the load. */
  readonly calmBefore: ReadonlyArray<number>
  readonly calmAfter: ReadonlyArray<number>
  /** Reads, and saves without load, that were not answered with 200. */
  readonly failures: ReadonlyArray<string>
  /** How many saves had not been answered at any time. */
  readonly mostUnanswered: number
  /** For how long the machine stood still under the load: what is measured then says little of the server. */
  readonly stoodStillMs: number
  readonly findings: ReadonlyArray<Finding>
  /** What is wrong with the evidence log. */
  readonly log: ReadonlyArray<string>
}

const warmUpMs = 1_000
/** How soon after a load the server must have recovered, in milliseconds. */
const recoveryMs = 500
const calmSaves = 5
const readsPerSecond = 40

export const saveOf = (act: Act) => ({ method: "POST", path: "/subjects", body: JSON.stringify(act) })

export const isAccepted = ({ outcome }: Told<unknown>): boolean => isSaved(outcome)

export const isRefused = ({ outcome }: Told<unknown>): boolean =>
  outcome._tag === "Answer" && outcome.status === 503 && /^[1-5]$/.test(outcome.headers["retry-after"] ?? "")

export const describe = ({ outcome }: Told<unknown>): string =>
  outcome._tag === "Answer" ? `${outcome.status} ${outcome.body}` : `no answer: ${outcome.reason}`

const timesOf = (told: ReadonlyArray<Told<unknown>>): ReadonlyArray<number> => told.map(({ ms }) => ms)

export const expectedOf = (told: ReadonlyArray<Told<Act>>): ReadonlyArray<Expected> =>
  told.filter(isAccepted).map(({ item, outcome }) => ({
    act: item,
    consentId: String(outcome._tag === "Answer" ? member(parsed(outcome.body), "consentId") : ""),
  }))

/** Whether a save was turned away before anything was done for it. */
export const isTurnedAway = (told: Told<unknown>): boolean =>
  isRefused(told) && told.outcome._tag === "Answer" && told.outcome.body.includes("Too many saves")

/** Any other save that was not accepted may or may not be stored: its commit may have been on its way. */
export const withoutIndeterminate = (
  findings: ReadonlyArray<Finding>,
  told: ReadonlyArray<Told<Act>>,
): ReadonlyArray<Finding> => {
  const unsure = told.filter((one) => !isAccepted(one) && !isTurnedAway(one))
  const keys = new Set(unsure.map(({ item }) => keyOf(item)))
  return findings.filter(({ kind, what }) => kind !== "uncalled-for" || !keys.has(what))
}

/** New connections are another matter than load on those that are open: `libuv` accepts one in each turn of its loop. */
const openConnections = (client: Client, connections: number) =>
  Promise.all(Array.from({ length: connections }, () => client.send({ method: "GET", path: "/manifest" })))

const saveCalmly = async (client: Client, next: () => Act): Promise<ReadonlyArray<Told<Act>>> => {
  const told: Array<Told<Act>> = []
  while (told.length < calmSaves) {
    const [item, since] = [next(), performance.now()]
    const outcome = await client.send(saveOf(item))
    told.push({ item, outcome, ms: performance.now() - since })
  }
  return told
}

const alternately = (...paths: ReadonlyArray<string>): (() => string) => {
  let turn = 0
  return () => paths[turn++ % paths.length] ?? ""
}

/** Runs the load against a server on an empty database, ends the server, and looks at the database. */
export const runOverload = async (server: ServerChild, plan: OverloadPlan): Promise<OverloadReport> => {
  const { connections, databaseUrl, forMs, savesPerSecond, seed } = plan
  const load = { perSecond: savesPerSecond, toRequest: saveOf }
  const savers = openClient(server.port, connections)
  const readers = openClient(server.port, 8)
  const next = actMaker(seededRandom(seed), null)
  // A process that has just started is slow in any case.
  const gently = Math.min(500, savesPerSecond / 4)
  const warmUp = await runOpenLoop({ ...load, perSecond: gently, client: savers, forMs: warmUpMs, next })
  const before = await saveCalmly(savers, next)
  await openConnections(savers, connections)
  const end = plan.alongside?.()
  const standstill = watchStandstill()
  const [saves, reads] = await Promise.all([
    runOpenLoop({ ...load, client: savers, forMs, next }),
    runOpenLoop({
      client: readers,
      perSecond: readsPerSecond,
      forMs,
      next: alternately("/init?country=DE", "/manifest"),
      toRequest: (path) => ({ method: "GET", path }),
    }),
  ])
  const stoodStillMs = standstill()
  end?.()
  await sleep(recoveryMs)
  const after = await saveCalmly(savers, next)
  savers.close()
  readers.close()
  await server.stop()
  const { mostUnanswered, told } = saves
  const stored = await readStored(databaseUrl)
  const all = [...warmUp.told, ...before, ...told, ...after]
  return {
    sent: told.length,
    accepted: timesOf(told.filter(isAccepted)),
    refused: timesOf(told.filter(isRefused)),
    unexpected: told.filter((one) => !isAccepted(one) && !isRefused(one)).map(describe),
    reads: timesOf(reads.told),
    calmBefore: timesOf(before),
    calmAfter: timesOf(after),
    failures: [...reads.told, ...before, ...after].filter((one) => !isAccepted(one)).map(describe),
    mostUnanswered,
    stoodStillMs,
    findings: withoutIndeterminate(audit(expectedOf(all), stored), all),
    log: (await reportOnLog(databaseUrl, stored)).log,
  }
}

/**
 * What is wrong with how a server behaved, a line each. Times are only compared with each other: how fast a machine is
 * does not matter, and how many wait says more.
 *
 * @param room - how many saves may run or wait
 */
export const judgeOverload = (report: OverloadReport, room: number): ReadonlyArray<string> => {
  const { accepted, calmAfter, calmBefore, failures, findings, log, mostUnanswered, reads, refused, unexpected } =
    report
  const slow = quantile(accepted, 0.9)
  const [calm, calmAgain] = [quantile(calmBefore, 0.5), quantile(calmAfter, 0.5)]
  const checks: ReadonlyArray<readonly [ok: boolean, problem: string]> = [
    [accepted.length > 0, "nothing was accepted"],
    [refused.length > 0, "nothing was refused"],
    // Those that are being refused come on top.
    [mostUnanswered < room + 300, `${mostUnanswered} saves waited, with room for ${room}`],
    [quantile(refused, 0.5) < slow / 2, "refusals take as long as saves"],
    [quantile(reads, 0.5) < slow / 2, "reads take as long as saves"],
    [calmAgain < 3 * calm + 100, "saves are still slow after the load"],
    [failures.length === 0, failures.slice(0, 3).join("\n")],
    [unexpected.length === 0, unexpected.slice(0, 3).join("\n")],
    [findings.length === 0, JSON.stringify(findings.slice(0, 3))],
    [log.length === 0, log.slice(0, 3).join("\n")],
  ]
  return checks.filter(([ok]) => !ok).map(([, problem]) => problem)
}

/** In one line. */
export const summary = (report: OverloadReport): string => {
  const { accepted, calmAfter, calmBefore, findings, mostUnanswered, reads, refused, sent, stoodStillMs, unexpected } =
    report
  const times = (values: ReadonlyArray<number>) =>
    `${values.length} (p50 ${Math.round(quantile(values, 0.5))} ms, p99 ${Math.round(quantile(values, 0.99))} ms)`
  return (
    `${sent} sent, ${times(accepted)} accepted, ${times(refused)} refused, ${unexpected.length} unexpected, ` +
    `${count(findings, "lost")} lost, at most ${mostUnanswered} unanswered, reads ${times(reads)}, ` +
    `calm p50 ${Math.round(quantile(calmBefore, 0.5))} ms before, ${Math.round(quantile(calmAfter, 0.5))} ms after, ` +
    `the machine stood still for ${Math.round(stoodStillMs)} ms`
  )
}
