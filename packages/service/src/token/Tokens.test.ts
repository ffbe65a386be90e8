import { TokenMac } from "@consent-service/core/ports/TokenMac"
import { compilePack } from "@consent-service/core/policy/PolicyPack"
import { policyPresets } from "@consent-service/core/policy/PolicyPresets"
import { compileResolver } from "@consent-service/core/policy/Resolve"
import { confirmsIdentity } from "@consent-service/core/token/IdentityToken"
import { type Claims, signToken, verifyToken } from "@consent-service/core/token/Jws"
import {
  signLegalDocumentSnapshot,
  verifyLegalDocumentSnapshot,
} from "@consent-service/core/token/LegalDocumentSnapshot"
import {
  makeSnapshotSigner,
  type PolicySnapshotSetting,
  snapshotClaims,
  snapshotPhase,
  verifySnapshot,
} from "@consent-service/core/token/PolicySnapshot"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as FastCheck from "effect/FastCheck"
import * as TestClock from "effect/TestClock"
import { createHmac } from "node:crypto"
import * as nodeCrypto from "node:crypto"
import { CompactSign, decodeJwt, jwtVerify, SignJWT, UnsecuredJWT } from "jose"
import { nodeTokenMac, platformTokenMac, webTokenMac } from "@consent-service/adapter-http/token/TokenMacs"

const key = "a signing key of more than 32 bytes, for tests"
const keyBytes = new TextEncoder().encode(key)
const macs = [
  ["node:crypto", nodeTokenMac(nodeCrypto)],
  ["WebCrypto", webTokenMac(crypto.subtle)],
] as const

type Mac = typeof platformTokenMac

const run = <A>(effect: Effect.Effect<A, never, TokenMac>, mac: Mac = platformTokenMac): Promise<A> =>
  Effect.runPromise(Effect.provideService(effect, TokenMac, mac))

describe.each(macs)("HMAC-SHA-256 by %s", (_, mac) => {
  it.each([
    // RFC 4231, test cases 2 and 6, whose keys are text.
    ["Jefe", "what do ya want for nothing?", "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"],
    ["\u0000", "", createHmac("sha256", "\u0000").digest("hex")],
  ])("of the key %j", async (secret, text, expected) => {
    assert.strictEqual(Buffer.from(await Effect.runPromise(mac.sign(secret, text))).toString("hex"), expected)
  })

  it("agrees with the other on any text", async () => {
    const text = FastCheck.string({ unit: "binary" })
    await FastCheck.assert(
      FastCheck.asyncProperty(FastCheck.string({ minLength: 1 }), text, async (secret, message) => {
        const ours = await Effect.runPromise(mac.sign(secret, message.toWellFormed()))
        const expected = createHmac("sha256", secret.toWellFormed()).update(message.toWellFormed(), "utf8").digest()
        assert.deepStrictEqual(Buffer.from(ours), expected)
      }),
      { numRuns: 50 },
    )
  })

  it("signs tokens that jose verifies, and verifies those that jose signs", async () => {
    const claims = { iss: "cs", aud: "x", sub: "bücher 🍪", n: 1, deep: { list: [1, null] } }
    const ours = await run(signToken(key, claims), mac)
    const { payload, protectedHeader } = await jwtVerify(ours, keyBytes, { issuer: "cs", audience: "x" })
    assert.deepStrictEqual<unknown>(payload, claims)
    assert.deepStrictEqual(protectedHeader, { alg: "HS256", typ: "JWT" })
    const theirs = await new SignJWT(claims).setProtectedHeader({ alg: "HS256" }).sign(keyBytes)
    assert.deepStrictEqual<unknown>(await run(verifyToken(key, theirs), mac), claims)
  })
})

