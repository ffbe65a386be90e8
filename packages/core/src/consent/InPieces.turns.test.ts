import { assert, describe, it, vi } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as FastCheck from "effect/FastCheck"
import { forEachInTurns } from "./InPieces.js"

/** How often the event loop turns while an effect runs. */
const turnsDuring = async <A>(effect: Effect.Effect<A>): Promise<{ readonly value: A; readonly turns: number }> => {
  let turns = 0
  let ended = false
  const count = () => {
    if (ended) return
    turns += 1
    setImmediate(count)
  }
  setImmediate(count)
  const value = await Effect.runPromise(effect)
  ended = true
  return { value, turns }
}

const upTo = (count: number): ReadonlyArray<number> => Array.from({ length: count }, (_, index) => index)

/** Takes longer than a chunk may. */
const busily = (item: number): Effect.Effect<number> =>
  Effect.sync(() => {
    const since = performance.now()
    while (performance.now() - since < 1.5);
    return item
  })

describe("work in turns", () => {
  it.effect.prop("runs completely and in order", [FastCheck.nat(700)], ([count]) =>
    Effect.map(
      forEachInTurns(upTo(count), (item) => Effect.succeed(item * 2)),
      (values) =>
        assert.deepStrictEqual(
          values,
          Array.from(upTo(count), (item) => item * 2),
        ),
    ),
  )

  it("yields to others while it is long, and never while it is short", async () => {
    const long = await turnsDuring(forEachInTurns(upTo(30), busily))
    assert.isAtLeast(long.turns, 28)
    const short = await turnsDuring(forEachInTurns(upTo(4), busily))
    assert.isAtMost(short.turns, 1)
  })

  it("keeps the thread for one chunk per turn, however many have long work", async () => {
    const workers = Effect.forEach(upTo(5), () => forEachInTurns(upTo(10), busily), { concurrency: "unbounded" })
    assert.isAtLeast((await turnsDuring(workers)).turns, 5 * 8)
  })

  it("pauses when its chunk has taken more than a millisecond, and then begins a new one", async () => {
    let now = 0
    const clock = vi.spyOn(performance, "now").mockImplementation(() => now)
    const timers = vi.spyOn(globalThis, "setTimeout")
    const pauses = async (ms: number): Promise<number> => {
      timers.mockClear()
      await Effect.runPromise(forEachInTurns(upTo(12), () => Effect.sync(() => void (now += ms))))
      return timers.mock.calls.length
    }
    try {
      // A pause before each item but the first, before each second one, each third one, and none at all.
      assert.deepStrictEqual([await pauses(1.5), await pauses(1), await pauses(0.5), await pauses(0)], [11, 5, 3, 0])
    } finally {
      clock.mockRestore()
      timers.mockRestore()
    }
  })

  it("fails like its first failure", async () => {
    const failing = forEachInTurns(upTo(900), (item) => (item >= 700 ? Effect.fail(item) : Effect.succeed(item)))
    assert.strictEqual(await Effect.runPromise(Effect.flip(failing)), 700)
  })
})
