/**
 * The entries that changes queue for the evidence log, with their salts drawn.
 *
 * @module
 */
import * as Clock from "effect/Clock"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type { ConsentDraft, IdentityLink } from "../consent/record/ConsentRecord.js"
import { recordFacts } from "../consent/record/RecordFacts.js"
import { type PendingEntry, pendingEntry } from "../evidence/PendingEntry.js"
import { archiveStatement, consentStatement, documentStatement, linkStatement } from "../evidence/Statement.js"
import { type DocumentRelease, legalDocumentId } from "../legal-document/LegalDocument.js"
import { CommitSignal } from "../ports/CommitSignal.js"
import type { DocumentStore, PublishOutcome } from "../ports/DocumentStore.js"
import { Salts } from "../ports/Salts.js"
import type { StoreError } from "../ports/StoreError.js"

/** Draws the salt of one entry. */
export type DrawSalt = () => string

/**
 * The entry of a link. Its id is random: a digest of who it is about would outlive their erasure.
 *
 * @param receivedAt - epoch milliseconds
 */
export const linkEntry = (subjectId: string, link: IdentityLink, receivedAt: number, draw: DrawSalt): PendingEntry =>
  pendingEntry(linkStatement({ ...link, subjectId }), { id: `lnk_${draw()}`, receivedAt, salt: draw() })

/** A draft with the entries that its save queues; as it was where nothing is logged. */
export const withEntries = (draft: ConsentDraft, draw: DrawSalt | null): ConsentDraft => {
  if (draw === null) return draft
  const { link, record } = draft
  const statement = consentStatement(recordFacts(record))
  const entries = {
    record: pendingEntry(statement, { id: record.id, receivedAt: record.createdAt, salt: draw() }),
    link: link === null ? null : linkEntry(record.subjectId, link, record.createdAt, draw),
  }
  return { ...draft, entries }
}

/** The entry of archived content. */
export const archiveEntry = (
  archived: Parameters<typeof archiveStatement>[0],
  receivedAt: number,
  draw: DrawSalt,
): PendingEntry => pendingEntry(archiveStatement(archived), { id: archived.digest, receivedAt, salt: draw() })

/**
 * Makes what publishes versions of legal documents, and queues their entries where changes are logged.
 *
 * @example
 * ```ts
 * import { makePublish } from "@consent-service/core/evidence-log"
 * import { DocumentStore } from "@consent-service/core/ports"
 * import * as Effect from "effect/Effect"
 *
 * const release = { type: "dpa", version: "2", hash: `sha256:${"0a".repeat(32)}`, effectiveDate: 1_767_225_600_000 }
 * const published = Effect.gen(function* () {
 *   const publish = yield* makePublish(yield* DocumentStore)
 *   return yield* publish(release)
 * })
 * ```
 */
export const makePublish = (
  documents: Context.Tag.Service<DocumentStore>,
): Effect.Effect<(release: DocumentRelease) => Effect.Effect<PublishOutcome, StoreError>> =>
  Effect.gen(function* () {
    const [draw, committed] = [yield* Salts, yield* CommitSignal]
    if (draw === null) return (release) => documents.publish(release)
    return Effect.fnUntraced(function* (release: DocumentRelease) {
      const id = legalDocumentId(documents.tenant, release)
      const receivedAt = yield* Clock.currentTimeMillis
      const statement = documentStatement({ ...release, id })
      const outcome = yield* documents.publish(release, pendingEntry(statement, { id, receivedAt, salt: draw() }))
      if (outcome._tag === "Published") committed?.()
      return outcome
    })
  })
