/**
 * Load in an open loop: requests are sent when they are due, however slow the answers are, and their time is counted
 * from then. A closed loop waits with the server and never sees a queue.
 */
import { setTimeout as sleep } from "node:timers/promises"
import type { Client, Outcome, Sent } from "./Client.js"

export interface LoadPlan<A> {
  readonly client: Client
  readonly perSecond: number
  readonly forMs: number
  readonly next: () => A
  readonly toRequest: (item: A) => Sent
}

/** The outcome of one request. */
export interface Told<A> {
  readonly item: A
  readonly outcome: Outcome
  /** From when it was due to be sent until its answer was read. */
  readonly ms: number
}

export interface LoadReport<A> {
  readonly told: ReadonlyArray<Told<A>>
  /** How many requests had been sent and not been answered at any time. */
  readonly mostUnanswered: number
}

/** Sends at an even pace, and resolves when everything has been answered. */
export const runOpenLoop = async <A>(plan: LoadPlan<A>): Promise<LoadReport<A>> => {
  const { client, forMs, next, perSecond, toRequest } = plan
  const sends: Array<Promise<Told<A>>> = []
  const startedAt = performance.now()
  let [unanswered, mostUnanswered] = [0, 0]
  const sendDueAt = async (due: number): Promise<Told<A>> => {
    const item = next()
    unanswered += 1
    mostUnanswered = Math.max(mostUnanswered, unanswered)
    const outcome = await client.send(toRequest(item))
    unanswered -= 1
    return { item, outcome, ms: performance.now() - due }
  }
  const total = Math.floor((perSecond * forMs) / 1000)
  while (sends.length < total) {
    const due = Math.min(total, ((performance.now() - startedAt) * perSecond) / 1000)
    while (sends.length < due) sends.push(sendDueAt(startedAt + (sends.length * 1000) / perSecond))
    await sleep(2)
  }
  return { told: await Promise.all(sends), mostUnanswered }
}

/** The value below which that part of all values is; 0 of none. */
export const quantile = (values: ReadonlyArray<number>, part: number): number =>
  values.toSorted((one, other) => one - other)[Math.max(0, Math.ceil(values.length * part) - 1)] ?? 0
