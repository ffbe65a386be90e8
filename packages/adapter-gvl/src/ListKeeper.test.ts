import type { Observation } from "@consent-service/core/ports"
import { syntheticVendorList } from "@consent-service/testkit/vendor-list/SyntheticVendorList"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as FastCheck from "effect/FastCheck"
import * as TestClock from "effect/TestClock"
import { editionFromAuthored } from "./BundledLists.js"
import { type FetchFailed, lasting } from "./FetchText.js"
import { makeListKeeper } from "./ListKeeper.js"
import type { Received } from "./ListSource.js"
import { maxStaleMs, pauseAfterMs, refreshInMs } from "./ListTimes.js"

const [second, minute, hour, day] = [1_000, 60_000, 3_600_000, 86_400_000]

const edition = (vendorListVersion: number) =>
  Either.getOrThrow(editionFromAuthored({ ...syntheticVendorList, vendorListVersion }, "en"))

const [first, other] = [edition(1), edition(2)]

const fetched = (of = first): Effect.Effect<Received, FetchFailed> =>
  Effect.sync(() => ({ edition: of, from: "endpoint", ageMs: 0 }))

const failed: Effect.Effect<Received, FetchFailed> = lasting("status", "answered 500")

/** The number of rounds that keeps a simulation of days fast. */
const failedSlowly = Effect.zipRight(Effect.sleep(2 * hour), failed)

/** A keeper over a scripted source, with the times of its calls. */
const openKeeper = (given: { restored?: Received; ttlMs?: number } = {}) =>
  Effect.gen(function* () {
    const events: Array<Observation & { readonly at: number }> = []
    const fetches: Array<number> = []
    const replaced: Array<number> = []
    const clock = yield* TestClock.testClock()
    let outcome = fetched()
    const keeper = makeListKeeper({
      language: "en",
      ttlMs: given.ttlMs ?? day,
      observe: (event) => void events.push({ ...event, at: clock.unsafeCurrentTimeMillis() }),
      onReplaced: ({ vendorListVersion }) => void replaced.push(vendorListVersion),
      source: {
        restore: () => Effect.succeed(given.restored ?? null),
        refresh: () =>
          Effect.suspend(() => {
            fetches.push(clock.unsafeCurrentTimeMillis())
            return outcome
          }),
        share: () => Effect.void,
        version: () => Effect.succeed(null),
      },
    })
    const start = Effect.suspend(() => {
      keeper.known()
      return Effect.zipRight(Effect.forkScoped(keeper.keep), TestClock.adjust(0))
    })
    const now = () => Effect.runSync(keeper.known() ?? Effect.succeed(null))
    const known = () => now() !== null
    const gives = (next: typeof outcome) => {
      outcome = next
    }
    /** Lets time pass in steps, with a visitor at each. */
    const visits = (ms: number, stepMs: number) =>
      Effect.forEach(
        Array.from({ length: Math.round(ms / stepMs) }),
        () => Effect.zipRight(TestClock.adjust(stepMs), Effect.sync(keeper.known)),
        { discard: true },
      )
    return { ...keeper, events, fetches, gives, known, now, replaced, start, visits }
  })

const gaps = (moments: ReadonlyArray<number>) => moments.slice(1).map((moment, index) => moment - (moments[index] ?? 0))

describe("a list that is kept", () => {
  it.scoped("is fetched again at 75 to 90 percent of its time, at moments that differ", () =>
    Effect.gen(function* () {
      const keeper = yield* openKeeper()
      yield* keeper.start
      yield* keeper.visits(20 * day, hour)
      assert.isAtLeast(keeper.fetches.length, 22)
      for (const gap of gaps(keeper.fetches)) assert.isTrue(gap >= 0.75 * day && gap <= 0.9 * day, `${gap}`)
      assert.isAbove(new Set(gaps(keeper.fetches)).size, 5)
    }),
  )

  it.scoped("stays the same object while its text is unchanged, and reports a replacement", () =>
    Effect.gen(function* () {
      const keeper = yield* openKeeper()
      yield* keeper.start
      const before = keeper.now()
      keeper.gives(fetched(edition(1)))
      yield* keeper.visits(day, hour)
      assert.strictEqual(before, keeper.now())
      assert.deepStrictEqual(keeper.replaced, [])
      keeper.gives(fetched(other))
      yield* keeper.visits(day, hour)
      assert.deepStrictEqual(keeper.replaced, [1])
    }),
  )

  it.scoped("the last good one is served for at most 7 days while refreshes fail", () =>
    Effect.gen(function* () {
      const keeper = yield* openKeeper()
      yield* keeper.start
      keeper.gives(failedSlowly)
      yield* keeper.visits(7 * day - hour, hour)
      yield* keeper.visits(hour - minute, minute)
      assert.isTrue(keeper.known())
      assert.deepInclude(keeper.events.at(-1), { _tag: "VendorListFailed", serving: true })
      yield* keeper.visits(minute, second)
      assert.isFalse(keeper.known())
      const dropped = keeper.events.find(({ _tag }) => _tag === "VendorListDropped")
      assert.deepInclude(dropped, { because: "too-old", at: 7 * day })
      keeper.gives(fetched(other))
      yield* keeper.visits(3 * hour, minute)
      assert.isTrue(keeper.known())
    }),
  )

  it.scoped(
    "one from the external cache is served immediately, refreshed when due, and dropped at its maximum age",
    () =>
      Effect.gen(function* () {
        const keeper = yield* openKeeper({ restored: { edition: first, from: "cache", ageMs: 3 * day } })
        keeper.gives(failedSlowly)
        yield* keeper.start
        assert.isTrue(keeper.known())
        yield* TestClock.adjust(second)
        assert.lengthOf(keeper.fetches, 1)
        yield* keeper.visits(4 * day - hour, hour)
        assert.isTrue(keeper.known())
        yield* keeper.visits(hour, minute)
        assert.isFalse(keeper.known())
      }),
  )

  it.scoped("is refreshed for a week without requests, then dropped", () =>
    Effect.gen(function* () {
      const keeper = yield* openKeeper()
      yield* keeper.start
      yield* TestClock.adjust(7 * day)
      const dropped = () => keeper.events.find(({ _tag }) => _tag === "VendorListDropped")
      assert.isUndefined(dropped())
      yield* TestClock.adjust(2 * day)
      assert.deepInclude(dropped(), { because: "unused" })
      const before = keeper.fetches.length
      yield* TestClock.adjust(30 * day)
      assert.lengthOf(keeper.fetches, before)
      assert.isFalse(keeper.known())
      yield* TestClock.adjust(0)
      assert.isTrue(keeper.known())
    }),
  )
})

