/**
 * Admits saves: a limited number run concurrently, some wait in order for a limited time, and the rest are refused
 * immediately, so that accepted saves are answered in time and reads stay fast. The delay of the event loop counts, too:
 * requests that wait in sockets appear in no other count.
 *
 * @module
 */
import { makeFairSemaphore } from "@consent-service/core/primitives"
import type * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"

/** A save that was refused before it started. */
export interface Overloaded {
  readonly _tag: "Overloaded"
}

/** The default limits of admission. */
export const admissionDefaults = { maxConcurrent: 512, maxQueued: 1024, maxWaitMs: 1000 } as const

/** The limits of admission. */
export interface AdmissionOptions {
  /** How many run at a time; at least 1, 512 by default. */
  readonly maxConcurrent?: number
  /** How many wait for their turn; 1,024 by default. */
  readonly maxQueued?: number
  /** How long a request waits for its turn, in milliseconds; 1,000 by default. */
  readonly maxWaitMs?: number
  /**
   * The current event-loop delay, in milliseconds; see `LoopDelay`. Where the store blocks the thread, as SQLite
   * does, requests wait in sockets, which no counter sees.
   */
  readonly loopDelayMs?: () => number
}

/** The work at this moment. */
export interface AdmissionCounts {
  readonly running: number
  readonly waiting: number
}

/** Admits work, or refuses it. */
export interface Admission {
  /**
   * Runs the work as soon as it is admitted. Fails with `Overloaded` instead, without running it, when too many
   * requests wait, when the oldest of them has waited too long, when the thread is too late, or when its own turn does
   * not come in time.
   *
   * @param waitedMs - how long the complete request has waited: since the end of its body, as a slow connection is not
   *   an overload of the service
   */
  readonly run: <A, E, R>(waitedMs: number, work: Effect.Effect<A, E, R>) => Effect.Effect<A, E | Overloaded, R>
  /** How much runs and waits now. */
  readonly counts: () => AdmissionCounts
  /** Completes when nothing runs or waits; immediately when idle. */
  readonly drained: Effect.Effect<void>
}

const refused: Effect.Effect<never, Overloaded> = Effect.fail({ _tag: "Overloaded" })

/**
 * Makes the gate of an instance.
 *
 * @param clock - measures how long work waits
 *
 * @example
 * ```ts
 * import { makeAdmission } from "@consent-service/adapter-http/limit"
 * import * as Effect from "effect/Effect"
 *
 * const program = Effect.gen(function* () {
 *   const admission = makeAdmission({ maxConcurrent: 8 }, yield* Effect.clock)
 *   return yield* admission.run(0, Effect.succeed("saved"))
 * })
 * await Effect.runPromise(program) // "saved"
 * ```
 */
export const makeAdmission = (options: AdmissionOptions, clock: Clock.Clock): Admission => {
  const { loopDelayMs = () => 0, maxConcurrent, maxQueued, maxWaitMs } = { ...admissionDefaults, ...options }
  const semaphore = makeFairSemaphore(maxConcurrent, {
    maxWaiting: maxQueued,
    maxWaitMs,
    clock,
    refuse: () => refused,
  })
  return {
    run: (waitedMs, work) =>
      Effect.suspend(() =>
        waitedMs > maxWaitMs || loopDelayMs() > maxWaitMs ? refused : semaphore.run(work, waitedMs),
      ),
    counts: () => {
      const { taken, waiting } = semaphore.counts()
      return { running: taken, waiting }
    },
    drained: semaphore.idle,
  }
}

/** The lateness of a timer that should fire every so often. */
export interface Lateness {
  /** Records that the timer fired. */
  readonly fired: (now: number) => void
  /**
   * The delay of the loop, in milliseconds: the lateness that two consecutive timers share. A single late timer is a
   * start, a garbage collection or a finished task, and no reason to refuse requests; an overloaded thread is late
   * repeatedly.
   */
  readonly delayMs: () => number
}

/**
 * Measures a timer's lateness, in milliseconds.
 *
 * @param startedAt - when the timer began, on the clock of `fired`
 * @param intervalMs - how often it should fire
 *
 * @example
 * ```ts
 * import { makeLateness } from "@consent-service/adapter-http/limit"
 *
 * const { delayMs, fired } = makeLateness(0, 50)
 * fired(150)
 * fired(280)
 * delayMs() // 80
 * ```
 */
export const makeLateness = (startedAt: number, intervalMs: number): Lateness => {
  let due = startedAt + intervalMs
  let [last, before] = [0, 0]
  return {
    fired: (now) => {
      before = last
      last = Math.max(0, now - due)
      due = now + intervalMs
    },
    delayMs: () => Math.min(last, before),
  }
}

/** Short compared with the longest wait, and infrequent enough to cost nothing. */
const intervalMs = 50

/** Measures until the scope closes, without keeping the process alive. */
export const measureLoopDelay: Effect.Effect<() => number, never, Scope.Scope> = Effect.map(
  Effect.acquireRelease(
    Effect.sync(() => {
      const lateness = makeLateness(performance.now(), intervalMs)
      const timer = setInterval(() => lateness.fired(performance.now()), intervalMs)
      timer.unref()
      return { lateness, timer }
    }),
    ({ timer }) => Effect.sync(() => clearInterval(timer)),
  ),
  ({ lateness }) => lateness.delayMs,
)
