import { syntheticVendorList } from "@consent-service/testkit/vendor-list/SyntheticVendorList"
import { assert, describe, it } from "@effect/vitest"
import * as Either from "effect/Either"
import * as FastCheck from "effect/FastCheck"
import * as Schema from "effect/Schema"
import { GvlOptions, resolveGvl } from "./GvlOptions.js"

const accepts = (options: unknown): boolean => Either.isRight(Schema.decodeUnknownEither(GvlOptions)(options))

const official = "https://lists.example/list.json"

describe("the options of vendor-list loading", () => {
  it.each([
    ["nothing but the block", {}],
    ["declined", { enabled: false }],
    ["a language in the address", { endpoint: "https://lists.example/{language}.json" }],
    ["a list for every test machine", { endpoint: "http://localhost:8080/list.json" }],
    ["lists of its own", { bundled: { en: syntheticVendorList, "pt-BR": syntheticVendorList } }],
    ["the longest keeping", { ttlMs: 604_800_000, waitMs: 0 }],
    ["a reference", { delivery: "reference" }],
  ])("%s is accepted", (_, options) => {
    assert.isTrue(accepts(options))
  })

  it.each([
    ["an address that is invalid", { endpoint: "lists.example" }],
    ["an address that others can read", { endpoint: "http://lists.example/list.json" }],
    ["credentials in the address", { endpoint: "https://u:p@lists.example/list.json" }],
    ["vendor 0", { vendorIds: [0] }],
    ["half a vendor", { vendorIds: [1.5] }],
    ["a vendor by its name", { vendorIds: ["acme"] }],
    ["no language", { bundled: { "": {} } }],
    ["a language in words", { bundled: { english: {} } }],
    ["no list", { bundled: { en: null } }],
    ["a list without vendors", { bundled: { en: { ...syntheticVendorList, vendors: undefined } } }],
    ["a list for less than a second", { ttlMs: 999 }],
    ["a list for more than a week", { ttlMs: 604_800_001 }],
    ["a wait that never ends", { waitMs: Number.POSITIVE_INFINITY }],
    ["another delivery", { delivery: "push" }],
    ["a word for a switch", { enabled: "yes" }],
  ])("%s is wrong", (_, options) => {
    assert.isFalse(accepts(options))
  })

  it("has defaults", () => {
    assert.deepStrictEqual(resolveGvl({}, official), {
      endpoint: official,
      vendorIds: [],
      bundled: {},
      cache: null,
      ttlMs: 86_400_000,
      waitMs: 2_000,
      delivery: "inline",
    })
  })

  it("a block that opts out loads nothing, whatever its other options", () => {
    assert.isNull(resolveGvl({ enabled: false, endpoint: official, bundled: { en: syntheticVendorList } }, official))
  })

  it("language tags are compared in lower case", () => {
    assert.deepStrictEqual(resolveGvl({ bundled: { EN: syntheticVendorList } }, official)?.bundled, {
      en: syntheticVendorList,
    })
  })

  it("vendor ids are sorted and deduplicated", () => {
    FastCheck.assert(
      FastCheck.property(FastCheck.array(FastCheck.integer({ min: 1, max: 40 })), (vendorIds) => {
        const resolved = resolveGvl({ vendorIds }, official)?.vendorIds ?? []
        assert.isTrue(resolved.every((id, i) => i === 0 || (resolved[i - 1] ?? 0) < id))
        assert.deepStrictEqual(new Set(resolved), new Set(vendorIds))
      }),
    )
  })
})
