import { assert, describe, it } from "@effect/vitest"
import * as Either from "effect/Either"
import * as FastCheck from "effect/FastCheck"
import {
  type Document,
  leastList,
  leastVendor,
  vendorIdsArbitrary,
  vendorListArbitrary,
} from "../testing/VendorListArbitrary.js"
import { editionFromText, readEdition, type VendorListEdition } from "./VendorListEdition.js"

const read = (document: unknown, vendorIds: ReadonlyArray<number> = []) =>
  editionFromText(JSON.stringify(document), { language: "en", vendorIds })

const edition = (document: unknown, vendorIds: ReadonlyArray<number> = []): VendorListEdition =>
  Either.getOrThrowWith(read(document, vendorIds), (problem) => new Error(problem))

const problem = (document: unknown): string | null => Either.getOrNull(Either.flip(read(document)))

/** The list cut down by hand: the document read again, and every vendor taken out that is not wanted. */
const narrowed = (document: Document, ids: ReadonlyArray<number> | null): unknown => {
  const copy = JSON.parse(JSON.stringify(document))
  for (const key of Object.keys(copy.vendors)) {
    if (ids !== null && !ids.includes(Number(key))) delete copy.vendors[key]
  }
  return copy
}

const texts = { features: "They do this too.", specialPurposes: "No consent is asked.", later: { new: true } }

describe("a list that keeps its document's text", () => {
  it("narrowed to any scope it is the document without the other vendors", () => {
    const scope = FastCheck.option(vendorIdsArbitrary)
    FastCheck.assert(
      FastCheck.property(vendorListArbitrary, vendorIdsArbitrary, scope, (document, configured, ids) => {
        const kept = configured.length === 0 ? null : configured
        const served = JSON.parse(edition(document, configured).textFor(ids))
        const expected = ids === null ? kept : ids.filter((id) => kept === null || kept.includes(id))
        assert.deepStrictEqual(served, narrowed(document, expected))
      }),
    )
  })

  it("unknown fields and `standardTexts` reach the browser, in the document and in its vendors", () => {
    const vendor = { ...leastVendor(4), futurePurposes: [12], assurance: { by: [null, 1.5] } }
    const document = { ...leastList, standardTexts: texts, nextUpdate: "later", vendors: { "4": vendor } }
    assert.deepStrictEqual(JSON.parse(edition(document).textFor([4])), document)
  })

  it("a list read from what it wrote is the same list: nothing is lost on the way through a cache", () => {
    FastCheck.assert(
      FastCheck.property(vendorListArbitrary, vendorIdsArbitrary, (document, configured) => {
        const first = edition(document, configured)
        const again = edition(JSON.parse(first.textFor(null)), configured)
        assert.strictEqual(again.textFor(null), first.textFor(null))
        assert.strictEqual(again.digest, first.digest)
      }),
    )
  })

  it("digests are equal exactly for equal texts", () => {
    FastCheck.assert(
      FastCheck.property(vendorListArbitrary, vendorIdsArbitrary, vendorIdsArbitrary, (document, some, others) => {
        const [left, right] = [edition(document, some), edition(document, others)]
        assert.strictEqual(left.digest === right.digest, left.textFor(null) === right.textFor(null))
      }),
    )
    const renamed = { ...leastList, vendors: { "1": { ...leastVendor(1), name: "Vendor 2" } } }
    assert.notStrictEqual(edition(leastList).digest, edition(renamed).digest)
    assert.notStrictEqual(edition(leastList).digest, edition({ ...leastList, lastUpdated: "now" }).digest)
  })

  it("says what it is", () => {
    const { language, vendorCount, vendorListVersion } = edition(leastList)
    assert.deepStrictEqual(
      { language, vendorCount, vendorListVersion },
      {
        language: "en",
        vendorCount: 1,
        vendorListVersion: 7,
      },
    )
  })

  it("a scope without any of its vendors gives a list without vendors", () => {
    assert.deepStrictEqual(JSON.parse(edition(leastList).textFor([2, 3])), { ...leastList, vendors: {} })
  })

  it("no vendor at all is a list too", () => {
    assert.deepStrictEqual(JSON.parse(edition({ ...leastList, vendors: {} }).textFor(null)).vendors, {})
  })

  it("is read in many steps, so that a server can answer in between", () => {
    const vendors = Object.fromEntries(Array.from({ length: 400 }, (_, id) => [id + 1, leastVendor(id + 1)]))
    const text = JSON.stringify({ ...leastList, vendors })
    let pauses = 0
    for (const _ of readEdition(text, { language: "en", vendorIds: [1] })) pauses++
    assert.isAtLeast(pauses, 400 / 50)
  })
})

const withVendor = (change: Document): Document => ({
  ...leastList,
  vendors: { "1": { ...leastVendor(1), ...change } },
})

const without = (field: string): Document => ({ ...leastList, [field]: undefined })

