import { assert, describe, it } from "@effect/vitest"
import * as FastCheck from "effect/FastCheck"
import { createHash } from "node:crypto"
import { sha256, sha256Hex } from "./Sha256.js"

const oracle = (data: Uint8Array | string): string => createHash("sha256").update(data).digest("hex")

describe("sha256", () => {
  it("hashes the empty string to the published value", () => {
    assert.strictEqual(sha256Hex(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
  })

  it.each([55, 56, 63, 64, 65, 119, 120, 1000])(
    "agrees with node:crypto on a message of %i bytes (padding edges)",
    (n) => {
      const message = new Uint8Array(n).map((_, i) => i * 7)
      assert.strictEqual(Buffer.from(sha256(message)).toString("hex"), oracle(message))
    },
  )

  it("agrees with node:crypto on any bytes and any text", () => {
    FastCheck.assert(
      FastCheck.property(FastCheck.uint8Array({ maxLength: 300 }), FastCheck.fullUnicodeString(), (bytes, text) => {
        assert.strictEqual(Buffer.from(sha256(bytes)).toString("hex"), oracle(bytes))
        assert.strictEqual(sha256Hex(text), oracle(text))
      }),
    )
  })
})
