import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as FastCheck from "effect/FastCheck"
import { inPieces } from "./InPieces.js"

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
