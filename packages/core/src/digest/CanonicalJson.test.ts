import { assert, describe, it } from "@effect/vitest"
import * as FastCheck from "effect/FastCheck"
import { canonicalJson, compareRootCollation, type Json } from "./CanonicalJson.js"

const shuffled = (value: Json, random: () => number): Json => {
  if (value === null || typeof value !== "object") return value
  if (Array.isArray(value)) return value.map((item: Json) => shuffled(item, random))
  const entries = Object.entries(value as { readonly [key: string]: Json })
  const keyed = entries.map(([key, item]) => ({ key, item: shuffled(item, random), at: random() }))
  // fromEntries defines own members, so a key named `__proto__` stays a key.
  return Object.fromEntries(keyed.sort((a, b) => a.at - b.at).map(({ item, key }) => [key, item]))
}

describe("canonicalJson", () => {
  it("gives one text for any order of members", () => {
    FastCheck.assert(
      FastCheck.property(
        FastCheck.jsonValue(),
        FastCheck.infiniteStream(FastCheck.double({ noNaN: true })),
        (value, at) => {
          const random = () => at.next().value
          assert.strictEqual(canonicalJson(shuffled(value as Json, random)), canonicalJson(value as Json))
        },
      ),
    )
  })

  it("parses to the same value as JSON.stringify", () => {
    FastCheck.assert(
      FastCheck.property(FastCheck.jsonValue(), (value) => {
        assert.deepStrictEqual(JSON.parse(canonicalJson(value as Json)), JSON.parse(JSON.stringify(value)))
      }),
    )
  })

  it("drops undefined members and keeps null ones", () => {
    assert.strictEqual(canonicalJson({ b: null, a: undefined, c: [1, "x"] }), '{"b":null,"c":[1,"x"]}')
  })
})

describe("compareRootCollation", () => {
  it("orders ASCII as Intl.Collator does for the root locale", () => {
    const collator = new Intl.Collator("und", { ignorePunctuation: false })
    const ascii = FastCheck.stringOf(
      FastCheck.integer({ min: 0x20, max: 0x7e }).map((code) => String.fromCharCode(code)),
    )
    FastCheck.assert(
      FastCheck.property(ascii, ascii, (left, right) => {
        assert.strictEqual(Math.sign(compareRootCollation(left, right)), Math.sign(collator.compare(left, right)))
      }),
      { numRuns: 500 },
    )
  })

  it("orders as Intl.Collator does where two texts differ by case only, or late", () => {
    const collator = new Intl.Collator("und", { ignorePunctuation: false })
    const alike = FastCheck.stringOf(FastCheck.constantFrom("a", "A", "b", "B", "_", "1"), { maxLength: 5 })
    FastCheck.assert(
      FastCheck.property(alike, alike, (left, right) => {
        assert.strictEqual(Math.sign(compareRootCollation(left, right)), Math.sign(collator.compare(left, right)))
      }),
      { numRuns: 2_000 },
    )
  })

  it("orders what is beyond ASCII after it, and by code unit", () => {
    const texts = ["~", "z", "Z", "\u0080", "\u00e9", "\u00ea", "\u4e00", "\ud83d\ude00", "\uffff"]
    assert.deepStrictEqual(texts.toReversed().toSorted(compareRootCollation), ["~", "z", "Z", ...texts.slice(3)])
  })

  it("orders the members of an object of any size in one way", () => {
    const keys = FastCheck.uniqueArray(FastCheck.string({ maxLength: 3 }), { minLength: 1, maxLength: 40 })
    FastCheck.assert(
      FastCheck.property(keys, (names) => {
        const members = names.toSorted(compareRootCollation).map((name) => `${JSON.stringify(name)}:1`)
        assert.strictEqual(canonicalJson(Object.fromEntries(names.map((name) => [name, 1]))), `{${members.join(",")}}`)
      }),
    )
  })

  it("is a total order on all strings", () => {
    const text = FastCheck.fullUnicodeString()
    FastCheck.assert(
      FastCheck.property(text, text, (left, right) => {
        assert.strictEqual(
          Math.sign(compareRootCollation(left, right)) + Math.sign(compareRootCollation(right, left)),
          0,
        )
        assert.strictEqual(compareRootCollation(left, right) === 0, left === right)
      }),
    )
  })
})
