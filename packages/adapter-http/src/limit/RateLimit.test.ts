import { type Cache, CacheUnavailable } from "@consent-service/core/ports"
import { sha256Hex } from "@consent-service/core/primitives"
import { assert, describe, it } from "@effect/vitest"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as FastCheck from "effect/FastCheck"
import * as Fiber from "effect/Fiber"
import * as Option from "effect/Option"
import * as TestClock from "effect/TestClock"
import type { RateLimitOptions } from "./RateLimitOptions.js"
import { makeRateLimit, type RateLimit, RateVerdict, type Sender } from "./RateLimit.js"

type CacheService = Context.Tag.Service<Cache>

const limits = {
  perNetwork: { capacity: 4, refillPerSecond: 2 },
  perSubject: { capacity: 2, refillPerSecond: 0.5 },
}

const office = "203.0.113.0"

const request = (subject: string | null, network: string | null = office, bytes = 0): Sender => ({
  network: network === null ? null : { own: network, wider: null, mayBeProxy: false },
  subject,
  bytes,
})

const allowed = RateVerdict.Allowed()

const limited = (retryAfterSeconds: number) => RateVerdict.RateLimited({ retryAfterSeconds })

const isAllowed = (limit: RateLimit, asked: Sender) => Effect.map(limit.act(asked), RateVerdict.$is("Allowed"))

/** A separate process, on the test's clock. */
const makeProcess = (cache: CacheService, tenant: string | null = null) =>
  Effect.clockWith((clock) =>
    Effect.succeed(makeRateLimit(limits, { cache, tenant }, () => clock.unsafeCurrentTimeMillis())),
  )

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
    // Must run synchronously: it throws otherwise.
    return (asked: Sender) => Effect.runSync(limit.act(asked))
  }

  it("limits a subject on its own, in whole seconds", () => {
    let now = 0
    const check = locally(() => now)
    assert.deepStrictEqual([check(request("a")), check(request("a"))], [allowed, allowed])
    assert.deepStrictEqual(check(request("a")), limited(2))
    now = 1_999
    assert.deepStrictEqual(check(request("a")), limited(1))
    now = 2_000
    assert.deepStrictEqual(check(request("a")), allowed)
  })

  it("limits all subjects of a network together, independent of other networks", () => {
    const check = locally()
    for (const subject of ["a", "b", "c", "d"]) assert.deepStrictEqual(check(request(subject)), allowed)
    assert.deepStrictEqual(check(request("e")), limited(1))
    assert.deepStrictEqual(check(request("e", "198.51.100.0")), allowed)
  })

  it("one busy subject does not use up the limit of its network", () => {
    const check = locally()
    for (let i = 0; i < 100; i++) check(request("stuck"))
    assert.deepStrictEqual(check(request("a")), allowed)
    assert.deepStrictEqual(check(request("b")), allowed)
    assert.deepStrictEqual(check(request("c")), limited(1))
  })

  it("without an address, only the subject counts; with neither, nothing does", () => {
    const check = locally()
    for (let i = 0; i < 10; i++) assert.deepStrictEqual(check(request(`${i}`, null)), allowed)
    check(request("0", null))
    assert.deepStrictEqual(check(request("0", null)), limited(2))
    for (let i = 0; i < 10; i++) assert.deepStrictEqual(check(request(null, null)), allowed)
  })

  it("a subject id that looks like a network does not count as one", () => {
    const check = locally()
    for (let i = 0; i < 4; i++) check(request(null))
    assert.deepStrictEqual(check(request(office, null)), allowed)
  })
})

/** Refills too slowly to matter during a test: the number that passes is the capacity. */
const burstOf = (capacity: number) => ({ capacity, refillPerSecond: 0.001 })

const wide = burstOf(1_000_000)

const unlimited = { perNetwork: wide, perSubject: wide, perProcess: wide, reads: wide, sessions: wide }

