/** Shuts a server down under load, and judges how it did. */
import { setTimeout as sleep } from "node:timers/promises"
import { type Act, actMaker, type Expected } from "./Act.js"
import { audit, type Finding } from "./Audit.js"
import type { ServerChild } from "./Children.js"
import { type Client, isSaved, member, openClient, type Outcome, parsed } from "./Client.js"
import { reportOnLog } from "./LogAudit.js"
import { seededRandom } from "./Random.js"
import { readStored } from "./Store.js"

export interface DrainPlan {
  /** Where the checker looks, past any proxy. */
  readonly databaseUrl: string
  readonly seed: number
  /** What happens before the signal, while the server is under load. */
  readonly before?: () => Promise<void> | void
}

export interface DrainReport {
  readonly acknowledged: number
  /** The last answer each saver received on a connection. */
  readonly lastAnswers: ReadonlyArray<Outcome>
  /** Answers of 500 and above. */
  readonly failed: number
  /** Requests that a connection was there for, and that were not answered. */
  readonly unanswered: ReadonlyArray<string>
  readonly refusedConnections: number
  readonly exitCode: number | null
  readonly exitMs: number
  readonly findings: ReadonlyArray<Finding>
  /** What is wrong with the evidence log. */
  readonly log: ReadonlyArray<string>
}

const savers = 32
/** A saver that has sent this many found a server that does not exit. */
const savesPerSaver = 20_000

interface Sent {
  readonly act: Act
  readonly outcome: Outcome
}

/** Saves one after another on one connection, until there is no answer. */
const saveOn = async (client: Client, next: () => Act, noteAck: () => void): Promise<ReadonlyArray<Sent>> => {
  const sent: Array<Sent> = []
  while (sent.length < savesPerSaver) {
    const act = next()
    const outcome = await client.send({ method: "POST", path: "/subjects", body: JSON.stringify(act) })
    sent.push({ act, outcome })
    if (outcome._tag === "NoAnswer") break
    if (outcome.status === 200) noteAck()
  }
  client.close()
  return sent
}

const acknowledged = ({ outcome }: Sent): boolean => isSaved(outcome)

const expectedOf = (sent: ReadonlyArray<Sent>): ReadonlyArray<Expected> =>
  sent.filter(acknowledged).map(({ act, outcome }) => ({
    act,
    consentId: String(outcome._tag === "Answer" ? member(parsed(outcome.body), "consentId") : ""),
  }))

const noAnswers = (sent: ReadonlyArray<Sent>): ReadonlyArray<string> =>
  sent.flatMap(({ outcome }) => (outcome._tag === "NoAnswer" ? outcome.reason : []))

const isRefusal = (reason: string): boolean => reason.includes("ECONNREFUSED")

/** Puts a server on an empty database under load, sends it SIGTERM, and waits for its end. */
export const runDrain = async (server: ServerChild, { before, databaseUrl, seed }: DrainPlan): Promise<DrainReport> => {
  const next = actMaker(seededRandom(seed), null)
  let acks = 0
  let busy = () => {}
  const isBusy = new Promise<void>((resolve) => void (busy = resolve))
  const noteAck = () => {
    acks += 1
    // Several each, so that all are in the middle of it.
    if (acks >= savers * 4) busy()
  }
  const load = Array.from({ length: savers }, () => saveOn(openClient(server.port, 1), next, noteAck))
  await Promise.race([isBusy, sleep(10_000, undefined, { ref: false })])
  await before?.()
  const since = performance.now()
  server.signal("SIGTERM")
  const exitCode = await server.exited
  const exitMs = performance.now() - since
  const bySaver = await Promise.all(load)
  const sent = bySaver.flat()
  const stored = await readStored(databaseUrl)
  return {
    acknowledged: sent.filter(acknowledged).length,
    lastAnswers: bySaver
      .flatMap((saves) => saves.filter(({ outcome }) => outcome._tag === "Answer").slice(-1))
      .map(({ outcome }) => outcome),
    failed: sent.filter(({ outcome }) => outcome._tag === "Answer" && outcome.status >= 500).length,
    unanswered: noAnswers(sent).filter((reason) => !isRefusal(reason)),
    refusedConnections: noAnswers(sent).filter(isRefusal).length,
    exitCode,
    exitMs,
    findings: audit(expectedOf(sent), stored),
    log: (await reportOnLog(databaseUrl, stored)).log,
  }
}

const saidClose = (outcome: Outcome): boolean => outcome._tag === "Answer" && outcome.headers.connection === "close"

/** The service gives up after 8 s; this is what a busy machine may add. In milliseconds. */
export const mostExitMs = 30_000

/** What is wrong with how a healthy server ended, a line each. */
export const judgeDrain = (report: DrainReport): ReadonlyArray<string> => {
  const { exitCode, exitMs, failed, findings, lastAnswers, log, refusedConnections, unanswered } = report
  const checks: ReadonlyArray<readonly [ok: boolean, problem: string]> = [
    [report.acknowledged >= savers, `only ${report.acknowledged} were acknowledged: it was not under load`],
    [unanswered.length === 0, `${unanswered.length} were not answered: ${unanswered[0]}`],
    [failed === 0, `${failed} failed`],
    [refusedConnections === savers, `${refusedConnections} of ${savers} savers were refused a new connection`],
    [lastAnswers.every(saidClose), "a last answer did not say that its connection closes"],
    [exitCode === 0, `exit code ${exitCode}`],
    [exitMs < mostExitMs, `it took ${Math.round(exitMs)} ms to end`],
    [findings.length === 0, JSON.stringify(findings.slice(0, 3))],
    [log.length === 0, log.slice(0, 3).join("\n")],
  ]
  return checks.filter(([ok]) => !ok).map(([, problem]) => problem)
}
