/** Sends more saves than a server can take, and judges what it did about it. */
import { type Act, actMaker, type Expected } from "./Act.js"
import { audit, count, type Finding } from "./Audit.js"
import type { ServerChild } from "./Children.js"
import { type Client, member, openClient, parsed } from "./Client.js"
import { quantile, runOpenLoop, type Told } from "./OpenLoop.js"
import { seededRandom } from "./Random.js"
import { readStored } from "./Store.js"

export interface OverloadPlan {
  /** Where the checker looks, past any proxy. */
  readonly databaseUrl: string
  readonly savesPerSecond: number
  readonly forMs: number
  readonly connections: number
  readonly seed: number
  /** Runs beside the load, until the function it gives is called. */
  readonly beside?: () => () => void
}

/** Times are in milliseconds, counted from when a request was due. */
export interface OverloadReport {
  readonly sent: number
  readonly accepted: ReadonlyArray<number>
  readonly refused: ReadonlyArray<number>
  /** Answers that are neither 200 nor 503 with a `Retry-After` of 1 to 5, and saves without an answer. */
  readonly unexpected: ReadonlyArray<string>
  readonly reads: ReadonlyArray<number>
  readonly failedReads: number
  /** One save after another, before and after the load. */
  readonly calmBefore: ReadonlyArray<number>
  readonly calmAfter: ReadonlyArray<number>
  readonly failedCalm: number
  readonly findings: ReadonlyArray<Finding>
}

const warmUpMs = 1_000
const calmSaves = 5
const readsPerSecond = 40

const saveOf = (act: Act) => ({ method: "POST", path: "/subjects", body: JSON.stringify(act) })

const isAccepted = ({ outcome }: Told<unknown>): boolean => outcome._tag === "Answer" && outcome.status === 200

const isRefused = ({ outcome }: Told<unknown>): boolean =>
  outcome._tag === "Answer" && outcome.status === 503 && /^[1-5]$/.test(outcome.headers["retry-after"] ?? "")

const describe = ({ outcome }: Told<unknown>): string =>
  outcome._tag === "Answer" ? `${outcome.status} ${outcome.body}` : `no answer: ${outcome.reason}`

const timesOf = (told: ReadonlyArray<Told<unknown>>): ReadonlyArray<number> => told.map(({ ms }) => ms)

const expectedOf = (told: ReadonlyArray<Told<Act>>): ReadonlyArray<Expected> =>
  told.filter(isAccepted).map(({ item, outcome }) => ({
    act: item,
    consentId: String(outcome._tag === "Answer" ? member(parsed(outcome.body), "consentId") : ""),
  }))

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
  await openConnections(savers, connections)
  // A process that has just started is slow in any case.
  const warmUp = await runOpenLoop({ ...load, perSecond: savesPerSecond / 4, client: savers, forMs: warmUpMs, next })
  const before = await saveCalmly(savers, next)
  const end = plan.beside?.()
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
  end?.()
  const after = await saveCalmly(savers, next)
  savers.close()
  readers.close()
  await server.stop()
  const all = [...warmUp, ...before, ...saves, ...after]
  return {
    sent: saves.length,
    accepted: timesOf(saves.filter(isAccepted)),
    refused: timesOf(saves.filter(isRefused)),
    unexpected: saves.filter((told) => !isAccepted(told) && !isRefused(told)).map(describe),
    reads: timesOf(reads),
    failedReads: reads.filter((told) => !isAccepted(told)).length,
    calmBefore: timesOf(before),
    calmAfter: timesOf(after),
    failedCalm: [...before, ...after].filter((told) => !isAccepted(told)).length,
    findings: audit(expectedOf(all), await readStored(databaseUrl)),
  }
}

/** How long a save may wait for its turn, as the service has it. */
const maxWaitMs = 1_000

/** What is wrong with how a server behaved, a line each. Times are compared with each other, or bounded generously. */
export const judgeOverload = (report: OverloadReport): ReadonlyArray<string> => {
  const { accepted, calmAfter, calmBefore, findings, reads, refused, unexpected } = report
  const [calm, calmAgain] = [quantile(calmBefore, 0.5), quantile(calmAfter, 0.5)]
  const checks: ReadonlyArray<readonly [ok: boolean, problem: string]> = [
    [accepted.length > 0, "nothing was accepted"],
    [refused.length > 0, "nothing was refused"],
    [quantile(refused, 0.5) < quantile(accepted, 0.99) / 4, "refusals take as long as saves"],
    [quantile(refused, 0.99) < maxWaitMs + 500, "some refusals are late"],
    [quantile(accepted, 0.99) < maxWaitMs + 5 * calm + 500, "saves are accepted that cannot be answered in time"],
    [report.failedReads === 0, `${report.failedReads} reads failed`],
    [quantile(reads, 0.99) < maxWaitMs, "reads are slow"],
    [report.failedCalm === 0, `${report.failedCalm} saves failed without load`],
    [calmAgain < 3 * calm + 100, "saves are still slow after the load"],
    [findings.length === 0, JSON.stringify(findings.slice(0, 3))],
    [unexpected.length === 0, unexpected.slice(0, 3).join("\n")],
  ]
  return checks.filter(([ok]) => !ok).map(([, problem]) => problem)
}

/** In one line. */
export const summary = (report: OverloadReport): string => {
  const { accepted, calmAfter, calmBefore, findings, reads, refused, sent, unexpected } = report
  const times = (values: ReadonlyArray<number>) =>
    `${values.length} (p50 ${Math.round(quantile(values, 0.5))} ms, p99 ${Math.round(quantile(values, 0.99))} ms)`
  return (
    `${sent} sent, ${times(accepted)} accepted, ${times(refused)} refused, ${unexpected.length} unexpected, ` +
    `${count(findings, "lost")} lost, reads ${times(reads)}, ` +
    `calm p50 ${Math.round(quantile(calmBefore, 0.5))} ms before, ${Math.round(quantile(calmAfter, 0.5))} ms after`
  )
}
