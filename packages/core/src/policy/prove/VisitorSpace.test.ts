import { assert, describe, it } from "@effect/vitest"
import { isoCountries } from "../../location/Countries.js"
import { describePlaces, otherRegion, placesNamedBy, visitorSpace } from "./VisitorSpace.js"

const nothingNamed = { countries: [], regions: [] }
const named = placesNamedBy([
  { countries: [" de ", "UK"], regions: [{ country: "us", region: "US-ca" }] },
  { regionFallbacks: ["ca"], regions: [{ country: "US", region: "NY" }] },
])

describe("the visitor space", () => {
  it("has every ISO country, the codes that networks send, and the unknown location", () => {
    const countries = visitorSpace(nothingNamed).map(([place]) => place?.country)
    assert.deepStrictEqual(countries, [null, ...[...isoCountries, "T1", "XK", "XX"].sort()])
  })

  it("has each country without a region, in each named region, and in one other", () => {
    const placesIn = (country: string) =>
      visitorSpace(named)
        .flat()
        .filter((place) => place.country === country)
        .map(({ region }) => region)
    assert.deepStrictEqual(placesIn("US"), [null, "CA", "NY", otherRegion])
    assert.deepStrictEqual(placesIn("DE"), [null, otherRegion])
  })

  it("has codes in rules that are no countries", () => {
    assert.deepStrictEqual(
      visitorSpace(named)
        .flat()
        .filter(({ country }) => country === "UK"),
      [
        { country: "UK", region: null },
        { country: "UK", region: otherRegion },
      ],
    )
  })

  it("has each location once", () => {
    const twice = { countries: ["DE", "DE"], regions: [...named.regions, ...named.regions] }
    const places = visitorSpace(twice)
      .flat()
      .map((place) => JSON.stringify(place))
    assert.strictEqual(new Set(places).size, places.length)
  })

  it("no rule can name the other region by its code", () => {
    const space = visitorSpace(placesNamedBy([{ regions: [{ country: "US", region: "other" }] }]))
    const regions = space.flat().flatMap(({ country, region }) => (country === "US" ? [region] : []))
    assert.deepStrictEqual(regions, [null, "OTHER", otherRegion])
    assert.lengthOf(new Set(regions), 3)
    assert.deepStrictEqual(
      describePlaces(space, ({ region }) => region === "OTHER"),
      ["US-OTHER"],
    )
  })
})

describe("describePlaces", () => {
  const space = visitorSpace(named)

  it.each([
    ["a whole country", "DE", ["DE"]],
    ["a country without a region", "US-null", ["US-?"]],
    ["a named region", "US-CA", ["US-CA"]],
    ["the regions nothing names", `US-${otherRegion}`, ["US-other"]],
    ["the unknown location", "null", ["location unknown"]],
    ["several parts of a country", "US-CA US-null", ["US-?", "US-CA"]],
    ["several countries in alphabetical order", "FR DE null", ["location unknown", "DE", "FR"]],
    ["no visitors", "", []],
  ])("%s", (_, places, expected) => {
    const wanted = places.split(" ")
    const includes = ({ country, region }: { readonly country: string | null; readonly region: string | null }) =>
      wanted.includes(`${country}`) || wanted.includes(`${country}-${region}`)
    assert.deepStrictEqual(describePlaces(space, includes), expected)
  })

  it("everyone", () => {
    assert.deepStrictEqual(
      describePlaces(space, () => true),
      ["everyone"],
    )
    assert.notInclude(
      describePlaces(space, ({ country }) => country !== null),
      "everyone",
    )
  })
})
