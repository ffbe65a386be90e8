/**
 * The port of published legal-document versions.
 *
 * An implementation is scoped to one tenant when it is made. Its law is the suite `DocumentStoreLaws` of
 * `@consent-service/testkit`:
 *
 * - a version is published once; publishing it again changes nothing, and a hash never gets other content;
 * - the version of a type that was published last is current, including one that was published again;
 * - after concurrent publications exactly one version is current, and every reader agrees which;
 * - no tenant sees or supersedes another's.
 *
 * @module
 */
import * as Context from "effect/Context"
import * as Data from "effect/Data"
import type * as Effect from "effect/Effect"
import type { PendingEntry } from "../evidence/PendingEntry.js"
import type { DocumentRelease, LegalDocument } from "../legal-document/LegalDocument.js"
import type { TenantScoped } from "../tenant/Tenant.js"
import type { StoreError } from "./StoreError.js"

/** The outcome of publishing. */
export type PublishOutcome = Data.TaggedEnum<{
  /** The version is now the current one: it is new, or was superseded before. */
  Published: { readonly document: LegalDocument }
  /** It already was the current version. */
  Unchanged: { readonly document: LegalDocument }
  /** The same text is on record with another version name or date, which is kept; nothing was written. */
  Diverged: { readonly document: LegalDocument }
}>

export const PublishOutcome = Data.taggedEnum<PublishOutcome>()

/**
 * Stores the versions of legal documents. Test a custom implementation with `documentStoreLaws` of the testkit.
 *
 * @example
 * ```ts
 * import { DocumentStore } from "@consent-service/core/ports"
 * import * as Effect from "effect/Effect"
 *
 * const versions = Effect.gen(function* () {
 *   const documents = yield* DocumentStore
 *   return yield* documents.versions(["privacy_policy"])
 * })
 * ```
 */
export class DocumentStore extends Context.Tag("@consent-service/core/ports/DocumentStore")<
  DocumentStore,
  TenantScoped & {
    /**
     * Makes a version the current one of its type, in one atomic, durable step.
     *
     * @param entry - queued for the evidence log when the outcome is `Published`
     */
    readonly publish: (release: DocumentRelease, entry?: PendingEntry) => Effect.Effect<PublishOutcome, StoreError>

    /** Every version of these types, in any order. */
    readonly versions: (types: ReadonlyArray<string>) => Effect.Effect<ReadonlyArray<LegalDocument>, StoreError>
  }
>() {}
