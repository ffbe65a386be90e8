/**
 * Which checkpoints are kept: all of the last hour, one a minute of the last day, one an hour of the last 90 days, one a
 * day from then on.
 *
 * @module
 */
import type { KeptCheckpoint } from "../ports/EvidenceLog.js"

const [second, minute, hour, day] = [1_000, 60_000, 3_600_000, 86_400_000]

/** How far apart checkpoints of an age are at least; at 0 all are kept. */
const spacingAt = (age: number): number => {
  if (age <= hour) return 0
  if (age <= day) return minute
  return age <= 90 * day ? hour : day
}

/**
 * Chooses the checkpoints that are no longer needed. The newest one is never among them, and neither is the first of a
 * minute, an hour or a day that is kept.
 *
 * @param checkpoints - the smallest size first
 * @param now - epoch milliseconds
 * @returns their sizes
 * @example
 * ```ts
 * import { checkpointsToForget } from "@consent-service/core/evidence-log"
 *
 * const at = (size: number, signedAt: number) => ({ size, note: "", signedAt })
 * checkpointsToForget([at(1, 0), at(2, 1_000), at(3, 60_000)], 7_200_000) // [2]
 * ```
 */
export const checkpointsToForget = (
  checkpoints: ReadonlyArray<Pick<KeptCheckpoint, "size" | "signedAt">>,
  now: number,
): ReadonlyArray<number> => {
  const newest = checkpoints.at(-1)?.size
  const kept = new Set<string>()
  return checkpoints.flatMap(({ signedAt, size }) => {
    const spacing = spacingAt(now - signedAt)
    if (size === newest || spacing < second) return []
    const slot = `${spacing}/${Math.floor(signedAt / spacing)}`
    if (kept.has(slot)) return [size]
    kept.add(slot)
    return []
  })
}
