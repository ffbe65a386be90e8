import { assert, describe, it } from "@effect/vitest"
import * as FastCheck from "effect/FastCheck"
import { bytesOf, inUtf8, withEnd } from "./Utf8.js"

const text = FastCheck.fullUnicodeString()

const read = (bytes: Uint8Array): string => new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes)

describe("bodies in UTF-8", () => {
  it("a beginning and an end make the bytes of the whole text, and leave the beginning as it was", () => {
    FastCheck.assert(
      FastCheck.property(text, FastCheck.array(text, { minLength: 1 }), (start, ends) => {
        const beginning = inUtf8(start)
        for (const end of ends) assert.strictEqual(read(withEnd(beginning, end)), start + end)
        assert.strictEqual(read(beginning), start)
      }),
    )
  })

  it("have one length, as text and as bytes", () => {
    FastCheck.assert(FastCheck.property(text, (body) => assert.strictEqual(bytesOf(body), bytesOf(inUtf8(body)))))
  })
})
