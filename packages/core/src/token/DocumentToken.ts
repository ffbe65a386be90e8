/**
 * Legal-document tokens: they prove which version of a document a person was shown. The rules are functions of claims,
 * time and settings; `ports/Tokens` signs and verifies.
 *
 * @module
 */
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { type Claims, hasBegun, isInScope, type SigningSettings, tokenScope, toSeconds } from "./Jws.js"

/** How legal-document snapshots are signed. */
export interface DocumentTokenSettings extends SigningSettings {
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
/** The version of a legal document that a snapshot names. */
export type DocumentVersion = typeof DocumentVersion.Type

const kind = "cs-legal-document-snapshot"

const decodeClaims = Schema.decodeUnknownOption(
  Schema.Struct({ ...DocumentVersion.fields, sub: Schema.String, iat: Schema.Int, exp: Schema.Int }),
)

const subject = ({ type, version }: DocumentVersion): string => `${type}:${version}`

/** The outcome of verifying a legal-document snapshot. */
export type LegalDocumentVerdict =
  | { readonly status: "valid"; readonly document: DocumentVersion }
  | { readonly status: "missing" | "invalid" | "expired" }

const verdict = (status: "missing" | "invalid" | "expired"): LegalDocumentVerdict => ({ status })

/**
 * The claims of a new document token.
 *
 * @param tenant - null in the single-tenant scope
 * @param now - epoch milliseconds, when the token begins
 *
 * @example
 * ```ts
 * import { documentClaims } from "@consent-service/core/token"
 *
 * const settings = { signingKey: "a key of at least 32 characters!", ttlSeconds: 3_600 }
 * const hash = `sha256:${"0a".repeat(32)}`
 * const document = { type: "dpa", version: "2", hash, effectiveDate: "2026-01-01T00:00:00.000Z" }
 * const { exp, sub } = documentClaims(settings, null, document, 1_767_225_600_000)
 * sub // "dpa:2"
 * exp // 1_767_229_200
 * ```
 */
export const documentClaims = (
  settings: DocumentTokenSettings,
  tenant: string | null,
  document: DocumentVersion,
  now: number,
): Claims => {
  const iat = toSeconds(now)
  const { effectiveDate, hash, type, version } = document
  return {
    ...tokenScope(settings, kind, tenant),
    sub: subject(document),
    ...(tenant === null ? {} : { tenantId: tenant }),
    type,
    version,
    hash,
    effectiveDate,
    iat,
    exp: iat + settings.ttlSeconds,
  }
}

/** No token was sent, or none can be verified. */
export const documentTokenMissing: LegalDocumentVerdict = verdict("missing")

/**
 * Judges the claims of a document token: `expired` only for one of this service and tenant. The last millisecond of its
 * life is inclusive.
 *
 * @param claims - null for a token whose form or signature is wrong
 * @param now - epoch milliseconds
 *
 * @example
 * ```ts
 * import { documentClaims, judgeDocumentToken } from "@consent-service/core/token"
 *
 * const settings = { signingKey: "a key of at least 32 characters!", ttlSeconds: 3_600 }
 * const hash = `sha256:${"0a".repeat(32)}`
 * const document = { type: "dpa", version: "2", hash, effectiveDate: "2026-01-01T00:00:00.000Z" }
 * const claims = documentClaims(settings, null, document, 1_767_225_600_000)
 * judgeDocumentToken(settings, null, claims, 1_767_225_600_000).status // "valid"
 * judgeDocumentToken(settings, null, claims, 1_767_229_200_001).status // "expired"
 * judgeDocumentToken(settings, "another", claims, 1_767_225_600_000).status // "invalid"
 * ```
 */
export const judgeDocumentToken = (
  settings: DocumentTokenSettings,
  tenant: string | null,
  claims: Claims | null,
  now: number,
): LegalDocumentVerdict => {
  if (claims === null || !isInScope(claims, tokenScope(settings, kind, tenant)) || !hasBegun(claims, now)) {
    return verdict("invalid")
  }
  return Option.match(decodeClaims(claims), {
    onNone: () => verdict("invalid"),
    onSome: ({ exp, iat: _, sub, ...document }) => {
      if (sub !== subject(document)) return verdict("invalid")
      return now <= exp * 1000 ? { status: "valid", document } : verdict("expired")
    },
  })
}
