import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Scope from "effect/Scope"
import { type ByteBudget, makeByteBudget } from "./ByteBudget.js"

const never = 60_000

/** Takes bytes until the scope that it gives is closed. */
const takeIn = (budget: ByteBudget, bytes: number) =>
  Effect.tap(Scope.make(), (scope) => Scope.extend(budget(bytes), scope))

const close = (scope: Scope.CloseableScope) => Scope.close(scope, Exit.void)

/** Waits in a fiber of its own, that has begun to wait. */
const waitIn = (budget: ByteBudget, bytes: number) =>
  Effect.tap(Effect.fork(takeIn(budget, bytes)), () => Effect.repeatN(Effect.yieldNow(), 10))

const isWaiting = <A, E>(fiber: Fiber.RuntimeFiber<A, E>) =>
  Effect.map(Effect.zipRight(Effect.repeatN(Effect.yieldNow(), 10), Fiber.poll(fiber)), ({ _tag }) => _tag === "None")

describe("a budget of bytes", () => {
  it.live("gives what is left, and gives again what has come back", () =>
    Effect.gen(function* () {
      const budget = makeByteBudget({ bytes: 10, maxWaiting: 9, maxWaitMs: never })
      const first = yield* takeIn(budget, 6)
      yield* takeIn(budget, 4)
      const waiter = yield* waitIn(budget, 6)
      assert.isTrue(yield* isWaiting(waiter))
      yield* close(first)
      yield* Fiber.join(waiter)
    }),
  )

  it.live("serves in order: a small one does not pass a large one that waits", () =>
    Effect.gen(function* () {
      const budget = makeByteBudget({ bytes: 10, maxWaiting: 9, maxWaitMs: never })
      const first = yield* takeIn(budget, 8)
      const large = yield* waitIn(budget, 9)
      const small = yield* waitIn(budget, 1)
      assert.deepStrictEqual([yield* isWaiting(large), yield* isWaiting(small)], [true, true])
      yield* close(first)
      yield* Fiber.join(large)
      yield* Fiber.join(small)
    }),
  )

  it.live("grants more than there is once nothing else is taken", () =>
    Effect.gen(function* () {
      const budget = makeByteBudget({ bytes: 10, maxWaiting: 9, maxWaitMs: never })
      const first = yield* takeIn(budget, 1)
      const huge = yield* waitIn(budget, 100)
      assert.isTrue(yield* isWaiting(huge))
      yield* close(first)
      yield* close(yield* Fiber.join(huge))
      yield* takeIn(budget, 10)
    }),
  )

  it.live("refuses after the longest wait, and those behind get their turn", () =>
    Effect.gen(function* () {
      const budget = makeByteBudget({ bytes: 10, maxWaiting: 9, maxWaitMs: 50 })
      yield* takeIn(budget, 5)
      const large = yield* waitIn(budget, 6)
      const small = yield* waitIn(budget, 5)
      assert.strictEqual((yield* Effect.flip(Fiber.join(large)))._tag, "BudgetExhausted")
      yield* Fiber.join(small)
    }),
  )

  it.live("refuses without a wait when as many wait as may", () =>
    Effect.gen(function* () {
      const budget = makeByteBudget({ bytes: 10, maxWaiting: 1, maxWaitMs: never })
      yield* takeIn(budget, 10)
      const waiter = yield* waitIn(budget, 1)
      assert.strictEqual((yield* Effect.flip(takeIn(budget, 1)))._tag, "BudgetExhausted")
      yield* Fiber.interrupt(waiter)
    }),
  )

  it.live("a waiter who is interrupted takes nothing, and lets those behind pass", () =>
    Effect.gen(function* () {
      const budget = makeByteBudget({ bytes: 10, maxWaiting: 9, maxWaitMs: never })
      const first = yield* takeIn(budget, 5)
      const large = yield* waitIn(budget, 10)
      const small = yield* waitIn(budget, 5)
      yield* Fiber.interrupt(large)
      yield* Fiber.join(small)
      yield* close(first)
      yield* takeIn(budget, 5)
    }),
  )
})
