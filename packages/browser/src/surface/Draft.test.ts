import { optionalCategories } from "@consent-service/core/policy"
import { assert, describe, it } from "@effect/vitest"
import * as fc from "effect/FastCheck"
import { draftOf, vendorsIn, wouldAllow } from "./Draft.js"

const switches = fc.dictionary(fc.constantFrom(...optionalCategories), fc.boolean())

const offer = fc
  .uniqueArray(fc.record({ category: fc.constantFrom(...optionalCategories), on: fc.boolean() }), {
    selector: (row) => row.category,
  })
  .map((categories) => ({ categories, vendors: [] }))

const condition = fc.oneof(
  fc.constantFrom("necessary" as const, ...optionalCategories),
  fc.constant({ and: ["marketing" as const, "measurement" as const] }),
)

const vendors = fc.uniqueArray(
  fc.record({
    on: fc.boolean(),
    vendor: fc.record({
      id: fc.constantFrom("a", "b", "c", "d", "e"),
      name: fc.constant("A vendor"),
      category: condition,
      privacyPolicyUrl: fc.constant("https://vendor.test/"),
      disabled: fc.boolean(),
    }),
  }),
  { selector: (row) => row.vendor.id },
)

describe("the draft of the preference dialog", () => {
  it("equals the view until something is changed", () => {
    const view = { categories: [{ category: "marketing" as const, on: true }], vendors: [] }
    assert.deepStrictEqual(draftOf(view), { categories: { marketing: true }, vendors: {} })
  })

  it.prop("has each offered category, as it was switched before", [offer, switches], ([view, categories]) => {
    const draft = draftOf(view, { categories, vendors: {} })
    assert.sameMembers(
      Object.keys(draft.categories),
      view.categories.map((row) => row.category),
    )
    for (const { category, on } of view.categories)
      assert.strictEqual(draft.categories[category], category in categories ? categories[category] : on)
  })

  it.prop("has each vendor with the state of its switch", [vendors, fc.boolean()], ([rows, on]) => {
    const draft = draftOf({ categories: [], vendors: rows }, { categories: {}, vendors: { a: on } })
    for (const row of rows) {
      const state = row.vendor.id === "a" ? on : row.on
      assert.strictEqual(draft.vendors[row.vendor.id], row.vendor.disabled ? undefined : state)
    }
    assert.isTrue(Object.keys(draft.vendors).every((id) => rows.some((row) => row.vendor.id === id)))
  })

  it.prop(
    "lists each vendor in one place",
    [vendors, fc.subarray(["necessary", ...optionalCategories])],
    ([rows, shown]) => {
      const listed = ["", ...shown].flatMap((place) => vendorsIn(rows, place, shown))
      assert.sameMembers(listed, rows)
      assert.lengthOf(listed, rows.length)
      for (const place of shown)
        for (const row of vendorsIn(rows, place, shown)) assert.isTrue(row.vendor.category === place)
    },
  )
})

describe("conditions under the switches", () => {
  const granting = (granted: boolean) => ({ verdictFor: () => (granted ? ("granted" as const) : ("denied" as const)) })

  it("hold where nothing is needed", () => {
    assert.isTrue(wouldAllow("necessary", {}, granting(false)))
  })

  it.prop(
    "is a conjunction whose parts are switched on, or on already and not switched",
    [fc.subarray([...optionalCategories], { minLength: 1 }), switches, fc.boolean()],
    ([named, set, granted]) => {
      const expected = named.every((category) => (category in set ? set[category] : granted))
      assert.strictEqual(wouldAllow({ and: named }, set, granting(granted)), expected)
    },
  )
})
