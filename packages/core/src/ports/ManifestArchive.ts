/**
 * The port of the archive of what was shown: manifests by revision, texts by digest, each kept once and for good.
 *
 * An implementation is scoped to one tenant when it is made. Its law is the suite `ManifestArchiveLaws` of
 * `@consent-service/testkit`: what was kept is found under its id for ever, exactly as it was, and keeping it again,
 * from anywhere, changes nothing; no tenant sees another's.
 *
 * @module
 */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import type { StoreError } from "./StoreError.js"

/** Something named by its content. */
export interface Archived {
  /** 64 hex digits, derived from the content: equal ids stand for equal content. */
  readonly id: string
  /** Any text, usually JSON. */
  readonly content: string
}

export class ManifestArchive extends Context.Tag("@consent-service/core/ports/ManifestArchive")<
  ManifestArchive,
  {
    /** Keeps what is not kept yet; durable when it succeeds. */
    readonly keep: (entries: ReadonlyArray<Archived>) => Effect.Effect<void, StoreError>

    readonly find: (id: string) => Effect.Effect<Option.Option<string>, StoreError>
  }
>() {}
