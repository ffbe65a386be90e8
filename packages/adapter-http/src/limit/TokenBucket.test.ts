import { assert, describe, it } from "@effect/vitest"
import * as FastCheck from "effect/FastCheck"
import { type BucketLimit, fullBucket, take } from "./TokenBucket.js"

const anyLimit = FastCheck.record({
  capacity: FastCheck.integer({ min: 1, max: 5 }),
  refillPerSecond: FastCheck.integer({ min: 1, max: 2_000 }),
})

/** Times of requests, by a clock that may go back. */
const anyTimes = FastCheck.array(FastCheck.integer({ min: 0, max: 3_000 }), { maxLength: 40 })

/** Simulates every millisecond; a time that was already counted refills nothing. */
const naively = ({ capacity, refillPerSecond }: BucketLimit, times: ReadonlyArray<number>): ReadonlyArray<boolean> => {
  let thousandths = capacity * 1000
  let latest = 0
  return times.map((time) => {
    for (; latest < time; latest++) thousandths = Math.min(capacity * 1000, thousandths + refillPerSecond)
    if (thousandths < 1000) return false
    thousandths -= 1000
    return true
  })
}

describe("take", () => {
  it("equals a simulation of every millisecond, and reports when the next token is available", () => {
    FastCheck.assert(
      FastCheck.property(anyLimit, anyTimes, (limit, times) => {
        let state = fullBucket(limit, 0)
        const allowed = times.map((time) => {
          const taken = take(state, time, limit)
          state = taken.state
          const there = taken.state.at + taken.retryAfterMs
          assert.strictEqual(taken.retryAfterMs === 0, taken.allowed)
          assert.isTrue(taken.allowed || take(state, there, limit).allowed)
          assert.isFalse(!taken.allowed && take(state, there - 1, limit).allowed)
          return taken.allowed
        })
        assert.deepStrictEqual(allowed, naively(limit, times))
      }),
    )
  })

  it("a clock step back neither adds nor removes tokens", () => {
    const limit = { capacity: 2, refillPerSecond: 1 }
    const state = { level: 1500, at: 10_000 }
    for (const now of [9_999, 0, -86_400_000]) {
      const once = take(state, now, limit)
      assert.deepStrictEqual(once, { allowed: true, state: { level: 500, at: 10_000 }, retryAfterMs: 0 })
      const again = take(once.state, now, limit)
      assert.deepStrictEqual(again, { allowed: false, state: { level: 500, at: 10_000 }, retryAfterMs: 500 })
    }
  })
})
