import type { VendorList } from "@consent-service/core/vendor"
import { generateVendorList } from "@consent-service/testkit/vendor-list/GeneratedVendorList"
import { syntheticVendorList, vendorIds } from "@consent-service/testkit/vendor-list/SyntheticVendorList"
import { assert, describe, it } from "@effect/vitest"
import { GVL, Segment, TCModel, TCString } from "@iabtechlabtcf/core"
import * as fc from "effect/FastCheck"
import { askedBy, type VendorId } from "./Asked.js"
import type { TcChoice } from "./Asked.js"
import { choiceOf, initialChoice, toTcModel } from "./TcChoice.js"
import { decodeTcString, encodeTcString } from "./TcString.js"

const now = Date.UTC(2026, 10, 21, 23, 59, 59, 999)

const circumstances = { cmpId: 31, cmpVersion: 2, language: "de-AT", publisherCountryCode: "at", now, screen: 1 }

const view = askedBy(syntheticVendorList)

const sorted = (ids: Iterable<VendorId>) => [...ids].sort((a, b) => Number(a) - Number(b))

const oracleList = (list: VendorList): GVL => {
  const oracle = new GVL(JSON.parse(JSON.stringify(list)))
  return Object.assign(oracle, { clone: () => oracle })
}

const lists = [syntheticVendorList, generateVendorList({ vendors: 80 })].map((list) => ({
  list,
  view: askedBy(list),
  oracle: oracleList(list),
}))

const ids = (most: number) =>
  fc.uniqueArray(
    fc.oneof(
      { weight: 9, arbitrary: fc.integer({ min: 1, max: most }) },
      { weight: 1, arbitrary: fc.constant(65_535) },
    ),
    {
      maxLength: most + 1,
    },
  )

/** Any values, whether a list has them or not. */
const choices = fc.record({
  purposeConsents: fc.subarray(Array.from({ length: 14 }, (_, index) => index + 1)),
  purposeLegitimateInterests: fc.subarray(Array.from({ length: 14 }, (_, index) => index + 1)),
  specialFeatures: fc.subarray([1, 2, 3]),
  vendorConsents: ids(140),
  vendorLegitimateInterests: ids(140),
})

describe("a vendor's legitimate interest", () => {
  const { purposeLegitimateInterests, vendorLegitimateInterests } = initialChoice(view)

  /** Vendors with the bit, as IAB's own library reads the string. */
  const withBit = (unopposed: Iterable<number>): ReadonlyArray<number> => {
    const choice = choiceOf({ purposeLegitimateInterests: unopposed, vendorLegitimateInterests }, view)
    const { vendorLegitimateInterests: vector } = TCString.decode(
      encodeTcString(toTcModel(choice, view, circumstances)),
    )
    return [...vector].flatMap(([id, has]) => (has ? [id] : []))
  }

  it("is gone only after objections to every purpose that it is claimed for", () => {
    const { everything, flexible, legitimateInterestOnly } = vendorIds
    assert.deepStrictEqual(withBit(purposeLegitimateInterests), [legitimateInterestOnly, flexible, everything])
    // Both claim purposes 2, 7 and 9 among others; purpose 11 is claimed by one vendor only.
    assert.deepStrictEqual(withBit([9]), [legitimateInterestOnly, flexible, everything])
    assert.deepStrictEqual(withBit([10]), [legitimateInterestOnly, everything])
    assert.deepStrictEqual(withBit([11]), [everything])
    assert.deepStrictEqual(withBit([]), [])
  })

  it("with an objection by purpose is restored with the purpose", () => {
    const choice = choiceOf({ purposeLegitimateInterests: [], vendorLegitimateInterests }, view)
    assert.deepStrictEqual(sorted(choice.vendorLegitimateInterests), sorted(vendorLegitimateInterests))
  })
})

