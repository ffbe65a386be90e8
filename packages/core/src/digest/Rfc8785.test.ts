import { assert, describe, it } from "@effect/vitest"
import canonicalize from "canonicalize"
import * as FastCheck from "effect/FastCheck"
import type { Json } from "./CanonicalJson.js"
import { rfc8785 } from "./Rfc8785.js"

const json: FastCheck.Arbitrary<Json> = FastCheck.letrec<{ value: Json }>((tie) => ({
  value: FastCheck.oneof(
    { maxDepth: 4 },
    FastCheck.constant(null),
    FastCheck.boolean(),
    FastCheck.double({ noNaN: true, noDefaultInfinity: true }),
    FastCheck.maxSafeInteger(),
    FastCheck.fullUnicodeString(),
    FastCheck.array(tie("value"), { maxLength: 5 }),
    FastCheck.dictionary(
      FastCheck.oneof(
        FastCheck.fullUnicodeString({ maxLength: 5 }),
        FastCheck.constantFrom("__proto__", "1", "10", ""),
      ),
      tie("value"),
      { maxKeys: 6 },
    ),
  ),
})).value

describe("the canonical form of RFC 8785", () => {
  it("equals another implementation, and parses to the same value", () => {
    FastCheck.assert(
      FastCheck.property(json, (value) => {
        const text = rfc8785(value)
        assert.strictEqual(text, canonicalize(value))
        assert.deepStrictEqual(JSON.parse(text), JSON.parse(JSON.stringify(value)))
      }),
      { numRuns: 300 },
    )
  })

  it("orders members by UTF-16 code units, as the example of the RFC does", () => {
    const given = { "\u20ac": 1, "\r": 2, "\ufb33": 3, "1": 4, "\ud83d\ude00": 5, "\u0080": 6, "\u00f6": 7 }
    assert.deepStrictEqual(
      rfc8785(given)
        .match(/:\d/g)
        ?.map((value) => Number(value.slice(1))),
      [2, 4, 6, 7, 1, 5, 3],
    )
  })

  it("writes numbers as the examples of the RFC", () => {
    assert.strictEqual(
      rfc8785([Number("333333333.33333329"), 1e30, 4.5, 2e-3, 0.000000000000000000000000001, -0, 9007199254740992]),
      "[333333333.3333333,1e+30,4.5,0.002,1e-27,0,9007199254740992]",
    )
  })

  it("leaves out members that are undefined", () => {
    assert.strictEqual(rfc8785({ b: undefined, a: [] }), '{"a":[]}')
  })
})
