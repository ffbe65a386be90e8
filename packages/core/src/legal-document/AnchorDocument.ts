/**
 * Which version of a legal document a consent is about (contract decisions 6 and 45).
 *
 * @module
 */
import * as Either from "effect/Either"
import { Refusal } from "../consent/Refusal.js"
import type { LegalDocumentVerdict } from "../token/LegalDocumentSnapshot.js"
import { currentDocument, type LegalDocument } from "./LegalDocument.js"

/** What a save says of its document. */
export interface DocumentClaim {
  readonly type: string
  readonly policyHash: string | undefined
  readonly policyId: string | undefined
}

type Anchored = Either.Either<LegalDocument | null, Refusal>

/**
 * Finds the version a save is about: the one it names, current or superseded, else the current one; null when it names
 * none and none was published.
 *
 * @param versions - all versions of the type
 */
export const anchorDocument = (claim: DocumentClaim, versions: ReadonlyArray<LegalDocument>): Anchored => {
  const { policyHash, policyId, type } = claim
  if (policyHash === undefined && policyId === undefined) return Either.right(currentDocument(versions, type))
  const byHash = versions.find(({ hash }) => hash === policyHash)
  const byId = versions.find(({ id }) => id === policyId)
  if ((policyHash !== undefined && byHash === undefined) || (policyId !== undefined && byId === undefined)) {
    return Either.left(Refusal.DocumentUnknown())
  }
  if (byHash !== undefined && byId !== undefined && byHash.id !== byId.id) {
    return Either.left(Refusal.DocumentAmbiguous())
  }
  return Either.right(byHash ?? byId ?? null)
}

/** Judges the snapshot a save carries of its document, where those are verified at all. */
export const checkDocumentSnapshot = (document: LegalDocument | null, verdict: LegalDocumentVerdict): Anchored => {
  switch (verdict.status) {
    case "missing":
      return Either.left(Refusal.DocumentSnapshotRequired())
    case "invalid":
      return Either.left(Refusal.DocumentSnapshotInvalid())
    case "expired":
      return Either.left(Refusal.DocumentSnapshotExpired())
    case "valid": {
      const { hash, type } = verdict.document
      return document !== null && document.type === type && document.hash === hash
        ? Either.right(document)
        : Either.left(Refusal.DocumentSnapshotInvalid())
    }
  }
}