describe("the limits of each kind of request", () => {
  const make = (options: RateLimitOptions, now: () => number = () => 0) => {
    const limit = makeRateLimit(options, null, now)
    return { ...limit, act: (sender: Sender) => Effect.runSync(limit.act(sender)) }
  }

  const passing = (run: () => RateVerdict): number => {
    let passed = 0
    while (passed < 20_000 && run()._tag === "Allowed") passed++
    return passed
  }

  it("by default: 120 acts of a network, 10 of a subject, 10,000 of the process, 300 reads, 5,000 reports", () => {
    const limit = make({})
    let subject = 0
    assert.strictEqual(
      passing(() => limit.act(request(`s${subject++}`))),
      120,
    )
    assert.strictEqual(
      passing(() => limit.act(request("a", "192.0.2.1"))),
      10,
    )
    let network = 0
    assert.strictEqual(
      passing(() => limit.act(request(null, `n${network++}`))),
      10_000 - 130,
    )
    assert.strictEqual(
      passing(() => limit.read(request(null))),
      300,
    )
    assert.strictEqual(
      passing(() => limit.session(request(null))),
      5_000,
    )
  })

  it("by default: 2 MB of bodies of a network, 100 MB of the process", () => {
    const limit = make({ perSubject: wide })
    assert.strictEqual(
      passing(() => limit.act(request(null, office, 50_000))),
      40,
    )
    assert.deepStrictEqual(limit.act(request(null, office, 50_000)), limited(1))
    let network = 0
    assert.strictEqual(
      passing(() => limit.act(request(null, `n${network++}`, 50_000))),
      1_960,
    )
  })

  it("refills bytes over time, and reports how long that takes", () => {
    let now = 0
    const limit = make({ perNetwork: { ...wide, bytes: { capacity: 1_000, refillPerSecond: 100 } } }, () => now)
    assert.deepStrictEqual(limit.act(request("a", office, 900)), allowed)
    assert.deepStrictEqual(limit.act(request("b", office, 600)), limited(5))
    now = 5_000
    assert.deepStrictEqual(limit.act(request("b", office, 600)), allowed)
  })

  it("a body larger than the bucket passes when the bucket is full", () => {
    const limit = make({ perNetwork: { ...wide, bytes: { capacity: 1_000, refillPerSecond: 100 } } })
    assert.deepStrictEqual(limit.act(request("a", office, 5_000)), allowed)
    assert.deepStrictEqual(limit.act(request("a", office, 5_000)), limited(10))
  })

  it("a custom limit of acts allows as many bytes for each", () => {
    const limit = make({ ...unlimited, perNetwork: { capacity: 12, refillPerSecond: 0.001 } })
    assert.strictEqual(
      passing(() => limit.act(request(null, office, 25_000))),
      8,
    )
  })

  it("an IPv6 /64 has the limit, and its /48 four times that", () => {
    const limit = make({ ...unlimited, perNetwork: burstOf(3), reads: burstOf(2) })
    const site = (n: number): Sender => ({
      network: { own: `2001:db8:1:${n}::/64`, wider: "2001:db8:1::/48", mayBeProxy: false },
      subject: null,
      bytes: 0,
    })
    assert.strictEqual(
      passing(() => limit.act(site(0))),
      3,
    )
    let n = 0
    assert.strictEqual(
      passing(() => limit.act(site(++n))),
      9,
    )
    assert.strictEqual(
      passing(() => limit.read(site(0))),
      2,
    )
    assert.strictEqual(
      passing(() => limit.read(site(++n))),
      6,
    )
    assert.deepStrictEqual(limit.act(request("a", "2001:db8:2:0::/64")), allowed)
  })

  it("links count with the reads of their network and by their subject, apart from acts", () => {
    const limit = make({ ...unlimited, perNetwork: burstOf(1), perSubject: burstOf(2), reads: burstOf(5) })
    limit.act(request("a"))
    assert.strictEqual(
      passing(() => limit.link(request("a"))),
      2,
    )
    assert.strictEqual(
      passing(() => limit.read(request(null))),
      3,
    )
    assert.deepStrictEqual(limit.link(request("b")), limited(1_000))
  })

  it("a network that may be a proxy has no default limit, but a configured one", () => {
    const proxy = (subject: string): Sender => ({
      network: { own: "10.0.0.1", wider: null, mayBeProxy: true },
      subject,
      bytes: 50_000,
    })
    const limit = make({})
    let subject = 0
    assert.strictEqual(
      passing(() => limit.act(proxy(`s${subject++}`))),
      2_000,
    )
    const other = make({})
    assert.strictEqual(
      passing(() => other.act(proxy("a"))),
      10,
    )
    assert.strictEqual(
      passing(() => limit.read(proxy("a"))),
      20_000,
    )
    const chosen = make({ ...unlimited, perNetwork: burstOf(3), reads: burstOf(4), sessions: burstOf(5) })
    assert.strictEqual(
      passing(() => chosen.act({ ...proxy("a"), bytes: 0 })),
      3,
    )
    assert.strictEqual(
      passing(() => chosen.read(proxy("a"))),
      4,
    )
    assert.strictEqual(
      passing(() => chosen.session(proxy("a"))),
      5,
    )
  })

  it("a request refused by one bucket takes from none", () => {
    const limit = make({ ...unlimited, perNetwork: burstOf(10), perSubject: burstOf(1), perProcess: burstOf(4) })
    limit.act(request("a"))
    for (let i = 0; i < 50; i++) limit.act(request("a"))
    let subject = 0
    assert.strictEqual(
      passing(() => limit.act(request(`s${subject++}`))),
      3,
    )
  })
})

