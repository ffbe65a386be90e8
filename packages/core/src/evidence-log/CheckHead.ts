/**
 * Whether the stored tree is a continuation of its newest checkpoint. A restored backup and a standby that lacks the last
 * commits are not: a signature over them would contradict one that was given.
 *
 * @module
 */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { readCheckpoint } from "../evidence/Checkpoint.js"
import { consistencyRanges, isConsistent } from "../evidence/MerkleTree.js"
import { readNote } from "../evidence/SignedNote.js"
import { EvidenceReader } from "../ports/EvidenceReader.js"
import type { StoreError } from "../ports/StoreError.js"
import { readProof } from "./ReadHashes.js"

const bodyOf = (note: string) => {
  const text = readNote(note)?.text
  return text === undefined ? null : readCheckpoint(text)
}

/**
 * Says what is wrong with the stored tree by its newest checkpoint.
 *
 * @returns null when the tree is consistent with it, or when there is no checkpoint
 * @example
 * ```ts
 * import { checkHead } from "@consent-service/core/evidence-log"
 * import * as Effect from "effect/Effect"
 *
 * const isForked = Effect.map(checkHead, (problem) => problem !== null)
 * ```
 */
export const checkHead: Effect.Effect<string | null, StoreError, EvidenceReader> = Effect.gen(function* () {
  const reader = yield* EvidenceReader
  // In this order: another process may sign a larger tree in between.
  const newest = yield* reader.checkpoint(0)
  const state = yield* reader.state
  if (Option.isNone(newest)) return null
  const signed = bodyOf(newest.value.note)
  if (signed === null) return `the checkpoint of ${newest.value.size} entries cannot be read`
  const size = Option.match(state, { onNone: () => 0, onSome: ({ head }) => head.size })
  if (Option.isNone(state) || size < signed.size) {
    return `the tree has ${size} entries, but a checkpoint of ${signed.size} was signed`
  }
  const isContinued = yield* readProof(consistencyRanges(signed.size, size)).pipe(
    Effect.map((proof) => isConsistent(signed, state.value.head, proof)),
    Effect.catchTag("LogInconsistent", () => Effect.succeed(false)),
  )
  return isContinued ? null : `the tree of ${size} entries does not begin with the ${signed.size} that were signed`
})
