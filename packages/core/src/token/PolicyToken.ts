/**
 * Policy tokens: `/init` signs the policy that a visitor was shown, and the following save is validated against that policy,
 * even if it arrives late. `docs/reference/consents.md` has the table of their lifetime. The rules are functions of claims,
 * time and settings; `ports/Tokens` signs and verifies.
 *
 * @module
 */
import * as Data from "effect/Data"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { recent } from "../memory/Recent.js"
import { PolicyModel } from "../policy/PolicyRule.js"
import { MatchedBy, type PolicyResolution } from "../policy/PolicyResolution.js"
import { clipLanguages } from "../translation/ClipLanguages.js"
import { fallbackLanguage } from "../translation/Languages.js"
import { type Claims, hasBegun, isInScope, type SigningSettings, tokenScope, toSeconds } from "./Jws.js"

/** The settings of snapshots: signing and lifetime. */
export interface PolicyTokenSettings extends SigningSettings {
  /** How long a token is valid. */
  readonly ttlSeconds: number
  /** How long after its expiry a save may still arrive; 0 refuses every late one. */
  readonly replayWindowSeconds: number
}

/** The tolerance for a client's clock, in milliseconds, when `givenAt` is outside the lifetime of the token. */
const clockSlackMs = 10 * 60 * 1000

const kind = "cs-policy-snapshot"

/** The content of a snapshot. Validating a save needs every member. */
const PolicyTokenClaims = Schema.Struct({
  sub: Schema.String,
  iat: Schema.Int,
  exp: Schema.Int,
  policyId: Schema.String,
  fingerprint: Schema.String,
  matchedBy: MatchedBy,
  model: PolicyModel,
  country: Schema.NullOr(Schema.String),
  region: Schema.NullOr(Schema.String),
  /** The raw `Accept-Language`. */
  language: Schema.String,
  servedLanguage: Schema.optionalWith(Schema.String, { exact: true }),
})
/** The claims of a policy token that a save is validated against. `iat` and `exp` are in seconds since 1970. */
export type PolicyTokenClaims = typeof PolicyTokenClaims.Type

const decodeClaims = Schema.decodeUnknownOption(PolicyTokenClaims)

/** The result of reading a save's token, without its times. */
export type PolicyToken = Data.TaggedEnum<{
  /** The save has no token. */
  Absent: {}
  /** It does not verify, or lacks required claims. */
  Invalid: {}
  Verified: { readonly claims: PolicyTokenClaims }
}>

export const PolicyToken = Data.taggedEnum<PolicyToken>()

/** The phase of a token's lifetime in which a save arrives with it. */
export type PolicyTokenPhase = "live" | "replayed" | "expired"

/**
 * Determines the phase of a verified token; every edge is inclusive. A late save is `replayed` within the window if `givenAt` is in
 * the token's lifetime, give or take ten minutes.
 *
 * @param givenAt - when the client says the visitor decided, epoch milliseconds
 * @param now - when the save arrived, epoch milliseconds
 *
 * @example
 * ```ts
 * import { policyTokenPhase } from "@consent-service/core/token"
 *
 * const claims = { iat: 1_767_225_600, exp: 1_767_227_400 }
 * policyTokenPhase(claims, { givenAt: 1_767_226_000_000, now: 1_767_227_400_000 }, 604_800) // "live"
 * policyTokenPhase(claims, { givenAt: 1_767_226_000_000, now: 1_767_300_000_000 }, 604_800) // "replayed"
 * policyTokenPhase(claims, { givenAt: 1_767_299_000_000, now: 1_767_300_000_000 }, 604_800) // "expired"
 * ```
 */
export const policyTokenPhase = (
  { exp, iat }: Pick<PolicyTokenClaims, "exp" | "iat">,
  { givenAt, now }: { readonly givenAt: number; readonly now: number },
  replayWindowSeconds: number,
): PolicyTokenPhase => {
  const [start, end] = [iat * 1000, exp * 1000]
  if (now <= end) return "live"
  const inLifetime = givenAt >= start - clockSlackMs && givenAt <= end + clockSlackMs
  return inLifetime && now <= end + replayWindowSeconds * 1000 ? "replayed" : "expired"
}

/** The inputs of a token in addition to its policy. */
export interface PolicyTokenInputs {
  readonly country: string | null
  readonly region: string | null
  /** The raw `Accept-Language`. */
  readonly language: string
  readonly servedLanguage: string
}

/** Longer than any real location or language; tokens must stay short enough to be sent back. */
const maxText = 255

const clip = (text: string): string => text.slice(0, maxText).toWellFormed()

const clipOrNull = (text: string | null): string | null => (text === null ? null : clip(text))

/**
 * The claims of a new policy token.
 *
 * @param tenant - null in the single-tenant scope
 * @param now - epoch milliseconds, the token's start
 * @returns null when no policy matched: there is nothing to sign
 *
 * @example
 * ```ts
 * import { noMatch } from "@consent-service/core/policy"
 * import { policyTokenClaims } from "@consent-service/core/token"
 *
 * const settings = { signingKey: "a key of at least 32 characters!", ttlSeconds: 1_800, replayWindowSeconds: 604_800 }
 * const inputs = { country: "FR", region: null, language: "fr-FR", servedLanguage: "fr" }
 * policyTokenClaims(settings, null, noMatch, inputs, 1_767_225_600_000) // null
 * ```
 */