describe("a rate limit shared through a cache", () => {
  it.effect("counts for all processes together, and refills over time", () =>
    Effect.gen(function* () {
      const { cache } = memoryCache()
      const [one, other] = [yield* makeProcess(cache), yield* makeProcess(cache)]
      assert.deepStrictEqual(yield* one.act(request("a")), allowed)
      assert.deepStrictEqual(yield* other.act(request("a")), allowed)
      assert.deepStrictEqual(yield* one.act(request("a")), limited(2))
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

  it.effect("lets at most each process's own bucket pass when requests are concurrent", () =>
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

  it.effect("tenants that share a cache count separately, and not with the scope without a tenant", () =>
    Effect.gen(function* () {
      const { cache } = memoryCache()
      const drain = Effect.fnUntraced(function* (tenant: string | null) {
        const process = yield* makeProcess(cache, tenant)
        let count = 0
        while ((yield* process.act(request("sub_a")))._tag === "Allowed") count += 1
        return count
      })
      const alone = yield* drain("red")
      assert.isAbove(alone, 0)
      assert.deepStrictEqual([yield* drain("blue"), yield* drain(null)], [alone, alone])
      assert.deepStrictEqual([yield* drain("red"), yield* drain(null)], [0, 0])
    }),
  )

  it.effect("the keys of an instance without a tenant stay as they were", () =>
    Effect.gen(function* () {
      const { cache, entries } = memoryCache()
      yield* (yield* makeProcess(cache)).act(request("sub_a"))
      assert.include(Array.from(entries.keys()), `rate:${sha256Hex("s:sub_a")}`)
    }),
  )

  it.effect("the cache sees neither subject nor network, and keeps no entry longer than needed", () =>
    Effect.gen(function* () {
      const { cache, entries } = memoryCache()
      yield* makeRateLimit(limits, { cache, tenant: null }).act(request("sub_a"))
      assert.deepStrictEqual(
        [...entries.values()].map(({ ttlMs }) => ttlMs),
        [2_000, 4_000],
      )
      for (const key of entries.keys()) assert.match(key, /^rate:[0-9a-f]{64}$/)
    }),
  )

  it.effect("foreign values in the cache are ignored", () =>
    Effect.gen(function* () {
      const { cache } = memoryCache()
      for (const text of ["", "NaN 0", "-1 0", "0", "1e9 0", "{}"]) {
        const broken: CacheService = { ...cache, get: () => Effect.succeedSome(text) }
        assert.deepStrictEqual(yield* makeRateLimit(limits, { cache: broken, tenant: null }).act(request("a")), allowed)
      }
    }),
  )

  it.effect("while the cache fails, the process's own buckets decide, and it is not used for a second", () =>
    Effect.gen(function* () {
      let asked = 0
      const unavailable = Effect.suspend(() => {
        asked++
        return Effect.fail(new CacheUnavailable({ cause: "down" }))
      })
      const limit = makeRateLimit(limits, {
        cache: { get: () => unavailable, set: () => unavailable, delete: () => unavailable },
        tenant: null,
      })
      assert.deepStrictEqual(yield* limit.act(request("a", null)), allowed)
      assert.deepStrictEqual(yield* limit.act(request("a", null)), allowed)
      assert.deepStrictEqual(yield* limit.act(request("a", null)), limited(2))
      assert.strictEqual(asked, 1)
      yield* TestClock.adjust("1 second")
      yield* limit.act(request("b", null))
      assert.strictEqual(asked, 2)
    }),
  )

  it.effect("waits for a slow cache for at most 50 ms", () =>
    Effect.gen(function* () {
      const silent: CacheService = { ...memoryCache().cache, get: () => Effect.never }
      const check = yield* Effect.fork(makeRateLimit(limits, { cache: silent, tenant: null }).act(request("a")))
      yield* TestClock.adjust(49)
      assert.isTrue(Option.isNone(yield* Fiber.poll(check)))
      yield* TestClock.adjust(1)
      assert.deepStrictEqual(yield* Fiber.join(check), allowed)
    }),
  )

  it.effect("bytes count for all processes together, too", () =>
    Effect.gen(function* () {
      const { cache } = memoryCache()
      const small = {
        ...limits,
        perNetwork: { ...limits.perNetwork, bytes: { capacity: 1_000, refillPerSecond: 100 } },
      }
      const [one, other] = [
        makeRateLimit(small, { cache, tenant: null }),
        makeRateLimit(small, { cache, tenant: null }),
      ]
      assert.deepStrictEqual(yield* one.act(request("a", office, 600)), allowed)
      assert.deepStrictEqual(yield* other.act(request("b", office, 600)), limited(2))
      assert.deepStrictEqual(yield* other.act(request("b", office, 400)), allowed)
    }),
  )

  it.effect("reads, links and reports use no cache", () =>
    Effect.sync(() => {
      const { cache, entries } = memoryCache()
      const limit = makeRateLimit(limits, { cache, tenant: null })
      for (const check of [limit.read, limit.link, limit.session]) check(request("a"))
      assert.strictEqual(entries.size, 0)
    }),
  )

  it.effect("after a clock step back, a failed cache is skipped for at most a second", () =>
    Effect.gen(function* () {
      let asked = 0
      const unavailable = Effect.suspend(() => {
        asked++
        return Effect.fail(new CacheUnavailable({ cause: "down" }))
      })
      const limit = makeRateLimit(unlimited, {
        cache: { get: () => unavailable, set: () => unavailable, delete: () => unavailable },
        tenant: null,
      })
      yield* TestClock.setTime(3_600_000)
      yield* limit.act(request("a", null))
      yield* limit.act(request("a", null))
      assert.strictEqual(asked, 1)
      yield* TestClock.setTime(0)
      yield* limit.act(request("a", null))
      assert.strictEqual(asked, 2)
      yield* TestClock.setTime(999)
      yield* limit.act(request("a", null))
      assert.strictEqual(asked, 2)
    }),
  )

  it.effect("a clock step back neither fills nor empties the shared bucket", () =>
    Effect.gen(function* () {
      const { cache } = memoryCache()
      const [ahead, behind] = [yield* makeProcess(cache), makeRateLimit(limits, { cache, tenant: null }, () => 0)]
      yield* TestClock.setTime(3_600_000)
      assert.deepStrictEqual(yield* ahead.act(request("a", null)), allowed)
      yield* TestClock.setTime(0)
      assert.deepStrictEqual(yield* behind.act(request("a", null)), allowed)
      assert.deepStrictEqual(yield* behind.act(request("a", null)), limited(2))
    }),
  )
})