describe("hostile tokens (contract decision 21; reliability.md M8)", () => {
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
    ["a payload that is no JSON", sign({ alg: "HS256" }, Buffer.from("{").toString("base64url"))],
    ["a payload that is no UTF-8", sign({ alg: "HS256" }, Buffer.from([0x22, 0xff, 0x22]).toString("base64url"))],
    ["a payload of 20 KiB", sign({ alg: "HS256" }, encode({ ...claims, pad: "x".repeat(20_000) }))],
    [
      "a JWS that is no JWT",
      new CompactSign(new TextEncoder().encode("text")).setProtectedHeader({ alg: "HS256" }).sign(keyBytes),
    ],
  ]

  it.each(hostile)("%s is none of ours", async (_, token) => {
    assert.isNull(await run(verifyToken(key, await token)))
  })

  it("the one they are made from is", async () => {
    assert.deepStrictEqual<unknown>(await run(verifyToken(key, good)), claims)
  })

  it("one changed character makes any token foreign", async () => {
    await FastCheck.assert(
      FastCheck.asyncProperty(
        FastCheck.nat(good.length - 1),
        FastCheck.constantFrom(..."AZaz09-_.= "),
        async (at, char) => {
          FastCheck.pre(good[at] !== char)
          assert.isNull(await run(verifyToken(key, good.slice(0, at) + char + good.slice(at + 1))))
        },
      ),
    )
  })
})

const setting: PolicySnapshotSetting = { signingKey: key, ttlSeconds: 1800, replayWindowSeconds: 604_800 }
const now = 1_800_000_000_500
const inputs = { country: "DE", region: null, language: "de-AT", servedLanguage: "de" }
const resolution = compileResolver(Either.getOrThrow(compilePack([policyPresets.europeOptIn()])))({
  country: "DE",
  region: null,
})

const claimsFor = (change: Partial<PolicySnapshotSetting> = {}, tenant: string | null = null): Claims =>
  snapshotClaims({ ...setting, ...change }, tenant, resolution, inputs, now) ?? assert.fail("nothing matched")

const snapshotOf = async (
  claims: Claims,
  change: Partial<PolicySnapshotSetting> = {},
  tenant: string | null = null,
): Promise<string> => {
  const token = await run(signToken(key, claims))
  return (await run(verifySnapshot({ ...setting, ...change }, tenant, token, now)))._tag
}

