/**
 * The port that asks witnesses for cosignatures. It cannot fail: a witness that does not answer has not signed.
 *
 * @module
 */
import * as Context from "effect/Context"
import * as Data from "effect/Data"
import type * as Effect from "effect/Effect"
import type { VerifierKey } from "../evidence/SignedNote.js"
import type { VerifyEd25519 } from "../evidence/VerifyReceipt.js"

/** What a witness answered. */
export type WitnessAnswer = Data.TaggedEnum<{
  /** Signature lines; nothing in them is verified. */
  Cosigned: { readonly lines: string }
  /** It knows a tree of another size, or another tree of the size that was sent. */
  Knows: { readonly size: number }
  /** It says that the proof does not lead from the tree that it knows to the one that was sent. */
  Inconsistent: {}
  /** It has not signed, or it could not be asked. */
  Unsigned: { readonly reason: string }
}>

export const WitnessAnswer = Data.taggedEnum<WitnessAnswer>()

/** A witness of a log. */
export interface Witness {
  /** Of its cosignatures. */
  readonly key: VerifierKey
  /**
   * Asks for a cosignature.
   *
   * @param request - as `writeWitnessRequest` writes it
   */
  readonly ask: (request: string) => Effect.Effect<WitnessAnswer>
}

/**
 * The witnesses of a log.
 *
 * @example
 * ```ts
 * import { Witnesses } from "@consent-service/core/ports"
 * import * as Effect from "effect/Effect"
 *
 * const names = Effect.map(Witnesses, ({ all }) => all.map(({ key }) => key.name))
 * ```
 */
export class Witnesses extends Context.Tag("@consent-service/core/ports/Witnesses")<
  Witnesses,
  {
    readonly all: ReadonlyArray<Witness>
    /** Verifies their signatures. */
    readonly verify: VerifyEd25519
  }
>() {}

/** How many witnesses must have cosigned a checkpoint before anything is proven by it. */
export interface WitnessQuorum {
  readonly count: number
  readonly keys: ReadonlyArray<VerifierKey>
  readonly verify: VerifyEd25519
}

/**
 * The witnesses that receipts wait for; by default, none.
 *
 * @example
 * ```ts
 * import { RequiredWitnesses, type WitnessQuorum } from "@consent-service/core/ports"
 * import * as Layer from "effect/Layer"
 *
 * const required = (quorum: WitnessQuorum) => Layer.succeed(RequiredWitnesses, quorum)
 * ```
 */
export class RequiredWitnesses extends Context.Reference<RequiredWitnesses>()(
  "@consent-service/core/ports/RequiredWitnesses",
  { defaultValue: (): WitnessQuorum | null => null },
) {}
