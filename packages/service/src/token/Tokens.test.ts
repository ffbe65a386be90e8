import {
  type Claims,
  judgePolicyToken,
  type PolicyTokenSettings,
  policySigner,
  signToken,
  policyTokenClaims,
  policyTokenPhase,
  verifyToken,
} from "@consent-service/core/token"
import { compileRules, compileResolver, policyPresets } from "@consent-service/core/policy"
import { makeTokens, noTokens } from "@consent-service/core/ports"
import { nativeMac, portableMac } from "@consent-service/core/primitives"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as FastCheck from "effect/FastCheck"
import { createHmac } from "node:crypto"
import { CompactSign, decodeJwt, jwtVerify, SignJWT, UnsecuredJWT } from "jose"

const key = "a signing key of more than 32 bytes, for tests"
const keyBytes = new TextEncoder().encode(key)
const macs = [
  ["node:crypto", nativeMac(globalThis) ?? assert.fail("node:crypto is missing")],
  ["core's own SHA-256", portableMac],
] as const

describe.each(macs)("HMAC-SHA-256 by %s", (_, mac) => {
  it.each([
    // RFC 4231, test cases 2 and 6, whose keys are text.
    ["Jefe", "what do ya want for nothing?", "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"],
    ["\u0000", "", createHmac("sha256", "\u0000").digest("hex")],
  ])("of the key %j", (secret, text, expected) => {
    assert.strictEqual(Buffer.from(mac(secret, text)).toString("hex"), expected)
  })

  it("agrees with the other on any text", () => {
    const text = FastCheck.string({ unit: "binary" })
    FastCheck.assert(
      FastCheck.property(FastCheck.string({ minLength: 1 }), text, (secret, message) => {
        const ours = mac(secret, message.toWellFormed())
        const expected = createHmac("sha256", secret.toWellFormed()).update(message.toWellFormed(), "utf8").digest()
        assert.deepStrictEqual(Buffer.from(ours), expected)
      }),
      { numRuns: 50 },
    )
  })
})

describe("JSON Web Tokens", () => {
  it("signs tokens that jose verifies, and verifies those that jose signs", async () => {
    const claims = { iss: "cs", aud: "x", sub: "bücher 🍪", n: 1, deep: { list: [1, null] } }
    const ours = signToken(key, claims)
    const { payload, protectedHeader } = await jwtVerify(ours, keyBytes, { issuer: "cs", audience: "x" })
    assert.deepStrictEqual<unknown>(payload, claims)
    assert.deepStrictEqual(protectedHeader, { alg: "HS256", typ: "JWT" })
    const theirs = await new SignJWT(claims).setProtectedHeader({ alg: "HS256" }).sign(keyBytes)
    assert.deepStrictEqual<unknown>(verifyToken(key, theirs), claims)
  })
})

