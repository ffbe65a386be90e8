import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as TestClock from "effect/TestClock"
import { untilSuccess } from "./SharedAttempt.js"

/** Fails a given number of times; each run takes a second. */
const failing = (failures: number) => {
  let runs = 0
  const effect = Effect.suspend(() => {
    runs++
    return runs <= failures ? Effect.fail("failed") : Effect.succeed(runs)
  }).pipe(Effect.delay("1 second"))
  return { once: untilSuccess(effect), runs: () => runs }
}

it.effect("callers share a run, and its success is kept", () =>
  Effect.gen(function* () {
    const { once, runs } = failing(0)
    const callers = yield* Effect.forkAll(Effect.replicate(once, 5))
    yield* TestClock.adjust("1 second")
    assert.deepStrictEqual(yield* Fiber.join(callers), [1, 1, 1, 1, 1])
    assert.strictEqual(yield* once, 1)
    assert.strictEqual(runs(), 1)
  }),
)

it.effect("a failure reaches every waiter and is not cached", () =>
  Effect.gen(function* () {
    const { once, runs } = failing(1)
    const callers = yield* Effect.forkAll(Effect.replicate(Effect.flip(once), 2))
    yield* TestClock.adjust("1 second")
    assert.deepStrictEqual(yield* Fiber.join(callers), ["failed", "failed"])
    const later = yield* Effect.fork(once)
    yield* TestClock.adjust("1 second")
    assert.strictEqual(yield* Fiber.join(later), 2)
    assert.strictEqual(runs(), 2)
  }),
)

it.effect("the interruption of the first caller does not affect the others", () =>
  Effect.gen(function* () {
    const { once } = failing(0)
    const first = yield* Effect.fork(once)
    yield* Effect.yieldNow()
    const second = yield* Effect.fork(once)
    yield* Effect.yieldNow()
    yield* Fiber.interrupt(first)
    yield* TestClock.adjust("1 second")
    assert.strictEqual(yield* Fiber.join(second), 1)
  }),
)
