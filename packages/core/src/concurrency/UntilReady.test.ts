import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as TestClock from "effect/TestClock"
import { untilReady } from "./UntilReady.js"

/** Asks until a number of questions was asked, which the answer is. */
const asking = (ready: number, most: number) => {
  let asked = 0
  const ask = Effect.sync(() => (asked += 1))
  return { answer: untilReady(ask, (times) => times === ready, { every: "1 second", most }), asked: () => asked }
}

describe("asking until something is ready", () => {
  it.effect("ends with the first value that is ready, without any wait for one that is there", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* asking(1, 5).answer, 1)
      assert.strictEqual(yield* asking(1, 0).answer, 1)
    }),
  )

  it.effect("waits between two questions", () =>
    Effect.gen(function* () {
      const { answer, asked } = asking(3, 5)
      const fiber = yield* Effect.fork(answer)
      for (const expected of [1, 2, 3]) {
        yield* Effect.yieldNow()
        assert.strictEqual(asked(), expected)
        yield* TestClock.adjust("999 millis")
        assert.strictEqual(asked(), expected)
        yield* TestClock.adjust("1 millis")
      }
      assert.strictEqual(yield* Fiber.join(fiber), 3)
      assert.strictEqual(asked(), 3)
    }),
  )

  it.effect("ends with a value that is not ready when patience ends", () =>
    Effect.gen(function* () {
      const { answer, asked } = asking(10, 2)
      const fiber = yield* Effect.fork(answer)
      yield* TestClock.adjust("1 minute")
      assert.strictEqual(yield* Fiber.join(fiber), 3)
      assert.strictEqual(asked(), 3)
    }),
  )
})
