/**
 * When a list is fetched again (contract decision 30): before its time is up, at a moment of its own; after failures
 * less and less often, so that a host that comes back is not met by everybody at once.
 *
 * @module
 */

/** A list is served for so long after it was fetched, while no newer one can be had. */
export const maxStaleMs = 7 * 86_400_000

const [refreshFrom, refreshTo] = [0.75, 0.9]

/** A list of another process that is younger than this is taken instead of fetching one. */
export const freshForMs = (ttlMs: number): number => ttlMs * refreshFrom

/**
 * How long until a list is fetched again, in milliseconds: at 75 to 90 percent of its time.
 *
 * @param random - from 0 to 1
 */
export const refreshInMs = (ttlMs: number, ageMs: number, random: number): number =>
  Math.max(0, Math.round(ttlMs * (refreshFrom + (refreshTo - refreshFrom) * random) - ageMs))

const firstPauseMs = 5_000

/** Between two attempts that are due no more time passes than this and half of it. */
export const longestPauseMs = 300_000

/**
 * How long nothing is fetched after so many failures in a row, in milliseconds: 5 s, 10 s, up to 5 minutes, each half
 * as much again or half as much less.
 *
 * @param random - from 0 to 1
 */
export const pauseAfterMs = (failures: number, random: number): number =>
  Math.round(Math.min(longestPauseMs, firstPauseMs * 2 ** (failures - 1)) * (0.5 + random))
