import { assert, describe, it } from "@effect/vitest"
import * as FastCheck from "effect/FastCheck"
import * as Schema from "effect/Schema"
import { omissible, optional, withoutNulls } from "./Member.js"

const Place = Schema.Struct({ country: Schema.String, region: omissible(Schema.String), city: optional(Schema.String) })

const isPlace = Schema.is(Place)

describe("a member that may be absent", () => {
  it("may not be undefined, and null only where null says the same", () => {
    assert.isTrue(isPlace({ country: "FR" }))
    assert.isTrue(isPlace({ country: "FR", region: null, city: "Paris" }))
    assert.isTrue(isPlace({ country: "FR", region: "IDF" }))
    assert.isFalse(isPlace({ country: "FR", region: undefined }))
    assert.isFalse(isPlace({ country: "FR", city: null }))
    assert.isFalse(isPlace({ country: "FR", city: undefined }))
  })
})

describe("an object without nulls", () => {
  it("has all members that are not null, and those whose null has a meaning", () => {
    const value = FastCheck.dictionary(
      FastCheck.constantFrom("a", "b", "c", "d"),
      FastCheck.constantFrom(null, undefined, 0, "", false, "x"),
    )
    const kept = FastCheck.subarray(["a", "b"])
    FastCheck.assert(
      FastCheck.property(value, kept, (given, names) => {
        const expected = Object.entries(given).filter(([name, member]) => member !== null || names.includes(name))
        assert.deepStrictEqual(Object.entries(withoutNulls(given, names)), expected)
      }),
    )
  })

  it("is the object itself where there is nothing to leave out", () => {
    const place = { country: "FR", region: null, city: undefined }
    assert.strictEqual(withoutNulls(place, ["region"]), place)
    const { region: _, ...rest } = place
    assert.strictEqual(withoutNulls(rest), rest)
  })

  it("leaves the object as it was", () => {
    const place = { country: "FR", region: null }
    assert.deepStrictEqual(Object.entries(withoutNulls(place)), [["country", "FR"]])
    assert.deepStrictEqual(place, { country: "FR", region: null })
  })
})
