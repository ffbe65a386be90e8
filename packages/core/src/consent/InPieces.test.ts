import { assert, describe, it, vi } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as FastCheck from "effect/FastCheck"
import * as Fiber from "effect/Fiber"
import { inPieces, ownTurn } from "./InPieces.js"

describe("work in chunks", () => {
  it.effect.prop(
    "is all of it, in its order",
    [FastCheck.array(FastCheck.nat(40_000), { maxLength: 30 })],
    ([sizes]) =>
      Effect.gen(function* () {
        const done: Array<number> = []
        yield* inPieces(sizes, (size) => (done.push(size), size))
        assert.deepStrictEqual(done, sizes)
      }),
    { fastCheck: { numRuns: 20 } },
  )

  it("pauses after 16 KiB, and lets one worker continue in each turn", async () => {
    let turns = 0
    let ended = false
    const count = () => {
      if (!ended) setTimeout(count, 0)
      turns += 1
    }
    setTimeout(count, 0)
    const worker = inPieces([1, 2, 3, 4, 5, 6], () => 16 * 1024)
    await Effect.runPromise(Effect.all([worker, worker, worker], { concurrency: "unbounded" }))
    ended = true
    assert.isAtLeast(turns, 10)
  })

  it("does not pause for short work", () => {
    Effect.runSync(inPieces([1, 2, 3], () => 5 * 1024))
  })

  it("pauses at 16 KiB, and not a byte before", () => {
    const chunk = 16 * 1024
    Effect.runSync(inPieces([chunk - 1, 0], (size) => size))
    assert.throws(() => Effect.runSync(inPieces([chunk - 1, 1], (size) => size)))
  })
})

/** The pauses of the work, in milliseconds, without those of 0. */
const pausesOf = (work: Effect.Effect<unknown>) =>
  Effect.acquireUseRelease(
    Effect.sync(() => vi.spyOn(globalThis, "setTimeout")),
    (timers) => Effect.map(work, () => timers.mock.calls.flatMap(([, ms = 0]) => (ms > 0 ? [ms] : []))),
    (timers) => Effect.sync(() => timers.mockRestore()),
  )

const turns = (count: number) => Effect.repeatN(ownTurn, count - 1)

describe("ownTurn", () => {
  it.live("pauses longer while other long work waits, so that both together use a smaller share", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* pausesOf(turns(5)), [])
      const both = yield* pausesOf(Effect.all([turns(10), turns(10)], { concurrency: 2 }))
      // Every pause while both wait is longer, whichever of them runs.
      assert.isAtLeast(both.length, 9)
      assert.deepStrictEqual([...new Set(both)], [4])
    }),
  )

  it.live("ignores interrupted work", () =>
    Effect.gen(function* () {
      const others = yield* Effect.forEach([1, 2, 3], () => Effect.fork(Effect.forever(ownTurn)))
      yield* Effect.yieldNow()
      yield* Fiber.interruptAll(others)
      assert.deepStrictEqual(yield* pausesOf(turns(5)), [])
    }),
  )

  it.effect("continues while a test clock is stopped", () =>
    Effect.gen(function* () {
      yield* Effect.all([turns(2), turns(2)], { concurrency: 2 })
    }),
  )
})
