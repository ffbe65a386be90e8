import { assert, describe, it } from "@effect/vitest"
import { fingerprintsOf } from "./Fingerprint.js"
import { resolvePolicy } from "./ResolveRule.js"
import { safeFallback, safeFallbackFingerprints } from "./SafeFallback.js"

describe("the safe fallback", () => {
  it("equals a strict opt-in rule", () => {
    const rule = { id: "cs_safe_fallback", match: { fallback: true }, model: "opt-in", prompt: "choice" } as const
    assert.deepStrictEqual(safeFallback, resolvePolicy({ ...rule, scopeMode: "strict" }))
  })

  it("has the published fingerprints", () => {
    assert.deepStrictEqual(safeFallbackFingerprints, fingerprintsOf(safeFallback))
  })
})