describe("hostile tokens (threat: confusing or forging tokens)", () => {
  const claims = { iss: "cs", aud: "x", sub: "s" }
  const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString("base64url")
  const sign = (header: object, payload: string): string => {
    const signed = `${encode(header)}.${payload}`
    return `${signed}.${createHmac("sha256", key).update(signed).digest("base64url")}`
  }
  const good = sign({ alg: "HS256", typ: "JWT" }, encode(claims))
  const [head = "", payload = "", mac = ""] = good.split(".")

  const hostile: ReadonlyArray<readonly [string, string | Promise<string>]> = [
    ["no token", ""],
    ["two parts", `${head}.${payload}`],
    ["four parts", `${good}.${mac}`],
    ["alg none", new UnsecuredJWT(claims).encode()],
    ["alg none, spelt otherwise", `${encode({ alg: "nOnE" })}.${payload}.`],
    ["no signature", `${head}.${payload}.`],
    ["alg HS512, rightly signed", new SignJWT(claims).setProtectedHeader({ alg: "HS512" }).sign(keyBytes)],
    ["alg HS384 over an HS256 signature", sign({ alg: "HS384" }, payload)],
    ["alg RS256 over an HS256 signature", sign({ alg: "RS256" }, payload)],
    ["alg in a list", sign({ alg: ["HS256"] }, payload)],
    ["no alg", sign({ typ: "JWT" }, payload)],
    ["crit", sign({ alg: "HS256", crit: ["exp"] }, payload)],
    ["b64", sign({ alg: "HS256", b64: false, crit: ["b64"] }, payload)],
    ["another typ", sign({ alg: "HS256", typ: "at+jwt" }, payload)],
    ["another key", new SignJWT(claims).setProtectedHeader({ alg: "HS256" }).sign(new TextEncoder().encode(`${key}x`))],
    ["a changed payload", `${head}.${encode({ ...claims, sub: "t" })}.${mac}`],
    ["a signature with padding", `${good}=`],
    [
      "a signature whose last bits are not zero",
      good.slice(0, -1) + (good.endsWith("A") ? "B" : `${good.at(-1)}`) + "!",
    ],
    ["a payload that is a list", sign({ alg: "HS256" }, encode([claims]))],
    ["a payload that is null", sign({ alg: "HS256" }, encode(null))],
    ["a payload that is not JSON", sign({ alg: "HS256" }, Buffer.from("{").toString("base64url"))],
    ["a payload that is no UTF-8", sign({ alg: "HS256" }, Buffer.from([0x22, 0xff, 0x22]).toString("base64url"))],
    ["a payload of 20 KiB", sign({ alg: "HS256" }, encode({ ...claims, pad: "x".repeat(20_000) }))],
    [
      "a JWS that is no JWT",
      new CompactSign(new TextEncoder().encode("text")).setProtectedHeader({ alg: "HS256" }).sign(keyBytes),
    ],
  ]

  it.each(hostile)("%s is not one of the service's", async (_, token) => {
    assert.isNull(verifyToken(key, await token))
  })

  it("the one they are made from is", () => {
    assert.deepStrictEqual<unknown>(verifyToken(key, good), claims)
  })

  it("one changed character makes any token foreign", () => {
    FastCheck.assert(
      FastCheck.property(FastCheck.nat(good.length - 1), FastCheck.constantFrom(..."AZaz09-_.= "), (at, char) => {
        FastCheck.pre(good[at] !== char)
        assert.isNull(verifyToken(key, good.slice(0, at) + char + good.slice(at + 1)))
      }),
    )
  })
})

const settings: PolicyTokenSettings = { signingKey: key, ttlSeconds: 1800, replayWindowSeconds: 604_800 }
const now = 1_800_000_000_500
const inputs = { country: "DE", region: null, language: "de-AT", servedLanguage: "de" }
const resolution = compileResolver(Either.getOrThrow(compileRules([policyPresets.europeOptIn()])))({
  country: "DE",
  region: null,
})

const claimsFor = (change: Partial<PolicyTokenSettings> = {}, tenant: string | null = null): Claims =>
  policyTokenClaims({ ...settings, ...change }, tenant, resolution, inputs, now) ?? assert.fail("nothing matched")

const snapshotOf = (claims: Claims, change: Partial<PolicyTokenSettings> = {}, tenant: string | null = null): string =>
  judgePolicyToken({ ...settings, ...change }, tenant, verifyToken(key, signToken(key, claims)), now)._tag

