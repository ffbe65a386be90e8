import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as FastCheck from "effect/FastCheck"
import * as Fiber from "effect/Fiber"
import { inPieces, ownTurn } from "./InPieces.js"

describe("work in pieces", () => {
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

  it("pauses after 16 KiB, and lets one worker go on in a turn", async () => {
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

  it("does not pause for what is short", () => {
    Effect.runSync(inPieces([1, 2, 3], () => 5 * 1024))
  })
})

const msOf = (work: Effect.Effect<unknown>) =>
  Effect.suspend(() => {
    const since = performance.now()
    return Effect.map(work, () => performance.now() - since)
  })

const turns = (count: number) => Effect.repeatN(ownTurn, count - 1)

describe("ownTurn", () => {
  it.live("pauses longer where other long work waits, so that both together take a smaller share", () =>
    Effect.gen(function* () {
      yield* turns(5)
      // All but the first and the last pause for 4 ms, of which a timer may leave out one. A slow machine adds to it.
      assert.isAtLeast(yield* msOf(Effect.all([turns(10), turns(10)], { concurrency: 2 })), 17 * 3)
    }),
  )

  it.live("counts no work that was interrupted", () =>
    Effect.gen(function* () {
      const others = yield* Effect.forEach([1, 2, 3], () => Effect.fork(Effect.forever(ownTurn)))
      yield* Effect.yieldNow()
      yield* Fiber.interruptAll(others)
      // 30 contended turns take 120 ms; the best of several attempts is what the pauses take.
      const best = yield* Effect.map(
        Effect.forEach([1, 2, 3, 4, 5], () => msOf(turns(30))),
        (all) => Math.min(...all),
      )
      assert.isBelow(best, 110)
    }),
  )

  it.effect("continues while a test clock does not advance", () =>
    Effect.gen(function* () {
      yield* Effect.all([turns(2), turns(2)], { concurrency: 2 })
    }),
  )
})
