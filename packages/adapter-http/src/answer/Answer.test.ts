import { assert, describe, it } from "@effect/vitest"
import * as FastCheck from "effect/FastCheck"
import { bytesOf, inUtf8, joined, matchesEntityTag } from "./Answer.js"

const text = FastCheck.fullUnicodeString()

const read = (bytes: Uint8Array): string => new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes)

describe("bodies in UTF-8", () => {
  it("joins strings and encoded bytes into one body", () => {
    const part = FastCheck.tuple(text, FastCheck.boolean())
    FastCheck.assert(
      FastCheck.property(FastCheck.array(part), (parts) => {
        const given = parts.map(([own, encoded]) => (encoded ? inUtf8(own) : own))
        const whole = parts.map(([own]) => own).join("")
        for (const time of ["once", "again"]) assert.strictEqual(read(joined(given)), whole, time)
      }),
    )
  })

  it("have the same length as a string and as bytes", () => {
    FastCheck.assert(FastCheck.property(text, (body) => assert.strictEqual(bytesOf(body), bytesOf(inUtf8(body)))))
  })
})

describe("matchesEntityTag (RFC 9110)", () => {
  it.each([
    [null, false],
    ['"abc"', true],
    ['W/"abc"', true],
    ['"x", "abc" , "y"', true],
    ["*", true],
    ['"abcd"', false],
    ["abc", false],
    ["", false],
  ])("%s: %s", (header, expected) => {
    assert.strictEqual(matchesEntityTag(header, '"abc"'), expected)
  })
})
