import { assert, describe, it } from "@effect/vitest"
import { controller, disclosure, fullItem } from "../testing/RecordItems.js"
import { missingMembers, undisclosed } from "./MissingDisclosure.js"

describe("what a standard form lacks", () => {
  it("is named completely", () => {
    for (const form of ["iso27560", "kantara"] as const) {
      assert.deepStrictEqual(missingMembers(form, { controller: null, processing: {} }), ["controller", "processing"])
      assert.deepStrictEqual(missingMembers(form, disclosure), [])
    }
  })

  it("is a telephone number for Kantara receipts only", () => {
    const { phone: _, ...without } = controller
    assert.deepStrictEqual(missingMembers("kantara", { controller: without, processing: {} }), [
      "controller.phone",
      "processing",
    ])
    assert.deepStrictEqual(missingMembers("iso27560", { ...disclosure, controller: without }), [])
  })

  it("is each category that a record grants or refuses and that is not disclosed", () => {
    const preferences = { necessary: true, experience: false, marketing: true, measurement: true, others: true }
    assert.deepStrictEqual(undisclosed({ ...fullItem, preferences }, disclosure.processing), ["experience"])
    assert.deepStrictEqual(undisclosed({ ...fullItem, preferences: null }, {}), [])
  })
})