describe("what is not a list is refused", () => {
  it.each<[string, unknown, string]>([
    ["null", null, "is not an object"],
    ["a list of lists", [leastList], "is not an object"],
    ["an empty object", {}, "gvlSpecificationVersion"],
    ["no vendors", without("vendors"), "vendors"],
    ["no purposes", without("purposes"), "purposes"],
    ["no stacks", without("stacks"), "stacks"],
    ["an older specification", { ...leastList, gvlSpecificationVersion: 2 }, "gvlSpecificationVersion"],
    ["a version in words", { ...leastList, vendorListVersion: "7" }, "vendorListVersion"],
    ["version 0", { ...leastList, vendorListVersion: 0 }, "vendorListVersion"],
    ["vendors in an array", { ...leastList, vendors: [leastVendor(1)] }, "vendors"],
    ["a vendor that is invalid", { ...leastList, vendors: { "1": "me" } }, "vendors.1"],
    ["a vendor without a name", withVendor({ name: undefined }), "vendors.1.name"],
    ["purposes in words", withVendor({ purposes: ["ads"] }), "vendors.1.purposes.0"],
    ["half a purpose", withVendor({ purposes: [1.5] }), "vendors.1.purposes.0"],
    ["a vendor under another's id", withVendor({ id: 2 }), "vendors.1"],
    ["a vendor under no id", { ...leastList, vendors: { constructor: leastVendor(1) } }, "vendors.constructor"],
    [
      "a vendor under an id that is written otherwise",
      { ...leastList, vendors: { "01": leastVendor(1) } },
      "vendors.01",
    ],
    [
      "a purpose under another's id",
      { ...leastList, stacks: { "2": { id: 1, name: "", description: "", purposes: [], specialFeatures: [] } } },
      "stacks",
    ],
    ["texts that are invalid", { ...leastList, standardTexts: { features: 1 } }, "standardTexts.features"],
    [
      "more vendors than any list has",
      { ...leastList, vendors: Object.fromEntries(Array.from({ length: 100_000 }, (_, id) => [id + 1, 0])) },
      "vendors",
    ],
  ])("%s", (_, document, place) => {
    assert.include(problem(document) ?? "accepted", place)
  })

  it.each(["", "{", "<!doctype html>", '{"a":1}}', "undefined"])("text that is not JSON: %j", (text) => {
    assert.isTrue(Either.isLeft(editionFromText(text, { language: "en", vendorIds: [] })))
  })

  it.each([
    ["in the document", `{"__proto__":{"isAdmin":true},${JSON.stringify(leastList).slice(1)}`],
    ["in a vendor", JSON.stringify(withVendor({ more: "HERE" })).replace('"HERE"', '{"__proto__":1}')],
    ["written otherwise", JSON.stringify(withVendor({ more: "HERE" })).replace('"HERE"', '{"\\u005f_proto__":1}')],
  ])("a key that sets a prototype, %s", (_, text) => {
    const refused = editionFromText(text, { language: "en", vendorIds: [] })
    assert.deepStrictEqual(refused, Either.left("has a key __proto__"))
  })

  it("a bomb of brackets", () => {
    const bomb = JSON.stringify({ ...leastList, more: "HERE" }).replace('"HERE"', "[".repeat(1e6) + "]".repeat(1e6))
    const refused = editionFromText(bomb, { language: "en", vendorIds: [] })
    assert.deepStrictEqual(refused, Either.left("is nested more than 32 levels deep"))
  })

  it.each<[string, Document, string]>([
    ["a million of purposes", withVendor({ purposes: Array<number>(1_000_000).fill(1) }), "has a list of 1000000"],
    [
      "a million of numbers in small lists",
      { ...leastList, more: Array.from({ length: 200 }, () => Array<number>(9_000).fill(0)) },
      "more than 1000000 values",
    ],
  ])("%s", (_, document, said) => {
    assert.include(problem(document) ?? "accepted", said)
  })

  it("what is said about a hostile value is short", () => {
    const said = problem(withVendor({ name: { long: "x".repeat(1_000_000) } })) ?? "accepted"
    assert.isAtMost(said.length, 200)
    assert.include(said, "vendors.1.name")
  })

  it("a vendor that is not wanted is judged anyway", () => {
    const document = { ...leastList, vendors: { "1": leastVendor(1), "2": { id: 2 } } }
    assert.isTrue(Either.isLeft(read(document, [1])))
  })
})

describe("what lists in the field have is accepted", () => {
  it.each<[string, Document]>([
    ["null for what is optional", { deletedDate: null, dataRetention: null, overflow: null, dataCategories: null }],
    ["retention without a standard", { dataRetention: { purposes: { "1": 30 } } }],
    ["a cookie that lasts for a session", { cookieMaxAgeSeconds: 0, usesCookies: true }],
    ["a deleted vendor", { deletedDate: "2026-02-03T00:00:00Z" }],
    ["an overflow", { overflow: { httpGetLimit: 32 } }],
    ["addresses in one language only", { urls: [{ langId: "de", privacy: "https://a.example" }, { langId: "en" }] }],
  ])("%s", (_, change) => {
    assert.isNull(problem(withVendor(change)))
  })
})
