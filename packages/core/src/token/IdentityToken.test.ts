import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { noTokens } from "../instance/Instance.js"
import { makeTokens } from "../ports/Tokens.js"
import { claimIdentity, type IdentityOffer, type IdentityProof, proveIdentity } from "./IdentityToken.js"
import { type SigningSettings, signToken } from "./Jws.js"

const now = 1_760_000_000_000
const settings: SigningSettings = { signingKey: "an identity key of more than 32 bytes" }

const tokenOf = (change: object = {}) =>
  signToken(settings.signingKey, { iss: "cs", aud: "cs-identity", sub: "u1", exp: now / 1000, ...change })

const offer: IdentityOffer = { authenticated: false, token: undefined, identity: claimIdentity("u1", undefined), now }

const invalid: IdentityProof = { verified: false, reason: "invalid" }
const none: IdentityProof = { verified: false, reason: "none" }
const byToken: IdentityProof = { verified: true, verifiedBy: "identity_token" }

const prove = (identityToken: SigningSettings | null, given: IdentityOffer) =>
  proveIdentity(makeTokens({ ...noTokens, identityToken }, null).verifyIdentity, given)

const neverVerified = () => Effect.dieMessage("a token was looked at")

describe("an identity is verified", () => {
  it.effect("by an API key, before which no token is looked at", () =>
    Effect.gen(function* () {
      for (const token of [undefined, "", "x", tokenOf()]) {
        const proof = yield* proveIdentity(neverVerified, { ...offer, authenticated: true, token })
        assert.deepStrictEqual(proof, { verified: true, verifiedBy: "api_key" })
      }
    }),
  )

  it.effect("by nothing, where nothing is offered, whatever is configured", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* proveIdentity(neverVerified, offer), none)
      for (const one of [settings, null]) assert.deepStrictEqual(yield* prove(one, offer), none)
    }),
  )

  it.effect.each([
    ["of the identity, to its last millisecond", {}, {}, byToken],
    ["a millisecond later", {}, { now: now + 1 }, invalid],
    ["of another account", { sub: "u2" }, {}, invalid],
    ["of the provider it names", { idp: "sso" }, { identity: claimIdentity("u1", "sso") }, byToken],
    ["of no provider, for any", {}, { identity: claimIdentity("u1", "sso") }, byToken],
    ["of the provider that is meant where none is named", { idp: "external" }, {}, byToken],
    ["of another provider", { idp: "sso" }, {}, invalid],
    ["of another audience", { aud: "other" }, {}, invalid],
    ["that does not expire", { exp: undefined }, {}, invalid],
    ["that expires at a fraction of a second", { exp: now / 1000 + 0.5 }, {}, invalid],
    ["that expires at no safe integer", { exp: 2 ** 53 }, {}, invalid],
    ["that expires at a number too large for one", { exp: 1e300 }, {}, invalid],
    ["that expires at text", { exp: `${now / 1000}` }, {}, invalid],
    ["that begins now", { nbf: now / 1000 }, {}, byToken],
    ["that begins at a fraction of a second", { nbf: now / 1000 - 0.5 }, {}, invalid],
    ["that begins at no safe integer", { nbf: -(2 ** 53) }, {}, invalid],
  ] satisfies ReadonlyArray<[string, object, Partial<IdentityOffer>, IdentityProof]>)(
    "by a token %s",
    ([, claims, change, expected]) =>
      Effect.gen(function* () {
        const token = tokenOf(claims)
        assert.deepStrictEqual(yield* prove(settings, { ...offer, token, ...change }), expected)
        assert.deepStrictEqual(yield* prove(null, { ...offer, token, ...change }), invalid)
      }),
  )

  it.effect.each(["", "x", "a.b.c"])("not by %j", (token) =>
    Effect.map(prove(settings, { ...offer, token }), (proof) => assert.deepStrictEqual(proof, invalid)),
  )

  it("a provider that is absent or empty is `external`", () => {
    for (const provider of [undefined, "", "external"]) {
      assert.deepStrictEqual(claimIdentity("u1", provider), { externalId: "u1", identityProvider: "external" })
    }
  })
})
