/**
 * Time by the monotonic clock, for everything that lasts: a corrected wall clock makes no list older or younger.
 *
 * @module
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"

/** Whole milliseconds since some moment. */
export const monotonicMs: Effect.Effect<number> = Effect.map(Clock.currentTimeNanos, (nanos) =>
  Number(nanos / 1_000_000n),
)
