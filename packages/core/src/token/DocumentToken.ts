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

/** What came of verifying a legal-document snapshot. */
export type LegalDocumentVerdict =
  | { readonly status: "valid"; readonly document: DocumentVersion }
  | { readonly status: "missing" | "invalid" | "expired" }

const verdict = (status: "missing" | "invalid" | "expired"): LegalDocumentVerdict => ({ status })

/** The claims of a new document token. */
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
 * Judges the claims of a document token: `expired` only for one of this service and tenant.
 *
 * @param claims - null for a token whose form or signature is wrong
 * @param now - epoch milliseconds
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
