/**
 * The document versions that a subject's records reference.
 *
 * @module
 */
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { isLegalDocumentType, type LegalDocument } from "../legal-document/LegalDocument.js"
import type { DocumentStore } from "../ports/DocumentStore.js"
import type { StoreError } from "../ports/StoreError.js"

/** Every version of each legal document that records reference; reads nothing when they reference none. */
export const versionsOf = (
  store: Context.Tag.Service<DocumentStore>,
  records: Iterable<{ readonly type: string }>,
): Effect.Effect<ReadonlyArray<LegalDocument>, StoreError> => {
  const types = new Set<string>()
  for (const { type } of records) if (isLegalDocumentType(type)) types.add(type)
  return types.size === 0 ? Effect.succeed([]) : store.versions(Array.from(types))
}
