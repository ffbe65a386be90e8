/**
 * One token bucket, decided: how much it has refilled, whether some tokens may be taken, and when they can be.
 *
 * @module
 */

/** How large a bucket is and how fast it fills. */
export interface BucketLimit {
  /** The largest burst after a pause; at least 1. */
  readonly capacity: number
  /** How many may come in the long run, a second; more than 0. */
  readonly refillPerSecond: number
}

/** A bucket as it was left. */
export interface BucketState {
  /** What it held, in thousandths of a token: whole numbers of them refill in a millisecond without rounding. */
  readonly level: number
  /** When it held that, in milliseconds of the clock its callers use. */
  readonly at: number
}

/** The outcome of a request for tokens. */
export interface Take {
  readonly allowed: boolean
  /** The bucket afterwards; only refilled when nothing was allowed. */
  readonly state: BucketState
  /** After how many milliseconds there will be enough, whole; 0 when there were. */
  readonly retryAfterMs: number
}

/** One token, in the unit of a level. */
const token = 1000

/** A full bucket. */
export const fullBucket = ({ capacity }: BucketLimit, now: number): BucketState => ({
  level: capacity * token,
  at: now,
})

/**
 * A bucket as it is now. While the clock is behind the bucket's time, nothing refills and nothing is lost: a clock that
 * goes back and forth would otherwise fill it.
 */
export const refill = (state: BucketState, now: number, { capacity, refillPerSecond }: BucketLimit): BucketState => {
  const elapsed = Math.max(0, now - state.at)
  return {
    level: Math.min(capacity * token, state.level + elapsed * refillPerSecond),
    at: Math.max(state.at, now),
  }
}

/**
 * Takes tokens when there are enough.
 *
 * @param count - how many, whole; more than the bucket holds count as all that it holds, so that a wait always ends
 */
export const take = (state: BucketState, now: number, limit: BucketLimit, count = 1): Take => {
  const { at, level } = refill(state, now, limit)
  const cost = Math.min(count, limit.capacity) * token
  if (level >= cost) return { allowed: true, state: { level: level - cost, at }, retryAfterMs: 0 }
  return { allowed: false, state: { level, at }, retryAfterMs: Math.ceil((cost - level) / limit.refillPerSecond) }
}
