import { assert, describe, it } from "@effect/vitest"
import * as FastCheck from "effect/FastCheck"
import { createHash } from "node:crypto"
import { hexOf, nativeDigest, portableDigest, sha256, sha256Hex, sha256Text } from "./Sha256.js"

const oracle = (data: Uint8Array | string): string => createHash("sha256").update(data).digest("hex")

describe("sha256", () => {
  it("hashes the empty string to the published value", () => {
    assert.strictEqual(sha256Hex(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
  })

  it.each([55, 56, 63, 64, 65, 119, 120, 1000])(
    "agrees with node:crypto on a message of %i bytes (padding edges)",
    (n) => {
      const message = new Uint8Array(n).map((_, i) => i * 7)
      assert.strictEqual(hexOf(sha256(message)), oracle(message))
      assert.strictEqual(hexOf(portableDigest.ofBytes(message)), oracle(message))
    },
  )

  it("equals node:crypto for any bytes and any text", () => {
    FastCheck.assert(
      FastCheck.property(FastCheck.uint8Array({ maxLength: 300 }), FastCheck.fullUnicodeString(), (bytes, text) => {
        assert.strictEqual(hexOf(sha256(bytes)), oracle(bytes))
        assert.strictEqual(hexOf(portableDigest.ofBytes(bytes)), oracle(bytes))
        assert.strictEqual(sha256Hex(text), oracle(text))
      }),
    )
  })

  it("uses the platform's where available, with the same result, even for ill-formed text", () => {
    const native = nativeDigest(globalThis)
    assert.isNotNull(native)
    assert.isNull(nativeDigest({ globalThis, process: {} }))
    assert.isNull(nativeDigest({ globalThis }))
    FastCheck.assert(
      FastCheck.property(FastCheck.string16bits(), (text) => {
        assert.strictEqual(native?.hex(text), portableDigest.hex(text))
        assert.deepStrictEqual(Array.from(native?.bytes(text) ?? []), Array.from(portableDigest.bytes(text)))
        assert.strictEqual(sha256Hex(text), portableDigest.hex(text))
        assert.deepStrictEqual(Array.from(sha256Text(text)), Array.from(portableDigest.bytes(text)))
      }),
    )
  })
})
