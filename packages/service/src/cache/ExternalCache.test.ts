import { Cache, CacheUnavailable } from "@consent-service/core/ports"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Option from "effect/Option"
import * as TestClock from "effect/TestClock"
import { cacheTimeoutMs, type ExternalCache, isExternalCache, toCachePort } from "./ExternalCache.js"

const never = () => new Promise<never>(() => {})
const failure = new Error("the connection was lost")
const reject = () => Promise.reject(failure)
const raise = () => {
  throw failure
}

const operations: ReadonlyArray<readonly [string, (cache: ExternalCache) => Effect.Effect<unknown, CacheUnavailable>]> =
  [
    ["get", (cache) => toCachePort(cache).get("k")],
    ["set", (cache) => toCachePort(cache).set("k", "v", 1_000)],
    ["delete", (cache) => toCachePort(cache).delete("k")],
  ]

describe("a cache of the integrator's own", () => {
  for (const [name, run] of operations) {
    it.effect(`a ${name} that rejects, throws or fails makes it unavailable, with the reason`, () =>
      Effect.gen(function* () {
        const failing: ReadonlyArray<ExternalCache> = [
          { get: reject, set: reject, delete: reject },
          { get: raise, set: raise, delete: raise },
          toCachePort({ get: reject, set: reject, delete: reject }),
        ]
        for (const cache of failing) {
          const error = yield* Effect.flip(run(cache))
          assert.instanceOf(error, CacheUnavailable)
          assert.strictEqual(error.cause, failure)
        }
      }),
    )

    it.effect(`a ${name} that hangs is given up, whichever form the cache has`, () =>
      Effect.gen(function* () {
        const hanging: ReadonlyArray<ExternalCache> = [
          { get: never, set: never, delete: never },
          Cache.of({ get: () => Effect.never, set: () => Effect.never, delete: () => Effect.never }),
        ]
        for (const cache of hanging) {
          const fiber = yield* Effect.fork(Effect.flip(run(cache)))
          yield* TestClock.adjust(cacheTimeoutMs - 1)
          assert.isTrue(Option.isNone(yield* Fiber.poll(fiber)))
          yield* TestClock.adjust(1)
          assert.strictEqual((yield* Fiber.join(fiber))._tag, "CacheUnavailable")
        }
      }),
    )
  }

  it.effect.each([null, undefined])("%s is not a value", (nothing) =>
    Effect.gen(function* () {
      const cache = toCachePort({ get: () => nothing, set: () => {}, delete: () => {} })
      assert.isTrue(Option.isNone(yield* cache.get("k")))
    }),
  )

  it.effect("keeps the object its methods belong to", () =>
    Effect.gen(function* () {
      class Counting {
        readonly seen: Array<string> = []
        get(key: string) {
          this.seen.push(`get ${key}`)
          return "v"
        }
        set(key: string, value: string, ttlMs: number) {
          this.seen.push(`set ${key} ${value} ${ttlMs}`)
        }
        delete(key: string) {
          this.seen.push(`delete ${key}`)
        }
      }
      const counting = new Counting()
      const cache = toCachePort(counting)
      yield* cache.set("k", "v", 5)
      assert.strictEqual(Option.getOrNull(yield* cache.get("k")), "v")
      yield* cache.delete("k")
      assert.deepStrictEqual(counting.seen, ["set k v 5", "get k", "delete k"])
    }),
  )

  it.each([null, "redis://h", {}, { get: () => null }, { get: 1, set: 2, delete: 3 }, []])(
    "%j is not valid",
    (value) => {
      assert.isFalse(isExternalCache(value))
    },
  )
})
