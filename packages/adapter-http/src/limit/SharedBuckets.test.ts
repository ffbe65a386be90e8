import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as TestClock from "effect/TestClock"
import { makeTakeShared } from "./SharedBuckets.js"

/** A cache that keeps everything, with what it keeps. */
const keeping = () => {
  const kept = new Map<string, string>()
  const lives: Array<number> = []
  return {
    kept,
    lives,
    cache: {
      get: (key: string) => Effect.sync(() => Option.fromNullable(kept.get(key))),
      set: (key: string, value: string, ttlMs: number) =>
        Effect.sync(() => {
          kept.set(key, value)
          lives.push(ttlMs)
        }),
      delete: (key: string) => Effect.sync(() => void kept.delete(key)),
    },
  }
}

const limit = { capacity: 2, refillPerSecond: 1 }
const allowedOf = (takes: ReadonlyArray<{ readonly allowed: boolean }>) => takes.map(({ allowed }) => allowed)

it.effect("takes from each of the buckets, or from none when one has too few", () =>
  Effect.gen(function* () {
    const takeShared = makeTakeShared({ cache: keeping().cache, tenant: null })
    const one = { key: "one", limit, count: 1 }
    const other = { key: "other", limit, count: 2 }
    assert.deepStrictEqual(allowedOf(yield* takeShared([other])), [true])
    for (let i = 0; i < 3; i += 1) assert.deepStrictEqual(allowedOf(yield* takeShared([one, other])), [true, false])
    // None of the refused ones took from the first.
    assert.deepStrictEqual(allowedOf(yield* takeShared([{ ...one, count: 2 }])), [true])
    assert.deepStrictEqual(allowedOf(yield* takeShared([one])), [false])
    yield* TestClock.adjust(1_000)
    assert.deepStrictEqual(allowedOf(yield* takeShared([one])), [true])
  }),
)

it.effect("an entry that is no bucket counts as a full one, and each lives until it would be full again", () =>
  Effect.gen(function* () {
    const { cache, kept, lives } = keeping()
    const takeShared = makeTakeShared({ cache, tenant: "shop" })
    const all = { key: "one", limit, count: 2 }
    assert.deepStrictEqual(allowedOf(yield* takeShared([all])), [true])
    const [[key = "", stored = ""] = []] = [...kept]
    assert.match(key, /^rate:[0-9a-f]{64}$/)
    for (const damaged of ["", "x", "1", `${stored} and more`, `more and ${stored}`]) {
      kept.set(key, damaged)
      assert.deepStrictEqual(allowedOf(yield* takeShared([all])), [true], damaged)
      assert.deepStrictEqual(allowedOf(yield* takeShared([all])), [false], damaged)
    }
    assert.deepStrictEqual(new Set(lives), new Set([2_000]))
  }),
)
