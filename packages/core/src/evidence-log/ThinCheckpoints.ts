/**
 * Which checkpoints are kept: all of the last hour, then one a minute for a day, one an hour for 90 days, then one a day.
 *
 * @module
 */
import type { KeptCheckpoint } from "../ports/EvidenceLog.js"

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** How far apart checkpoints of an age are kept, in milliseconds; 0 keeps all. */
const spacingAt = (ageMs: number): number => {
  if (ageMs <= hour) return 0
  if (ageMs <= day) return minute
  return ageMs <= 90 * day ? hour : day
}

/**
 * Finds the checkpoints that are no longer kept. Of those of a minute, an hour or a day the last is kept, and always the
 * newest of all.
 *
 * @param checkpoints - the smallest first
 * @param now - epoch milliseconds
 * @returns their sizes
 * @example
 * ```ts
 * import { checkpointsToForget } from "@consent-service/core/evidence-log"
 *
 * const checkpoints = [1, 2, 3].map((size) => ({ size, signedAt: size }))
 * checkpointsToForget(checkpoints, 7_200_000) // [1, 2]
 * ```
 */
export const checkpointsToForget = (
  checkpoints: ReadonlyArray<Pick<KeptCheckpoint, "size" | "signedAt">>,
  now: number,
): ReadonlyArray<number> =>
  checkpoints.flatMap(({ signedAt, size }, at) => {
    const next = checkpoints[at + 1]
    const spacing = spacingAt(now - signedAt)
    const isReplaced =
      next !== undefined && spacing > 0 && Math.floor(next.signedAt / spacing) === Math.floor(signedAt / spacing)
    return isReplaced ? [size] : []
  })
