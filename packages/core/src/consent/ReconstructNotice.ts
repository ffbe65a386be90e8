/**
 * Reconstructs what the visitor of a record was shown: the rule, the texts, the vendors, or the document's version.
 *
 * @module
 */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { LegalDocument } from "../legal-document/LegalDocument.js"
import { ConsentStore, type RecordedEvidence } from "../ports/ConsentStore.js"
import { DocumentStore } from "../ports/DocumentStore.js"
import { Archive } from "../ports/Archive.js"
import type { StoreError } from "../ports/StoreError.js"
import type { ConsentRecord, PolicyDecision } from "./record/ConsentRecord.js"

/** Everything that can be reconstructed for an act. */
export interface Notice {
  readonly record: ConsentRecord
  /** The complete rule in force; null for a record without one. */
  readonly decision: PolicyDecision | null
  /** The manifest as it was published then, vendors included. */
  readonly manifest: unknown
  /** The texts the visitor was served, with their language. */
  readonly texts: unknown
  /** The version of the legal document that the act references. */
  readonly document: LegalDocument | null
  /** Parts that could not be found or read: `decision`, `manifest`, `texts`, `document`. */
  readonly missing: ReadonlyArray<string>
}

const parsed = (content: Option.Option<string>): unknown =>
  Option.getOrNull(
    Option.flatMap(
      content,
      Option.liftThrowable((text: string): unknown => JSON.parse(text)),
    ),
  )

/** Parts that were searched for and not found. */
const missingOf = (
  parts: Readonly<Record<string, readonly [wanted: boolean, found: unknown]>>,
): ReadonlyArray<string> =>
  Object.entries(parts).flatMap(([name, [wanted, found]]) => (wanted && found === null ? [name] : []))

type Ports = ConsentStore | DocumentStore | Archive

const noticeOf = ({ decision: stored, record }: RecordedEvidence): Effect.Effect<Notice, StoreError, Ports> =>
  Effect.gen(function* () {
    const archive = yield* Archive
    const documents = yield* DocumentStore
    const decision = stored === "unreadable" ? null : stored
    const find = (id: string | null | undefined) => (id == null ? Effect.succeedNone : archive.find(id))
    const manifest = parsed(yield* find(decision?.manifestRevision))
    const texts = parsed(yield* find(decision?.textsDigest))
    const versions = record.documentId === null ? null : yield* documents.versions([record.type])
    const document = versions?.find(({ id }) => id === record.documentId) ?? null
    const decided = decision !== null
    return {
      record,
      decision,
      manifest,
      texts,
      document,
      missing: missingOf({
        decision: [record.decisionId !== null, decision],
        manifest: [decided, manifest],
        texts: [decided, texts],
        document: [record.documentId !== null, document],
      }),
    }
  })

/**
 * Reconstructs what the visitor of a record was shown, from the stores of the `Tenant` in context.
 *
 * @param consentId - the record's id
 * @returns none for a record that is unknown here; lost parts are named in `missing`, never guessed. Fails with
 *   `StoreError` when a store does
 *
 * @example
 * ```ts
 * import { reconstructNotice } from "@consent-service/core/consent"
 * import * as Effect from "effect/Effect"
 * import * as Option from "effect/Option"
 *
 * const revision = Effect.map(reconstructNotice("cns_1"), (notice) =>
 *   Option.match(notice, { onNone: () => "unknown", onSome: ({ decision }) => decision?.manifestRevision ?? "no policy" }),
 * )
 * ```
 */
export const reconstructNotice = (consentId: string): Effect.Effect<Option.Option<Notice>, StoreError, Ports> =>
  Effect.flatMap(ConsentStore, (store) =>
    Effect.flatMap(store.evidence(consentId), (found) => Effect.transposeMapOption(found, noticeOf)),
  )
