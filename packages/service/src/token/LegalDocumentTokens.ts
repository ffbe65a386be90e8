/**
 * Legal-document tokens for an integrator's pages: sign one where a document is shown, and verify it where consent is
 * recorded.
 *
 * @module
 */
export type { DocumentVersion, LegalDocumentVerdict } from "@consent-service/core/token"
import type { DocumentVersion, LegalDocumentVerdict } from "@consent-service/core/token"
import { makeTokens, noTokens } from "@consent-service/core/ports"
import * as Effect from "effect/Effect"
import type { SigningOptions } from "../options/Options.js"
import { documentTokenSeconds, withKeys } from "../options/TokenOptions.js"

/** The `legalDocumentSnapshot` block of the configuration, and the tenant it is for. */
export interface LegalDocumentTokenOptions {
  /** Without it nothing is signed, and everything is `missing`. */
  readonly legalDocumentSnapshot?: (SigningOptions & { readonly ttlSeconds?: number }) | undefined
  readonly tenantId?: string | undefined
}

const tokensOf = ({ legalDocumentSnapshot: block, tenantId }: LegalDocumentTokenOptions) => {
  const signing = block === undefined ? null : withKeys(block)
  const legalDocumentSnapshot =
    signing === null
      ? null
      : { ...signing, ttlSeconds: signing.ttlSeconds ?? documentTokenSeconds, verifyOnSave: false }
  return makeTokens({ ...noTokens, legalDocumentSnapshot }, tenantId ?? null)
}

/**
 * Signs which version of a document a visitor is shown.
 *
 * @returns the token to send as `documentSnapshotToken`; null without a signing key
 *
 * @example
 * ```ts
 * import { signLegalDocumentSnapshot } from "consent-service"
 *
 * const legalDocumentSnapshot = { signingKey: process.env["DOCUMENT_SIGNING_KEY"] ?? "" }
 * const digest = "0a".repeat(32)
 * const documentSnapshotToken = await signLegalDocumentSnapshot(
 *   { legalDocumentSnapshot },
 *   { type: "privacy_policy", version: "2", hash: `sha256:${digest}`, effectiveDate: "2026-01-01T00:00:00.000Z" },
 * )
 * ```
 */
export const signLegalDocumentSnapshot = (
  options: LegalDocumentTokenOptions,
  document: DocumentVersion,
): Promise<string | null> => Effect.runPromise(tokensOf(options).signDocument(document, Date.now()))

/**
 * Verifies a snapshot: `valid` with the version it names, `missing`, `invalid` or `expired`.
 *
 * @example
 * ```ts
 * import { verifyLegalDocumentSnapshot } from "consent-service"
 *
 * const legalDocumentSnapshot = { signingKey: "a key of at least 32 characters!" }
 * const { status } = await verifyLegalDocumentSnapshot({ legalDocumentSnapshot }, "not.a.token")
 * status // "invalid"
 * ```
 */
export const verifyLegalDocumentSnapshot = (
  options: LegalDocumentTokenOptions,
  token: string | undefined,
): Promise<LegalDocumentVerdict> => Effect.runPromise(tokensOf(options).verifyDocument(token, Date.now()))
