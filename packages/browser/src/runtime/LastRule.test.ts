import { en } from "@consent-service/core/translation"
import { safeFallback, safeFallbackFingerprints as fingerprints } from "@consent-service/core/policy"
import { assert, describe, it } from "@effect/vitest"
import { memory } from "../testing/MemoryStorage.js"
import { keepRule, lastRule, lastRuleKey } from "./LastRule.js"
import { type Resolved, unresolved } from "./Resolved.js"

const { iab: _iab, ...site } = en

const vendor = (id: string) => ({
  id,
  name: id,
  category: "marketing" as const,
  privacyPolicyUrl: "https://vendor.test/privacy",
})

const resolved: Resolved = {
  status: "matched",
  rule: { policy: safeFallback, fingerprints },
  proof: { policySnapshotToken: "secret" },
  texts: en,
  language: "en",
  vendors: [vendor("maps")],
  branding: "cs",
}

describe("the remembered rule", () => {
  it("is restored with its texts and vendors, but without proof and IAB texts", () => {
    const storage = memory()
    keepRule(storage, resolved)
    assert.deepStrictEqual(lastRule(storage), {
      rule: resolved.rule,
      texts: site,
      language: "en",
      vendors: [vendor("maps")],
      branding: "cs",
    })
  })

  it("is removed when no rule applies any more, or nothing is to be remembered", () => {
    for (const next of [unresolved("no-match"), null]) {
      const storage = memory()
      keepRule(storage, resolved)
      keepRule(storage, next)
      assert.isNull(storage.getItem(lastRuleKey))
      assert.deepStrictEqual(lastRule(storage), {})
    }
  })

  it("is not stored beyond 50,000 characters, and replaces the one before", () => {
    const storage = memory()
    keepRule(storage, resolved)
    keepRule(storage, { ...resolved, vendors: Array.from({ length: 1_000 }, (_, index) => vendor(`v${index}`)) })
    assert.isNull(storage.getItem(lastRuleKey))
  })

  it.each(["", "{", "null", "[]", `{"rule":{},"texts":{}}`, JSON.stringify({ rule: resolved.rule })])(
    "damaged as %j it is none",
    (text) => {
      const storage = memory()
      storage.setItem(lastRuleKey, text)
      assert.deepStrictEqual(lastRule(storage), {})
    },
  )
})
