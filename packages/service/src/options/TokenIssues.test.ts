import { assert, describe, it } from "@effect/vitest"
import { crossedTokens, noticeWeakSigningKeys } from "./TokenIssues.js"

const signingKey = "k".repeat(32)

describe("tokens of several kinds", () => {
  it("may share a key, and an audience where the keys differ", () => {
    const other = "o".repeat(32)
    for (const options of [
      { policySnapshot: { signingKey }, identityToken: { signingKey } },
      { policySnapshot: { signingKey, audience: "shop" }, identityToken: { signingKey, audience: "shop-users" } },
      { policySnapshot: { signingKey, audience: "shop" }, identityToken: { signingKey: other, audience: "shop" } },
      {
        policySnapshot: { signingKey, audience: "shop", issuer: "a" },
        identityToken: { signingKey, audience: "shop", issuer: "b" },
      },
    ])
      assert.isEmpty(crossedTokens(options))
  })

  it("are not told apart by what they share all of: one would be taken for the other (reliability.md M8)", () => {
    const shared = { signingKey, audience: "shop" }
    const same = { signingKey, audience: " shop ", issuer: "cs" }
    const issues = crossedTokens({ policySnapshot: shared, legalDocumentSnapshot: same, identityToken: shared })
    assert.deepStrictEqual(
      issues.map(({ option }) => option),
      ["legalDocumentSnapshot.audience", "identityToken.audience"],
    )
    assert.notInclude(JSON.stringify(issues), signingKey)
  })
})

describe("a signing key", () => {
  it("of less than 32 bytes is warned of, without being told", () => {
    const notices = noticeWeakSigningKeys({
      policySnapshot: { signingKey: "s3cret" },
      legalDocumentSnapshot: { signingKey: "é".repeat(16) },
    })
    assert.deepStrictEqual(
      notices.map(({ option }) => option),
      ["policySnapshot.signingKey"],
    )
    assert.notInclude(JSON.stringify(notices), "s3cret")
  })
})
