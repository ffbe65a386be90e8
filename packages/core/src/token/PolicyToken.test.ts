import { assert, describe, it } from "@effect/vitest"
import * as Either from "effect/Either"
import * as FastCheck from "effect/FastCheck"
import { compileRules } from "../policy/CompiledRule.js"
import { compileResolver } from "../policy/MatchRule.js"
import { policyPresets } from "../policy/PolicyPresets.js"
import { issuedAt, policyClaims } from "../testing/Tokens.js"
import { type Claims, signToken, verifyToken } from "./Jws.js"
import {
  judgePolicyToken,
  policySigner,
  policyTokenClaims,
  type PolicyTokenPhase,
  policyTokenPhase,
  policyVerifier,
} from "./PolicyToken.js"

const settings = { signingKey: "a signing key for tests", ttlSeconds: 1_800, replayWindowSeconds: 604_800 }

describe("the phase of a policy token", () => {
  const [iat, exp] = [10_000, 11_800]
  const minutes = 60_000
  const week = 604_800

  const arrivals = {
    "before iat": iat * 1000 - 1,
    "at iat": iat * 1000,
    "at exp": exp * 1000,
    "1 ms after exp": exp * 1000 + 1,
    "10 min after exp": exp * 1000 + 10 * minutes,
    "at the end of the replay window": (exp + week) * 1000,
    "1 ms after the replay window": (exp + week) * 1000 + 1,
  }

  // One letter for each arrival: live, replayed, expired.
  const table: ReadonlyArray<[given: string, givenAt: number, phases: string, withoutWindow: string]> = [
    ["at the epoch", 0, "l l l e e e e", "l l l e e e e"],
    ["10 min and 1 ms before iat", iat * 1000 - 10 * minutes - 1, "l l l e e e e", "l l l e e e e"],
    ["10 min before iat", iat * 1000 - 10 * minutes, "l l l r r r e", "l l l e e e e"],
    ["at iat", iat * 1000, "l l l r r r e", "l l l e e e e"],
    ["at exp", exp * 1000, "l l l r r r e", "l l l e e e e"],
    ["10 min after exp", exp * 1000 + 10 * minutes, "l l l r r r e", "l l l e e e e"],
    ["10 min and 1 ms after exp", exp * 1000 + 10 * minutes + 1, "l l l e e e e", "l l l e e e e"],
  ]
  const letters: Readonly<Record<string, PolicyTokenPhase>> = { l: "live", r: "replayed", e: "expired" }

  it.each(table)("a choice made %s is as in the table", (_, givenAt, phases, withoutWindow) => {
    const phasesFor = (window: number) =>
      Object.values(arrivals).map((now) => policyTokenPhase({ iat, exp }, { givenAt, now }, window))
    assert.deepStrictEqual(
      phasesFor(week),
      phases.split(" ").map((letter) => letters[letter]),
    )
    assert.deepStrictEqual(
      phasesFor(0),
      withoutWindow.split(" ").map((letter) => letters[letter]),
    )
  })

  it("equals the rule, written as intervals, at and around every edge", () => {
    const near = (edge: number) => FastCheck.integer({ min: -2, max: 2 }).map((off) => edge + off)
    const lifetimes = FastCheck.tuple(
      FastCheck.integer({ min: 700, max: 5_000 }),
      FastCheck.nat(4_000),
      FastCheck.nat(900),
    )
    const cases = lifetimes.chain(([start, ttl, window]) => {
      const [from, to] = [start * 1000, (start + ttl) * 1000]
      const moments = [0, from - 600_000, from, to, to + 600_000, to + window * 1000].map(near)
      const anyMoment = FastCheck.oneof(...moments, FastCheck.nat(10_000_000))
      return FastCheck.tuple(FastCheck.constant([start, start + ttl, window] as const), anyMoment, anyMoment)
    })
    const within = (moment: number, [from, to]: readonly [number, number]) => from <= moment && moment <= to
    FastCheck.assert(
      FastCheck.property(cases, ([[issued, ends, window], givenAt, now]) => {
        const end = ends * 1000
        const isLive = within(now, [-Infinity, end])
        const isReplayed =
          within(now, [end + 1, end + window * 1000]) && within(givenAt, [issued * 1000 - 600_000, end + 600_000])
        const expected = isLive ? "live" : isReplayed ? "replayed" : "expired"
        assert.strictEqual(policyTokenPhase({ iat: issued, exp: ends }, { givenAt, now }, window), expected)
      }),
      { numRuns: 500 },
    )
  })
})

const statusOf = (claims: Claims, now = issuedAt) =>
  judgePolicyToken(settings, null, verifyToken(settings.signingKey, signToken(settings.signingKey, claims)), now)._tag

describe("the claims of a policy token", () => {
  const claims = policyClaims(settings, null)

  it("are accepted as signed, with additional claims, and without a served language", () => {
    const { servedLanguage: _, ...older } = claims
    for (const good of [claims, { ...claims, more: 1 }, older]) assert.strictEqual(statusOf(good), "Verified")
  })

  const names = ["iss", "aud", "sub", "iat", "exp", "policyId", "fingerprint", "matchedBy", "model"]

  it.each([...names, "country", "region", "language"])(
    "are refused without %s, or with a list in its place",
    (name) => {
      const { [name]: value, ...rest } = claims
      assert.strictEqual(statusOf(rest), "Invalid")
      assert.strictEqual(statusOf({ ...rest, [name]: [value] }), "Invalid")
    },
  )

  it.each<[string, unknown]>([
    ["sub", "another policy"],
    ["iat", "1800000000"],
    ["iat", 1_800_000_000.5],
    ["exp", "1800001800"],
    ["exp", null],
    ["fingerprint", null],
    ["matchedBy", "guess"],
    ["model", "ask"],
    ["country", 49],
    ["language", null],
    ["servedLanguage", null],
    ["iss", "them"],
    ["aud", "cs-identity"],
  ])("are refused with %s %j", (name, value) => {
    assert.strictEqual(statusOf({ ...claims, [name]: value }), "Invalid")
  })

  it("are refused before nbf, and accepted from that second on", () => {
    const second = Math.ceil(issuedAt / 1000)
    assert.strictEqual(statusOf({ ...claims, nbf: second }, second * 1000 - 1), "Invalid")
    assert.strictEqual(statusOf({ ...claims, nbf: second }, second * 1000), "Verified")
    assert.strictEqual(statusOf({ ...claims, nbf: String(second - 10) }), "Invalid")
  })
})

