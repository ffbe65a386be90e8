import { assert, describe, it } from "@effect/vitest"
import { triggerCorner } from "./Trigger.js"

describe("the trigger", () => {
  it("is shown by default only where the page has no other way to the dialog", () => {
    for (const config of [undefined, "auto"] as const) {
      assert.strictEqual(triggerCorner(config, false), "bottom-left")
      assert.isNull(triggerCorner(config, true))
    }
  })

  it("is where the page puts it, or nowhere", () => {
    for (const own of [true, false]) {
      assert.strictEqual(triggerCorner(true, own), "bottom-left")
      assert.strictEqual(triggerCorner("bottom-left", own), "bottom-left")
      assert.strictEqual(triggerCorner("bottom-right", own), "bottom-right")
      assert.isNull(triggerCorner(false, own))
    }
  })
})
