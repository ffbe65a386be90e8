import { editionFromText, VendorList } from "@consent-service/core/vendor"
import { assert, describe, it } from "@effect/vitest"
import * as Either from "effect/Either"
import * as Schema from "effect/Schema"
import { generateVendorList } from "./GeneratedVendorList.js"
import { syntheticVendorList, vendorIds } from "./SyntheticVendorList.js"

const problem = (list: VendorList): string | null =>
  Either.getOrNull(Either.flip(editionFromText(JSON.stringify(list), { language: "en", vendorIds: [] })))

const isList = Schema.is(VendorList)

describe("the hand-written list", () => {
  const { dataCategories, purposes, specialPurposes, standardTexts, vendors } = syntheticVendorList
  const of = (which: keyof typeof vendorIds) => vendors[vendorIds[which]] ?? assert.fail(`no vendor ${which}`)

  it("is a list", () => {
    assert.isNull(problem(syntheticVendorList))
    assert.isTrue(isList(syntheticVendorList))
  })

  it("has an example of every kind", () => {
    assert.isAtLeast(Object.keys(vendors).length, 15)
    assert.isAbove(of("flexible").flexiblePurposes.length, 0)
    const { legIntPurposes, purposes: consents, specialPurposes: special } = of("specialPurposeOnly")
    assert.deepStrictEqual([consents, legIntPurposes, special], [[], [], [1, 2]])
    assert.isString(of("deleted").deletedDate)
    assert.isObject(of("dataRetention").dataRetention)
    assert.isString(standardTexts?.features)
  })

  it("describes every existing purpose, and no other", () => {
    assert.deepStrictEqual(
      Object.keys(purposes),
      Array.from({ length: 11 }, (_, index) => String(index + 1)),
    )
    for (const vendor of Object.values(vendors)) {
      for (const id of [...vendor.purposes, ...vendor.legIntPurposes]) assert.property(purposes, String(id))
      for (const id of vendor.specialPurposes) assert.property(specialPurposes, String(id))
      for (const id of vendor.dataCategories ?? []) assert.property(dataCategories, String(id))
    }
  })

  it("a flexible purpose is one that the vendor processes", () => {
    for (const { flexiblePurposes, legIntPurposes, purposes: consents } of Object.values(vendors)) {
      for (const id of flexiblePurposes) assert.include([...consents, ...legIntPurposes], id)
    }
  })
})

describe("a generated list", () => {
  it("is a list of as many vendors as asked for, about as heavy as the real one", () => {
    const list = generateVendorList()
    assert.isNull(problem(list))
    assert.strictEqual(Object.keys(list.vendors).length, 1_200)
    const kilobytes = JSON.stringify(list).length / 1_000
    assert.isTrue(kilobytes > 700 && kilobytes < 1_000, `${kilobytes} kB`)
  })

  it("is the same for the same seed, and another for another", () => {
    const options = { vendors: 20, version: 9 }
    assert.deepStrictEqual(generateVendorList(options), generateVendorList(options))
    assert.notDeepEqual(generateVendorList(options), generateVendorList({ ...options, seed: 2 }))
    assert.strictEqual(generateVendorList(options).vendorListVersion, 9)
  })

  it("claims a legitimate interest only where it is allowed, and is flexible only about that", () => {
    for (const { flexiblePurposes, legIntPurposes, purposes } of Object.values(
      generateVendorList({ vendors: 300 }).vendors,
    )) {
      for (const id of legIntPurposes) assert.isTrue([2, 7, 8, 9, 10, 11].includes(id) && !purposes.includes(id))
      for (const id of flexiblePurposes) assert.include(legIntPurposes, id)
    }
  })
})
