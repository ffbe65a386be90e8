import { type Cache, CacheUnavailable } from "@consent-service/core/ports/Cache"
import { assert, describe, it } from "@effect/vitest"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as FastCheck from "effect/FastCheck"
import * as Fiber from "effect/Fiber"
import * as Option from "effect/Option"
import * as TestClock from "effect/TestClock"
import { makeRateLimit, type RateLimit, type RateRequest, RateVerdict } from "./RateLimit.js"

type CacheService = Context.Tag.Service<Cache>

const limits = {
  perNetwork: { capacity: 4, refillPerSecond: 2 },
  perSubject: { capacity: 2, refillPerSecond: 0.5 },
}

const office = "203.0.113.0"

const request = (subject: string | null, network: string | null = office): RateRequest => ({ network, subject })

const allowed = RateVerdict.Allowed()

const limited = (retryAfterSeconds: number) => RateVerdict.RateLimited({ retryAfterSeconds })

const isAllowed = (limit: RateLimit, asked: RateRequest) => Effect.map(limit.check(asked), RateVerdict.$is("Allowed"))

/** A process of its own, on the test's clock. */
const makeProcess = (cache: CacheService) =>
  Effect.clockWith((clock) => Effect.succeed(makeRateLimit(limits, cache, () => clock.unsafeCurrentTimeMillis())))

const memoryCache = () => {
  const entries = new Map<string, { readonly value: string; readonly ttlMs: number }>()
  const cache: CacheService = {
    get: (key) => Effect.sync(() => Option.map(Option.fromNullable(entries.get(key)), ({ value }) => value)),
    set: (key, value, ttlMs) => Effect.sync(() => void entries.set(key, { value, ttlMs })),
    delete: (key) => Effect.sync(() => void entries.delete(key)),
  }
  return { cache, entries }
}

describe("a rate limit in this process's memory", () => {
  const locally = (now: () => number = () => 0) => {
    const limit = makeRateLimit(limits, null, now)
    // Synchronously, or it throws.
    return (asked: RateRequest) => Effect.runSync(limit.check(asked))
  }

  it("limits a subject by itself, in whole seconds", () => {
    let now = 0
    const check = locally(() => now)
    assert.deepStrictEqual([check(request("a")), check(request("a"))], [allowed, allowed])
    assert.deepStrictEqual(check(request("a")), limited(2))
    now = 1_999
    assert.deepStrictEqual(check(request("a")), limited(1))
    now = 2_000
    assert.deepStrictEqual(check(request("a")), allowed)
  })

  it("limits all subjects of a network together, and no other network", () => {
    const check = locally()
    for (const subject of ["a", "b", "c", "d"]) assert.deepStrictEqual(check(request(subject)), allowed)
    assert.deepStrictEqual(check(request("e")), limited(1))
    assert.deepStrictEqual(check(request("e", "198.51.100.0")), allowed)
  })

  it("one subject that never stops takes nothing from its office", () => {
    const check = locally()
    for (let i = 0; i < 100; i++) check(request("stuck"))
    assert.deepStrictEqual(check(request("a")), allowed)
    assert.deepStrictEqual(check(request("b")), allowed)
    assert.deepStrictEqual(check(request("c")), limited(1))
  })

  it("without an address, the subject counts alone, and nothing where nothing is known", () => {
    const check = locally()
    for (let i = 0; i < 10; i++) assert.deepStrictEqual(check(request(`${i}`, null)), allowed)
    check(request("0", null))
    assert.deepStrictEqual(check(request("0", null)), limited(2))
    for (let i = 0; i < 10; i++) assert.deepStrictEqual(check(request(null, null)), allowed)
  })

  it("a subject that is called like a network is not it", () => {
    const check = locally()
    for (let i = 0; i < 4; i++) check(request(null))
    assert.deepStrictEqual(check(request(office, null)), allowed)
  })
})

