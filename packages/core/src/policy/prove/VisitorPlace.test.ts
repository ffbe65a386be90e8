import { assert, describe, it } from "@effect/vitest"
import { placeIssues } from "./VisitorPlace.js"

describe("the place of a visitor", () => {
  it.each<[string | null, string | null]>([
    [null, null],
    ["DE", null],
    [" de ", null],
    ["XK", null],
    ["T1", null],
    ["US", "CA"],
    ["us", "us-ca"],
    ["GB", "ENG"],
    ["AT", "9"],
  ])("may be %s, %s", (country, region) => assert.deepStrictEqual(placeIssues(country, region), []))

  const country = "must be an ISO 3166-1 alpha-2 code, such as DE"
  const region = "must be an ISO 3166-2 code, such as US-CA, or its part behind the country, such as CA"
  it.each<[string | null, string | null, "country" | "region", string]>([
    ["Germany", null, "country", `${country}, got "Germany"`],
    ["DEU", "CA", "country", `${country}, got "DEU"`],
    ["UK", null, "country", `${country}, got "UK"; did you mean GB?`],
    ["ZZ", null, "country", `${country}, got "ZZ"`],
    ["", null, "country", `${country}, got ""`],
    ["US", "California", "region", `${region}, got "California"`],
    ["US", "", "region", `${region}, got ""`],
    ["US", "CA-QC", "region", `must be part of US, got "CA-QC"`],
    [null, "CA", "region", "needs the country that it is part of"],
  ])("may not be %s, %s", (given, part, path, message) =>
    assert.deepStrictEqual(placeIssues(given, part), [{ path, message }]),
  )
})
