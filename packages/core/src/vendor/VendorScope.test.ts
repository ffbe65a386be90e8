import { assert, describe, it } from "@effect/vitest"
import * as FastCheck from "effect/FastCheck"
import { vendorIdsArbitrary } from "../testing/VendorListArbitrary.js"
import { parseDeclaredVendors, scopeOf } from "./VendorScope.js"

const upTo = (count: number): ReadonlyArray<number> => Array.from({ length: count }, (_, index) => index + 1)

describe("x-cs-vendors", () => {
  it.each<[string, string, ReadonlyArray<number>]>([
    ["comma-separated decimal ids", "2,1,10", [1, 2, 10]],
    ["spaces allowed", " 2 ,\t1, 10 ", [1, 2, 10]],
    ["duplicates collapse", "2,1,2,1", [1, 2]],
    ["leading zeros say nothing", "007", [7]],
    ["2^53-1 is the greatest", "9007199254740991", [Number.MAX_SAFE_INTEGER]],
    ["500 distinct ids", upTo(500).join(), upTo(500)],
    ["500 distinct ids, each twice", [...upTo(500), ...upTo(500)].join(), upTo(500)],
  ])("usable: %s", (_, header, ids) => {
    assert.deepStrictEqual(parseDeclaredVendors(header), ids)
  })

  it.each<[string, string | null]>([
    ["absent", null],
    ["empty", ""],
    ["nothing but spaces", "  "],
    ["any empty part", "1,,2"],
    ["an empty part at the end", "1,"],
    ["non-digits", "1,x"],
    ["digits of another script", "١"],
    ["a space within", "1 2"],
    ["hexadecimal", "0x1"],
    ["an exponent", "1e3"],
    ["a plus sign", "+1"],
    ["0", "1,0"],
    ["negative", "-1"],
    ["decimals", "1.0"],
    ["> 2^53-1", "9007199254740992"],
    ["> 500 distinct ids", upTo(501).join()],
  ])("unusable as a whole: %s", (_, header) => {
    assert.isNull(parseDeclaredVendors(header))
  })

  const part = FastCheck.oneof(
    { weight: 12, arbitrary: FastCheck.integer({ min: 1, max: 9 }).map(String) },
    { weight: 1, arbitrary: FastCheck.constantFrom("", "0", "x", "1.5", "-2", "9007199254740993") },
  )
  const padded = FastCheck.tuple(FastCheck.constantFrom("", " "), part).map(([space, text]) => space + text)

  it("any header is read as one expression and a set say", () => {
    FastCheck.assert(
      FastCheck.property(FastCheck.array(padded, { maxLength: 12 }), (parts) => {
        const header = parts.join(",")
        const usable = /^ *0*[1-9]\d*( *, *0*[1-9]\d*)*$/.test(header) && !header.includes("9007199254740993")
        const naive = usable ? [...new Set(header.split(",").map(Number))].sort((a, b) => a - b) : null
        assert.deepStrictEqual(parseDeclaredVendors(header), naive)
      }),
    )
  })

  // Work that grew with the square of its length would outlast the test.
  it("a header of a megabyte is read", () => {
    assert.isNull(parseDeclaredVendors(upTo(150_000).join()))
    assert.deepStrictEqual(parseDeclaredVendors("1,".repeat(500_000) + "1"), [1])
  })
})

describe("the scope of a list", () => {
  it.each<[string, ReadonlyArray<number> | null, ReadonlyArray<number>, ReadonlyArray<number> | null]>([
    ["nothing declared: as wide as it is kept", null, [], null],
    ["nothing declared, some configured: as wide as it is kept", null, [1, 2], null],
    ["declared, nothing configured", [1, 5], [], [1, 5]],
    ["declared and configured: those that are both", [1, 5, 9], [5, 9, 12], [5, 9]],
    ["declared, none of them configured", [1], [2], []],
  ])("%s", (_, declared, configured, expected) => {
    assert.deepStrictEqual(scopeOf(declared, configured), expected)
  })

  it("never widens: whatever is declared, only configured vendors are in it", () => {
    FastCheck.assert(
      FastCheck.property(vendorIdsArbitrary, vendorIdsArbitrary, (declared, configured) => {
        const scope = scopeOf(declared, configured) ?? assert.fail("a declaration is a scope")
        const naive = declared.filter((id) => configured.length === 0 || configured.includes(id))
        assert.deepStrictEqual(scope, naive)
      }),
    )
  })
})