describe("a rate limit shared through a cache", () => {
  it.effect("counts for all processes together, and refills with the time", () =>
    Effect.gen(function* () {
      const { cache } = memoryCache()
      const [one, other] = [yield* makeProcess(cache), yield* makeProcess(cache)]
      assert.deepStrictEqual(yield* one.check(request("a")), allowed)
      assert.deepStrictEqual(yield* other.check(request("a")), allowed)
      assert.deepStrictEqual(yield* one.check(request("a")), limited(2))
      yield* TestClock.adjust("2 seconds")
      assert.isTrue(yield* isAllowed(one, request("a")))
    }),
  )

  it.effect.prop(
    "of requests one after another, no more come through than one bucket holds",
    [FastCheck.array(FastCheck.tuple(FastCheck.nat({ max: 2 }), FastCheck.nat({ max: 1_500 })), { maxLength: 40 })],
    ([steps]) =>
      Effect.gen(function* () {
        const { cache } = memoryCache()
        const processes = yield* Effect.replicateEffect(makeProcess(cache), 3)
        let elapsedMs = 0
        let through = 0
        for (const [process, pauseMs] of steps) {
          yield* TestClock.adjust(pauseMs)
          elapsedMs += pauseMs
          const limit = processes[process]
          if (limit !== undefined && (yield* isAllowed(limit, request("a")))) through++
        }
        assert.isAtMost(through, limits.perSubject.capacity + (limits.perSubject.refillPerSecond * elapsedMs) / 1000)
      }),
    { fastCheck: { numRuns: 30 } },
  )

  it.effect("of requests at once, at most every process's own bucket comes through", () =>
    Effect.gen(function* () {
      const { cache } = memoryCache()
      const slow: CacheService = { ...cache, get: (key) => Effect.zipLeft(cache.get(key), Effect.yieldNow()) }
      const processes = yield* Effect.replicateEffect(makeProcess(slow), 3)
      const checks = processes.flatMap((limit) => Effect.replicate(isAllowed(limit, request("a", null)), 10))
      const verdicts = yield* Effect.all(checks, { concurrency: "unbounded" })
      const through = verdicts.filter((verdict) => verdict).length
      assert.isAtLeast(through, 1)
      assert.isAtMost(through, 3 * limits.perSubject.capacity)
    }),
  )

  it.effect("the cache sees neither subject nor network, and keeps nothing for longer than it means anything", () =>
    Effect.gen(function* () {
      const { cache, entries } = memoryCache()
      yield* makeRateLimit(limits, cache).check(request("sub_a"))
      assert.deepStrictEqual(
        [...entries.values()].map(({ ttlMs }) => ttlMs),
        [2_000, 4_000],
      )
      for (const key of entries.keys()) assert.match(key, /^rate:[0-9a-f]{64}$/)
    }),
  )

  it.effect("what others left in the cache counts as nothing", () =>
    Effect.gen(function* () {
      const { cache } = memoryCache()
      for (const text of ["", "NaN 0", "-1 0", "0", "1e9 0", "{}"]) {
        const broken: CacheService = { ...cache, get: () => Effect.succeedSome(text) }
        assert.deepStrictEqual(yield* makeRateLimit(limits, broken).check(request("a")), allowed)
      }
    }),
  )

  it.effect("while the cache fails, the process's own buckets stand, and it is left alone for a second", () =>
    Effect.gen(function* () {
      let asked = 0
      const unavailable = Effect.suspend(() => {
        asked++
        return Effect.fail(new CacheUnavailable({ cause: "down" }))
      })
      const limit = makeRateLimit(limits, { get: () => unavailable, set: () => unavailable, delete: () => unavailable })
      assert.deepStrictEqual(yield* limit.check(request("a", null)), allowed)
      assert.deepStrictEqual(yield* limit.check(request("a", null)), allowed)
      assert.deepStrictEqual(yield* limit.check(request("a", null)), limited(2))
      assert.strictEqual(asked, 1)
      yield* TestClock.adjust("1 second")
      yield* limit.check(request("b", null))
      assert.strictEqual(asked, 2)
    }),
  )

  it.effect("a slow cache is waited for no longer than 50 ms", () =>
    Effect.gen(function* () {
      const silent: CacheService = { ...memoryCache().cache, get: () => Effect.never }
      const check = yield* Effect.fork(makeRateLimit(limits, silent).check(request("a")))
      yield* TestClock.adjust(49)
      assert.isTrue(Option.isNone(yield* Fiber.poll(check)))
      yield* TestClock.adjust(1)
      assert.deepStrictEqual(yield* Fiber.join(check), allowed)
    }),
  )
})
