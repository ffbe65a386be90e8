/**
 * The port of published legal-document versions.
 *
 * An implementation is scoped to one tenant when it is made. Its law is the suite `DocumentRegistryLaws` of
 * `@consent-service/testkit`:
 *
 * - a version is published once; publishing it again changes nothing, and never to other content under the same hash;
 * - of a type's versions the one published last is current, a text published again after another included;
 * - whoever publishes at once, exactly one of them is current afterwards, and every reader agrees which;
 * - no tenant sees or supersedes another's.
 *
 * @module
 */
import * as Context from "effect/Context"
import * as Data from "effect/Data"
import type * as Effect from "effect/Effect"
import type { DocumentRelease, LegalDocument } from "../legal-document/LegalDocument.js"
import type { StoreError } from "./StoreError.js"

/** What came of publishing. */
export type PublishOutcome = Data.TaggedEnum<{
  /** The version is the current one now: it is new, or it was superseded before. */
  Published: { readonly document: LegalDocument }
  /** It was the current one already. */
  Unchanged: { readonly document: LegalDocument }
  /** The same text is on record with another version name or date, which stands; nothing was written. */
  Diverged: { readonly document: LegalDocument }
}>

export const PublishOutcome = Data.taggedEnum<PublishOutcome>()

export class DocumentRegistry extends Context.Tag("@consent-service/core/ports/DocumentRegistry")<
  DocumentRegistry,
  {
    /** Makes a version the current one of its type, in one atomic, durable step. */
    readonly publish: (release: DocumentRelease) => Effect.Effect<PublishOutcome, StoreError>

    /** Every version of these types, in any order. */
    readonly versions: (types: ReadonlyArray<string>) => Effect.Effect<ReadonlyArray<LegalDocument>, StoreError>
  }
>() {}
