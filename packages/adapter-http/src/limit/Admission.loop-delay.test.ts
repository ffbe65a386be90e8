import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { makeLateness, measureLoopDelay } from "./Admission.js"

describe("lateness", () => {
  it("is zero while the timer fires on time", () => {
    const lateness = makeLateness(1_000, 50)
    assert.strictEqual(lateness.delayMs(), 0)
    lateness.fired(1_050)
    lateness.fired(1_100)
    assert.strictEqual(lateness.delayMs(), 0)
  })

  it("is zero after one pause, however long", () => {
    const lateness = makeLateness(1_000, 50)
    lateness.fired(9_050)
    assert.strictEqual(lateness.delayMs(), 0)
    lateness.fired(9_100)
    assert.strictEqual(lateness.delayMs(), 0)
  })

  it("is the shared lateness of consecutive timers, until one is on time", () => {
    const lateness = makeLateness(1_000, 50)
    lateness.fired(1_350)
    lateness.fired(1_600)
    assert.strictEqual(lateness.delayMs(), 200)
    lateness.fired(2_050)
    assert.strictEqual(lateness.delayMs(), 200)
    lateness.fired(2_100)
    assert.strictEqual(lateness.delayMs(), 0)
  })
})

it.scopedLive("detects a thread that is blocked repeatedly", () =>
  Effect.gen(function* () {
    const delayMs = yield* measureLoopDelay
    for (let round = 0; round < 3; round += 1) {
      for (const end = performance.now() + 150; performance.now() < end; );
      yield* Effect.sleep(1)
    }
    assert.isAtLeast(delayMs(), 50)
  }),
)

it.scopedLive("work that never lets the timer fire is no overload", () =>
  Effect.gen(function* () {
    const delayMs = yield* measureLoopDelay
    for (const end = performance.now() + 150; performance.now() < end; ) yield* Effect.promise(() => Promise.resolve())
    assert.strictEqual(delayMs(), 0)
  }),
)
