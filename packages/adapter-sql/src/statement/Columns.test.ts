import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as FastCheck from "effect/FastCheck"
import * as Schema from "effect/Schema"
import { fitsKey, integer, isPlain, optionalInteger, optionalText, reading, Text, text, textOf } from "./Columns.js"

const bytes = (value: string): Uint8Array => new TextEncoder().encode(value)

describe("columns", () => {
  it.prop("a text is the same as text and as bytes", [FastCheck.string({ unit: "grapheme" })], ([value]) => {
    for (const read of [text, textOf, optionalText, Schema.decodeUnknownSync(Text)]) {
      assert.strictEqual(read(value), value)
      assert.strictEqual(read(bytes(value)), value)
    }
  })

  it.prop("an integer is the same as a number, as text and as a bigint", [FastCheck.maxSafeInteger()], ([value]) => {
    for (const read of [integer, optionalInteger]) {
      assert.strictEqual(read(value), value)
      assert.strictEqual(read(String(value)), value)
      assert.strictEqual(read(BigInt(value)), value)
    }
  })

  it("a value of another type is none", () => {
    for (const value of [null, undefined, 1, 1n, true, {}]) assert.throws(() => text(value), TypeError)
    for (const value of [null, undefined, "", "one", 1.5, 2 ** 53, 2n ** 53n, true, new Uint8Array(1)]) {
      assert.throws(() => integer(value), TypeError)
    }
    assert.throws(() => text(Uint8Array.of(0xff)))
    assert.throws(() => optionalText(1))
    assert.throws(() => optionalInteger("one"))
  })

  it("a value that may be null is", () => {
    assert.isNull(optionalText(null))
    assert.isNull(optionalInteger(null))
  })

  it("a row of another shape fails, without what is in it", async () => {
    assert.deepStrictEqual(await Effect.runPromise(reading(() => integer("7"))), 7)
    const failed = await Effect.runPromiseExit(reading(() => integer("secret")))
    assert.isTrue(Exit.isFailure(failed))
    assert.notInclude(JSON.stringify(failed), "secret")
    assert.include(JSON.stringify(failed), "a stored row has an unexpected shape")
  })

  it("a key has 255 characters at most, well formed and without U+0000", () => {
    assert.isTrue(fitsKey("é".repeat(255)))
    assert.isFalse(fitsKey("é".repeat(256)))
    for (const wrong of ["a\u0000", "\ud800"]) {
      assert.isFalse(isPlain(wrong))
      assert.isFalse(fitsKey(wrong))
    }
    assert.isTrue(isPlain("\u{1f600}"))
  })
})