describe("policy snapshot tokens (wire.md 4.1)", () => {
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

  it("are verified by who signed them", async () => {
    assert.strictEqual(await snapshotOf(claimsFor()), "Verified")
    assert.strictEqual(await snapshotOf(claimsFor({}, "acme"), {}, "acme"), "Verified")
    assert.strictEqual(
      await snapshotOf(claimsFor({ audience: " mine " }, "acme"), { audience: "mine" }, "other"),
      "Verified",
    )
  })

  it.each<[string, Claims, Partial<PolicySnapshotSetting>, string | null]>([
    ["another tenant's", claimsFor({}, "acme"), {}, "other"],
    ["a tenant's, in the scope without one", claimsFor({}, "acme"), {}, null],
    ["another issuer's", claimsFor({ issuer: "them" }), {}, null],
    ["for another audience", claimsFor({ audience: "them" }), {}, null],
    ["for a list of audiences", { ...claimsFor(), aud: ["cs-policy-snapshot"] }, {}, null],
    ["an identity token", { ...claimsFor(), aud: "cs-identity" }, {}, null],
    ...["policyId", "fingerprint", "matchedBy", "model", "exp", "iat", "sub"].map(
      (name): [string, Claims, Partial<PolicySnapshotSetting>, string | null] => [
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
  ])("%s: invalid", async (_, claims, change, tenant) => {
    assert.strictEqual(await snapshotOf(claims, change, tenant), "Invalid")
  })

  it("without a key none can be verified; an empty one is one (decision 41)", async () => {
    const token = await run(signToken(key, claimsFor()))
    assert.strictEqual((await run(verifySnapshot(null, null, token, now)))._tag, "Invalid")
    assert.strictEqual((await run(verifySnapshot(setting, null, "", now)))._tag, "Invalid")
  })

  it("are not made where nothing matched", () => {
    const nothing = compileResolver([])({ country: "DE", region: null })
    assert.isNull(snapshotClaims(setting, null, nothing, inputs, now))
  })

  it("stay verifiable whatever a visitor sends as place and language", async () => {
    const hostile = { country: "x".repeat(9_000), region: "\ud800", language: "🍪".repeat(9_000), servedLanguage: "en" }
    const claims = snapshotClaims(setting, null, resolution, hostile, now) ?? assert.fail("nothing matched")
    assert.strictEqual(await snapshotOf(claims), "Verified")
  })

  it("for identical claims within one second are signed once", async () => {
    let signed = 0
    const counting: Mac = {
      sign: (secret, text) => {
        signed += 1
        return platformTokenMac.sign(secret, text)
      },
    }
    const sign = makeSnapshotSigner(setting)
    const at = (time: number, country = "DE") =>
      run(sign(snapshotClaims(setting, null, resolution, { ...inputs, country }, time) ?? {}), counting)
    const [first, again, other, later] = [await at(now), await at(now + 400), await at(now, "FR"), await at(now + 500)]
    assert.strictEqual(first, again)
    assert.strictEqual(new Set([first, other, later]).size, 3)
    assert.strictEqual(signed, 3)
    assert.strictEqual(decodeJwt(later).iat, 1_800_000_001)
  })
})

describe("the life of a policy snapshot token (service.md, Policy snapshot token lifetime)", () => {
  const [iat, exp] = [1_000, 2_800]
  const slack = 600_000
  const phase = (arrival: number, givenAt: number, window = 604_800) =>
    snapshotPhase({ iat, exp }, { now: arrival, givenAt }, window)

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

describe("legal-document snapshots (wire.md 4.2)", () => {
  const document = {
    type: "privacy_policy",
    version: "2026-11",
    hash: `sha256:${"a".repeat(64)}`,
    effectiveDate: "2026-11-01T00:00:00.000Z",
  }
  const legal = { signingKey: key, ttlSeconds: 86_400 }
  const provide = <A>(effect: Effect.Effect<A, never, TokenMac>) =>
    Effect.provideService(effect, TokenMac, platformTokenMac)

  it.effect("are what jose reads, and valid to their last second", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(now)
      const token = (yield* provide(signLegalDocumentSnapshot(legal, "acme", document))) ?? ""
      const claims = decodeJwt(token)
      assert.deepInclude(claims, {
        ...document,
        iss: "cs",
        aud: "cs-legal-document-snapshot:acme",
        sub: "privacy_policy:2026-11",
        tenantId: "acme",
      })
      const verify = () => provide(verifyLegalDocumentSnapshot(legal, "acme", token))
      assert.deepStrictEqual(yield* verify(), { status: "valid", document })
      yield* TestClock.setTime((claims.exp ?? 0) * 1000)
      assert.strictEqual((yield* verify()).status, "valid")
      yield* TestClock.adjust(1)
      assert.strictEqual((yield* verify()).status, "expired")
    }),
  )

  it.effect("are missing without a key or a token, invalid for another tenant or a policy snapshot", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(now)
      const token = (yield* provide(signLegalDocumentSnapshot(legal, null, document))) ?? ""
      assert.isNull(yield* provide(signLegalDocumentSnapshot(null, null, document)))
      const statusOf = (...args: Parameters<typeof verifyLegalDocumentSnapshot>) =>
        Effect.map(provide(verifyLegalDocumentSnapshot(...args)), ({ status }) => status)
      assert.strictEqual(yield* statusOf(null, null, token), "missing")
      assert.strictEqual(yield* statusOf(legal, null, undefined), "missing")
      assert.strictEqual(yield* statusOf(legal, "acme", token), "invalid")
      const policyToken = yield* provide(signToken(key, claimsFor()))
      assert.strictEqual(yield* statusOf(legal, null, policyToken), "invalid")
    }),
  )
})

describe("identity tokens (wire.md 4.3)", () => {
  const identity = { externalId: "user-1", identityProvider: "external" }
  const claims = { iss: "cs", aud: "cs-identity", sub: "user-1", exp: 1_800_000_060 }
  const confirmed = async (token: Claims, time = now, of = identity) =>
    run(confirmsIdentity({ signingKey: key }, await run(signToken(key, token)), of, time))

  it("confirm what they name, to the last millisecond and no tolerance beyond", async () => {
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
    ["nobody", { iss: "cs", aud: "cs-identity", exp: claims.exp }],
  ])("that name %s confirm nothing", async (_, token) => {
    assert.isFalse(await confirmed(token))
  })

  it("confirm nothing where no key is configured", async () => {
    assert.isFalse(await run(confirmsIdentity(null, await run(signToken(key, claims)), identity, now)))
  })
})
