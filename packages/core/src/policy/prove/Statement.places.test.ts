import { assert, describe, it } from "@effect/vitest"
import * as Either from "effect/Either"
import * as FastCheck from "effect/FastCheck"
import { parseStatement, type VisitorCase } from "./Statement.js"
import { otherRegion, visitorSpace } from "./VisitorSpace.js"

const regions = [
  { country: "US", region: "CA" },
  { country: "US", region: "NY" },
  { country: "CA", region: "QC" },
]

/** Every visitor of a space with three named regions. */
const visitors: ReadonlyArray<VisitorCase> = visitorSpace({ countries: [], regions })
  .flat()
  .flatMap((place) => [true, false].flatMap((gpc) => [true, false].map((iab) => ({ place, gpc, iab }))))

const read = (subject: string) => Either.getOrThrow(parseStatement(`${subject} => matched`))

const eu = "AT BE BG HR CY CZ DK EE FI FR DE GR HU IE IT LV LT LU MT NL PL PT RO SK SI ES SE".split(" ")
const eea = [...eu, "IS", "LI", "NO"]
const territories = "AX GF GP MF MQ RE YT".split(" ")

type Naive = (country: string | null, region: string | null) => boolean
const within =
  (...countries: ReadonlyArray<string>): Naive =>
  (country) =>
    country !== null && countries.includes(country)

/** Each form of a location, with its plain meaning. */
const forms: ReadonlyArray<readonly [string, Naive]> = [
  ["everyone", () => true],
  ["location unknown", (country) => country === null],
  ["EU", within(...eu)],
  ["EEA", within(...eea)],
  ["UK", within("GB")],
  ["Europe", within(...eea, "GB", "GI", ...territories)],
  ["DE", within("DE")],
  ["US", within("US")],
  ["XX", within("XX")],
  ["T1", within("T1")],
  ["US-CA", (country, region) => country === "US" && region === "CA"],
  ["CA-QC", (country, region) => country === "CA" && region === "QC"],
  ["US-?", (country, region) => country === "US" && region === null],
  ["US-other", (country, region) => country === "US" && region === otherRegion],
  ["DE-?", (country, region) => country === "DE" && region === null],
  ["jurisdiction GDPR", within(...eea, ...territories)],
  ["jurisdiction UK_GDPR", within("GB", "GI")],
  ["jurisdiction CCPA", (country, region) => country === "US" && region === "CA"],
  ["jurisdiction QC_LAW25", (country, region) => country === "CA" && region === "QC"],
  ["jurisdiction PIPEDA", (country, region) => country === "CA" && region !== "QC"],
  ["jurisdiction CH", within("CH")],
  ["jurisdiction BR", within("BR")],
  ["jurisdiction AU", within("AU")],
  ["jurisdiction APPI", within("JP")],
  ["jurisdiction PIPA", within("KR")],
  [
    "jurisdiction NONE",
    (country, region) =>
      !within(...eea, ...territories, "GB", "GI", "CA", "CH", "BR", "AU", "JP", "KR")(country, region) &&
      !(country === "US" && region === "CA"),
  ],
]

const conditions: ReadonlyArray<readonly [string, (visitor: VisitorCase) => boolean]> = [
  ["", () => true],
  [" with GPC", ({ gpc }) => gpc],
  [" without GPC", ({ gpc }) => !gpc],
  [" with IAB", ({ iab }) => iab],
  [" without iab", ({ iab }) => !iab],
  [" with GPC and without IAB", ({ gpc, iab }) => gpc && !iab],
  [" without GPC  WITH IAB", ({ gpc, iab }) => !gpc && iab],
]

describe("the locations of a statement", () => {
  it.each(forms)("%s", (form, naive) => {
    const { selects } = read(form)
    for (const visitor of visitors) {
      assert.strictEqual(selects(visitor), naive(visitor.place.country, visitor.place.region), JSON.stringify(visitor))
    }
    assert.isTrue(visitors.some(selects), "no visitor is selected")
  })

  it.each(forms)("%s, in any case and with any spaces", (form) => {
    const [plain, odd] = [read(form), read(`  ${form.toLowerCase().replace(" ", "   ")}\t`)]
    for (const visitor of visitors) assert.strictEqual(odd.selects(visitor), plain.selects(visitor))
  })

  it.each(conditions)("DE%s", (condition, naive) => {
    const { selects } = read(`DE${condition}`)
    for (const visitor of visitors) {
      assert.strictEqual(selects(visitor), visitor.place.country === "DE" && naive(visitor))
    }
  })

  it("joined by `and`, `or` and commas, under conditions, select as a naive reading does (property)", () => {
    const joined = FastCheck.array(FastCheck.constantFrom(...forms), { minLength: 1, maxLength: 4 })
    const joiner = FastCheck.constantFrom(" and ", ", ", ",", " or ", " AND ")
    FastCheck.assert(
      FastCheck.property(
        joined,
        joiner,
        FastCheck.constantFrom(...conditions),
        (parts, between, [condition, meets]) => {
          const { selects } = read(parts.map(([form]) => form).join(between) + condition)
          for (const visitor of visitors) {
            const { country, region } = visitor.place
            const expected = meets(visitor) && parts.some(([, naive]) => naive(country, region))
            assert.strictEqual(selects(visitor), expected)
          }
        },
      ),
    )
  })

  it("list the regions that the space must distinguish", () => {
    assert.deepStrictEqual(read("US-WA, EEA, ca-on, US-?, US-other").regions, [
      { country: "US", region: "WA" },
      { country: "CA", region: "ON" },
    ])
  })

  it("a statement keeps its text, trimmed", () => {
    assert.strictEqual(Either.getOrThrow(parseStatement("  EU =>  matched ")).text, "EU =>  matched")
  })
})

describe("invalid locations are reported with the reason", () => {
  it.each([
    ["a country that does not exist", "EEA and QQ", "'QQ' is not a place"],
    ["a name", "Germany", "'Germany' is not a place"],
    ["a region of no country", "QQ-CA", "'QQ-CA' is not a place"],
    ["no place", "", "'' is not a place"],
    ["no place before a comma", ", DE", "'' is not a place"],
    ["an unknown jurisdiction", "jurisdiction LGPD", "'jurisdiction LGPD' is not a place"],
    ["an unknown condition", "EEA with cookies", "'EEA with cookies' is not a place"],
    ["a condition before the places", "with GPC EEA", "'with GPC EEA' is not a place"],
    ["conditions that cannot both be", "DE with GPC without GPC", "'with GPC without GPC' asks for both"],
  ])("%s", (_, subject, problem) => {
    const statement = parseStatement(`${subject} => matched`)
    assert.isTrue(Either.isLeft(statement))
    assert.include(
      Either.getOrElse(statement, (text) => text),
      problem,
    )
  })

  it.each([
    ["no arrow", "EEA is opt-in"],
    ["two arrows", "EEA => matched => strictest"],
    ["nothing", ""],
  ])("%s", (_, text) => {
    assert.deepStrictEqual(parseStatement(text), Either.left("must be written as '<places> => <claims>'"))
  })
})
