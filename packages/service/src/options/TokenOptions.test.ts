import { assert, describe, it } from "@effect/vitest"
import { crossedTokens } from "./TokenOptions.js"

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

  it("need distinct audiences under one key: one would be taken for the other", () => {
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
