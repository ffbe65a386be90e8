/**
 * Verifies stored content: recomputes every id and digest from the content. Pure, so
 * that a restored copy can be checked without the service.
 *
 * @module
 */
import * as Option from "effect/Option"
import * as Predicate from "effect/Predicate"
import { sha256Hex } from "../digest/Sha256.js"
import { type DocumentRelease, legalDocumentId } from "../legal-document/LegalDocument.js"
import { manifestRevision } from "../manifest/ManifestDocument.js"
import type { Archived } from "../ports/Archive.js"
import { type ActContent, consentId, contentDigest } from "./plan/ActIdentity.js"
import { decisionId } from "./plan/DecisionIdentity.js"
import type { ConsentRecord } from "./record/ConsentRecord.js"
import type { StoredDecision } from "./record/StoredDecision.js"

/**
 * An inconsistency of a stored row: its id does not match its identity, its content does not match its digest, or its
 * content cannot be read.
 */
export type Discrepancy = "id-differs" | "content-differs" | "unreadable"

/** A date cannot hold other times; a damaged row can. */
const derivedId = Option.liftThrowable(consentId)

const contentOf = ({ choice, preferences, vendorChoice }: ConsentRecord): ActContent | null =>
  choice === "unreadable" || preferences === "unreadable" || vendorChoice === "unreadable"
    ? null
    : { choice, preferences, vendorChoice }

/** The content of a record: purposes, receipts and vendor grants. */
const contentDiscrepancy = (record: ConsentRecord): Discrepancy | null => {
  const content = contentOf(record)
  if (content === null) return "unreadable"
  return contentDigest(content) === record.contentDigest ? null : "content-differs"
}

/**
 * Computes a record's id and content digest again.
 *
 * @param tenant - the record's tenant; null in the single-tenant scope
 * @returns the inconsistencies; empty for an intact record
 *
 * @example
 * ```ts
 * import { type ConsentRecord, recordDiscrepancies } from "@consent-service/core/consent"
 *
 * const isIntact = (record: ConsentRecord) => recordDiscrepancies(null, record).length === 0
 * ```
 */
export const recordDiscrepancies = (tenant: string | null, record: ConsentRecord): ReadonlyArray<Discrepancy> => {
  const isNamed = Option.contains(derivedId({ ...record, tenant }), record.id)
  const content = contentDiscrepancy(record)
  return [...(isNamed ? [] : ["id-differs" as const]), ...(content === null ? [] : [content])]
}

/**
 * Computes a decision's id again, and compares its rule and model with those in its policy.
 *
 * @returns the inconsistencies; empty for an intact decision
 *
 * @example
 * ```ts
 * import { decisionDiscrepancies, type StoredDecision } from "@consent-service/core/consent"
 *
 * const isIntact = (decision: StoredDecision) => decisionDiscrepancies(decision).length === 0
 * ```
 */
export const decisionDiscrepancies = (decision: StoredDecision): ReadonlyArray<Discrepancy> => {
  const { id, model, policy, policyId } = decision
  const agrees = Predicate.isRecord(policy) && policy["id"] === policyId && policy["model"] === model
  return [
    ...(decisionId(decision) === id ? [] : ["id-differs" as const]),
    ...(agrees ? [] : ["content-differs" as const]),
  ]
}

/**
 * Recomputes the id of a document's version.
 *
 * @example
 * ```ts
 * import { documentDiscrepancies, type LegalDocument } from "@consent-service/core/consent"
 *
 * const isIntact = (document: LegalDocument) => documentDiscrepancies(null, document).length === 0
 * ```
 */
export const documentDiscrepancies = (
  tenant: string | null,
  document: Pick<DocumentRelease, "hash" | "type"> & { readonly id: string },
): ReadonlyArray<Discrepancy> => (legalDocumentId(tenant, document) === document.id ? [] : ["id-differs"])

const parsed = Option.liftThrowable((text: string): unknown => JSON.parse(text))

const isManifestOf = ({ content, id }: Archived): boolean =>
  Option.exists(
    Option.filter(parsed(content), Predicate.isRecord),
    (document) => document["revision"] === id && manifestRevision(document) === id,
  )

/**
 * Recomputes the name of archived texts or of an archived manifest.
 *
 * @example
 * ```ts
 * import { archivedDiscrepancies } from "@consent-service/core/consent"
 *
 * archivedDiscrepancies({ id: "0a", content: "not JSON" }).length > 0 // true
 * ```
 */
export const archivedDiscrepancies = (archived: Archived): ReadonlyArray<Discrepancy> =>
  sha256Hex(archived.content) === archived.id || isManifestOf(archived) ? [] : ["content-differs"]
