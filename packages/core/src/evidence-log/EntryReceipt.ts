/**
 * The receipt of an entry at its position, over a checkpoint.
 *
 * @module
 */
import * as Effect from "effect/Effect"
import { readCheckpoint } from "../evidence/Checkpoint.js"
import { inclusionRanges } from "../evidence/MerkleTree.js"
import type { LogReceipt, ReceiptEntry } from "../evidence/Receipt.js"
import { readNote } from "../evidence/SignedNote.js"
import { isIncluded } from "../evidence/VerifyReceipt.js"
import type { KeptCheckpoint } from "../ports/EvidenceLog.js"
import type { EvidenceReader } from "../ports/EvidenceReader.js"
import type { StoreError } from "../ports/StoreError.js"
import { LogInconsistent } from "./LogInconsistent.js"
import { readProof } from "./ReadHashes.js"

/** An entry at its position, with what it says. */
export interface DisclosedEntry {
  readonly position: number
  readonly entry: ReceiptEntry
}

/**
 * The receipt of an entry.
 *
 * @param checkpoint - covers the entry
 * @returns fails with `LogInconsistent` when the entry is not the one that was logged, or the tree is not the one that was
 *   signed: a receipt that cannot be verified would accuse its holder's copy instead
 * @example
 * ```ts
 * import { type DisclosedEntry, receiptOver } from "@consent-service/core/evidence-log"
 * import type { KeptCheckpoint } from "@consent-service/core/ports"
 *
 * const receipt = (entry: DisclosedEntry, checkpoint: KeptCheckpoint) => receiptOver(entry, checkpoint)
 * ```
 */
export const receiptOver: (
  disclosed: DisclosedEntry,
  checkpoint: KeptCheckpoint,
) => Effect.Effect<LogReceipt, StoreError | LogInconsistent, EvidenceReader> = Effect.fnUntraced(function* (
  { entry, position }: DisclosedEntry,
  { note, size }: KeptCheckpoint,
) {
  const proof = yield* readProof(inclusionRanges(position, size))
  const text = readNote(note)?.text
  const body = text === undefined ? null : readCheckpoint(text)
  if (body === null) {
    return yield* new LogInconsistent({ message: `the checkpoint of ${size} entries cannot be read` })
  }
  const receipt: LogReceipt = { origin: body.origin, index: position, entry, proof, checkpoint: note }
  if (isIncluded(receipt, body)) return receipt
  const message = `the record of entry ${position} or the tree above it is not what the checkpoint of ${size} entries covers`
  return yield* new LogInconsistent({ message })
})
