/**
 * The checkpoint that something is proven by: the newest, or the newest that enough witnesses have cosigned.
 *
 * @module
 */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { readNote } from "../evidence/SignedNote.js"
import { findCosignature } from "../evidence/Witness.js"
import type { KeptCheckpoint } from "../ports/EvidenceLog.js"
import { EvidenceReader } from "../ports/EvidenceReader.js"
import type { StoreError } from "../ports/StoreError.js"
import { RequiredWitnesses, type WitnessQuorum } from "../ports/Witnesses.js"

/** How many checkpoints are looked at from either end. */
const page = 64

/** Whether enough witnesses have cosigned a checkpoint; a stored signature may have been altered. */
const isWitnessed = async (note: string, { count, keys, verify }: WitnessQuorum): Promise<boolean> => {
  const text = readNote(note)?.text
  if (text === undefined) return false
  const lines = note.slice(text.length + 1)
  let found = 0
  for (const key of keys) {
    if ((await findCosignature(lines, text, key, verify)) !== null) found += 1
    if (found >= count) return true
  }
  return found >= count
}

const firstWitnessed = (kept: ReadonlyArray<KeptCheckpoint>, quorum: WitnessQuorum) =>
  Effect.promise(async () => {
    for (const one of kept) if (await isWitnessed(one.note, quorum)) return Option.some(one)
    return Option.none<KeptCheckpoint>()
  })

/**
 * Finds a checkpoint of at least this size to prove something by: the newest. Where `RequiredWitnesses` names a quorum,
 * one that it has cosigned: among the newest, so that witnesses may lag, or else among the first ones that are large enough,
 * so that what was witnessed once stays proven while witnesses are away.
 *
 * @returns none while there is no such checkpoint
 * @example
 * ```ts
 * import { provableCheckpoint } from "@consent-service/core/evidence-log"
 * import * as Effect from "effect/Effect"
 * import * as Option from "effect/Option"
 *
 * const isProvable = (position: number) => Effect.map(provableCheckpoint(position + 1), Option.isSome)
 * ```
 */
export const provableCheckpoint: (
  atLeast: number,
) => Effect.Effect<Option.Option<KeptCheckpoint>, StoreError, EvidenceReader> = Effect.fnUntraced(function* (
  atLeast: number,
) {
  const reader = yield* EvidenceReader
  const quorum = yield* RequiredWitnesses
  if (quorum === null) return yield* reader.checkpoint(atLeast)
  const newest = yield* firstWitnessed(yield* reader.newestCheckpoints(atLeast, page), quorum)
  if (Option.isSome(newest)) return newest
  return yield* firstWitnessed(yield* reader.checkpoints(atLeast, page), quorum)
})
