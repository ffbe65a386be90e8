/** Measures how many saves a server takes, and then sends many times as many for long. */
import { setTimeout as sleep } from "node:timers/promises"
import { type Act, actMaker } from "./Act.js"
import { audit, type Finding } from "./Audit.js"
import type { ServerChild } from "./Children.js"
import { type Client, openClient, sendRepeatable } from "./Client.js"
import { reportOnLog } from "./LogAudit.js"
import type { Told } from "./OpenLoop.js"
import {
  describe,
  expectedOf,
  isAccepted,
  isRefused,
  isTurnedAway,
  saveOf,
  withoutIndeterminate,
} from "./OverloadRun.js"
import { seededRandom } from "./Random.js"
import { peakMbOf, watchRoute } from "./ServerWatch.js"
import { watchStandstill } from "./Standstill.js"
import { readStored } from "./Store.js"

export interface TenfoldPlan {
  /** Where the checker looks, past any proxy. */
  readonly databaseUrl: string
  /** How many save one after the other while it is measured what the server takes. */
  readonly savers: number
  readonly measuredMs: number
  /** How many times of what the server takes are sent. */
  readonly times: number
  readonly forMs: number
  readonly connections: number
  readonly seed: number
}

export interface TenfoldReport {
  /** Saves in a second, as measured before the load. */
  readonly capacity: number
  readonly sent: number
  readonly accepted: number
  /** Turned away before anything was done for them. */
  readonly refused: number
  /** Refused with a `Retry-After` because the database took too long. */
  readonly unavailable: number
  /** Answers that are neither 200 nor 503 with a `Retry-After` of 1 to 5, and saves without an answer. */
  readonly unexpected: ReadonlyArray<string>
  /** Answers to `GET /init` during the load other than a 200. */
  readonly initFailures: ReadonlyArray<string>
  /** From the last answer to the load until a save is acknowledged. */
  readonly servesAgainMs: number
  /** For how long the machine stood still under the load: what is measured then says little of the server. */
  readonly stoodStillMs: number
  /** The largest resident set of the server's process before the load and after it; null where the system does not tell. */
  readonly calmMb: number | null
  readonly peakMb: number | null
  readonly findings: ReadonlyArray<Finding>
  /** What is wrong with the evidence log. */
  readonly log: ReadonlyArray<string>
}

/** All outcomes but refusals, which are too many to be kept. */
interface Tally {
  sent: number
  refused: number
  readonly kept: Array<Told<Act>>
}

/** Longer than a busy machine takes: a save that waits is in a queue or before a commit, whose times the service bounds. */
const timeoutMs = 60_000

const saveOnce = async (client: Client, item: Act): Promise<Told<Act>> => {
  const since = performance.now()
  const outcome = await sendRepeatable(client, saveOf(item))
  return { item, outcome, ms: performance.now() - since }
}

/** Saves from some connections without a pause; gives how many saves a second were acknowledged. */
const measure = async (client: Client, next: () => Act, plan: TenfoldPlan, tally: Tally): Promise<number> => {
  const [since, before] = [performance.now(), tally.kept.length]
  const saver = async () => {
    while (performance.now() - since < plan.measuredMs) tally.kept.push(await saveOnce(client, next()))
  }
  await Promise.all(Array.from({ length: plan.savers }, saver))
  const acknowledged = tally.kept.slice(before).filter(isAccepted).length
  return (acknowledged * 1_000) / (performance.now() - since)
}

/** Sends so many saves evenly over the time; each connection waits for its answers. */
const pour = async (client: Client, next: () => Act, plan: TenfoldPlan, rate: number, tally: Tally): Promise<void> => {
  const total = (rate * plan.forMs) / 1_000
  const everyMs = (plan.connections * 1_000) / rate
  const send = async () => {
    while (tally.sent < total) {
      tally.sent += 1
      const told = await saveOnce(client, next())
      if (isTurnedAway(told)) tally.refused += 1
      else tally.kept.push(told)
      if (tally.sent < total) await sleep(Math.max(0, everyMs - told.ms))
    }
  }
  await Promise.all(Array.from({ length: plan.connections }, send))
}