describe("an unavailable list", () => {
  it.scoped("is requested less and less often, and visits add no attempts", () =>
    Effect.gen(function* () {
      const keeper = yield* openKeeper()
      keeper.gives(failed)
      yield* keeper.start
      yield* keeper.visits(hour, 10 * second)
      for (const [index, gap] of gaps(keeper.fetches).entries()) {
        const pause = Math.min(5 * second * 2 ** index, 5 * minute)
        assert.isTrue(gap >= pause * 0.5 && gap <= pause * 1.5 + 10 * second, `pause ${index} was ${gap} ms`)
      }
      assert.isAtLeast(keeper.fetches.length, 12)
    }),
  )

  it.scoped("is fetched again on a request, not by itself", () =>
    Effect.gen(function* () {
      const keeper = yield* openKeeper()
      keeper.gives(failed)
      yield* keeper.start
      yield* TestClock.adjust(hour)
      const before = keeper.fetches.length
      assert.isAtMost(before, 2)
      yield* TestClock.adjust(30 * day)
      assert.lengthOf(keeper.fetches, before)
      keeper.known()
      yield* TestClock.adjust(0)
      assert.lengthOf(keeper.fetches, before + 1)
    }),
  )

  it.scoped("delays only the first request", () =>
    Effect.gen(function* () {
      const keeper = yield* openKeeper()
      keeper.gives(Effect.zipRight(Effect.sleep(3 * second), failed))
      yield* keeper.start
      assert.isNotNull(keeper.firstAttempt())
      yield* TestClock.adjust(3 * second)
      assert.isNull(keeper.firstAttempt())
    }),
  )

  it.scoped("a defect does not stop its keeper", () =>
    Effect.gen(function* () {
      const keeper = yield* openKeeper()
      keeper.gives(Effect.dieMessage("a fault"))
      yield* keeper.start
      assert.deepInclude(keeper.events[0], { _tag: "VendorListFailed", reason: "unexpected" })
      assert.isNull(keeper.firstAttempt())
      keeper.gives(fetched())
      yield* keeper.visits(5 * minute, minute)
      assert.isTrue(keeper.known())
    }),
  )
})

describe("the times", () => {
  const random = FastCheck.double({ min: 0, max: 1, noNaN: true })

  it("a refresh is due before a list expires, and immediately for an old one", () => {
    FastCheck.assert(
      FastCheck.property(
        FastCheck.integer({ min: 1_000, max: maxStaleMs }),
        FastCheck.nat(maxStaleMs),
        random,
        (ttlMs, ageMs, r) => {
          const due = ageMs + refreshInMs(ttlMs, ageMs, r)
          assert.isTrue(due === ageMs ? ageMs >= ttlMs * 0.74 : due <= ttlMs * 0.9 + 1)
          assert.isTrue(Number.isInteger(refreshInMs(ttlMs, ageMs, r)))
        },
      ),
    )
  })

  it("pauses grow from seconds to minutes and stop growing there", () => {
    FastCheck.assert(
      FastCheck.property(FastCheck.integer({ min: 1, max: 10_000 }), random, (failures, r) => {
        const pause = pauseAfterMs(failures, r)
        assert.isTrue(pause >= 2_500 && pause <= 450_000 && Number.isInteger(pause))
      }),
    )
  })
})
