import { assert, describe, it } from "@effect/vitest"
import { Context, Deferred as Gate, Effect, Fiber, Layer } from "effect"
import { deferLayer } from "./DeferredLayer.js"

class Thing extends Context.Tag("test/Thing")<Thing, number>() {}

const counting = (outcomes: ReadonlyArray<"fails" | "works">, gate: Effect.Effect<void> = Effect.void) => {
  const log: Array<string> = []
  const layer = Layer.scoped(
    Thing,
    Effect.gen(function* () {
      const attempt = log.filter((entry) => entry === "built").length
      log.push("built")
      yield* gate
      if (outcomes[attempt] === "fails") return yield* Effect.fail("away")
      yield* Effect.addFinalizer(() => Effect.sync(() => log.push("released")))
      return attempt
    }),
  )
  return { deferred: deferLayer(layer, "closed"), log }
}

/** A layer that was closed during its first attempt, which has ended since. */
const closedWhileBuilding = Effect.gen(function* () {
  const gate = yield* Gate.make<void>()
  const { deferred, log } = counting(["works"], Gate.await(gate))
  const first = yield* Effect.fork(deferred.get)
  yield* Effect.yieldNow()
  const closing = yield* Effect.fork(deferred.close)
  yield* Effect.yieldNow()
  yield* Gate.succeed(gate, undefined)
  yield* Fiber.join(closing)
  yield* Fiber.join(first)
  return { deferred, log }
})

describe("a deferred layer", () => {
  it.effect("is built on first use, and only once", () =>
    Effect.gen(function* () {
      const { deferred, log } = counting(["works"])
      assert.deepStrictEqual(log, [])
      yield* deferred.get
      yield* deferred.get
      assert.deepStrictEqual(log, ["built"])
    }),
  )

  it.effect("is built again after a failure", () =>
    Effect.gen(function* () {
      const { deferred, log } = counting(["fails", "works"])
      assert.strictEqual(yield* Effect.flip(deferred.get), "away")
      assert.strictEqual(Context.get(yield* deferred.get, Thing), 1)
      assert.deepStrictEqual(log, ["built", "built"])
    }),
  )

  it.effect("shares one attempt and its outcome among concurrent callers", () =>
    Effect.gen(function* () {
      const gate = yield* Gate.make<void>()
      const { deferred, log } = counting(["fails", "works"], Gate.await(gate))
      const fibers = yield* Effect.forEach([1, 2, 3], () => Effect.fork(Effect.flip(deferred.get)))
      yield* Effect.yieldNow()
      yield* Gate.succeed(gate, undefined)
      for (const fiber of fibers) assert.strictEqual(yield* fiber, "away")
      assert.deepStrictEqual(log, ["built"])
    }),
  )

  it.effect("releases its services when it is closed", () =>
    Effect.gen(function* () {
      const { deferred, log } = counting(["works"])
      yield* deferred.get
      yield* deferred.close
      assert.deepStrictEqual(log, ["built", "released"])
    }),
  )

  it.effect("is not built once closed", () =>
    Effect.gen(function* () {
      const { deferred, log } = counting(["works"])
      yield* deferred.close
      assert.strictEqual(yield* Effect.flip(deferred.get), "closed")
      assert.deepStrictEqual(log, [])
    }),
  )

  it.effect("releases an attempt that was in progress when it was closed", () =>
    Effect.gen(function* () {
      const { log } = yield* closedWhileBuilding
      assert.deepStrictEqual(log, ["built", "released"])
    }),
  )

  it.effect("releases what an attempt had built before it failed", () =>
    Effect.gen(function* () {
      const released: Array<string> = []
      const part = Layer.scopedDiscard(Effect.addFinalizer(() => Effect.sync(() => released.push("part"))))
      const whole = Layer.effect(Thing, Effect.fail("away")).pipe(Layer.provide(part))
      yield* Effect.flip(deferLayer(whole, "closed").get)
      assert.deepStrictEqual(released, ["part"])
    }),
  )

  it.effect("is not built again when it is closed after a failure", () =>
    Effect.gen(function* () {
      const { deferred, log } = counting(["fails", "works"])
      yield* Effect.flip(deferred.get)
      yield* deferred.close
      assert.deepStrictEqual(log, ["built"])
    }),
  )

  it.effect("has its services at hand while they are built, and not before or after", () =>
    Effect.gen(function* () {
      const { deferred } = counting(["fails", "works"])
      assert.isNull(deferred.current())
      yield* Effect.flip(deferred.get)
      assert.isNull(deferred.current())
      const services = yield* deferred.get
      assert.strictEqual(deferred.current(), services)
      yield* deferred.close
      assert.isNull(deferred.current())
    }),
  )

  it.effect("has no services at hand that were built after it was closed", () =>
    Effect.gen(function* () {
      const { deferred, log } = yield* closedWhileBuilding
      assert.isNull(deferred.current())
      assert.deepStrictEqual(log, ["built", "released"])
    }),
  )
})
