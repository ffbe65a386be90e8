import { assert, describe, it } from "@effect/vitest"
import { fingerprintsOf } from "./Fingerprint.js"
import { resolvePolicy } from "./ResolvePolicy.js"
import { safeFallback, safeFallbackFingerprints } from "./SafeFallback.js"

describe("the safe fallback (policy.md 2.4)", () => {
  it("is what a strict rule that asks first comes to", () => {
    const rule = { id: "cs_safe_fallback", match: { fallback: true }, model: "opt-in", prompt: "choice" } as const
    assert.deepStrictEqual(safeFallback, resolvePolicy({ ...rule, scopeMode: "strict" }))
  })

  it("has the published fingerprints (policy.md 2.6)", () => {
    assert.deepStrictEqual(safeFallbackFingerprints, fingerprintsOf(safeFallback))
  })
})
