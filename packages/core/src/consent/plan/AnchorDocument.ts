/**
 * Decides which version of a legal document a consent references: the one that the save names, else the current one.
 *
 * @module
 */
import * as Either from "effect/Either"
import { Refusal } from "../record/Refusal.js"
import type { Submission } from "../record/Submission.js"
import type { LegalDocumentVerdict } from "../../token/DocumentToken.js"
import { currentDocument, type LegalDocument } from "../../legal-document/LegalDocument.js"

/** The document of a save. */
export interface DocumentClaim {
  readonly type: string
  readonly policyHash: string | undefined
  readonly policyId: string | undefined
}

/**
 * What a save says of its document. One that names no version is about that of its snapshot, where the snapshot is
 * verified and valid.
 *
 * @param verdict - null where snapshots are not verified
 */
export const documentClaim = (
  { policyHash, policyId, type }: Pick<Submission, "type" | "policyHash" | "policyId">,
  verdict: LegalDocumentVerdict | null,
): DocumentClaim => {
  const named = { type, policyHash, policyId: policyId ?? undefined }
  if (policyHash !== undefined || named.policyId !== undefined) return named
  const isShown = verdict?.status === "valid" && verdict.document.type === type
  return isShown ? { ...named, policyHash: verdict.document.hash } : named
}

type Anchored = Either.Either<LegalDocument | null, Refusal>

/**
 * Finds the version of a save: the one it names, current or superseded, else the current one; null when it names
 * none and none is published.
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

/** Verifies the document snapshot of a save, where snapshots are verified. */
export const checkDocumentToken = (document: LegalDocument | null, verdict: LegalDocumentVerdict): Anchored => {
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
