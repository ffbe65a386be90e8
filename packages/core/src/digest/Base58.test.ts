import { assert, describe, it } from "@effect/vitest"
import * as FastCheck from "effect/FastCheck"
import { base58 } from "./Base58.js"

const alphabet = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"

/** Decodes with one big integer, independent of the encoder's method. */
const decode = (text: string, length: number): ReadonlyArray<number> => {
  let value = 0n
  for (const char of text) value = value * 58n + BigInt(alphabet.indexOf(char))
  const hex = value.toString(16).padStart(length * 2, "0")
  return Array.from({ length }, (_, i) => Number.parseInt(hex.slice(i * 2, i * 2 + 2), 16))
}

describe("base58", () => {
  it("encodes a known vector", () => {
    assert.strictEqual(base58(new TextEncoder().encode("Hello World!")), "2NEpo7TZRRrLZSi2U")
  })

  it("can be read back, whatever the bytes", () => {
    FastCheck.assert(
      FastCheck.property(FastCheck.uint8Array({ minLength: 1, maxLength: 32 }), (bytes) => {
        assert.deepStrictEqual(decode(base58(bytes), bytes.length), Array.from(bytes))
      }),
    )
  })
})
