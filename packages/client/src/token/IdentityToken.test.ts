import { claimIdentity, proveIdentity, type SigningSettings } from "@consent-service/core/token"
import { makeTokens, noTokens } from "@consent-service/core/ports"
import { afterEach, assert, describe, it, vi } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as FastCheck from "effect/FastCheck"
import * as Jose from "jose"
import { ConsentConfigurationError } from "../options/ConfigurationError.js"
import { createIdentityToken, type IdentityTokenOptions, signIdentityToken } from "./IdentityToken.js"

const now = Date.UTC(2026, 10, 21, 12, 30, 15, 999)
const seconds = Date.UTC(2026, 10, 21, 12, 30, 15) / 1000
const signingKey = "an identity key of 32 bytes, yes"
const options: IdentityTokenOptions = { externalId: "user-1", signingKey }

/** The token as a generic JWT library reads it. */
const readBy = (token: string, key: string, issuer: string, audience: string) =>
  Jose.jwtVerify(token, new TextEncoder().encode(key), {
    algorithms: ["HS256"],
    audience,
    issuer,
    currentDate: new Date(now),
  })

const claimsOf = async (change: Partial<IdentityTokenOptions> = {}) =>
  Jose.decodeJwt(await signIdentityToken({ ...options, ...change }, now))

/** Whether the service accepts the token at a time, by its own rules. */
const verifierOf = (identityToken: SigningSettings) => makeTokens({ ...noTokens, identityToken }, null).verifyIdentity

const isTaken = (token: string, settings: SigningSettings, externalId: string, provider?: string, at = now) =>
  Effect.runPromise(verifierOf(settings)(token, claimIdentity(externalId, provider), at))

/** Any text that is not empty, of all of Unicode. */
const text = FastCheck.string({ minLength: 1, unit: "binary" })
const key = FastCheck.string({ minLength: 32, unit: "binary" })

/** Also with blanks around it, or blank. */
const scope = FastCheck.oneof(text, FastCheck.constantFrom(" ", " shop", "links\t"))

const anyOptions = FastCheck.record(
  {
    externalId: text,
    signingKey: key,
    identityProvider: text,
    issuer: scope,
    audience: scope,
    ttlSeconds: FastCheck.integer({ min: 1, max: 2 ** 40 }),
  },
  { requiredKeys: ["externalId", "signingKey"] },
)

describe("a token is an HS256 JWT with aud, exp, iat, iss, sub and perhaps idp", () => {
  it("has exactly these claims", async () => {
    const claims = { aud: "cs-identity", exp: seconds + 3600, iat: seconds, iss: "cs", sub: "user-1" }
    assert.deepStrictEqual(await claimsOf(), claims)
    assert.deepStrictEqual(await claimsOf({ identityProvider: "sso" }), { ...claims, idp: "sso" })
    const own = { audience: "links", issuer: "shop", ttlSeconds: 1 }
    assert.deepStrictEqual(await claimsOf(own), { ...claims, aud: "links", iss: "shop", exp: seconds + 1 })
  })

  it("verifies with jose and with the service's rules, in any script", () =>
    FastCheck.assert(
      FastCheck.asyncProperty(anyOptions, async (given) => {
        const token = await signIdentityToken(given, now)
        const { issuer, audience, externalId, identityProvider, signingKey: secret } = given
        const { payload, protectedHeader } = await readBy(
          token,
          secret,
          issuer?.trim() || "cs",
          audience?.trim() || "cs-identity",
        )
        assert.deepStrictEqual(protectedHeader, { alg: "HS256", typ: "JWT" })
        assert.deepStrictEqual([payload.sub, payload["idp"]], [externalId, identityProvider])
        const settings = { signingKey: secret, issuer, audience }
        assert.isTrue(await isTaken(token, settings, externalId, identityProvider))
        assert.isFalse(await isTaken(token, settings, `${externalId}x`, identityProvider))
        assert.isFalse(await isTaken(token, { ...settings, signingKey: `${secret}x` }, externalId, identityProvider))
      }),
      { numRuns: 50 },
    ))

  it.each([
    ["another provider", { identityProvider: "sso" }, {}, "oidc"],
    ["no provider, where the token names one", { identityProvider: "sso" }, {}, undefined],
    ["another issuer", {}, { issuer: "shop" }, undefined],
    ["another audience", {}, { audience: "shop" }, undefined],
  ] satisfies ReadonlyArray<[string, Partial<IdentityTokenOptions>, Partial<SigningSettings>, string | undefined]>)(
    "and the service refuses for %s",
    async (_, change, settings, provider) => {
      const token = await signIdentityToken({ ...options, ...change }, now)
      assert.isFalse(await isTaken(token, { signingKey, ...settings }, "user-1", provider))
    },
  )

  it("proves the identity of a request without an API key", async () => {
    const token = await signIdentityToken({ ...options, identityProvider: "sso" }, now)
    const offer = { authenticated: false, identity: claimIdentity("user-1", "sso"), now, token }
    const proof = Effect.runPromise(proveIdentity(verifierOf({ signingKey }), offer))
    assert.deepStrictEqual(await proof, { verified: true, verifiedBy: "identity_token" })
  })
})

