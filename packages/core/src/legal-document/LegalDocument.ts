/**
 * Versions of legal documents, which consents reference.
 *
 * @module
 */
import * as Schema from "effect/Schema"
import { atMost, isRecordable } from "../schema/Text.js"
import { sha256Hex } from "../digest/Sha256.js"

/** The families of documents; several of one family can be in force together, distinguished by a suffix. */
export const legalDocumentFamilies = ["privacy_policy", "dpa", "terms_and_conditions"] as const

/** Queries list types separated by commas, so a suffix has no comma, no unprintable character and no trailing space. */
const suffix = "_[^,\\x00-\\x1f\\x7f-\\x9f]*[^,\\x00-\\x1f\\x7f-\\x9f\\s]"

/** The types of legal documents, as the source of a regular expression. */
export const legalDocumentTypeSource = `(${legalDocumentFamilies.join("|")})(${suffix})?`

const typePattern = new RegExp(`^${legalDocumentTypeSource}$`, "u")

/**
 * Whether a consent type is that of a legal document: a family, or one with a suffix (`dpa_eu`).
 *
 * @example
 * ```ts
 * import { isLegalDocumentType } from "@consent-service/core/consent"
 *
 * isLegalDocumentType("dpa_eu") // true
 * isLegalDocumentType("cookie_banner") // false
 * ```
 */
export const isLegalDocumentType = (type: string): boolean => typePattern.test(type)

/** The type of a legal document, 255 characters at most. */
export const LegalDocumentType = atMost(255).pipe(
  Schema.pattern(typePattern, {
    message: () => `must be ${legalDocumentFamilies.join(", ")}, or one of these with a suffix such as _eu`,
  }),
  // A path may contain characters that a body may not.
  Schema.filter(isRecordable, { message: () => "must be well-formed text without U+0000" }),
)

/** `sha256:` and 64 lower-case hex digits. */
export const DocumentHash = Schema.String.pipe(
  Schema.pattern(/^sha256:[0-9a-f]{64}$/, { message: () => "must be 'sha256:' and 64 lower-case hex digits" }),
)

/** A published version. */
export interface DocumentRelease {
  readonly type: string
  readonly version: string
  readonly hash: string
  /** Epoch milliseconds. */
  readonly effectiveDate: number
}

/** A published version. */
export interface LegalDocument extends DocumentRelease {
  /** Derived from tenant, type and hash, so that publishing the same text again finds it. */
  readonly id: string
  /** Ranks the versions of a type: the greatest is the current one, of equal ones the one with the greater id. */
  readonly rank: number
}

/**
 * The id of a document's version: `pol_` and 64 hex digits. No tenant's name can collide with the single-tenant scope.
 *
 * @example
 * ```ts
 * import { legalDocumentId } from "@consent-service/core/consent"
 *
 * const hash = `sha256:${"0a".repeat(32)}`
 * legalDocumentId("shop", { type: "dpa", hash }) === legalDocumentId(null, { type: "dpa", hash }) // false
 * ```
 */
export const legalDocumentId = (
  tenant: string | null,
  { hash, type }: Pick<DocumentRelease, "hash" | "type">,
): string => `pol_${sha256Hex(JSON.stringify([tenant, type, hash]))}`

const outranks = (a: LegalDocument, b: LegalDocument): boolean => a.rank > b.rank || (a.rank === b.rank && a.id > b.id)

/**
 * The version of a type that is in force; null when none was published.
 *
 * @example
 * ```ts
 * import { currentDocument } from "@consent-service/core/consent"
 *
 * const version = { type: "dpa", hash: `sha256:${"0a".repeat(32)}`, effectiveDate: 1_767_225_600_000 }
 * const documents = [
 *   { ...version, id: "pol_1", version: "1", rank: 1 },
 *   { ...version, id: "pol_2", version: "2", rank: 2 },
 * ]
 * currentDocument(documents, "dpa")?.version // "2"
 * ```
 */
export const currentDocument = (documents: ReadonlyArray<LegalDocument>, type: string): LegalDocument | null =>
  documents
    .filter((document) => document.type === type)
    .reduce<LegalDocument | null>((best, one) => (best === null || outranks(one, best) ? one : best), null)

/** The document reference of a record. */
interface Subject {
  readonly type: string
  readonly documentId: string | null
}

/**
 * Whether a record references the version in force. A record without a document, such as a banner's, is never
 * outdated.
 *
 * @param documents - all versions of the record's type, among others
 *
 * @example
 * ```ts
 * import { isLatestVersion } from "@consent-service/core/consent"
 *
 * const hash = `sha256:${"0a".repeat(32)}`
 * const documents = [{ id: "pol_2", type: "dpa", version: "2", hash, effectiveDate: 1_767_225_600_000, rank: 2 }]
 * isLatestVersion({ type: "dpa", documentId: "pol_2" }, documents) // true
 * isLatestVersion({ type: "dpa", documentId: "pol_1" }, documents) // false
 * ```
 */
export const isLatestVersion = ({ documentId, type }: Subject, documents: ReadonlyArray<LegalDocument>): boolean =>
  !isLegalDocumentType(type) || documentId === (currentDocument(documents, type)?.id ?? null)
