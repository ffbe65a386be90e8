/**
 * One token bucket: how much it has refilled, whether tokens may be taken, and when they will be available.
 *
 * @module
 */

/** The size of a bucket and how fast it fills. */
export interface BucketLimit {
  /** The largest burst after a pause; at least 1. */
  readonly capacity: number
  /** The refill rate, in tokens a second; more than 0. */
  readonly refillPerSecond: number
}

/** A bucket as it was left. */
export interface BucketState {
  /** The level in thousandths of a token, which refill in a millisecond without rounding. */
  readonly level: number
  /** When it had that level, in milliseconds of the callers' clock. */
  readonly at: number
}

/** The outcome of a request for tokens. */
export interface Take {
  readonly allowed: boolean
  /** The bucket afterwards; only refilled when the request is refused. */
  readonly state: BucketState
  /** After how many whole milliseconds there will be enough; 0 when there are. */
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
 * The bucket now. While the clock is behind the bucket's time, its level does not change: a clock that
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
