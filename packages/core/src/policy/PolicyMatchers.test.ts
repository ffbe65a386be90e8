import { assert, describe, it } from "@effect/vitest"
import { europeanUnion } from "../location/Countries.js"
import { policyMatchers } from "./PolicyMatchers.js"

const sorted = (codes: string): ReadonlyArray<string> => codes.split(" ").sort()

// Written by hand, independent of the code.
const eu = "AT BE BG HR CY CZ DK EE FI FR DE GR HU IE IT LV LT LU MT NL PL PT RO SK SI ES SE"

const countriesOf = ({ countries = [] }: { readonly countries?: ReadonlyArray<string> | undefined }) =>
  [...countries].sort()

describe("policyMatchers", () => {
  it("default()", () => {
    assert.deepStrictEqual(policyMatchers.default(), { isDefault: true })
  })

  it("fallback()", () => {
    assert.deepStrictEqual(policyMatchers.fallback(), { fallback: true })
  })

  it("countries([]): trim, upper, dedupe, order kept", () => {
    assert.deepStrictEqual(policyMatchers.countries([" de ", "FR", "De", "fr"]), { countries: ["DE", "FR"] })
    assert.deepStrictEqual(policyMatchers.countries([]), { countries: [] })
  })

  it("regions([]): trim, upper, without the country's prefix", () => {
    const regions = [
      { country: " us ", region: " ca " },
      { country: "US", region: "US-ca" },
      { country: "ca", region: "qc" },
    ]
    assert.deepStrictEqual(policyMatchers.regions(regions), {
      regions: [
        { country: "US", region: "CA" },
        { country: "CA", region: "QC" },
      ],
    })
  })

  it("regions([]): keeps a blank code, so that the check names it", () => {
    assert.deepStrictEqual(policyMatchers.regions([{ country: " ", region: "" }]), {
      regions: [{ country: "", region: "" }],
    })
  })

  it("regionFallback(…): one country or several", () => {
    assert.deepStrictEqual(policyMatchers.regionFallback(" us "), { regionFallbacks: ["US"] })
    assert.deepStrictEqual(policyMatchers.regionFallback(["us", "US", "ca"]), { regionFallbacks: ["US", "CA"] })
  })

  it("eu(): the 27", () => {
    assert.deepStrictEqual(countriesOf(policyMatchers.eu()), sorted(eu))
    assert.lengthOf(sorted(eu), 27)
  })

  it("eea(): the EU, IS, LI, NO", () => {
    assert.deepStrictEqual(countriesOf(policyMatchers.eea()), sorted(`${eu} IS LI NO`))
  })

  it("uk(): GB", () => {
    assert.deepStrictEqual(policyMatchers.uk(), { countries: ["GB"] })
  })

  it("iab(): eea + uk", () => {
    assert.deepStrictEqual(countriesOf(policyMatchers.iab()), sorted(`${eu} IS LI NO GB`))
  })

  it("merge(…): union, dedupe, flags OR-ed", () => {
    const california = { country: "US", region: "CA" }
    const quebec = { country: "CA", region: "QC" }
    assert.deepStrictEqual(
      policyMatchers.merge(
        { countries: ["DE", "FR"], regions: [california], isDefault: false },
        { countries: ["FR", "CH"], regions: [{ ...california }, quebec], regionFallbacks: ["US"], fallback: true },
        { regionFallbacks: ["US", "CA"], isDefault: true, fallback: false },
      ),
      {
        countries: ["DE", "FR", "CH"],
        regions: [california, quebec],
        regionFallbacks: ["US", "CA"],
        isDefault: true,
        fallback: true,
      },
    )
  })

  it("merge(…): only the keys that are set", () => {
    assert.deepStrictEqual(policyMatchers.merge(), {})
    assert.deepStrictEqual(policyMatchers.merge({ countries: [], isDefault: false }, { fallback: true }), {
      fallback: true,
    })
  })

  it("each call returns new lists", () => {
    for (const group of [policyMatchers.eu, policyMatchers.eea, policyMatchers.uk, policyMatchers.iab]) {
      assert.notStrictEqual(group().countries, group().countries)
    }
    assert.notStrictEqual(policyMatchers.eu().countries, europeanUnion, "changing it would change jurisdictions")
  })
})