describe("policy snapshot tokens", () => {
  it("carry the claims that clients and older services know", () => {
    const { fingerprint, ...claims } = claimsFor({}, "acme")
    assert.match(String(fingerprint), /^[0-9a-f]{64}$/)
    assert.deepStrictEqual<unknown>(claims, {
      iss: "cs",
      aud: "cs-policy-snapshot:acme",
      sub: "europe_opt_in",
      iat: 1_800_000_000,
      exp: 1_800_001_800,
      policyId: "europe_opt_in",
      matchedBy: "country",
      model: "opt-in",
      country: "DE",
      region: null,
      language: "de-AT",
      servedLanguage: "de",
      tenantId: "acme",
    })
  })

  it("are verified by the service that signed them", () => {
    assert.strictEqual(snapshotOf(claimsFor()), "Verified")
    assert.strictEqual(snapshotOf(claimsFor({}, "acme"), {}, "acme"), "Verified")
    assert.strictEqual(snapshotOf(claimsFor({ audience: " mine " }, "acme"), { audience: "mine" }, "other"), "Verified")
  })

  it.each<[string, Claims, Partial<PolicyTokenSettings>, string | null]>([
    ["another tenant's", claimsFor({}, "acme"), {}, "other"],
    ["a tenant's, in the scope without one", claimsFor({}, "acme"), {}, null],
    ["another issuer's", claimsFor({ issuer: "them" }), {}, null],
    ["for another audience", claimsFor({ audience: "them" }), {}, null],
    ["for a list of audiences", { ...claimsFor(), aud: ["cs-policy-snapshot"] }, {}, null],
    ["an identity token", { ...claimsFor(), aud: "cs-identity" }, {}, null],
    ...["policyId", "fingerprint", "matchedBy", "model", "exp", "iat", "sub"].map(
      (name): [string, Claims, Partial<PolicyTokenSettings>, string | null] => [
        `without ${name}`,
        { ...claimsFor(), [name]: undefined },
        {},
        null,
      ],
    ),
    ["an exp that is text", { ...claimsFor(), exp: "1800001800" }, {}, null],
    ["an unknown model", { ...claimsFor(), model: "ask" }, {}, null],
    ["of another subject", { ...claimsFor(), sub: "other" }, {}, null],
    ["not to be used yet", { ...claimsFor(), nbf: 1_800_000_001 }, {}, null],
  ])("%s: invalid", (_, claims, change, tenant) => {
    assert.strictEqual(snapshotOf(claims, change, tenant), "Invalid")
  })

  it("every token is invalid without a key, an empty one too", async () => {
    const token = signToken(key, claimsFor())
    const verified = (policySnapshot: PolicyTokenSettings | null, given: string) =>
      Effect.runPromise(makeTokens({ ...noTokens, policySnapshot }, null).verifyPolicy(given, now))
    assert.strictEqual((await verified(null, token))._tag, "Invalid")
    assert.strictEqual((await verified(settings, ""))._tag, "Invalid")
  })

  it("are not made where nothing matched", () => {
    const nothing = compileResolver([])({ country: "DE", region: null })
    assert.isNull(policyTokenClaims(settings, null, nothing, inputs, now))
  })

  it("stay verifiable whatever a visitor sends as location and language", () => {
    const hostile = { country: "x".repeat(9_000), region: "\ud800", language: "🍪".repeat(9_000), servedLanguage: "en" }
    const claims = policyTokenClaims(settings, null, resolution, hostile, now) ?? assert.fail("nothing matched")
    assert.strictEqual(snapshotOf(claims), "Verified")
  })

  it("for identical claims within one second are signed once", () => {
    let signed = 0
    const sign = policySigner(settings, null, (claims) => {
      signed += 1
      return signToken(key, claims)
    })
    const at = (time: number, country = "DE") =>
      sign(resolution, { ...inputs, country }, time) ?? assert.fail("nothing matched")
    const [first, again, other, later] = [at(now), at(now + 400), at(now, "FR"), at(now + 500)]
    assert.strictEqual(first, again)
    assert.strictEqual(new Set([first, other, later]).size, 3)
    assert.strictEqual(signed, 3)
    assert.strictEqual(decodeJwt(later).iat, 1_800_000_001)
  })
})

describe("the life of a policy snapshot token (threat: replaying an old policy token)", () => {
  const [iat, exp] = [1_000, 2_800]
  const slack = 600_000
  const phase = (arrival: number, givenAt: number, window = 604_800) =>
    policyTokenPhase({ iat, exp }, { now: arrival, givenAt }, window)

  it.each([
    ["Valid: before expiry", exp * 1000, 0, 604_800, "live"],
    ["Valid: however old the decision", exp * 1000 - 1, 5, 0, "live"],
    ["Expired, within replay window: first millisecond", exp * 1000 + 1, exp * 1000, 604_800, "replayed"],
    ["Expired, within replay window: last millisecond", (exp + 604_800) * 1000, exp * 1000, 604_800, "replayed"],
    ["Expired, beyond window", (exp + 604_800) * 1000 + 1, exp * 1000, 604_800, "expired"],
    ["Expired: givenAt at the earliest", exp * 1000 + 1, iat * 1000 - slack, 604_800, "replayed"],
    ["Expired: givenAt before that", exp * 1000 + 1, iat * 1000 - slack - 1, 604_800, "expired"],
    ["Expired: givenAt at the latest", exp * 1000 + slack, exp * 1000 + slack, 604_800, "replayed"],
    ["Expired: givenAt after that", exp * 1000 + slack + 1, exp * 1000 + slack + 1, 604_800, "expired"],
    ["Window 0 refuses every late save", exp * 1000 + 1, exp * 1000, 0, "expired"],
  ])("%s", (_, arrival, givenAt, window, expected) => {
    assert.strictEqual(phase(arrival, givenAt, window), expected)
  })

  it("never comes back to an earlier phase", () => {
    const order = ["live", "replayed", "expired"]
    FastCheck.assert(
      FastCheck.property(FastCheck.nat(10_000_000), FastCheck.nat(10_000_000), FastCheck.nat(2_000), (a, b, window) => {
        const [early, late] = [Math.min(a, b), Math.max(a, b)]
        const givenAt = 1_500_000
        const index = (arrival: number) => order.indexOf(phase(arrival, givenAt, window))
        assert.isAtMost(index(early), index(late))
      }),
    )
  })
})

