import { assert, describe, it } from "@effect/vitest"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as FiberId from "effect/FiberId"
import * as TestClock from "effect/TestClock"
import { goodForMs, makeReachability } from "./Service.js"

/** A store that a test takes down and up again, and how often it was queried. */
const make = Effect.gen(function* () {
  const store = { isUp: true, pings: 0 }
  const ping = Effect.suspend(() => {
    store.pings += 1
    return store.isUp ? Effect.void : Effect.fail("down")
  })
  const reachable = makeReachability(ping, yield* Effect.clock)
  return { store, ask: Effect.suspend(() => Effect.exit(reachable())), reachable }
})

/** A store that answers on command, and how often it was queried. */
const makeSlow = Effect.gen(function* () {
  const asked: Array<Deferred.Deferred<void, string>> = []
  const ping = Effect.suspend(() => {
    const answer = Deferred.unsafeMake<void, string>(FiberId.none)
    asked.push(answer)
    return Deferred.await(answer)
  })
  const reachable = makeReachability(ping, yield* Effect.clock)
  const settle = (at: number, exit: Exit.Exit<void, string>) => {
    const answer = asked[at]
    return answer === undefined ? Effect.die("not asked") : Deferred.done(answer, exit)
  }
  return { asked, settle, ask: Effect.suspend(() => Effect.exit(reachable())) }
})

/** Lets every fiber run as far as it can. */
const settled = Effect.repeatN(Effect.yieldNow(), 9)

const up = Exit.void
const down = Exit.fail("down")

describe("whether the store can be reached", () => {
  it.effect("is cached for a while, and answered synchronously", () =>
    Effect.gen(function* () {
      const { ask, reachable, store } = yield* make
      assert.deepStrictEqual(yield* ask, up)
      yield* TestClock.adjust(goodForMs - 1)
      assert.isTrue(Exit.isExit(reachable()))
      assert.deepStrictEqual(yield* ask, up)
      assert.strictEqual(store.pings, 1)
    }),
  )

  it.effect("an outage of the store is noticed by the first request after that time", () =>
    Effect.gen(function* () {
      const { ask, store } = yield* make
      yield* ask
      store.isUp = false
      yield* TestClock.adjust(goodForMs)
      assert.deepStrictEqual(yield* ask, down)
    }),
  )

  it.effect("failures are not cached, so a recovered store is noticed immediately", () =>
    Effect.gen(function* () {
      const { ask, store } = yield* make
      store.isUp = false
      assert.deepStrictEqual([yield* ask, yield* ask], [down, down])
      assert.strictEqual(store.pings, 2)
      store.isUp = true
      assert.deepStrictEqual(yield* ask, up)
    }),
  )

  it.effect("ignores a success from the future: the clock was set back", () =>
    Effect.gen(function* () {
      const { ask, store } = yield* make
      yield* TestClock.adjust("1 hour")
      yield* ask
      yield* TestClock.setTime(0)
      yield* ask
      assert.strictEqual(store.pings, 2)
    }),
  )

  it.effect.each([up, down])("concurrent checks share one query and its result: %j", (told) =>
    Effect.gen(function* () {
      const { ask, asked, settle } = yield* makeSlow
      const fibers = yield* Effect.forEach(Array.from({ length: 50 }), () => Effect.fork(ask))
      yield* settled
      assert.lengthOf(asked, 1)
      yield* settle(0, told)
      for (const fiber of fibers) assert.deepStrictEqual(yield* Fiber.join(fiber), told)
    }),
  )

  it.effect("measures the age of a check from its start: a slow check is stale when it ends", () =>
    Effect.gen(function* () {
      const { ask, asked, settle } = yield* makeSlow
      const slow = yield* Effect.fork(ask)
      yield* TestClock.adjust(goodForMs)
      yield* settle(0, up)
      assert.deepStrictEqual(yield* Fiber.join(slow), up)
      const next = yield* Effect.fork(ask)
      yield* settled
      assert.lengthOf(asked, 2)
      yield* settle(1, down)
      assert.deepStrictEqual(yield* Fiber.join(next), down)
    }),
  )

  it.effect("a check that dies does not block the next", () =>
    Effect.gen(function* () {
      const { ask, asked, settle } = yield* makeSlow
      const dying = yield* Effect.fork(ask)
      yield* settled
      yield* settle(0, Exit.die("defect"))
      assert.isTrue(Exit.isFailure(yield* Fiber.join(dying)))
      const last = yield* Effect.fork(ask)
      yield* settled
      assert.lengthOf(asked, 2)
      yield* settle(1, up)
      assert.deepStrictEqual(yield* Fiber.join(last), up)
    }),
  )

  it.effect("a caller that leaves does not interrupt the check for others", () =>
    Effect.gen(function* () {
      const { ask, asked, settle } = yield* makeSlow
      const first = yield* Effect.fork(ask)
      yield* settled
      const second = yield* Effect.fork(ask)
      yield* settled
      yield* Fiber.interrupt(first)
      assert.lengthOf(asked, 1)
      yield* settle(0, up)
      assert.deepStrictEqual(yield* Fiber.join(second), up)
    }),
  )
})
