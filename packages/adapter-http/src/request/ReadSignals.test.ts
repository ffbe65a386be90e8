import { unknownVisitor } from "@consent-service/core/visitor"
import { assert, describe, it } from "@effect/vitest"
import { readSignals } from "./ReadSignals.js"
import type { Lookup } from "./Target.js"

const lookup =
  (values: Readonly<Record<string, string>>): Lookup =>
  (name) =>
    values[name] ?? null

const read = (query: Readonly<Record<string, string>>, headers: Readonly<Record<string, string>> = {}) =>
  readSignals(lookup(query), lookup(headers))

describe("signals (threat: storing more of an address than intended)", () => {
  const countryHeaders = [
    "x-cs-country",
    "cf-ipcountry",
    "x-vercel-ip-country",
    "x-amz-cf-ipcountry",
    "x-country-code",
    "x-country",
  ]
  const regionHeaders = ["x-cs-region", "cf-region-code", "x-vercel-ip-country-region", "x-region-code"]

  it.each([
    ["country", countryHeaders],
    ["region", regionHeaders],
  ] as const)("%s: the query first, then the headers in their order, empty ones skipped", (signal, names) => {
    assert.strictEqual(read({ [signal]: "q" }, { [names[0] ?? ""]: "h" })[signal], "q")
    for (const [i, name] of names.entries()) {
      const earlier = Object.fromEntries(names.slice(0, i).map((empty) => [empty, ""]))
      const later = Object.fromEntries(names.slice(i + 1).map((other) => [other, "later"]))
      assert.strictEqual(read({ [signal]: "" }, { ...earlier, [name]: "here", ...later })[signal], "here")
    }
  })

  it("a location that cannot be stored, or is too long to be real, counts as absent", () => {
    for (const place of ["DE\u0000", "\ud800", "x".repeat(256)]) {
      assert.deepInclude(read({ country: place, region: place }), { country: null, region: null })
      const { country } = read({ country: place }, { "x-cs-country": place, "cf-ipcountry": "FR" })
      assert.strictEqual(country, "FR")
    }
    assert.strictEqual(read({ region: "é".repeat(255) }).region, "é".repeat(255))
  })

  it("country and region are read independently, and as they were sent", () => {
    const { country, region } = read({ country: "us" }, { "cf-region-code": "ca" })
    assert.deepStrictEqual([country, region], ["us", "ca"])
  })

  it.each([
    [{ gpc: "1" }, { "sec-gpc": "0" }, true],
    [{ gpc: "0" }, { "sec-gpc": "1" }, false],
    [{ gpc: "yes" }, { "sec-gpc": "1" }, true],
    [{}, { "x-cs-gpc": "true", "sec-gpc": "1" }, true],
    [{}, { "x-cs-gpc": "0", "sec-gpc": "1" }, false],
    [{}, { "sec-gpc": "1" }, true],
    [{}, { "sec-gpc": "?1" }, false],
    [{}, {}, false],
  ])("GPC: query %j, headers %j: %s", (query, headers, expected) => {
    assert.strictEqual(read(query, headers).gpc, expected)
  })

  it.each([
    [{}, {}, true],
    [{ contract: "1" }, {}, true],
    [{ contract: " 1 " }, {}, true],
    [{ contract: "" }, {}, true],
    [{ contract: "" }, { "x-cs-policy-contract": "2" }, false],
    [{ contract: "1" }, { "x-cs-policy-contract": "2" }, true],
    [{ contract: "2" }, {}, false],
    [{ contract: "1.0" }, {}, false],
    [{ contract: "latest" }, {}, false],
  ])("contract: query %j, headers %j: supported %s", (query, headers, expected) => {
    assert.strictEqual(read(query, headers).contractSupported, expected)
  })

  it("experiment: the query first, an empty one ignored, then the header", () => {
    const header = { "x-cs-experiment": "banner=h" }
    assert.deepStrictEqual(read({ experiment: "banner=q" }, header).experiment, { id: "banner", arm: "q" })
    assert.deepStrictEqual(read({ experiment: "" }, header).experiment, { id: "banner", arm: "h" })
    assert.isNull(read({ experiment: "malformed" }, header).experiment)
    assert.isNull(read({}).experiment)
  })

  it.each([
    ["https://Shop.Example:8443", "shop.example"],
    ["http://shop.example", "shop.example"],
    ["capacitor://localhost", null],
    ["null", null],
    ["https://", null],
  ])("a journey's page: origin %s is %s", (origin, pageHost) => {
    const journey = { journey: "0f8fad5b-d9cb-469f-a165-70867728950e", journeyScope: "page", stored: "1" }
    assert.strictEqual(read(journey, { origin }).pageHost, pageHost)
    assert.isNull(read({}, { origin }).pageHost)
  })

  it("a request without signals is the unknown visitor", () => {
    assert.deepStrictEqual(read({}), unknownVisitor)
  })

  it("without Accept-Language, the language is English", () => {
    assert.strictEqual(read({}).acceptLanguage, "en")
  })
})
