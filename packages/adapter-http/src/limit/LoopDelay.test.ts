import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { makeLateness, measureLoopDelay } from "./LoopDelay.js"

describe("lateness", () => {
  it("is nothing while the timer fires when it should", () => {
    const lateness = makeLateness(1_000, 50)
    assert.strictEqual(lateness.delayMs(1_049), 0)
    lateness.fired(1_050)
    assert.strictEqual(lateness.delayMs(1_100), 0)
  })

  it("grows as soon as the timer should have fired", () => {
    const lateness = makeLateness(1_000, 50)
    assert.strictEqual(lateness.delayMs(1_350), 300)
  })

  it("is remembered until the timer is on time again: what waited meanwhile comes after it", () => {
    const lateness = makeLateness(1_000, 50)
    lateness.fired(1_350)
    assert.strictEqual(lateness.delayMs(1_350), 300)
    assert.strictEqual(lateness.delayMs(1_400), 300)
    lateness.fired(1_400)
    assert.strictEqual(lateness.delayMs(1_400), 0)
  })
})

it.scopedLive("a thread that is blocked is known to be late at once", () =>
  Effect.gen(function* () {
    const delayMs = yield* measureLoopDelay
    for (const end = performance.now() + 150; performance.now() < end; );
    assert.isAtLeast(delayMs(), 90)
  }),
)
