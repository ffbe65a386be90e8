import { assert, describe, it } from "@effect/vitest"
import * as FastCheck from "effect/FastCheck"
import { decodeBase64, encodeBase64 } from "./Base64.js"

describe("base64", () => {
  it("equals Node's, and decodes to the same bytes", () => {
    FastCheck.assert(
      FastCheck.property(FastCheck.uint8Array({ maxLength: 70 }), (bytes) => {
        const text = encodeBase64(bytes)
        assert.strictEqual(text, Buffer.from(bytes).toString("base64"))
        assert.deepStrictEqual(decodeBase64(text), new Uint8Array(bytes))
      }),
    )
  })

  it("never decodes two strings to the same bytes", () => {
    const character = FastCheck.constantFrom("A", "Z", "g", "9", "+", "/", "=", "-", "_", "\n", " ", "é")
    FastCheck.assert(
      FastCheck.property(FastCheck.stringOf(character, { maxLength: 9 }), (text) => {
        const bytes = decodeBase64(text)
        if (bytes !== null) assert.strictEqual(encodeBase64(bytes), text)
      }),
      { numRuns: 2_000 },
    )
  })

  it.each(["Zg", "Zg=", "Zh==", "Zg==Zg==", "====", "Z===", "Zm9v\n", "Zm-v", "Zm_v"])("rejects %j", (text) => {
    assert.isNull(decodeBase64(text))
  })
})
