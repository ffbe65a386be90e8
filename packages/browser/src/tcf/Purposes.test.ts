import { optionalCategories } from "@consent-service/core/policy"
import {
  listedVendor,
  syntheticVendorList,
  vendorsById,
} from "@consent-service/testkit/vendor-list/SyntheticVendorList"
import { assert, describe, it } from "@effect/vitest"
import * as fc from "effect/FastCheck"
import { askedBy } from "./Asked.js"
import { categoriesOf, categoryPurposes } from "./Purposes.js"

const purposes = Array.from({ length: 11 }, (_, index) => index + 1)

/** A list whose vendors process some purposes with consent, and others on the other basis. */
const askedOf = (asked: ReadonlyArray<number>, claimed: ReadonlyArray<number> = []) =>
  askedBy({
    ...syntheticVendorList,
    vendors: vendorsById([
      listedVendor(1, "One", { purposes: asked.filter((id) => id % 2 === 0) }),
      listedVendor(2, "Two", { purposes: asked, legIntPurposes: claimed }),
      listedVendor(3, "Gone", { purposes, deletedDate: "2026-01-01T00:00:00Z" }),
    ]),
  }).all.purposeConsents

const granted = (consents: ReadonlyArray<number>, asked: ReadonlyArray<number>) => {
  const categories = categoriesOf(new Set(consents), askedOf(asked))
  return optionalCategories.filter((category) => categories[category])
}

describe("categories from consents", () => {
  it("are granted by consent to each of their purposes that is requested", () => {
    assert.deepStrictEqual(granted([2, 3, 4], purposes), ["marketing"])
    assert.deepStrictEqual(granted([2, 3], purposes), [])
    assert.deepStrictEqual(granted([2, 3], [1, 2, 3, 7]), ["marketing"])
    assert.deepStrictEqual(granted([5, 6, 7, 8, 9], purposes), ["experience", "measurement"])
    assert.deepStrictEqual(granted([10], [1, 10]), ["experience", "functionality", "marketing", "measurement"])
  })

  it("without a requested purpose are granted together with everything requested", () => {
    assert.deepStrictEqual(granted([2, 7], [1, 2, 7]), ["experience", "functionality", "marketing", "measurement"])
    assert.deepStrictEqual(granted([7], [1, 2, 7]), ["measurement"])
    assert.deepStrictEqual(granted([5, 6, 10, 11], [1, 2, 7]), [])
  })

  it("purpose 1 decides no category, not even alone", () => {
    assert.deepStrictEqual(granted([1], [1]), [])
    assert.deepStrictEqual(granted([1], purposes), [])
    assert.deepStrictEqual(granted([2, 3, 4], purposes), granted([1, 2, 3, 4], purposes))
  })

  it("a legitimate interest is not consent, and a deleted vendor requests nothing", () => {
    const categories = categoriesOf(new Set([7]), askedOf([7, 2], [8, 9]))
    assert.isTrue(categories.measurement)
    assert.isFalse(categories.marketing)
  })

  const some = fc.subarray(purposes)

  it.prop(
    "nothing grants nothing, and all that is asked grants all if a category's purpose is among it",
    [some],
    ([asked]) => {
      assert.deepStrictEqual(granted([], asked), [])
      const all = granted([...askedOf(asked)], asked)
      assert.deepStrictEqual(all, asked.some((id) => id > 1) ? [...optionalCategories] : [])
    },
  )

  it.prop("more consents never grant less", [some, some, some], ([asked, consents, more]) => {
    assert.includeMembers(granted([...consents, ...more], asked), granted(consents, asked))
  })

  it.prop(
    "one refused purpose that is asked refuses its category, and every one that is not asked for",
    [some, fc.constantFrom(...purposes.slice(1))],
    ([asked, refused]) => {
      const list = [...new Set([...asked, refused])]
      const still = granted(
        list.filter((id) => id !== refused),
        list,
      )
      for (const category of still) {
        assert.notInclude(categoryPurposes[category], refused)
        assert.isTrue(categoryPurposes[category].some((id) => list.includes(id)))
      }
    },
  )

  it("contain every purpose but the first in exactly one of them", () => {
    assert.deepStrictEqual(
      Object.values(categoryPurposes)
        .flat()
        .toSorted((a, b) => a - b),
      purposes.slice(1),
    )
  })
})
