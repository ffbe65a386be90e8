import { assert, describe, it } from "@effect/vitest"
import * as FastCheck from "effect/FastCheck"
import { decodeBase64Url, encodeBase64Url } from "./Base64Url.js"

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"

/** Every string of some length over the alphabet. */
const stringsOf = (length: number): ReadonlyArray<string> =>
  length === 0 ? [""] : stringsOf(length - 1).flatMap((start) => Array.from(alphabet, (char) => start + char))

describe("base64url", () => {
  it("equals Node's, and decodes to the same bytes", () => {
    FastCheck.assert(
      FastCheck.property(FastCheck.uint8Array({ maxLength: 70 }), (bytes) => {
        const text = encodeBase64Url(bytes)
        assert.strictEqual(text, Buffer.from(bytes).toString("base64url"))
        assert.deepStrictEqual(decodeBase64Url(text), new Uint8Array(bytes))
      }),
    )
  })

  it("accepts exactly the canonical strings, for all of up to three characters", () => {
    const texts = [0, 1, 2, 3].flatMap(stringsOf)
    const accepted = texts.filter((text) => decodeBase64Url(text) !== null)
    assert.strictEqual(accepted.length, 1 + 0 + 256 + 65_536)
    for (const text of accepted) assert.strictEqual(encodeBase64Url(decodeBase64Url(text) ?? new Uint8Array()), text)
  })

  it("never decodes two strings to the same bytes", () => {
    const text = FastCheck.stringOf(FastCheck.constantFrom(...alphabet, "=", "+", "/", " ", "\n", "é"), {
      maxLength: 40,
    })
    FastCheck.assert(
      FastCheck.property(text, (given) => {
        const bytes = decodeBase64Url(given)
        if (bytes !== null) assert.strictEqual(encodeBase64Url(bytes), given)
      }),
      { numRuns: 1_000 },
    )
  })

  it.each(["Zg==", "Zg=", "Zm8=", "Zm9v=", "Zm 9v", "Zm9v\n", " Zm9v", "Zm+v", "Zm/v", "Zm9\u{1f36a}", "A", "Zm9vA"])(
    "rejects %j",
    (text) => {
      assert.isNull(decodeBase64Url(text))
    },
  )

  it.each(["Zh", "Zn", "Z_", "Zm9", "Zm-"])("rejects %j, whose last bits are not zero", (text) => {
    assert.isNull(decodeBase64Url(text))
  })
})
