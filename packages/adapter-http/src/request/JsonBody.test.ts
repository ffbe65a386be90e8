import { assert, describe, it } from "@effect/vitest"
import * as FastCheck from "effect/FastCheck"
import { readJsonBody } from "./JsonBody.js"

const read = (text: string) => readJsonBody(new TextEncoder().encode(text))

const problem = (text: string): { readonly path: string; readonly message: string } | null => {
  const body = read(text)
  return body._tag === "Read" ? null : (body.issues[0] ?? null)
}

const nested = (levels: number): string => "[".repeat(levels) + "]".repeat(levels)

describe("readJsonBody (threat: JSON bombs)", () => {
  it("reads what JSON.parse reads", () => {
    FastCheck.assert(
      FastCheck.property(FastCheck.jsonValue({ maxDepth: 5, noUnicodeString: true }), (value) => {
        const text = JSON.stringify(value)
        if (text.includes("\\u0000") || text.includes("__proto__")) return
        assert.deepStrictEqual(read(text), { _tag: "Read", value: JSON.parse(text) })
      }),
    )
  })

  it.each([
    ["an empty body", "", "is missing"],
    ["malformed JSON", '{"a":', "is not valid JSON"],
  ])("%s is named as the body's problem", (_, text, message) => {
    assert.deepStrictEqual(problem(text), { path: "body", message })
  })

  it("refuses invalid UTF-8", () => {
    assert.strictEqual(readJsonBody(new Uint8Array([0x22, 0xff, 0x22]))._tag, "Malformed")
  })

  it("allows 32 levels, counting the root, and refuses 33", () => {
    assert.isNull(problem(nested(32)))
    assert.include(problem(nested(33))?.message ?? "", "32 levels")
  })

  it("refuses 30,000 levels like 33, without exhausting the stack", () => {
    assert.include(problem(nested(30_000))?.message ?? "", "32 levels")
  })

  it.each([
    ["U+0000 in a value", String.raw`{"a":{"b":"x\u0000"}}`, "a.b"],
    ["an unpaired surrogate in a value", String.raw`{"a":["\ud800"]}`, "a.0"],
    ["U+0000 in a key", String.raw`{"a\u0000":1}`, "a"],
    ["an unpaired surrogate in a key", String.raw`{"\udc00":1}`, "\ufffd"],
    ["a number beyond all that can be kept", '{"a":{"b":[1,-1e400]}}', "a.b.1"],
    ["a __proto__ key", '{"a":{"__proto__":{"x":1}}}', "a.__proto__"],
  ])("%s is refused with its path", (_, text, path) => {
    assert.strictEqual(problem(text)?.path, path)
  })

  it("accepts a paired surrogate", () => {
    assert.isNull(problem(String.raw`{"a":"\ud83d\ude00"}`))
  })
})
