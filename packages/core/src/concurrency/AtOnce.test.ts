import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import { atOnce, flatMapAtOnce, mapAtOnce } from "./AtOnce.js"

const addOne = (value: number): number => value + 1

describe("an effect whose result is there", () => {
  it("is mapped and chained without a fiber", () => {
    assert.strictEqual(atOnce(Effect.succeed(1)), 1)
    assert.strictEqual(atOnce(mapAtOnce(Effect.succeed(1), addOne)), 2)
    assert.strictEqual(atOnce(flatMapAtOnce(Exit.succeed(1), (value) => Effect.succeed(addOne(value)))), 2)
    assert.isUndefined(atOnce(Effect.void))
  })

  it("is run where the result is not there yet", () => {
    const later = Effect.sync(() => 1)
    assert.strictEqual(atOnce(later), later)
    assert.strictEqual(Effect.runSync(mapAtOnce(later, addOne)), 2)
    assert.strictEqual(Effect.runSync(flatMapAtOnce(later, (value) => Effect.succeed(addOne(value)))), 2)
  })

  it("is a failure that no function sees", () => {
    const failed = Exit.fail("away")
    const never = (): never => assert.fail("has no value")
    assert.strictEqual(atOnce(failed), failed)
    assert.deepStrictEqual(Effect.runSyncExit(mapAtOnce(failed, never)), Exit.fail("away"))
    assert.deepStrictEqual(Effect.runSyncExit(flatMapAtOnce(failed, never)), Exit.fail("away"))
  })
})
