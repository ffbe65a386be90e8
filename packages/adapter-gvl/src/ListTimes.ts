/**
 * When a list is fetched again: before it expires, at a random moment; after failures less and less often, so that a
 * host that recovers does not receive every instance's request in the same second.
 *
 * @module
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"

/** Whole milliseconds of the monotonic clock: a corrected wall clock makes no list older or younger. */
export const monotonicMs: Effect.Effect<number> = Effect.map(Clock.currentTimeNanos, (nanos) =>
  Number(nanos / 1_000_000n),
)

/** How long a list is served after it was fetched, while no newer one is available, in milliseconds. */
export const maxStaleMs = 7 * 86_400_000

const [refreshFrom, refreshTo] = [0.75, 0.9]

/** A list that another process fetched within this time, in milliseconds, is used instead of fetching one. */
export const freshForMs = (ttlMs: number): number => ttlMs * refreshFrom

/**
 * How long until a list is fetched again, in milliseconds: at 75 to 90 percent of its time.
 *
 * @param random - from 0 to 1
 */
export const refreshInMs = (ttlMs: number, ageMs: number, random: number): number =>
  Math.max(0, Math.round(ttlMs * (refreshFrom + (refreshTo - refreshFrom) * random) - ageMs))

const firstPauseMs = 5_000

/** The longest pause between two attempts, before its random share, in milliseconds. */
export const longestPauseMs = 300_000

/**
 * The pause after so many failures in a row, in milliseconds: 5 s, 10 s, up to 5 minutes, each varied at random by up to
 * 50 percent.
 *
 * @param random - from 0 to 1
 */
export const pauseAfterMs = (failures: number, random: number): number =>
  Math.round(Math.min(longestPauseMs, firstPauseMs * 2 ** (failures - 1)) * (0.5 + random))
