/** The mixed load of the soak, and the outcomes of its requests inside and outside the windows of trouble. */
import { setTimeout as sleep } from "node:timers/promises"
import { actMaker, type Act, type Book } from "./Act.js"
import { type Client, openClient, type Outcome, type Sent } from "./Client.js"
import type { Random } from "./Random.js"

const savers = 8
const readers = 4

/** How many send, each over one connection. */
export const senders = savers + readers

/** How long after a trouble its consequences may show, in milliseconds: answers that were on their way. */
const settlingMs = 1_000

/** What may happen to requests while something is broken. */
export type Window = "kill" | "database"

/** The outcomes of the requests. */
export interface Tally {
  reads: number
  /** Requests whose worker was killed. */
  cutOff: number
  /** Answers of 500 and above while the database was away. */
  refused: number
  /** Answers of 500 and above at any other time. */
  readonly failed: Array<string>
  /** Requests without an answer while no worker was killed. */
  readonly unanswered: Array<string>
  /** The current trouble, or the last one. */
  window: { readonly kind: Window; readonly from: number; until: number } | null
}

export const makeTally = (): Tally => ({ reads: 0, cutOff: 0, refused: 0, failed: [], unanswered: [], window: null })

/** Runs something that breaks requests, whose consequences are expected until it has resolved. */
export const within = async (tally: Tally, kind: Window, trouble: () => Promise<void>): Promise<void> => {
  const window = { kind, from: performance.now(), until: Infinity }
  tally.window = window
  await trouble()
  window.until = performance.now() + settlingMs
}

const meets = ({ window }: Tally, kind: Window, sentAt: number): boolean =>
  window?.kind === kind && sentAt <= window.until

/** How long after the last trouble a request was sent, and how long it took. */
const circumstances = ({ window }: Tally, sentAt: number): string => {
  const tookMs = Math.round(performance.now() - sentAt)
  const since =
    window === null ? "before any trouble" : `${Math.round(sentAt - window.until)} ms after a ${window.kind}`
  return `, sent ${since}, answered after ${tookMs} ms`
}

const note = (tally: Tally, outcome: Outcome, sentAt: number): void => {
  if (outcome._tag === "Answer") {
    if (outcome.status < 500) return
    if (meets(tally, "database", sentAt)) tally.refused += 1
    else tally.failed.push(`${outcome.status} ${outcome.body}${circumstances(tally, sentAt)}`)
  } else if (meets(tally, "kill", sentAt)) tally.cutOff += 1
  else tally.unanswered.push(`${outcome.reason}${circumstances(tally, sentAt)}`)
}

/** The request that saves an act. */
export const saveOf = (act: Act): Sent => ({ method: "POST", path: "/subjects", body: JSON.stringify(act) })

/** What a load is made of. */
export interface LoadPlan {
  readonly over: AbortSignal
  readonly random: Random
  /** Between the requests of a sender, in milliseconds. */
  readonly pauseMs: number
}

/** Sends until it is over. */
export const load = async (port: number, book: Book, tally: Tally, { over, pauseMs, random }: LoadPlan) => {
  const next = actMaker(random, null)
  const paths = ["/manifest", "/init?country=DE", "/status"]
  const save = async (client: Client): Promise<void> => {
    const [act, sentAt] = [next(), performance.now()]
    const outcome = await client.send(saveOf(act))
    book.note(act, outcome)
    note(tally, outcome, sentAt)
  }
  const read = async (client: Client): Promise<void> => {
    const sentAt = performance.now()
    const outcome = await client.send({ method: "GET", path: random.pick(paths) })
    tally.reads += 1
    note(tally, outcome, sentAt)
  }
  const keepSending = async (each: (client: Client) => Promise<void>): Promise<void> => {
    const client = openClient(port, 1)
    for (; !over.aborted; await sleep(pauseMs)) await each(client)
    client.close()
  }
  const sending = Array.from({ length: senders }, (_, index) => keepSending(index < savers ? save : read))
  await Promise.all(sending)
}