export const policyTokenClaims = (
  settings: PolicyTokenSettings,
  tenant: string | null,
  resolution: PolicyResolution,
  inputs: PolicyTokenInputs,
  now: number,
): Claims | null => {
  if (resolution.status !== "matched") return null
  const iat = toSeconds(now)
  return {
    ...tokenScope(settings, kind, tenant),
    sub: resolution.policyId,
    iat,
    exp: iat + settings.ttlSeconds,
    policyId: resolution.policyId,
    fingerprint: resolution.fingerprints.policy,
    matchedBy: resolution.matchedBy,
    model: resolution.policy.model,
    country: clipOrNull(inputs.country),
    region: clipOrNull(inputs.region),
    language: (clipLanguages(inputs.language) ?? fallbackLanguage).toWellFormed(),
    servedLanguage: inputs.servedLanguage,
    ...(tenant === null ? {} : { tenantId: tenant }),
  }
}

/**
 * Validates the scope and form of the claims of a save's token. {@link policyTokenPhase} validates their times.
 *
 * @param claims - null for a token whose form or signature is wrong
 * @param now - epoch milliseconds
 *
 * @example
 * ```ts
 * import { judgePolicyToken } from "@consent-service/core/token"
 *
 * const settings = { signingKey: "a key of at least 32 characters!", ttlSeconds: 1_800, replayWindowSeconds: 604_800 }
 * judgePolicyToken(settings, null, null, 1_767_225_600_000)._tag // "Invalid"
 * ```
 */
export const judgePolicyToken = (
  settings: PolicyTokenSettings,
  tenant: string | null,
  claims: Claims | null,
  now: number,
): PolicyToken => {
  if (claims === null || !isInScope(claims, tokenScope(settings, kind, tenant)) || !hasBegun(claims, now)) {
    return PolicyToken.Invalid()
  }
  return Option.match(decodeClaims(claims), {
    onNone: () => PolicyToken.Invalid(),
    onSome: (decoded) =>
      decoded.sub === decoded.policyId ? PolicyToken.Verified({ claims: decoded }) : PolicyToken.Invalid(),
  })
}

/** Bounds memory: visitors who send new values cost time, not memory. */
const mostKept = 1_000

/** No real place and languages are longer, in UTF-16 code units. */
const longestName = 600

/** Signs the policy that a visitor is shown; null when no policy matched. `now` is in epoch milliseconds. */
export type SignPolicy = (resolution: PolicyResolution, inputs: PolicyTokenInputs, now: number) => string | null

const nameOf = ({ country, language, region, servedLanguage }: PolicyTokenInputs): string =>
  JSON.stringify([country, region, language, servedLanguage])

/**
 * Signs policy tokens, and caches those of the current second, 1,000 at most: visitors of one resolution, place and
 * language share a token.
 *
 * @param tenant - null in the single-tenant scope
 * @param sign - signs claims
 *
 * @example
 * ```ts
 * import { noMatch } from "@consent-service/core/policy"
 * import { policySigner, signToken } from "@consent-service/core/token"
 *
 * const settings = { signingKey: "a key of at least 32 characters!", ttlSeconds: 1_800, replayWindowSeconds: 604_800 }
 * const sign = policySigner(settings, null, (claims) => signToken(settings.signingKey, claims))
 * sign(noMatch, { country: null, region: null, language: "", servedLanguage: "en" }, 1_767_225_600_000) // null
 * ```
 */
export const policySigner = (
  settings: PolicyTokenSettings,
  tenant: string | null,
  sign: (claims: Claims) => string,
): SignPolicy => {
  let second = Number.NaN
  let count = 0
  // Replaced each second and never deleted from: see `memory/Line`.
  let signed = new Map<PolicyResolution, Map<string, string>>()
  const tokensOf = (resolution: PolicyResolution): Map<string, string> => {
    const known = signed.get(resolution) ?? new Map<string, string>()
    signed.set(resolution, known)
    return known
  }
  return (resolution, inputs, now) => {
    if (toSeconds(now) !== second) {
      second = toSeconds(now)
      count = 0
      signed = new Map()
    }
    const name = nameOf(inputs)
    const known = signed.get(resolution)?.get(name)
    if (known !== undefined) return known
    const claims = policyTokenClaims(settings, tenant, resolution, inputs, now)
    if (claims === null) return null
    const token = sign(claims)
    if (count < mostKept && name.length <= longestName) {
      tokensOf(resolution).set(name, token)
      count += 1
    }
    return token
  }
}

/** Verifies the token of a save. `now` is in epoch milliseconds. */
export type VerifyPolicy = (token: string, now: number) => PolicyToken

/** Longer than tokens of real places and languages, in UTF-16 code units. */
const longestToken = 2_048

/**
 * Verifies policy tokens, and caches the 1,000 valid ones that were used last: visitors of one rule, place and language
 * share a token for a second.
 *
 * @param tenant - null in the single-tenant scope
 * @param verify - the claims of a token whose form and signature are right; null otherwise
 *
 * @example
 * ```ts
 * import { policyVerifier, verifyToken } from "@consent-service/core/token"
 *
 * const settings = { signingKey: "a key of at least 32 characters!", ttlSeconds: 1_800, replayWindowSeconds: 604_800 }
 * const verify = policyVerifier(settings, null, (token) => verifyToken(settings.signingKey, token))
 * verify("not.a.token", 1_767_225_600_000)._tag // "Invalid"
 * ```
 */
export const policyVerifier = (
  settings: PolicyTokenSettings,
  tenant: string | null,
  verify: (token: string) => Claims | null,
): VerifyPolicy => {
  const valid = recent<PolicyToken>({ bound: mostKept, longestKey: longestToken })
  return (token, now) => {
    const known = valid.find(token)
    if (known !== undefined) return known
    const claims = verify(token)
    const judged = judgePolicyToken(settings, tenant, claims, now)
    // One that begins at a time of its own is not valid at each time.
    if (judged._tag === "Verified" && claims?.["nbf"] === undefined) valid.keep(token, judged)
    return judged
  }
}