describe("legal-document snapshots", () => {
  const document = {
    type: "privacy_policy",
    version: "2026-11",
    hash: `sha256:${"a".repeat(64)}`,
    effectiveDate: "2026-11-01T00:00:00.000Z",
  }
  const tokensOf = (tenant: string | null, signingKey = key) =>
    makeTokens({ ...noTokens, legalDocumentSnapshot: { signingKey, ttlSeconds: 86_400, verifyOnSave: false } }, tenant)
  const without = makeTokens(noTokens, null)

  it.effect("verify with jose, and are valid to their last second", () =>
    Effect.gen(function* () {
      const tokens = tokensOf("acme")
      const token = (yield* tokens.signDocument(document, now)) ?? ""
      const claims = decodeJwt(token)
      assert.deepInclude(claims, {
        ...document,
        iss: "cs",
        aud: "cs-legal-document-snapshot:acme",
        sub: "privacy_policy:2026-11",
        tenantId: "acme",
      })
      const end = (claims.exp ?? 0) * 1000
      assert.deepStrictEqual(yield* tokens.verifyDocument(token, now), { status: "valid", document })
      assert.strictEqual((yield* tokens.verifyDocument(token, end)).status, "valid")
      assert.strictEqual((yield* tokens.verifyDocument(token, end + 1)).status, "expired")
    }),
  )

  it.effect("are missing without a key or a token, invalid for another tenant or a policy snapshot", () =>
    Effect.gen(function* () {
      const token = (yield* tokensOf(null).signDocument(document, now)) ?? ""
      assert.isNull(yield* without.signDocument(document, now))
      const statusOf = (tokens: typeof without, given: string | undefined) =>
        Effect.map(tokens.verifyDocument(given, now), ({ status }) => status)
      assert.strictEqual(yield* statusOf(without, token), "missing")
      assert.strictEqual(yield* statusOf(tokensOf(null), undefined), "missing")
      assert.strictEqual(yield* statusOf(tokensOf("acme"), token), "invalid")
      assert.strictEqual(yield* statusOf(tokensOf(null), signToken(key, claimsFor())), "invalid")
    }),
  )
})

describe("identity tokens", () => {
  const identity = { externalId: "user-1", identityProvider: "external" }
  const claims = { iss: "cs", aud: "cs-identity", sub: "user-1", exp: 1_800_000_060 }
  const confirmed = (token: Claims, time = now, identityToken: { signingKey: string } | null = { signingKey: key }) =>
    Effect.runPromise(
      makeTokens({ ...noTokens, identityToken }, null).verifyIdentity(signToken(key, token), identity, time),
    )

  it("confirm their content, to the last millisecond without tolerance", async () => {
    assert.isTrue(await confirmed(claims))
    assert.isTrue(await confirmed(claims, claims.exp * 1000))
    assert.isFalse(await confirmed(claims, claims.exp * 1000 + 1))
    assert.isTrue(await confirmed({ ...claims, idp: "external" }))
  })

  it.each<[string, Claims]>([
    ["another user", { ...claims, sub: "user-2" }],
    ["a user alike but for case", { ...claims, sub: "User-1" }],
    ["another provider", { ...claims, idp: "google" }],
    ["another audience", { ...claims, aud: "cs-policy-snapshot" }],
    ["a list of audiences", { ...claims, aud: ["cs-identity"] }],
    ["another issuer", { ...claims, iss: "them" }],
    ["no end", { iss: "cs", aud: "cs-identity", sub: "user-1" }],
    ["no subject", { iss: "cs", aud: "cs-identity", exp: claims.exp }],
  ])("that name %s confirm nothing", async (_, token) => {
    assert.isFalse(await confirmed(token))
  })

  it("confirm nothing where no key is configured", async () => {
    assert.isFalse(await confirmed(claims, now, null))
  })
})
