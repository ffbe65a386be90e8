import { assert, describe, it } from "@effect/vitest"
import * as Countries from "./Countries.js"

const { isoCountries } = Countries

describe("isoCountries", () => {
  it("are 249, unique and in alphabetical order", () => {
    assert.lengthOf(isoCountries, 249)
    assert.deepStrictEqual(isoCountries, Array.from(new Set(isoCountries)).sort())
    assert.isTrue(isoCountries.every((code) => /^[A-Z]{2}$/.test(code)))
  })

  it("are all known to Intl, without reserved or obsolete codes", () => {
    const nameOf = new Intl.DisplayNames("en", { type: "region", fallback: "none" })
    assert.deepStrictEqual(
      isoCountries.filter((code) => nameOf.of(code) === undefined),
      [],
    )
    // Exceptionally reserved, transitional or user-assigned codes, or codes without a country: Intl has names for many
    // of them.
    for (const code of "AC AN CP CS DG EA EU EZ FX IC SU TA UK UN XK XX YU ZR ZZ".split(" ")) {
      assert.notInclude(isoCountries, code)
    }
  })

  it("are all that Intl has a name for, except the reserved codes", () => {
    const nameOf = new Intl.DisplayNames("en", { type: "region", fallback: "none" })
    const letters = Array.from("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
    const canonical = letters
      .flatMap((a) => letters.map((b) => a + b))
      .filter((code) => nameOf.of(code) !== undefined && new Intl.Locale(`und-${code}`).region === code)
    const reserved = "AC AN CP CQ CS DG EA EU EZ IC QO SU TA UN XA XB XK ZZ".split(" ")
    assert.deepStrictEqual(
      canonical.filter((code) => !reserved.includes(code)),
      isoCountries,
    )
  })
})

describe("the groups of countries, including the EU's territories", () => {
  const { europe, europeanEconomicArea, europeanUnion, europeanUnionTerritories, otherEea, unitedKingdom } = Countries

  it.each([
    [
      "europeanUnion",
      europeanUnion,
      "AT BE BG HR CY CZ DK EE FI FR DE GR HU IE IT LV LT LU MT NL PL PT RO SK SI ES SE",
    ],
    ["europeanUnionTerritories", europeanUnionTerritories, "AX GF GP MF MQ RE YT"],
    ["otherEea", otherEea, "IS LI NO"],
    ["unitedKingdom", unitedKingdom, "GB"],
  ])("%s", (_, group, codes) => {
    assert.deepStrictEqual([...group].sort(), codes.split(" ").sort())
  })

  it("europeanEconomicArea is the Union and the other three", () => {
    assert.deepStrictEqual(europeanEconomicArea, [...europeanUnion, ...otherEea])
    assert.lengthOf(europeanEconomicArea, 30)
  })

  it("europe is the EEA, the UK, Gibraltar and the territories of the Union", () => {
    const members = [...europeanEconomicArea, "GB", "GI", ...europeanUnionTerritories]
    assert.deepStrictEqual([...europe].sort(), members.sort())
  })

  it("each lists countries once", () => {
    for (const group of [europe, europeanEconomicArea, europeanUnion, europeanUnionTerritories]) {
      assert.includeMembers([...isoCountries], [...group])
      assert.strictEqual(new Set(group).size, group.length)
    }
  })
})