describe("a token is valid for ttlSeconds, one hour by default", () => {
  afterEach(() => {
    vi.useRealTimers()
  })

  it.each([
    [undefined, 3600],
    [1, 1],
    [86_400, 86_400],
  ])(
    "with the ttlSeconds %j the service takes it for %d seconds, to the last millisecond",
    async (ttlSeconds, life) => {
      const token = await signIdentityToken({ ...options, ttlSeconds }, now)
      const end = (seconds + life) * 1000
      assert.isTrue(await isTaken(token, { signingKey }, "user-1", undefined, end))
      assert.isFalse(await isTaken(token, { signingKey }, "user-1", undefined, end + 1))
    },
  )

  it("from the moment it is requested", async () => {
    vi.useFakeTimers({ now, toFake: ["Date"] })
    assert.strictEqual(await createIdentityToken(options), await signIdentityToken(options, now))
  })
})

describe("options of a token", () => {
  /** As untyped code calls it. */
  const untyped: { sign(options: unknown, now: number): Promise<string> } = { sign: signIdentityToken }

  const namesOf = (given: unknown): Promise<ReadonlyArray<string>> =>
    untyped.sign(given, now).then(
      () => [],
      (error: unknown) => {
        assert.instanceOf(error, ConsentConfigurationError)
        return error.issues.map(({ option }) => option)
      },
    )

  it.each([
    ["signingKey", "x".repeat(32)],
    ["signingKey", "é".repeat(16)],
    ["ttlSeconds", 1],
    ["ttlSeconds", Number.MAX_SAFE_INTEGER - seconds],
    ["identityProvider", undefined],
    ["issuer", undefined],
    ["externalId", " "],
    ["externalId", "Ünïcødé/用户?&😀"],
  ])("%s may be %j", async (option, value) => {
    assert.deepStrictEqual(await namesOf({ ...options, [option]: value }), [])
  })

  it.each([
    ...[undefined, null, "", 1].map((value) => ["externalId", value] as const),
    ...[undefined, null, "", "x".repeat(31), "é".repeat(15), 32, new Uint8Array(32)].map(
      (value) => ["signingKey", value] as const,
    ),
    ...[0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53, "60", null].map(
      (value) => ["ttlSeconds", value] as const,
    ),
    ...["identityProvider", "issuer", "audience"].flatMap((option) =>
      ["", null, 1].map((value) => [option, value] as const),
    ),
  ])("%s must not be %j", async (option, value) => {
    assert.deepStrictEqual(await namesOf({ ...options, [option]: value }), [option])
  })

  it.each([[undefined], [null], [1], [{}]])("are missing in %j", async (given) => {
    assert.deepStrictEqual(await namesOf(given), ["externalId", "signingKey"])
  })

  it("are all named together, without their values", async () => {
    const wrong = {
      externalId: "",
      signingKey: "too short",
      ttlSeconds: 0,
      identityProvider: "",
      issuer: "",
      audience: "",
    }
    const names = ["externalId", "signingKey", "ttlSeconds", "identityProvider", "issuer", "audience"]
    assert.deepStrictEqual(await namesOf(wrong), names)
    const error = await createIdentityToken(wrong).catch(String)
    assert.notInclude(error, wrong.signingKey)
    assert.include(error, "at least 32 bytes")
  })
})
