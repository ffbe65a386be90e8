/**
 * Decides whether a record is about the version of its document that is in force (`isLatestPolicy`).
 *
 * @module
 */
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
