/** Since when a replica is known to have everything: a pure decision over observed positions. */
import type { LogPosition } from "./Positions.js"

/** A primary had written so far at a time, of the process's own clock, in milliseconds. */
export interface Mark {
  readonly at: number
  readonly written: LogPosition
}

/** What is known of a replica. */
export interface Freshness {
  /** It has everything that was acknowledged before this time; null while nothing is known. */
  readonly completeTo: number | null
  /** Marks that it has not reached, oldest first. */
  readonly ahead: ReadonlyArray<Mark>
}

export const unknownFreshness: Freshness = { completeTo: null, ahead: [] }

/** As many marks are kept: more are of a replica that is far behind. */
const mostMarks = 32

const hasReached = (replayed: LogPosition, { written }: Mark): boolean =>
  replayed.timeline === written.timeline && replayed.bytes >= written.bytes

/**
 * Adds an observation. The mark was made before the replica was asked: what it has reached by then, it had everything for
 * at the time of the mark.
 */
export const observed = (
  { ahead, completeTo }: Freshness,
  mark: Mark | null,
  replayed: LogPosition | null,
): Freshness => {
  // A server that is no replica, or has no primary, must prove itself again.
  if (replayed === null || mark === null) return unknownFreshness
  const marks = [...ahead, mark].slice(-mostMarks)
  const reached = marks.filter((one) => hasReached(replayed, one))
  const times = reached.map(({ at }) => at)
  return {
    completeTo: times.length === 0 ? completeTo : Math.max(completeTo ?? 0, ...times),
    ahead: marks.filter((one) => !hasReached(replayed, one)),
  }
}

/** Whether all that was acknowledged longer ago than a bound, in milliseconds, is there. */
export const isWithin = ({ completeTo }: Freshness, now: number, boundMs: number): boolean =>
  completeTo !== null && now - completeTo <= boundMs
