import { assert, describe, it } from "@effect/vitest"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as FastCheck from "effect/FastCheck"
import * as Fiber from "effect/Fiber"
import { makeTurns } from "./SoleConnection.js"

/** Takes a turn for so many turns of the loop, and notes when somebody else has one meanwhile. */
const holder = (turns: ReturnType<typeof makeTurns>) => {
  const report = { inside: 0, most: 0, done: 0 }
  const inside = Effect.fnUntraced(function* (yields: number) {
    report.inside += 1
    report.most = Math.max(report.most, report.inside)
    for (let i = 0; i < yields; i++) yield* Effect.yieldNow()
    report.done += 1
  })
  const leave = Effect.sync(() => {
    report.inside -= 1
  })
  const hold = (yields: number) =>
    Effect.scoped(
      Effect.uninterruptibleMask((restore) =>
        Effect.zipRight(restore(turns), Effect.ensuring(restore(inside(yields)), leave)),
      ),
    )
  return { hold, report }
}

describe("makeTurns", () => {
  it("a free turn is had at once, without the scheduler, and free again with its scope", () => {
    const turns = makeTurns()
    assert.isNotNull(Effect.runFork(Effect.scoped(turns)).unsafePoll())
    assert.isNotNull(Effect.runFork(Effect.scoped(turns)).unsafePoll())
  })

  it.effect("turns come in the order of asking", () =>
    Effect.gen(function* () {
      const turns = makeTurns()
      const free = yield* Deferred.make<void>()
      const order: Array<number> = []
      const take = (name: number) => Effect.scoped(Effect.tap(turns, () => order.push(name)))
      const first = yield* Effect.fork(Effect.scoped(Effect.zipRight(turns, Deferred.await(free))))
      yield* Effect.yieldNow()
      const others = []
      for (const name of [1, 2, 3]) {
        others.push(yield* Effect.fork(take(name)))
        yield* Effect.yieldNow()
      }
      assert.deepStrictEqual(order, [])
      yield* Deferred.succeed(free, undefined)
      yield* Fiber.joinAll([first, ...others])
      assert.deepStrictEqual(order, [1, 2, 3])
    }),
  )

  it.effect.prop(
    "no two have it at a time, whoever is interrupted, and it is free in the end",
    [FastCheck.array(FastCheck.tuple(FastCheck.nat(3), FastCheck.option(FastCheck.nat(6))), { maxLength: 12 })],
    ([plans]) =>
      Effect.gen(function* () {
        const turns = makeTurns()
        const { hold, report } = holder(turns)
        yield* Effect.forEach(
          plans,
          ([yields, interruptedAfter]) =>
            Effect.gen(function* () {
              const fiber = yield* Effect.fork(hold(yields))
              if (interruptedAfter === null) return yield* Fiber.await(fiber)
              for (let i = 0; i < interruptedAfter; i++) yield* Effect.yieldNow()
              return yield* Fiber.interrupt(fiber)
            }),
          { concurrency: "unbounded" },
        )
        assert.isAtMost(report.most, 1)
        yield* hold(0)
        assert.isAtLeast(report.done, 1 + plans.filter(([, interruptedAfter]) => interruptedAfter === null).length)
      }),
  )
})
