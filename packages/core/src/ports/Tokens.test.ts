import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import { noTokens, type TokenSettings } from "../instance/Instance.js"
import { compileManifest } from "../manifest/CompiledManifest.js"
import { unconfigured } from "../policy/MatchRule.js"
import { policyPresets } from "../policy/PolicyPresets.js"
import { configured } from "../testing/Ports.js"
import { identityClaims, issuedAt } from "../testing/Tokens.js"
import { signToken } from "../token/Jws.js"
import { makeTokens, Tokens } from "./Tokens.js"

const signingKey = "a signing key of more than 32 bytes, for tests"
const settings: TokenSettings = {
  policySnapshot: { signingKey, ttlSeconds: 1_800, replayWindowSeconds: 604_800 },
  legalDocumentSnapshot: { signingKey, ttlSeconds: 60, verifyOnSave: true },
  identityToken: { signingKey },
}

const { resolve } = compileManifest(
  { policyRules: [policyPresets.europeOptIn()] },
  { hosting: "self-hosted", geolocation: true },
)
const matched = resolve({ country: "DE", region: null })
const inputs = { country: "DE", region: null, language: "de", servedLanguage: "de" }
const document = {
  type: "privacy_policy",
  version: "2026-11",
  hash: `sha256:${"a".repeat(64)}`,
  effectiveDate: "2026-11-01T00:00:00.000Z",
}
const identity = { externalId: "user-1", identityProvider: "external" }

/** The result of a completed effect: the default tokens start no fiber. */
const isThere = <A>(effect: Effect.Effect<A>): effect is Exit.Success<A, never> =>
  Exit.isExit(effect) && Exit.isSuccess(effect)

const there = <A>(effect: Effect.Effect<A>): A =>
  isThere(effect) ? effect.value : assert.fail("the result is not there yet")

describe("the default tokens", () => {
  const tokens = makeTokens(settings, "acme")

  it("sign and verify without a fiber", () => {
    const policy = there(tokens.signPolicy(matched, inputs, issuedAt)) ?? assert.fail("no token")
    assert.strictEqual(there(tokens.verifyPolicy(policy, issuedAt))._tag, "Verified")
    const shown = there(tokens.signDocument(document, issuedAt)) ?? assert.fail("no token")
    assert.deepStrictEqual(there(tokens.verifyDocument(shown, issuedAt)), { status: "valid", document })
    const login = signToken(signingKey, identityClaims({ signingKey }))
    assert.isTrue(there(tokens.verifyIdentity(login, identity, issuedAt)))
    assert.isFalse(there(tokens.verifyIdentity(login, { ...identity, externalId: "user-2" }, issuedAt)))
  })

  it("sign nothing without a matched policy, and find no document token where none was sent", () => {
    assert.isNull(there(tokens.signPolicy(unconfigured, inputs, issuedAt)))
    assert.deepStrictEqual(there(tokens.verifyDocument(undefined, issuedAt)), { status: "missing" })
    assert.deepStrictEqual(there(tokens.verifyDocument("", issuedAt)), { status: "invalid" })
  })

  it("of another tenant are invalid", () => {
    const other = makeTokens(settings, null)
    const policy = there(tokens.signPolicy(matched, inputs, issuedAt)) ?? ""
    assert.strictEqual(there(other.verifyPolicy(policy, issuedAt))._tag, "Invalid")
    const shown = there(tokens.signDocument(document, issuedAt)) ?? ""
    assert.deepStrictEqual(there(other.verifyDocument(shown, issuedAt)), { status: "invalid" })
  })

  it("without keys sign nothing and verify nothing", () => {
    const keyless = makeTokens(noTokens, null)
    assert.isNull(there(keyless.signPolicy(matched, inputs, issuedAt)))
    assert.isNull(there(keyless.signDocument(document, issuedAt)))
    const policy = there(makeTokens(settings, null).signPolicy(matched, inputs, issuedAt)) ?? ""
    for (const token of ["", "a.b.c", policy]) {
      assert.strictEqual(there(keyless.verifyPolicy(token, issuedAt))._tag, "Invalid")
      assert.deepStrictEqual(there(keyless.verifyDocument(token, issuedAt)), { status: "missing" })
      assert.isFalse(there(keyless.verifyIdentity(token, identity, issuedAt)))
    }
  })

  it.effect("of the layer use the keys of the instance and the tenant in context", () =>
    Effect.gen(function* () {
      const layered = yield* Tokens
      const policy = there(layered.signPolicy(matched, inputs, issuedAt)) ?? ""
      assert.strictEqual(there(tokens.verifyPolicy(policy, issuedAt))._tag, "Verified")
    }).pipe(Effect.provide(configured({ tokens: settings, tenant: "acme" }))),
  )
})
