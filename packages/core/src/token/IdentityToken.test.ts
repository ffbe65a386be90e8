import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { TokenMac } from "../ports/TokenMac.js"
import { macLayer } from "../testing/Ports.js"
import { claimIdentity, type IdentityOffer, type IdentityProof, proveIdentity } from "./IdentityToken.js"
import { signToken } from "./Jws.js"
import type { TokenSetting } from "./TokenScope.js"

const now = 1_760_000_000_000
const setting: TokenSetting = { signingKey: "an identity key of more than 32 bytes" }

const tokenOf = (change: object = {}) =>
  signToken(setting.signingKey, { iss: "cs", aud: "cs-identity", sub: "u1", exp: now / 1000, ...change })

const offer: IdentityOffer = { authenticated: false, token: undefined, identity: claimIdentity("u1", undefined), now }

const invalid: IdentityProof = { verified: false, reason: "invalid" }
const none: IdentityProof = { verified: false, reason: "none" }
const byToken: IdentityProof = { verified: true, verifiedBy: "identity_token" }

/** Nothing can be verified with it. */
const noMac = Layer.succeed(TokenMac, { sign: () => Effect.dieMessage("a token was looked at") })

describe("an identity is proven (wire.md 4.3)", () => {
  it.effect("by an API key, before which no token is looked at", () =>
    Effect.gen(function* () {
      for (const token of [undefined, "", "x", yield* Effect.provide(tokenOf(), macLayer)]) {
        const proof = yield* proveIdentity(setting, { ...offer, authenticated: true, token })
        assert.deepStrictEqual(proof, { verified: true, verifiedBy: "api_key" })
      }
    }).pipe(Effect.provide(noMac)),
  )

  it.effect("by nothing, where nothing is offered, whatever is configured", () =>
    Effect.gen(function* () {
      for (const one of [setting, null]) assert.deepStrictEqual(yield* proveIdentity(one, offer), none)
    }).pipe(Effect.provide(noMac)),
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
  ] satisfies ReadonlyArray<[string, object, Partial<IdentityOffer>, IdentityProof]>)(
    "by a token %s",
    ([, claims, change, expected]) =>
      Effect.gen(function* () {
        const token = yield* tokenOf(claims)
        assert.deepStrictEqual(yield* proveIdentity(setting, { ...offer, token, ...change }), expected)
        assert.deepStrictEqual(yield* proveIdentity(null, { ...offer, token, ...change }), invalid)
      }).pipe(Effect.provide(macLayer)),
  )

  it.effect.each(["", "x", "a.b.c"])("not by %j (contract decision 41)", (token) =>
    Effect.map(proveIdentity(setting, { ...offer, token }), (proof) => assert.deepStrictEqual(proof, invalid)).pipe(
      Effect.provide(macLayer),
    ),
  )

  it("a provider that is absent or empty is `external`", () => {
    for (const provider of [undefined, "", "external"]) {
      assert.deepStrictEqual(claimIdentity("u1", provider), { externalId: "u1", identityProvider: "external" })
    }
  })
})
