/**
 * Measures the delay of this thread's event loop. Requests that wait in sockets meanwhile appear in no other count.
 *
 * @module
 */
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"

/** The lateness of a timer that should fire every so often. */
export interface Lateness {
  /** The timer has fired. */
  readonly fired: (now: number) => void
  /**
   * How late the loop is, in milliseconds: as late as the timer was twice running. Once is a start, a pause of the
   * collector, or somebody else's work that is over, and no reason to refuse anybody; a thread that has more to do than
   * it can is late again and again.
   */
  readonly delayMs: () => number
}

/** Keeps count of a timer's lateness. */
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

/** Short against what anybody may be made to wait, and too seldom to cost anything. */
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
