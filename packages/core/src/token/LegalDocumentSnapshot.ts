/**
 * Legal-document snapshots: a signed word of which version of a document somebody was shown (wire.md 4.2; contract
 * decisions 6 and 45).
 *
 * @module
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type { TokenMac } from "../ports/TokenMac.js"
import { type Claims, signToken, verifyToken } from "./Jws.js"
import { hasBegun, isInScope, tokenScope, type TokenSetting, toSeconds } from "./TokenScope.js"

/** How legal-document snapshots are signed. */
export interface LegalDocumentSnapshotSetting extends TokenSetting {
  readonly ttlSeconds: number
}

/** Which version of which document. */
const DocumentVersion = Schema.Struct({
  /** `privacy_policy`, `dpa`, `terms_and_conditions`, or one of these with a suffix. */
  type: Schema.String,
  version: Schema.String,
  /** `sha256:` and 64 lower-case hex digits. */
  hash: Schema.String,
  /** ISO 8601. */
  effectiveDate: Schema.String,
})
export type DocumentVersion = typeof DocumentVersion.Type

const kind = "cs-legal-document-snapshot"

const decodeClaims = Schema.decodeUnknownOption(
  Schema.Struct({ ...DocumentVersion.fields, sub: Schema.String, iat: Schema.Int, exp: Schema.Int }),
)

const subject = ({ type, version }: DocumentVersion): string => `${type}:${version}`

/** What came of verifying a legal-document snapshot. */
export type LegalDocumentVerdict =
  | { readonly status: "valid"; readonly document: DocumentVersion }
  | { readonly status: "missing" | "invalid" | "expired" }

const verdict = (status: "missing" | "invalid" | "expired"): LegalDocumentVerdict => ({ status })

const judge = (claims: Claims | null, scope: ReturnType<typeof tokenScope>, now: number): LegalDocumentVerdict => {
  if (claims === null || !isInScope(claims, scope) || !hasBegun(claims, now)) return verdict("invalid")
  return Option.match(decodeClaims(claims), {
    onNone: () => verdict("invalid"),
    onSome: ({ exp, iat: _, sub, ...document }) => {
      if (sub !== subject(document)) return verdict("invalid")
      return now <= exp * 1000 ? { status: "valid", document } : verdict("expired")
    },
  })
}

/**
 * Signs which version of a document is shown.
 *
 * @returns the token; null without a setting, for there is no key to sign with
 */
export const signLegalDocumentSnapshot = (
  setting: LegalDocumentSnapshotSetting | null,
  tenant: string | null,
  document: DocumentVersion,
): Effect.Effect<string | null, never, TokenMac> => {
  if (setting === null) return Effect.succeed(null)
  return Effect.flatMap(Clock.currentTimeMillis, (now) => {
    const iat = toSeconds(now)
    const { effectiveDate, hash, type, version } = document
    return signToken(setting.signingKey, {
      ...tokenScope(setting, kind, tenant),
      sub: subject(document),
      ...(tenant === null ? {} : { tenantId: tenant }),
      type,
      version,
      hash,
      effectiveDate,
      iat,
      exp: iat + setting.ttlSeconds,
    })
  })
}

/** Verifies a legal-document snapshot: `missing` without a setting or a token, `expired` only for one that is ours. */
export const verifyLegalDocumentSnapshot = (
  setting: LegalDocumentSnapshotSetting | null,
  tenant: string | null,
  token: string | undefined,
): Effect.Effect<LegalDocumentVerdict, never, TokenMac> => {
  if (setting === null || token === undefined) return Effect.succeed(verdict("missing"))
  return Effect.zipWith(Clock.currentTimeMillis, verifyToken(setting.signingKey, token), (now, claims) =>
    judge(claims, tokenScope(setting, kind, tenant), now),
  )
}
