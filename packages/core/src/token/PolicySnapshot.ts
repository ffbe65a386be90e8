/**
 * Policy snapshot tokens: `/init` signs which policy a visitor was shown, and the save that follows is judged by it,
 * even when it arrives late (service.md, "Policy snapshot token lifetime"; wire.md 4.1; contract decision 21).
 *
 * @module
 */
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { PolicyModel } from "../policy/PolicyRule.js"
import { MatchedBy, type PolicyResolution } from "../policy/PolicyResolution.js"
import type { TokenMac } from "../ports/TokenMac.js"
import { type Claims, signToken, verifyToken } from "./Jws.js"
import { hasBegun, isInScope, tokenScope, type TokenSetting, toSeconds } from "./TokenScope.js"

/** How snapshots are signed and how long they hold. */
export interface PolicySnapshotSetting extends TokenSetting {
  /** How long a token is live. */
  readonly ttlSeconds: number
  /** How long after its end a save may still arrive; 0 refuses every late one. */
  readonly replayWindowSeconds: number
}

/** What the client's clock may be off by, when a save is older than its token or younger (service.md, "Limits"). */
const clockSlackMs = 10 * 60 * 1000

const kind = "cs-policy-snapshot"

/** What a snapshot says. Every member is needed to judge a save by it. */
const SnapshotClaims = Schema.Struct({
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
export type SnapshotClaims = typeof SnapshotClaims.Type

const decodeClaims = Schema.decodeUnknownOption(SnapshotClaims)

/** What a save's token turned out to be, before time is looked at. */
export type Snapshot = Data.TaggedEnum<{
  /** The save carries none. */
  Absent: {}
  /** It does not verify, or does not say all that is needed. */
  Invalid: {}
  Verified: { readonly claims: SnapshotClaims }
}>

export const Snapshot = Data.taggedEnum<Snapshot>()

/** Where a token stands in its life when a save arrives with it. */
export type SnapshotPhase = "live" | "replayed" | "expired"

/**
 * Judges a verified token by time; every edge is inclusive.
 *
 * @param givenAt - when the client says the visitor decided, epoch milliseconds
 * @param now - when the save arrived, epoch milliseconds
 */
export const snapshotPhase = (
  { exp, iat }: Pick<SnapshotClaims, "exp" | "iat">,
  { givenAt, now }: { readonly givenAt: number; readonly now: number },
  replayWindowSeconds: number,
): SnapshotPhase => {
  const [start, end] = [iat * 1000, exp * 1000]
  if (now <= end) return "live"
  const inLifetime = givenAt >= start - clockSlackMs && givenAt <= end + clockSlackMs
  return inLifetime && now <= end + replayWindowSeconds * 1000 ? "replayed" : "expired"
}

/** What a snapshot is made of, beside its policy. */
export interface SnapshotInputs {
  readonly country: string | null
  readonly region: string | null
  /** The raw `Accept-Language`. */
  readonly language: string
  readonly servedLanguage: string
}

/** Longer than any place or language that is meant; a token must stay short enough to be sent back. */
const clip = (text: string): string => text.slice(0, 255).toWellFormed()

const clipOrNull = (text: string | null): string | null => (text === null ? null : clip(text))

/** The claims of a new snapshot; null when no policy was matched, for there is nothing to hold on to then. */
export const snapshotClaims = (
  setting: PolicySnapshotSetting,
  tenant: string | null,
  resolution: PolicyResolution,
  inputs: SnapshotInputs,
  now: number,
): Claims | null => {
  if (resolution.status !== "matched") return null
  const iat = toSeconds(now)
  return {
    ...tokenScope(setting, kind, tenant),
    sub: resolution.policyId,
    iat,
    exp: iat + setting.ttlSeconds,
    policyId: resolution.policyId,
    fingerprint: resolution.fingerprints.policy,
    matchedBy: resolution.matchedBy,
    model: resolution.policy.model,
    country: clipOrNull(inputs.country),
    region: clipOrNull(inputs.region),
    language: clip(inputs.language),
    servedLanguage: inputs.servedLanguage,
    ...(tenant === null ? {} : { tenantId: tenant }),
  }
}

const readClaims = (
  setting: PolicySnapshotSetting,
  tenant: string | null,
  claims: Claims | null,
  now: number,
): Snapshot => {
  if (claims === null || !isInScope(claims, tokenScope(setting, kind, tenant)) || !hasBegun(claims, now)) {
    return Snapshot.Invalid()
  }
  return Option.match(decodeClaims(claims), {
    onNone: () => Snapshot.Invalid(),
    onSome: (decoded) =>
      decoded.sub === decoded.policyId ? Snapshot.Verified({ claims: decoded }) : Snapshot.Invalid(),
  })
}

/**
 * Verifies the token of a save. Without a signing key no token can be verified; an empty one is a token too
 * (contract decision 41).
 */
export const verifySnapshot = (
  setting: PolicySnapshotSetting | null,
  tenant: string | null,
  token: string,
  now: number,
): Effect.Effect<Snapshot, never, TokenMac> => {
  if (setting === null) return Effect.succeed(Snapshot.Invalid())
  return Effect.map(verifyToken(setting.signingKey, token), (claims) => readClaims(setting, tenant, claims, now))
}

/** So that visitors who send something new each time cost time, not memory. */
const mostKept = 1_000

/**
 * Makes the signer of one instance's snapshots. Claims that are the same within one second are signed once: visitors
 * of one rule, place and language share a token.
 */
export const makeSnapshotSigner = (
  setting: PolicySnapshotSetting,
): ((claims: Claims) => Effect.Effect<string, never, TokenMac>) => {
  let second: unknown = null
  let signed = new Map<string, string>()

  return (claims) => {
    if (claims["iat"] !== second) {
      second = claims["iat"]
      signed = new Map()
    }
    const known = signed
    const name = JSON.stringify(claims)
    const token = known.get(name)
    if (token !== undefined) return Effect.succeed(token)
    if (known.size >= mostKept) return signToken(setting.signingKey, claims)
    return Effect.tap(signToken(setting.signingKey, claims), (made) => Effect.sync(() => known.set(name, made)))
  }
}
