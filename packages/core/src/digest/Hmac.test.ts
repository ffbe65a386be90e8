import { assert, describe, it } from "@effect/vitest"
import * as FastCheck from "effect/FastCheck"
import { createHmac } from "node:crypto"
import { hmacSha256, nativeMac, portableMac } from "./Hmac.js"

const oracle = (key: string, text: string): string => createHmac("sha256", key).update(text, "utf8").digest("hex")

const hex = (bytes: Uint8Array | undefined): string => Buffer.from(bytes ?? []).toString("hex")

describe("HMAC-SHA-256", () => {
  it("equals the published value (RFC 4231, test case 2)", () => {
    const expected = "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
    for (const mac of [hmacSha256, portableMac]) {
      assert.strictEqual(hex(mac("Jefe", "what do ya want for nothing?")), expected)
    }
  })

  it.each([0, 1, 55, 63, 64, 65, 131, 1000])("agrees with node:crypto under a key of %i bytes", (length) => {
    const key = "k".repeat(length)
    for (const mac of [hmacSha256, portableMac]) assert.strictEqual(hex(mac(key, "text")), oracle(key, "text"))
  })

  it("uses the platform's where available, with the same result, even for ill-formed text", () => {
    const native = nativeMac(globalThis)
    assert.isNotNull(native)
    assert.isNull(nativeMac({ globalThis, process: {} }))
    assert.isNull(nativeMac({ globalThis }))
    FastCheck.assert(
      FastCheck.property(FastCheck.string16bits({ maxLength: 100 }), FastCheck.string16bits(), (key, text) => {
        assert.strictEqual(hex(portableMac(key, text)), oracle(key, text))
        assert.strictEqual(hex(native?.(key, text)), oracle(key, text))
      }),
    )
  })
})
