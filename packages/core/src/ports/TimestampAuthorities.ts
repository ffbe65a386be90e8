/**
 * The port that asks authorities for time stamps (RFC 3161). It cannot fail: an authority that does not answer has not
 * stamped.
 *
 * @module
 */
import * as Context from "effect/Context"
import * as Data from "effect/Data"
import type * as Effect from "effect/Effect"

/** What an authority answered. */
export type TimestampAnswer = Data.TaggedEnum<{
  /** Its bytes; nothing in them is verified. */
  Answered: { readonly bytes: Uint8Array }
  /** It could not be asked, or gave no answer. */
  Failed: { readonly reason: string }
}>

export const TimestampAnswer = Data.taggedEnum<TimestampAnswer>()

/** An authority. */
export interface TimestampAuthority {
  /** Names it: its address. */
  readonly name: string
  /** How far apart its stamps are at least, in milliseconds. */
  readonly everyMs: number
  /** @param request - as `timestampRequest` writes it */
  readonly ask: (request: Uint8Array) => Effect.Effect<TimestampAnswer>
}

/**
 * The authorities of a log.
 *
 * @example
 * ```ts
 * import { TimestampAuthorities } from "@consent-service/core/ports"
 * import * as Effect from "effect/Effect"
 *
 * const names = Effect.map(TimestampAuthorities, ({ all }) => all.map(({ name }) => name))
 * ```
 */
export class TimestampAuthorities extends Context.Tag("@consent-service/core/ports/TimestampAuthorities")<
  TimestampAuthorities,
  {
    readonly all: ReadonlyArray<TimestampAuthority>
    /** Eight random bytes at each call. */
    readonly nonce: () => Uint8Array
  }
>() {}