/** Saves until one is acknowledged; gives how long that took. */
const recover = async (client: Client, next: () => Act, tally: Tally): Promise<number> => {
  const since = performance.now()
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const told = await saveOnce(client, next())
    tally.kept.push(told)
    if (isAccepted(told)) break
    await sleep(100)
  }
  return performance.now() - since
}

/** Runs the load against a server on an empty database, ends the server, and looks at the database. */
export const runTenfold = async (server: ServerChild, plan: TenfoldPlan): Promise<TenfoldReport> => {
  const { connections, databaseUrl, seed, times } = plan
  const client = openClient(server.port, connections, timeoutMs)
  const next = actMaker(seededRandom(seed), null)
  const tally: Tally = { sent: 0, refused: 0, kept: [] }
  // A process that has just started is slow in any case.
  await measure(client, next, { ...plan, measuredMs: 1_000 }, tally)
  const capacity = await measure(client, next, plan, tally)
  const calmMb = peakMbOf(server.pid)
  const watched = watchRoute(server.port, "/init?country=DE", 200)
  const standstill = watchStandstill()
  const before = tally.kept.length
  await pour(client, next, plan, capacity * times, tally)
  const stoodStillMs = standstill()
  const during = tally.kept.slice(before)
  const servesAgainMs = await recover(client, next, tally)
  const { failures: initFailures } = await watched.end()
  const peakMb = peakMbOf(server.pid)
  client.close()
  await server.stop()
  const stored = await readStored(databaseUrl)
  return {
    capacity,
    sent: tally.sent,
    accepted: during.filter(isAccepted).length,
    refused: tally.refused,
    unavailable: during.filter(isRefused).length,
    unexpected: during.filter((told) => !isAccepted(told) && !isRefused(told)).map(describe),
    initFailures,
    servesAgainMs,
    stoodStillMs,
    calmMb,
    peakMb,
    findings: withoutIndeterminate(audit(expectedOf(tally.kept), stored), tally.kept),
    log: (await reportOnLog(databaseUrl, stored)).log,
  }
}

/** How soon after the load a save must be acknowledged, in milliseconds. */
const soonMs = 5_000

/**
 * What is wrong with how a server took it, a line each.
 *
 * @param times - how many times of what it takes were sent
 * @param mostMb - how much memory the server's process may take
 */
export const judgeTenfold = (report: TenfoldReport, times: number, mostMb: number): ReadonlyArray<string> => {
  const { accepted, findings, initFailures, log, peakMb, refused, sent, servesAgainMs, unexpected } = report
  const checks: ReadonlyArray<readonly [ok: boolean, problem: string]> = [
    [accepted > 0, "nothing was accepted"],
    // The server may take more than was measured, but not most of so much.
    [refused > sent / 2, `${refused} of ${sent} saves were refused, at ${times} times of what was measured`],
    [unexpected.length === 0, unexpected.slice(0, 3).join("\n")],
    [initFailures.length === 0, `GET /init: ${initFailures.slice(0, 3).join(", ")}`],
    [peakMb === null || peakMb < mostMb, `the server's process took ${peakMb} MB`],
    [servesAgainMs < soonMs, `a save was acknowledged only ${Math.round(servesAgainMs)} ms after the load`],
    [findings.length === 0, JSON.stringify(findings.slice(0, 3))],
    [log.length === 0, log.slice(0, 3).join("\n")],
  ]
  return checks.filter(([ok]) => !ok).map(([, problem]) => problem)
}

/** The figures of a run, for people. */
export const tenfoldFigures = (report: TenfoldReport): string =>
  `${Math.round(report.capacity)} saves a second measured, ${report.sent} sent, ${report.accepted} accepted, ` +
  `${report.refused} refused, ${report.unavailable} unavailable, ${report.unexpected.length} unexpected, ${report.initFailures.length} reads failed, ` +
  `serves again after ${Math.round(report.servesAgainMs)} ms, the machine stood still for ${Math.round(report.stoodStillMs)} ms, ${report.calmMb} MB before and ${report.peakMb} MB at most`
