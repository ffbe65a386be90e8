import { Cache } from "@consent-service/core/ports"
import { cacheLaws } from "@consent-service/testkit/CacheLaws"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as FastCheck from "effect/FastCheck"
import * as Option from "effect/Option"
import * as TestClock from "effect/TestClock"
import * as MemoryCache from "./MemoryCache.js"

cacheLaws("MemoryCache", {
  makeCache: Effect.sync(() => MemoryCache.make()),
  passTime: TestClock.adjust,
  testClock: true,
})

const anySteps = FastCheck.array(
  FastCheck.tuple(
    FastCheck.constantFrom("get" as const, "set" as const, "set" as const, "delete" as const),
    FastCheck.constantFrom("a", "b", "c", "d", "e"),
    FastCheck.string({ maxLength: 6 }),
  ),
  { maxLength: 60 },
)

const bytesOf = (entries: ReadonlyArray<readonly [string, string]>): number =>
  entries.reduce((sum, [key, value]) => sum + 2 * (key.length + value.length), 0)

describe("a memory cache's bounds", () => {
  it("are respected, and the least recently used entry is evicted", () => {
    const bounds = FastCheck.record({
      maxEntries: FastCheck.integer({ min: 0, max: 4 }),
      maxBytes: FastCheck.integer({ min: 0, max: 30 }),
    })
    FastCheck.assert(
      FastCheck.property(bounds, anySteps, (options, steps) => {
        const cache = MemoryCache.make(options)
        let expected: ReadonlyArray<readonly [string, string]> = []
        for (const [what, key, value] of steps) {
          const known = expected.find(([other]) => other === key)
          const others = expected.filter(([other]) => other !== key)
          if (what === "get") {
            assert.strictEqual(Option.getOrNull(Effect.runSync(cache.get(key))), known?.[1] ?? null)
            if (known !== undefined) expected = [...others, known]
          }
          if (what === "delete") {
            Effect.runSync(cache.delete(key))
            expected = others
          }
          if (what === "set") {
            Effect.runSync(cache.set(key, value, 60_000))
            expected = bytesOf([[key, value]]) <= options.maxBytes ? [...others, [key, value]] : others
            while (expected.length > options.maxEntries || bytesOf(expected) > options.maxBytes) {
              expected = expected.slice(1)
            }
          }
        }
        const found = ["a", "b", "c", "d", "e"].filter((key) => Option.isSome(Effect.runSync(cache.get(key))))
        assert.deepStrictEqual(found, expected.map(([key]) => key).sort())
      }),
      { numRuns: 500 },
    )
  })

  it.effect("every instance has a cache of its own", () =>
    Effect.gen(function* () {
      const setting = Effect.flatMap(Cache, (cache) => cache.set("key", "value", 1_000))
      const getting = Effect.flatMap(Cache, (cache) => cache.get("key"))
      const both = Effect.zipRight(setting, getting)
      assert.strictEqual(Option.getOrNull(yield* Effect.provide(both, MemoryCache.layer())), "value")
      assert.isNull(Option.getOrNull(yield* Effect.provide(getting, MemoryCache.layer())))
    }),
  )
})
