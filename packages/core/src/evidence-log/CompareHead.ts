/**
 * Compares the tree as it is stored with what was signed of it.
 *
 * @module
 */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { equalBytes } from "../digest/Hmac.js"
import { type CheckpointBody, readCheckpoint } from "../evidence/Checkpoint.js"
import { consistencyRanges, isConsistent, type TreeHead } from "../evidence/MerkleTree.js"
import { readNote } from "../evidence/SignedNote.js"
import type { KeptCheckpoint } from "../ports/EvidenceLog.js"
import { EvidenceReader } from "../ports/EvidenceReader.js"
import type { StoreError } from "../ports/StoreError.js"
import { readProof } from "./ReadHashes.js"

const bodyOf = ({ note }: KeptCheckpoint): CheckpointBody | null => {
  const text = readNote(note)?.text
  return text === undefined ? null : readCheckpoint(text)
}

const compare = (older: TreeHead, head: TreeHead): Effect.Effect<string | null, StoreError, EvidenceReader> => {
  if (head.size < older.size) {
    return Effect.succeed(`the tree has ${head.size} entries, and ${older.size} were signed`)
  }
  const altered = `the tree of ${head.size} entries does not continue the ${older.size} that were signed`
  if (head.size === older.size) return Effect.succeed(equalBytes(head.root, older.root) ? null : altered)
  return readProof(consistencyRanges(older.size, head.size)).pipe(
    Effect.map((proof) => (isConsistent(older, head, proof) ? null : altered)),
    Effect.catchTag("LogInconsistent", ({ message }) => Effect.succeed(message)),
  )
}

/**
 * Compares the tree with its newest kept checkpoint, and with the one that this process signed last.
 *
 * @param signed - null before this process has signed
 * @returns what contradicts what; null when the tree continues both
 * @example
 * ```ts
 * import { compareHead } from "@consent-service/core/evidence-log"
 * import { EvidenceReader } from "@consent-service/core/ports"
 * import * as Effect from "effect/Effect"
 * import * as Option from "effect/Option"
 *
 * const finding = Effect.flatMap(EvidenceReader, ({ state }) =>
 *   Effect.flatMap(state, Option.match({ onNone: () => Effect.succeed(null), onSome: ({ head, origin }) => compareHead(origin, head, null) })),
 * )
 * ```
 */
export const compareHead = (
  origin: string,
  head: TreeHead,
  signed: TreeHead | null,
): Effect.Effect<string | null, StoreError, EvidenceReader> =>
  Effect.gen(function* () {
    const reader = yield* EvidenceReader
    const newest = Option.getOrNull(yield* reader.checkpoint(0))
    if (newest !== null) {
      const body = bodyOf(newest)
      if (body === null || body.origin !== origin || body.size !== newest.size) {
        return `the checkpoint of ${newest.size} entries is not of this log`
      }
      const finding = yield* compare(body, head)
      if (finding !== null) return finding
    }
    if (signed === null || newest?.size === signed.size) {
      const body = newest === null ? null : bodyOf(newest)
      const isOther = signed !== null && body !== null && !equalBytes(signed.root, body.root)
      return isOther ? `two trees of ${signed.size} entries were signed` : null
    }
    return yield* compare(signed, head)
  })
