/**
 * How much CPU time compression may use. Untrusted clients can request bodies that have to be compressed first,
 * such as a script for an invented `Host`.
 *
 * @module
 */
import { type BucketLimit, fullBucket, take } from "../limit/TokenBucket.js"

/** Decides whether a job may start. */
export interface Budget {
  /** @param costMs - how long one core will take, in whole milliseconds */
  readonly allows: (costMs: number) => boolean
}

/** Milliseconds of one core: a burst of four seconds, and a tenth of the time in the long run. */
export const compressionLimit: BucketLimit = { capacity: 4_000, refillPerSecond: 100 }

/**
 * Makes a full budget.
 *
 * @param now - a monotonic clock, in milliseconds
 */
export const makeBudget = (limit: BucketLimit, now: () => number): Budget => {
  let state = fullBucket(limit, now())
  return {
    allows: (costMs) => {
      const taken = take(state, now(), limit, costMs)
      state = taken.state
      return taken.allowed
    },
  }
}
