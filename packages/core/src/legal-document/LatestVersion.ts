/**
 * Whether a record is about the version of its document that is in force (wire.md 1.6, `isLatestPolicy`).
 *
 * @module
 */
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type { DocumentRegistry } from "../ports/DocumentRegistry.js"
import type { StoreError } from "../ports/StoreError.js"
import { currentDocument, isLegalDocumentType, type LegalDocument } from "./LegalDocument.js"

/** What a record is about; also what is told of it where nothing else matters. */
interface Subject {
  readonly type: string
  readonly documentId: string | null
}

/**
 * Whether a record is about the version in force. One that is about no document, such as a banner's, has none that
 * could have been superseded.
 *
 * @param documents - all versions of the record's type, among others
 */
export const isLatestVersion = ({ documentId, type }: Subject, documents: ReadonlyArray<LegalDocument>): boolean =>
  !isLegalDocumentType(type) || documentId === (currentDocument(documents, type)?.id ?? null)

/** Every version of each legal document that records are about; nothing is asked when they are about none. */
export const versionsOf = (
  registry: Context.Tag.Service<DocumentRegistry>,
  records: Iterable<Pick<Subject, "type">>,
): Effect.Effect<ReadonlyArray<LegalDocument>, StoreError> => {
  const types = new Set<string>()
  for (const { type } of records) if (isLegalDocumentType(type)) types.add(type)
  return types.size === 0 ? Effect.succeed([]) : registry.versions(Array.from(types))
}
