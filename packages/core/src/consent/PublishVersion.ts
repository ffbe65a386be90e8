/**
 * The use case that publishes a version of a legal document.
 *
 * @module
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { pendingEntry } from "../evidence/PendingEntry.js"
import { documentStatement } from "../evidence/Statement.js"
import { type DocumentRelease, legalDocumentId } from "../legal-document/LegalDocument.js"
import { DocumentStore, type PublishOutcome } from "../ports/DocumentStore.js"
import { Salts } from "../ports/Salts.js"
import type { StoreError } from "../ports/StoreError.js"

/**
 * Makes a version the current one of its type, with its entry in the evidence log.
 *
 * @example
 * ```ts
 * import { type DocumentRelease, makePublish } from "@consent-service/core/consent"
 * import * as Effect from "effect/Effect"
 *
 * const publish = (release: DocumentRelease) => Effect.flatMap(makePublish, (publishOn) => publishOn(release))
 * ```
 */
export const makePublish: Effect.Effect<
  (release: DocumentRelease) => Effect.Effect<PublishOutcome, StoreError>,
  never,
  DocumentStore
> = Effect.gen(function* () {
  const { publish, tenant } = yield* DocumentStore
  const salts = yield* Salts
  if (salts === null) return (release: DocumentRelease) => publish(release)
  return (release: DocumentRelease) =>
    Effect.flatMap(Clock.currentTimeMillis, (receivedAt) => {
      const id = legalDocumentId(tenant, release)
      const statement = documentStatement({ ...release, id })
      return publish(release, pendingEntry(statement, { id, receivedAt, salt: salts() }))
    })
})
