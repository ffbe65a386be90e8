/**
 * Token buckets by key, in bounded memory.
 *
 * A full bucket equals a new one, so it is dropped. When a flood of keys leaves too many that are not full yet, the
 * fullest are dropped: those are the keys of the flood, used once, and a new bucket in their place gains about one
 * token. Drained buckets are kept, so flooding does not lift a limit, and a new key is never refused for lack of room.
 *
 * @module
 */
import { type BucketLimit, type BucketState, fullBucket, refill } from "./TokenBucket.js"

/** The buckets of one kind. */
export interface Buckets {
  /** A key's bucket as it was left; a full one for an unknown key. */
  readonly find: (key: string, now: number) => BucketState
  /** Stores a key's bucket, and sometimes drops others. */
  readonly keep: (key: string, state: BucketState, now: number) => void
  /** How many are in memory. */
  readonly size: () => number
}

/** How full a bucket must be to be dropped; the levels are tried in order until enough are gone. */
const fullnesses = [1, 0.75, 0.5, 0.25, 0]

/**
 * Makes buckets of one kind.
 *
 * @param maxKeys - how many are in memory at most; more than 0
 */
export const makeBuckets = (limit: BucketLimit, maxKeys: number): Buckets => {
  const buckets = new Map<string, BucketState>()
  const fullLevel = fullBucket(limit, 0).level
  const fillMs = (limit.capacity / limit.refillPerSecond) * 1000
  // Frees enough room that the cost of scanning all keys is small per key.
  const room = Math.max(1, Math.floor(maxKeys / 4))
  let sweptAt = 0

  const sweep = (now: number): void => {
    sweptAt = now
    const enough = buckets.size >= maxKeys ? maxKeys - room : maxKeys
    for (const fullness of fullnesses) {
      for (const [key, state] of buckets) {
        if (fullness < 1 && buckets.size <= enough) return
        if (refill(state, now, limit).level >= fullness * fullLevel) buckets.delete(key)
      }
    }
  }

  return {
    find: (key, now) => buckets.get(key) ?? fullBucket(limit, now),
    keep: (key, state, now) => {
      const crowded = buckets.size >= maxKeys && !buckets.has(key)
      // A second scan within the time that a bucket takes to refill would find none.
      if (crowded || now - sweptAt > fillMs) sweep(now)
      buckets.set(key, state)
    },
    size: () => buckets.size,
  }
}
