/** Saves without a pause while a server suffers one fault after another, and how long they are not acknowledged. */
import { setTimeout as sleep } from "node:timers/promises"
import type { Act, Book } from "./Act.js"
import { save } from "./Aftermath.js"
import { type Client, isSaved, member, type Outcome, parsed } from "./Client.js"

/** One fault. */
export interface Fault {
  readonly name: string
  readonly begin: () => void | Promise<void>
  readonly end: () => void | Promise<void>
  /** Whether saves succeed while it lasts, if slowly: it does not end before one has. */
  readonly serves?: true
}

/** A save that was acknowledged. */
export interface Acknowledgment {
  readonly sentAt: number
  readonly at: number
}

export const savers = 12
const peaceMs = 300
const failurePauseMs = 50

/** After the end of a fault, connections are made anew and retries come to their end. */
export const patienceMs = 20_000

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

/** Saves on and on, and notes what was acknowledged when. */
export const saveOnAndOn = (client: Client, book: Book, nextAct: () => Act) => {
  const over = new AbortController()
  const wrong = new Set<string>()
  const state = { saved: 0, failed: 0, savedSince: 0, lastFailure: "", acknowledged: new Array<Acknowledgment>() }
  const note = (sentAt: number): void => {
    state.saved += 1
    state.savedSince = Math.max(state.savedSince, sentAt)
    state.acknowledged.push({ sentAt, at: performance.now() })
  }
  const saver = async (_: unknown, which: number) => {
    let act = nextAct()
    while (!over.signal.aborted) {
      const sentAt = performance.now()
      const outcome = await save(client, act)
      book.note(act, outcome)
      const problem = wrongIn(outcome)
      if (problem !== null) wrong.add(problem)
      const saved = isSaved(outcome)
      // Every second saver sends again what was not acknowledged, as browsers do. The others leave it to be settled at the end.
      if (saved || which % 2 === 0) act = nextAct()
      if (saved) {
        note(sentAt)
        continue
      }
      state.failed += 1
      state.lastFailure = told(outcome)
      await sleep(failurePauseMs)
    }
  }
  const load = Promise.all(Array.from({ length: savers }, saver))
  const end = async () => {
    over.abort()
    await load
  }
  return { state, wrong, end }
}

export type Load = ReturnType<typeof saveOnAndOn>

/** Waits until a save that was sent after now is acknowledged; returns how long that took. */
export const recovery = async ({ state }: Pick<Load, "state">): Promise<number> => {
  const since = performance.now()
  while (state.savedSince < since && performance.now() - since < patienceMs) await sleep(5)
  return performance.now() - since
}

/** The longest part of a time in which no save was acknowledged that was sent in that time. */
export const longestSilence = (since: number, until: number, acknowledged: ReadonlyArray<Acknowledgment>): number => {
  const times = acknowledged.filter(({ sentAt }) => sentAt >= since).map(({ at }) => Math.min(at, until))
  let [longest, last] = [0, since]
  for (const at of [...times.toSorted((one, other) => one - other), until]) {
    longest = Math.max(longest, at - last)
    last = at
  }
  return longest
}

/** The outcome of one fault. */
export interface Suffered {
  readonly during: { readonly saved: number; readonly failed: number }
  /** The longest time without an acknowledged save, from the beginning of the fault until saves succeed after its end. */
  readonly outageMs: number
  /** From the end of the fault to the next acknowledged save. */
  readonly recoveryMs: number
  /** What failed in the peace after. */
  readonly failures: ReadonlyArray<string>
}

/** Begins and ends one fault. */
export const suffer = async (load: Pick<Load, "state">, fault: Fault, lastsMs: number): Promise<Suffered> => {
  const { state } = load
  const before = { ...state }
  state.acknowledged = []
  const began = performance.now()
  await fault.begin()
  await sleep(lastsMs)
  if (fault.serves) await recovery(load)
  const during = { saved: state.saved - before.saved, failed: state.failed - before.failed }
  const since = performance.now()
  await fault.end()
  await recovery(load)
  const over = performance.now()
  const outageMs = longestSilence(began, over, state.acknowledged)
  // Saves that began during the fault may still fail.
  await sleep(peaceMs)
  const failed = state.failed
  await sleep(peaceMs)
  const failures = state.failed === failed ? [] : [`after ${fault.name}: ${state.lastFailure}`]
  return { during, outageMs, recoveryMs: over - since, failures }
}
