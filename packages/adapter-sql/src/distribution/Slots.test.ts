import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { makeSlots } from "./Slots.js"

/** Work of one turn, and how much of it ran concurrently. */
const counted = () => {
  let [running, most] = [0, 0]
  const work = Effect.gen(function* () {
    running += 1
    most = Math.max(most, running)
    yield* Effect.yieldNow()
    running -= 1
  })
  return { work, most: () => most }
}

it.effect("nodes that do not answer leave slots for the others", () =>
  Effect.gen(function* () {
    const slotOf = makeSlots({ all: 6, ofNode: 3 })
    const silent = yield* Effect.fork(
      Effect.forEach(Array.from({ length: 20 }), () => slotOf("1")(Effect.never), { concurrency: "unbounded" }),
    )
    yield* Effect.yieldNow()
    const { most, work } = counted()
    yield* Effect.forEach(Array.from({ length: 20 }), () => slotOf("2")(work), { concurrency: "unbounded" })
    assert.strictEqual(most(), 3)
    yield* Fiber.interrupt(silent)
    assert.strictEqual(yield* slotOf("1")(Effect.succeed("free")), "free")
  }),
)

it.effect("all nodes together have so many slots", () =>
  Effect.gen(function* () {
    const slotOf = makeSlots({ all: 6, ofNode: 3 })
    const { most, work } = counted()
    const nodes = Array.from({ length: 60 }, (_, index) => String(index % 4))
    yield* Effect.forEach(nodes, (node) => slotOf(node)(work), { concurrency: "unbounded" })
    assert.strictEqual(most(), 6)
  }),
)
