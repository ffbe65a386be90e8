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

const calmSaves = 10
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
  const savers = openClient(server.port, connections)
  const readers = openClient(server.port, 8)
  const next = actMaker(seededRandom(seed), null)
  // The first saves of a process are slow in any case.
  const warmUp = await saveCalmly(savers, next)
  const before = await saveCalmly(savers, next)
  const [saves, reads] = await Promise.all([
    runOpenLoop({ client: savers, perSecond: savesPerSecond, forMs, next, toRequest: saveOf }),
    runOpenLoop({
      client: readers,
      perSecond: readsPerSecond,
      forMs,
      next: alternately("/init?country=DE", "/manifest"),
      toRequest: (path) => ({ method: "GET", path }),
    }),
  ])
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
    failedCalm: [...warmUp, ...before, ...after].filter((told) => !isAccepted(told)).length,
    findings: audit(expectedOf(all), await readStored(databaseUrl)),
  }
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
