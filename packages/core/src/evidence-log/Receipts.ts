/**
 * Issues receipts of consent records.
 *
 * @module
 */
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { readCheckpoint } from "../evidence/Checkpoint.js"
import { partKey } from "../evidence/Commitment.js"
import type { PartName } from "../evidence/Entry.js"
import { inclusionRanges } from "../evidence/MerkleTree.js"
import { type LogReceipt, type ReceiptEntry, withhold } from "../evidence/Receipt.js"
import { readNote } from "../evidence/SignedNote.js"
import { type ConsentFacts, consentStatement } from "../evidence/Statement.js"
import type { LoggedEntry } from "../evidence/Tiles.js"
import { isIncluded } from "../evidence/VerifyReceipt.js"
import { CheckpointSigner } from "../ports/CheckpointSigner.js"
import type { KeptCheckpoint } from "../ports/EvidenceLog.js"
import { EntryPlace, EvidenceReader } from "../ports/EvidenceReader.js"
import type { StoreError } from "../ports/StoreError.js"
import { LogInconsistent } from "./LogInconsistent.js"
import { readProof } from "./ReadHashes.js"

/** Of which record a receipt is asked for. */
export interface ReceiptRequest {
  /** Who made the record: knowing the id is the permission to read it. */
  readonly subjectId: string
  readonly consentId: string
  /** Parts that the receipt has a commitment to only. */
  readonly withhold: ReadonlyArray<PartName>
}

/** The outcome of asking for a receipt. */
export type ReceiptOutcome = Data.TaggedEnum<{
  Issued: { readonly receipt: LogReceipt }
  /** The record waits to be put into the tree, or the tree for its checkpoint: ask again in a second. */
  Pending: {}
  /** No such record of this subject, or none that is in the log. */
  NotFound: {}
  /** No key is configured, so that nothing is signed. */
  Unsigned: {}
}>

export const ReceiptOutcome = Data.taggedEnum<ReceiptOutcome>()

/** An entry with all of its parts disclosed; one that was logged late has the same. */
const disclosed = (facts: ConsentFacts, { kind, time }: LoggedEntry, salt: string): ReceiptEntry => {
  const { parts } = consentStatement(facts)
  return {
    kind,
    time,
    parts: Object.fromEntries(parts.map(({ name, text }) => [name, { key: partKey(salt, name), text }])),
  }
}

/** An entry at its position, with what it says. */
interface Found {
  readonly position: number
  readonly entry: ReceiptEntry
}

const receiptFrom = ({ entry, position }: Found, { note, size }: KeptCheckpoint) =>
  Effect.gen(function* () {
    const proof = yield* readProof(inclusionRanges(position, size))
    const text = readNote(note)?.text
    const body = text === undefined ? null : readCheckpoint(text)
    if (body === null) {
      return yield* new LogInconsistent({ message: `the checkpoint of ${size} entries cannot be read` })
    }
    const receipt: LogReceipt = { origin: body.origin, index: position, entry, proof, checkpoint: note }
    // A receipt that cannot be verified would accuse the visitor's copy instead of the stored record.
    if (isIncluded(receipt, body)) return receipt
    const message = `the record of entry ${position} or the tree above it is not what the checkpoint of ${size} entries covers`
    return yield* new LogInconsistent({ message })
  })

const find = ({ consentId, subjectId }: ReceiptRequest) =>
  Effect.gen(function* () {
    const reader = yield* EvidenceReader
    const facts = (yield* reader.consentFacts([consentId])).get(consentId)
    if (facts === undefined || facts.subjectId !== subjectId) return ReceiptOutcome.NotFound()
    const place = yield* reader.locate(consentId, facts.createdAt)
    return EntryPlace.$match(place, {
      Queued: () => ReceiptOutcome.Pending(),
      Unknown: () => ReceiptOutcome.NotFound(),
      At: ({ entry, position }): Found | ReceiptOutcome =>
        entry.opener === null ? ReceiptOutcome.NotFound() : { position, entry: disclosed(facts, entry, entry.opener) },
    })
  })

/**
 * Issues the receipt of a record, over the newest checkpoint. Those who trust the keys of the log verify it offline, with
 * `verifyReceipt`.
 *
 * @returns fails with `StoreError` when the store does, and with `LogInconsistent` when the record is not the one that
 *   was logged, or the tree is not the one that was signed
 * @example
 * ```ts
 * import { writeReceipt } from "@consent-service/core/evidence"
 * import { issueReceipt, ReceiptOutcome } from "@consent-service/core/evidence-log"
 * import * as Effect from "effect/Effect"
 *
 * const text = Effect.map(issueReceipt({ subjectId: "sub_1", consentId: "cns_1", withhold: ["trace"] }), (outcome) =>
 *   ReceiptOutcome.$is("Issued")(outcome) ? writeReceipt(outcome.receipt) : null,
 * )
 * ```
 */
export const issueReceipt = (
  request: ReceiptRequest,
): Effect.Effect<ReceiptOutcome, StoreError | LogInconsistent, EvidenceReader | CheckpointSigner> =>
  Effect.gen(function* () {
    const { keys } = yield* CheckpointSigner
    if (keys.length === 0) return ReceiptOutcome.Unsigned()
    const found = yield* find(request)
    if ("_tag" in found) return found
    const reader = yield* EvidenceReader
    const checkpoint = yield* reader.checkpoint(found.position + 1)
    if (Option.isNone(checkpoint)) return ReceiptOutcome.Pending()
    const receipt = yield* receiptFrom(found, checkpoint.value)
    return ReceiptOutcome.Issued({ receipt: withhold(receipt, request.withhold) })
  })
