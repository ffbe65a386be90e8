import { assert, describe, it } from "@effect/vitest"
import * as FastCheck from "effect/FastCheck"
import * as Schema from "effect/Schema"
import { csvCell } from "./CsvCell.js"
import { Instant } from "./Instant.js"
import { compareCodeUnits } from "./Order.js"
import { atMost, charactersIn, firstCharacters, hasAtMost, isRecordable } from "./Text.js"

const anyText = FastCheck.string({ unit: FastCheck.constantFrom("a", "é", "🍪", "\ud83c", "") })

describe("the characters of a text", () => {
  it("are code points: an emoji is one, however many units it has", () => {
    assert.deepStrictEqual(["", "a", "🍪", "🍪a"].map(charactersIn), [0, 1, 1, 2])
    assert.isTrue(hasAtMost("🍪🍪", 2))
    assert.isFalse(hasAtMost("🍪🍪", 1))
    assert.isFalse(hasAtMost("abc", 2))
    assert.strictEqual(firstCharacters("🍪 and milk", 1), "🍪")
  })

  it("are limited to a number, the first ones", () => {
    FastCheck.assert(
      FastCheck.property(anyText, FastCheck.nat(6), (text, most) => {
        const characters = [...text]
        assert.strictEqual(hasAtMost(text, most), characters.length <= most)
        assert.strictEqual(firstCharacters(text, most), characters.slice(0, most).join(""))
        assert.strictEqual(Schema.is(atMost(most))(text), characters.length <= most)
      }),
    )
  })

  it("are described in the JSON Schema of a limited text", () => {
    assert.throws(() => Schema.decodeSync(atMost(2))("abc"), "must have at most 2 characters")
  })
})

describe("a text that can be stored", () => {
  it("has no U+0000 and no half of a surrogate pair", () => {
    assert.isTrue(isRecordable(""))
    assert.isTrue(isRecordable("shop 🍪"))
    assert.isFalse(isRecordable("shop\u0000"))
    assert.isFalse(isRecordable("\ud83c"))
  })
})

describe("the order of texts", () => {
  it("is that of their code units", () => {
    assert.deepStrictEqual(["b", "B", "a", "é", "a"].toSorted(compareCodeUnits), ["B", "a", "a", "b", "é"])
    FastCheck.assert(
      FastCheck.property(anyText, anyText, (one, other) => {
        // `sort` without a comparison orders by code units.
        const [first] = [one, other].toSorted()
        assert.strictEqual(compareCodeUnits(one, other), one === other ? 0 : first === one ? -1 : 1)
      }),
    )
  })
})

describe("a cell of CSV", () => {
  it.each([
    ["plain", "plain"],
    ["two words", "two words"],
    ["", ""],
    ["a,b", '"a,b"'],
    ['say "no"', '"say ""no"""'],
    ["two\nlines", '"two\nlines"'],
    ["two\rlines", '"two\rlines"'],
    ["=1+1", "'=1+1"],
    ["+1", "'+1"],
    ["-1", "'-1"],
    ["@sum", "'@sum"],
    ["\tx", "'\tx"],
    [" \n =1", '"\' \n =1"'],
    ["a=b", "a=b"],
    ["1-1", "1-1"],
    ["x,=1", '"x,=1"'],
  ])("shows %j as %j", (text, cell) => {
    assert.strictEqual(csvCell(text), cell)
  })
})

describe("an instant on the wire", () => {
  it.each<[number, boolean]>([
    [0, true],
    [1, true],
    [8.64e15, true],
    [8.64e15 + 1, false],
    [-1, false],
    [0.5, false],
    [Number.NaN, false],
    [Infinity, false],
  ])("%d whole milliseconds since 1970: %s", (value, isInstant) => {
    assert.strictEqual(Schema.is(Instant)(value), isInstant)
    if (isInstant) assert.isFalse(Number.isNaN(new Date(value).getTime()))
  })
})
