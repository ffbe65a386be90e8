import { assert, describe, it } from "@effect/vitest"
import * as FastCheck from "effect/FastCheck"
import { type Buckets, makeBuckets } from "./Buckets.js"
import { type BucketLimit, type BucketState, fullBucket, take } from "./TokenBucket.js"

const limit: BucketLimit = { capacity: 3, refillPerSecond: 1 }

const ask = (buckets: Buckets, key: string, now: number): boolean => {
  const { allowed, state } = take(buckets.find(key, now), now, limit)
  buckets.keep(key, state, now)
  return allowed
}

const anySteps = FastCheck.array(
  FastCheck.record({ key: FastCheck.constantFrom("a", "b", "c", "d"), pauseMs: FastCheck.nat({ max: 2_000 }) }),
  { maxLength: 60 },
)

describe("buckets by key", () => {
  it("decide as if none were ever dropped, while there is room for all", () => {
    FastCheck.assert(
      FastCheck.property(anySteps, (steps) => {
        const buckets = makeBuckets(limit, 4)
        const all = new Map<string, BucketState>()
        let now = 0
        for (const { key, pauseMs } of steps) {
          now += pauseMs
          const { allowed, state } = take(all.get(key) ?? fullBucket(limit, now), now, limit)
          all.set(key, state)
          assert.strictEqual(ask(buckets, key, now), allowed)
        }
      }),
    )
  })

  it("never exceed their limit", () => {
    FastCheck.assert(
      FastCheck.property(
        FastCheck.integer({ min: 1, max: 9 }),
        FastCheck.array(FastCheck.tuple(FastCheck.nat({ max: 30 }), FastCheck.nat({ max: 500 }))),
        (maxKeys, steps) => {
          const buckets = makeBuckets(limit, maxKeys)
          let now = 0
          for (const [key, pauseMs] of steps) {
            now += pauseMs
            ask(buckets, String(key), now)
            assert.isAtMost(buckets.size(), maxKeys)
          }
        },
      ),
    )
  })

  it("a flood of keys neither lifts a limit nor locks out a client", () => {
    const buckets = makeBuckets(limit, 1_000)
    for (let i = 0; i < 3; i++) assert.isTrue(ask(buckets, "hasty", 0))
    for (let i = 0; i < 50_000; i++) assert.isTrue(ask(buckets, `flood ${i}`, 0))
    assert.isAtMost(buckets.size(), 1_000)
    assert.isFalse(ask(buckets, "hasty", 0))
    assert.isTrue(ask(buckets, "new", 0))
  })

  it("full ones are dropped", () => {
    const buckets = makeBuckets(limit, 1_000)
    for (let i = 0; i < 500; i++) ask(buckets, `visitor ${i}`, 0)
    ask(buckets, "late", 3_001)
    assert.strictEqual(buckets.size(), 1)
  })
})