describe("the signer of one instance", () => {
  // Of some places nothing matches.
  const resolve = compileResolver(Either.getOrThrow(compileRules([policyPresets.europeOptIn()])))
  const inputs = (n: number) => ({ country: "DE", region: null, language: `x-${n}`, servedLanguage: "en" })
  const countingSigner = () => {
    const counted = { signatures: 0 }
    const sign = policySigner(settings, null, (claims) => {
      counted.signatures += 1
      return signToken(settings.signingKey, claims)
    })
    const matched = resolve({ country: "DE", region: null })
    return { counted, signAt: (second: number, n: number) => sign(matched, inputs(n), second * 1000) }
  }

  it("caches 1,000 tokens of a second and signs any others each time", () => {
    const { counted, signAt } = countingSigner()
    for (let n = 0; n < 1_500; n += 1) signAt(1, n)
    assert.strictEqual(counted.signatures, 1_500)
    for (let n = 0; n < 1_000; n += 1) signAt(1, n)
    assert.strictEqual(counted.signatures, 1_500, "the first 1,000 are remembered")
    for (let n = 1_000; n < 1_500; n += 1) signAt(1, n)
    assert.strictEqual(counted.signatures, 2_000, "no more than 1,000 are")
    signAt(2, 0)
    signAt(1, 0)
    assert.strictEqual(counted.signatures, 2_002, "and none of another second")
  })

  it("returns the same token whether cached or not", () => {
    const sign = policySigner(settings, null, (claims) => signToken(settings.signingKey, claims))
    const place = FastCheck.constantFrom("DE", "FR", "US", "US-CA", null)
    const text = FastCheck.constantFrom("de", "fr,en;q=0.5", "", "x".repeat(700))
    const request = FastCheck.record({
      now: FastCheck.nat(2_500),
      country: place,
      region: place,
      language: text,
      servedLanguage: FastCheck.constantFrom("de", "en"),
    })
    FastCheck.assert(
      FastCheck.property(FastCheck.array(request), (requests) => {
        for (const { now, ...wanted } of requests) {
          const resolution = resolve({ country: wanted.country, region: null })
          const claims = policyTokenClaims(settings, null, resolution, wanted, now)
          const token = sign(resolution, wanted, now)
          assert.deepStrictEqual<unknown>(token === null ? null : verifyToken(settings.signingKey, token), claims)
        }
      }),
    )
  })
})

describe("the verifier of one instance", () => {
  const sign = (of: Claims): string => signToken(settings.signingKey, of)
  const verify = (token: string): Claims | null => verifyToken(settings.signingKey, token)
  const seconds = Math.ceil(issuedAt / 1000)
  const claims = policyClaims(settings, null)

  const tokens = [
    sign(claims),
    sign({ ...claims, country: "FR" }),
    sign({ ...claims, nbf: seconds + 5 }),
    sign({ ...claims, aud: "another" }),
    sign({ ...claims, sub: "another" }),
    `${sign(claims)}x`,
    signToken("another key", claims),
    "",
  ]

  it("has the verdict of the rules about each token, whatever it has verified before", () => {
    const questions = FastCheck.array(
      FastCheck.tuple(FastCheck.constantFrom(...tokens), FastCheck.integer({ min: -10, max: 10 })),
      { maxLength: 40 },
    )
    FastCheck.assert(
      FastCheck.property(questions, (asked) => {
        const verifier = policyVerifier(settings, null, verify)
        for (const [token, offset] of asked) {
          const now = issuedAt + offset * 1000
          assert.deepStrictEqual(verifier(token, now), judgePolicyToken(settings, null, verify(token), now))
        }
      }),
    )
  })

  it("verifies a valid token once, and any other each time", () => {
    const asked: Array<string> = []
    const verifier = policyVerifier(settings, null, (token) => {
      asked.push(token)
      return verify(token)
    })
    const [valid = "", , later = "", elsewhere = ""] = tokens
    const each = [valid, elsewhere, later, "x"]
    for (const token of [...each, ...each]) verifier(token, issuedAt + 10_000)
    assert.deepStrictEqual(asked, [...each, elsewhere, later, "x"])
  })

  it("caches 1,000 tokens at most, and none that is too long to be of a real place and language", () => {
    let verified = 0
    const verifier = policyVerifier(settings, null, (token) => {
      verified += 1
      return verify(token)
    })
    const first = sign(claims)
    verifier(first, issuedAt)
    for (let i = 0; i < 1_000; i += 1) verifier(sign({ ...claims, region: String(i) }), issuedAt)
    verifier(first, issuedAt)
    const long = sign({ ...claims, language: "x".repeat(2_000) })
    for (let i = 0; i < 2; i += 1) verifier(long, issuedAt)
    assert.strictEqual(verified, 1_004)
  })
})