describe("the range of choices", () => {
  it("a first surface has no consent, and no objection", () => {
    const initial = initialChoice(view)
    assert.deepStrictEqual(
      [initial.purposeConsents.size, initial.vendorConsents.size, initial.specialFeatures.size],
      [0, 0, 0],
    )
    assert.deepStrictEqual(sorted(initial.purposeLegitimateInterests), [2, 7, 8, 9, 10, 11])
    assert.deepStrictEqual(sorted(initial.vendorLegitimateInterests), [2, 3, 15])
  })

  it("a full grant is everything that any vendor requests", () => {
    const grant = view.all
    assert.deepStrictEqual(sorted(grant.purposeConsents), [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11])
    assert.deepStrictEqual(sorted(grant.specialFeatures), [1, 2])
    for (const id of [vendorIds.specialPurposeOnly, vendorIds.legitimateInterestOnly, vendorIds.deleted]) {
      assert.isFalse(grant.vendorConsents.has(id))
    }
    assert.strictEqual(grant.vendorConsents.size, 15)
  })

  it("a full refusal is empty, but still discloses vendors", () => {
    const model = toTcModel(choiceOf({}, view), view, circumstances)
    assert.strictEqual(model.vendorLegitimateInterests.size + model.purposeLegitimateInterests.size, 0)
    assert.deepStrictEqual(sorted(model.disclosedVendors ?? []), sorted(view.vendors.map(({ id }) => id)))
    assert.isTrue(model.disclosedVendors?.has(vendorIds.specialPurposeOnly))
  })
})

describe("the model of a choice", () => {
  it("names the CMP, the time, the place and the language", () => {
    const { created, ...model } = toTcModel(choiceOf({}, view), view, circumstances)
    assert.strictEqual(created, Date.UTC(2026, 10, 21))
    assert.strictEqual(model.lastUpdated, created)
    assert.deepInclude(model, {
      cmpId: 31,
      cmpVersion: 2,
      consentScreen: 1,
      consentLanguage: "DE",
      publisherCountryCode: "AT",
      vendorListVersion: 412,
      policyVersion: 5,
    })
    const odd = toTcModel(choiceOf({}, view), view, {
      ...circumstances,
      language: "gsw",
      publisherCountryCode: "",
    })
    assert.deepStrictEqual([odd.consentLanguage, odd.publisherCountryCode], ["EN", "AA"])
  })

  it.prop(
    "is positive only about what the list asks, as the oracle has it, and about no undisclosed vendor",
    [choices, fc.constantFrom(...lists)],
    ([raw, { list, oracle, view: asked }]) => {
      const model = toTcModel(choiceOf(raw, asked), asked, circumstances)
      const theirs = new TCModel(oracle)
      theirs.cmpId = 31
      theirs.vendorConsents.set(raw.vendorConsents)
      theirs.vendorLegitimateInterests.set(raw.vendorLegitimateInterests)
      theirs.purposeLegitimateInterests.set(raw.purposeLegitimateInterests)
      const read = TCString.decode(TCString.encode(theirs, { segments: [Segment.CORE] }))
      assert.deepStrictEqual(sorted(model.vendorConsents), sorted(read.vendorConsents.values()))
      // TCF 2.4: special purposes alone give no bit any more, and neither do purposes with objections only.
      assert.deepStrictEqual(
        sorted(model.vendorLegitimateInterests),
        sorted(read.vendorLegitimateInterests.values()).filter((id) =>
          list.vendors[id]?.legIntPurposes.some((purpose) => model.purposeLegitimateInterests.has(purpose)),
        ),
      )
      assert.deepStrictEqual(
        sorted(model.purposeLegitimateInterests),
        sorted(read.purposeLegitimateInterests.values()).filter((id) => Number(id) < 12),
      )
      for (const id of [...model.vendorConsents, ...model.vendorLegitimateInterests]) {
        assert.isTrue(model.disclosedVendors?.has(id))
        assert.isFalse(Boolean(list.vendors[id]?.deletedDate))
      }
      for (const id of model.purposeConsents) assert.property(list.purposes, String(id))
      for (const id of model.specialFeatures) assert.property(list.specialFeatures, String(id))
    },
  )

  it.prop("converts back to the same choice", [choices], ([raw]) => {
    const model = toTcModel(choiceOf(raw, view), view, circumstances)
    assert.deepStrictEqual(toTcModel(choiceOf(model, view), view, circumstances), model)
    assert.deepStrictEqual(decodeTcString(encodeTcString(model)), model)
  })

  it("preserves a full grant", () => {
    for (const { view: asked } of lists) {
      const again = (choice: TcChoice) => choiceOf(toTcModel(choice, asked, circumstances), asked)
      assert.deepStrictEqual(again(asked.all), asked.all)
      assert.deepStrictEqual(again(initialChoice(asked)), initialChoice(asked))
    }
  })
})
