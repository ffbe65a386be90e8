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

/** How many signatures a note has: a line each, after an empty one. */
const signaturesIn = (note: string): number => note.slice(note.indexOf("\n\n")).split("\n— ").length

/**
 * Finds the checkpoints that are no longer kept. Of those of a minute, an hour or a day the last is kept, one before it
 * that more witnesses have cosigned, and always the newest of all.
 *
 * @param checkpoints - the smallest first
 * @param now - epoch milliseconds
 * @returns their sizes
 * @example
 * ```ts
 * import { checkpointsToForget } from "@consent-service/core/evidence-log"
 *
 * const checkpoints = [1, 2, 3].map((size) => ({ size, signedAt: size, note: "" }))
 * checkpointsToForget(checkpoints, 7_200_000) // [1, 2]
 * ```
 */
export const checkpointsToForget = (checkpoints: ReadonlyArray<KeptCheckpoint>, now: number): ReadonlyArray<number> =>
  checkpoints.flatMap(({ note, signedAt, size }, at) => {
    const next = checkpoints[at + 1]
    const spacing = spacingAt(now - signedAt)
    const isReplaced =
      next !== undefined &&
      spacing > 0 &&
      Math.floor(next.signedAt / spacing) === Math.floor(signedAt / spacing) &&
      signaturesIn(next.note) >= signaturesIn(note)
    return isReplaced ? [size] : []
  })
