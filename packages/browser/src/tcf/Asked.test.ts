import type { ListedVendor, VendorList } from "@consent-service/core/vendor"
import { generateVendorList } from "@consent-service/testkit/vendor-list/GeneratedVendorList"
import {
  listedVendor,
  syntheticVendorList,
  vendorIds,
  vendorsById,
} from "@consent-service/testkit/vendor-list/SyntheticVendorList"
import { assert, describe, it } from "@effect/vitest"
import * as fc from "effect/FastCheck"
import { askedBy, firstLayerOf } from "./Asked.js"

const listOf = (...vendors: ReadonlyArray<ListedVendor>): VendorList => ({
  ...syntheticVendorList,
  vendors: vendorsById(vendors),
})

const asked = askedBy(syntheticVendorList, [
  { id: "own", name: "Own", privacyPolicyUrl: "https://own.example", purposes: [7], dataRetentionDays: 3 },
])

describe("the vendors that need consent", () => {
  it("are those that are not deleted, then the site's own", () => {
    const ids = asked.vendors.map(({ id }) => id)
    assert.strictEqual(ids.length, Object.keys(syntheticVendorList.vendors).length)
    assert.notInclude(ids, vendorIds.deleted)
    assert.strictEqual(ids.at(-1), "own")
    assert.deepInclude(asked.vendors.at(-1), {
      name: "Own",
      urls: [{ langId: "", privacy: "https://own.example" }],
      dataRetention: { stdRetention: 3 },
    })
    assert.isTrue(asked.all.vendorConsents.has("own"))
  })
})

describe("what is asked", () => {
  it("counts everything that a vendor processes, uses or claims", () => {
    const { all } = askedBy(
      listOf(
        listedVendor(1, "One", { purposes: [1, 4], features: [2], specialFeatures: [2] }),
        listedVendor(2, "Two", { purposes: [3], deletedDate: "2026-01-01T00:00:00Z" }),
      ),
    )
    assert.deepStrictEqual(all, {
      purposeConsents: new Set([1, 4]),
      purposeLegitimateInterests: new Set<number>(),
      specialFeatures: new Set([2]),
      vendorConsents: new Set([1]),
      vendorLegitimateInterests: new Set<number>(),
    })
  })

  it("has no legitimate interest for purposes 1 and 3 to 6, whatever the list claims", () => {
    const { all } = askedBy(listOf(listedVendor(1, "Bold", { legIntPurposes: [1, 2, 3, 4, 5, 6, 7] })))
    assert.deepStrictEqual(all.purposeLegitimateInterests, new Set([2, 7]))
    assert.deepStrictEqual(all.vendorLegitimateInterests, new Set([1]))
    const bolder = askedBy(listOf(listedVendor(1, "Bolder", { legIntPurposes: [1, 3] })))
    assert.strictEqual(bolder.all.vendorLegitimateInterests.size, 0)
  })
})

describe("the first layer", () => {
  const namesOf = (list: VendorList) => firstLayerOf(askedBy(list)).map(({ name }) => name)
  const { purposes, specialFeatures, stacks: known } = syntheticVendorList
  const name = (items: Readonly<Record<string, { readonly name: string }>>, id: number) => items[id]?.name ?? ""

  it("has stacks whose contents are all used, and the rest individually", () => {
    assert.deepStrictEqual(namesOf(syntheticVendorList), [
      name(known, 42),
      name(known, 1),
      name(purposes, 1),
      name(purposes, 2),
      name(purposes, 11),
    ])
    assert.deepStrictEqual(namesOf(listOf(listedVendor(1, "Ads", { purposes: [1, 2, 7], specialFeatures: [1] }))), [
      name(known, 2),
      name(purposes, 1),
      name(specialFeatures, 1),
    ])
  })

  const ids = (most: number) => fc.subarray(Array.from({ length: most }, (_, index) => index + 1))
  const stacks = fc
    .array(fc.record({ purposes: ids(11), specialFeatures: ids(2) }), { maxLength: 8 })
    .map((all) =>
      Object.fromEntries(
        all.map((stack, id) => [id + 1, { id: id + 1, name: `${id + 1}`, description: "", ...stack }]),
      ),
    )
  const vendor = fc.record({ purposes: ids(11), specialFeatures: ids(2) })

  it.prop("has everything used once, and nothing else", [stacks, vendor], ([given, facts]) => {
    const shown = namesOf({ ...listOf(listedVendor(1, "One", facts)), stacks: given })
    const parts = (from: typeof facts) => [
      ...from.purposes.map((id) => name(purposes, id)),
      ...from.specialFeatures.map((id) => name(specialFeatures, id)),
    ]
    const told = shown.flatMap((text) => {
      const stack = given[text]
      return stack ? parts(stack) : [text]
    })
    assert.deepStrictEqual(told.toSorted(), parts(facts).toSorted())
  })
})

describe("a list of 1,200 vendors", () => {
  it("counts the vendors that need consent", () => {
    const list = generateVendorList()
    const active = Object.values(list.vendors).filter(({ deletedDate }) => deletedDate === undefined)
    const { all, vendors } = askedBy(list)
    assert.strictEqual(vendors.length, active.length)
    assert.strictEqual(all.vendorConsents.size, active.filter(({ purposes }) => purposes.length > 0).length)
  })
})
