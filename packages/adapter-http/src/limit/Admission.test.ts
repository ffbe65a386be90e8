import { assert, describe, it } from "@effect/vitest"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as TestClock from "effect/TestClock"
import { type AdmissionOptions, makeAdmission } from "./Admission.js"

const overloaded = Exit.fail({ _tag: "Overloaded" as const })

const make = (options: AdmissionOptions) => Effect.map(Effect.clock, (clock) => makeAdmission(options, clock))

/** A gate with one slot, held by work that a test ends. */
const makeBusy = Effect.gen(function* () {
  const admission = yield* make({ maxConcurrent: 1, maxQueued: 1, maxWaitMs: 100 })
  const end = yield* Deferred.make<void>()
  const busy = yield* Effect.fork(admission.run(0, Deferred.await(end)))
  yield* Effect.yieldNow()
  return { admission, end: Effect.zipRight(Deferred.succeed(end, undefined), Fiber.join(busy)) }
})

describe("admission", () => {
  it.effect("runs waiting work in order, and refuses work beyond the limits", () =>
    Effect.gen(function* () {
      const { admission, end } = yield* makeBusy
      const next = yield* Effect.fork(admission.run(0, Effect.succeed("done")))
      yield* Effect.yieldNow()
      assert.deepStrictEqual(yield* Effect.exit(admission.run(0, Effect.die("started"))), overloaded)
      yield* end
      assert.strictEqual(yield* Fiber.join(next), "done")
    }),
  )

  it.effect("counts the time that a request has already waited", () =>
    Effect.gen(function* () {
      const { admission } = yield* makeBusy
      const next = yield* Effect.fork(admission.run(40, Effect.die("started")))
      yield* TestClock.adjust(59)
      assert.isNull(next.unsafePoll())
      yield* TestClock.adjust(1)
      assert.deepStrictEqual(yield* Fiber.await(next), overloaded)
    }),
  )

  it.effect("refuses a request that has waited too long elsewhere, even when idle", () =>
    Effect.gen(function* () {
      const admission = yield* make({ maxWaitMs: 100 })
      assert.deepStrictEqual(yield* Effect.exit(admission.run(101, Effect.die("started"))), overloaded)
      assert.strictEqual(yield* admission.run(100, Effect.succeed("done")), "done")
    }),
  )

  it.effect("refuses while the event loop is late, even when idle", () =>
    Effect.gen(function* () {
      let delay = 101
      const admission = yield* make({ maxWaitMs: 100, loopDelayMs: () => delay })
      const work = admission.run(0, Effect.succeed("done"))
      assert.deepStrictEqual(yield* Effect.exit(work), overloaded)
      delay = 100
      assert.strictEqual(yield* work, "done")
    }),
  )

  it.effect("is drained when the last work completes, and immediately when idle", () =>
    Effect.gen(function* () {
      yield* (yield* make({})).drained
      const { admission, end } = yield* makeBusy
      const drained = yield* Effect.fork(admission.drained)
      yield* Effect.yieldNow()
      assert.isNull(drained.unsafePoll())
      yield* end
      yield* Fiber.join(drained)
    }),
  )
})
