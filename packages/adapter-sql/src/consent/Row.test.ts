import { assert, describe, it } from "@effect/vitest"
import { experimentOf, historyBytes } from "./Row.js"

describe("a row of a record", () => {
  it("has an experiment only with its arm", () => {
    assert.deepStrictEqual(experimentOf({ experiment_id: "hero", experiment_arm: "a" }), { id: "hero", arm: "a" })
    assert.isNull(experimentOf({ experiment_id: "hero", experiment_arm: null }))
    assert.isNull(experimentOf({ experiment_id: null, experiment_arm: "a" }))
  })

  it("is as large as its choices, whether the driver returns text or bytes", () => {
    const others = { metadata: "x".repeat(100), given_at: 1 }
    assert.strictEqual(historyBytes({ preferences: "{}", choice: "123", vendor_choice: "1234", ...others }), 9)
    const bytes = new Uint8Array(5)
    assert.strictEqual(historyBytes({ preferences: bytes, choice: null, vendor_choice: bytes, ...others }), 10)
    assert.strictEqual(historyBytes({ preferences: "{}", choice: null, vendor_choice: null, ...others }), 2)
  })
})
