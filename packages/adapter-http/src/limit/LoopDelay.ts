/**
 * How late this thread's event loop is: what waits in a socket meanwhile, nobody has counted yet (reliability.md F6).
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
   * How late the loop is, in milliseconds: as late as the timer was last, or is already. The former are requests that
   * came while the thread was blocked, the latter a long row of them that was all there when the loop last looked.
   */
  readonly delayMs: (now: number) => number
}

/** Keeps count of a timer's lateness. */
export const makeLateness = (startedAt: number, intervalMs: number): Lateness => {
  let due = startedAt + intervalMs
  let last = 0
  return {
    fired: (now) => {
      last = Math.max(0, now - due)
      due = now + intervalMs
    },
    delayMs: (now) => Math.max(last, now - due),
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
  ({ lateness }) =>
    () =>
      lateness.delayMs(performance.now()),
)
