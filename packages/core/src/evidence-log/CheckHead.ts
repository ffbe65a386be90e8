/**
 * Whether the stored tree is a continuation of its newest checkpoint. A restored backup and a standby that lacks the last
 * commits are not: a signature over them would contradict one that was given.
 *
 * @module
 */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { equalBytes } from "../digest/Hmac.js"
import { readCheckpointNote } from "../evidence/Checkpoint.js"
import { consistencyRanges, emptyRoot, isConsistent, type TreeHead } from "../evidence/MerkleTree.js"
import { EvidenceReader, type LogState } from "../ports/EvidenceReader.js"
import type { StoreError } from "../ports/StoreError.js"
import { readProof } from "./ReadHashes.js"

const headOf = (state: Option.Option<LogState>): TreeHead =>
  Option.match(state, { onNone: () => ({ size: 0, root: emptyRoot }), onSome: ({ head }) => head })

const isSameTree = (one: TreeHead, other: TreeHead): boolean =>
  one.size === other.size && equalBytes(one.root, other.root)

/** Null when a tree begins with an older one. */
const compare = (older: TreeHead, head: TreeHead): Effect.Effect<string | null, StoreError, EvidenceReader> => {
  if (head.size < older.size) {
    return Effect.succeed(`the tree has ${head.size} entries, but a checkpoint of ${older.size} was signed`)
  }
  if (isSameTree(older, head)) return Effect.succeed(null)
  return readProof(consistencyRanges(older.size, head.size)).pipe(
    Effect.map((proof) => isConsistent(older, head, proof)),
    Effect.catchTag("LogInconsistent", () => Effect.succeed(false)),
    Effect.map((continues) =>
      continues ? null : `the tree of ${head.size} entries does not begin with the ${older.size} that were signed`,
    ),
  )
}

/**
 * Says what is wrong with the stored tree by a checkpoint that is kept elsewhere.
 *
 * @param origin - the name of the log; a checkpoint of another log, or what is none, says nothing of this one
 * @param note - the checkpoint
 * @returns null when the tree begins with that of the checkpoint
 * @example
 * ```ts
 * import { checkAnchor } from "@consent-service/core/evidence-log"
 *
 * const checked = (published: string) => checkAnchor("consent.shop.example/evidence", published)
 * ```
 */
export const checkAnchor = (origin: string, note: string): Effect.Effect<string | null, StoreError, EvidenceReader> =>
  Effect.gen(function* () {
    const anchor = readCheckpointNote(note)
    if (anchor?.origin !== origin) return null
    const state = yield* (yield* EvidenceReader).state
    return yield* compare(anchor, headOf(state))
  })

/**
 * Says what is wrong with the stored tree by its newest checkpoint, and by the tree that this process signed last: a
 * restore takes back the checkpoints together with the tree.
 *
 * @param signed - null before the process has signed
 * @returns null when the tree is consistent with both
 * @example
 * ```ts
 * import { checkHead } from "@consent-service/core/evidence-log"
 * import * as Effect from "effect/Effect"
 *
 * const isForked = Effect.map(checkHead(null), (problem) => problem !== null)
 * ```
 */
export const checkHead = (signed: TreeHead | null): Effect.Effect<string | null, StoreError, EvidenceReader> =>
  Effect.gen(function* () {
    const reader = yield* EvidenceReader
    // In this order: another process may sign a larger tree in between.
    const newest = yield* reader.checkpoint(0)
    const state = yield* reader.state
    const head = headOf(state)
    if (Option.isSome(newest)) {
      const kept = readCheckpointNote(newest.value.note)
      if (kept === null) return `the checkpoint of ${newest.value.size} entries cannot be read`
      const problem = yield* compare(kept, head)
      if (problem !== null) return problem
      if (signed !== null && isSameTree(signed, kept)) return null
    }
    return signed === null ? null : yield* compare(signed, head)
  })
