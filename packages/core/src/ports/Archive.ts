/**
 * The port of the archive of what was shown: manifests by revision, translations by digest, each kept once and
 * permanently.
 *
 * An implementation is scoped to one tenant when it is made. Its law is the suite `ArchiveLaws` of
 * `@consent-service/testkit`: stored content is found under its id permanently and unchanged; storing it again
 * changes nothing; no tenant sees another's.
 *
 * @module
 */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import type { PendingEntry } from "../evidence/PendingEntry.js"
import type { TenantScoped } from "../tenant/Tenant.js"
import type { StoreError } from "./StoreError.js"

/** Content named by its digest. */
export interface Archived {
  /** 64 hex digits, derived from the content: equal ids mean equal content. */
  readonly id: string
  /** Any text, usually JSON. */
  readonly content: string
  /** Queued for the evidence log when the content is new. */
  readonly entry?: PendingEntry
}

/**
 * Stores manifests and texts as they were shown, under the digest of their content.
 *
 * @example
 * ```ts
 * import { Archive } from "@consent-service/core/ports"
 * import * as Effect from "effect/Effect"
 * import * as Layer from "effect/Layer"
 * import * as Option from "effect/Option"
 *
 * const kept = new Map<string, string>()
 * const archive = Layer.succeed(Archive, {
 *   tenant: null,
 *   keep: (entries) => Effect.sync(() => entries.forEach(({ content, id }) => kept.set(id, content))),
 *   find: (id) => Effect.sync(() => Option.fromNullable(kept.get(id))),
 * })
 * ```
 */
export class Archive extends Context.Tag("@consent-service/core/ports/Archive")<
  Archive,
  TenantScoped & {
    /** Stores content that is not stored yet; durable when it succeeds. */
    readonly keep: (entries: ReadonlyArray<Archived>) => Effect.Effect<void, StoreError>

    readonly find: (id: string) => Effect.Effect<Option.Option<string>, StoreError>
  }
>() {}
