/**
 * The port that signs checkpoints of the evidence log.
 *
 * @module
 */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"

/**
 * Signs checkpoints with every configured key, the current one first. Empty `keys` mean that nothing is signed: entries
 * still go into the tree, and a later checkpoint covers them.
 *
 * @example
 * ```ts
 * import { CheckpointSigner } from "@consent-service/core/ports"
 * import * as Effect from "effect/Effect"
 * import * as Layer from "effect/Layer"
 *
 * const unsigned = Layer.succeed(CheckpointSigner, { keys: [], sign: () => Effect.succeed([]) })
 * ```
 */
export class CheckpointSigner extends Context.Tag("@consent-service/core/ports/CheckpointSigner")<
  CheckpointSigner,
  {
    /** The verifier keys, in the order of their signatures. */
    readonly keys: ReadonlyArray<string>
    /** Signs the text of a checkpoint; returns signature lines of a note, one a key, without their line feeds. */
    readonly sign: (text: string) => Effect.Effect<ReadonlyArray<string>>
  }
>() {}
