/**
 * Issues receipts of consent records.
 *
 * @module
 */
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { PartName } from "../evidence/Entry.js"
import { disclose, readOpener } from "../evidence/Opener.js"
import { type LogReceipt, type ReceiptEntry, withhold } from "../evidence/Receipt.js"
import { type ConsentFacts, consentStatement } from "../evidence/Statement.js"
import type { LoggedEntry } from "../evidence/Tiles.js"
import { CheckpointSigner } from "../ports/CheckpointSigner.js"
import { EntryPlace, EvidenceReader } from "../ports/EvidenceReader.js"
import type { StoreError } from "../ports/StoreError.js"
import { type DisclosedEntry, receiptOver } from "./EntryReceipt.js"
import type { LogInconsistent } from "./LogInconsistent.js"
import { provableCheckpoint } from "./ProvableCheckpoint.js"

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
  /** The record waits for the tree, or the tree for its checkpoint, or that for its witnesses: ask again in a second. */
  Pending: {}
  /** No such record of this subject, or none that is in the log. */
  NotFound: {}
  /** No key is configured, so that nothing is signed. */
  Unsigned: {}
}>

export const ReceiptOutcome = Data.taggedEnum<ReceiptOutcome>()

/** An entry with all parts disclosed that were not dropped; one that was logged late has the same. Null without an opener. */
const disclosed = (facts: ConsentFacts, { kind, opener, time }: LoggedEntry): ReceiptEntry | null => {
  const opens = opener === null ? null : readOpener(opener)
  const parts = opens === null ? null : disclose(consentStatement(facts), opens)
  return parts === null ? null : { kind, time, parts }
}

const find = Effect.fnUntraced(function* ({ consentId, subjectId }: ReceiptRequest) {
  const reader = yield* EvidenceReader
  const facts = (yield* reader.consentFacts([consentId])).get(consentId)
  if (facts === undefined || facts.subjectId !== subjectId) return ReceiptOutcome.NotFound()
  const place = yield* reader.locate(consentId, facts.createdAt)
  return EntryPlace.$match(place, {
    Queued: () => ReceiptOutcome.Pending(),
    Unknown: () => ReceiptOutcome.NotFound(),
    At: ({ entry, position }): DisclosedEntry | ReceiptOutcome => {
      const disclosedEntry = disclosed(facts, entry)
      return disclosedEntry === null ? ReceiptOutcome.NotFound() : { position, entry: disclosedEntry }
    },
  })
})

/**
 * The receipt of a record over the newest checkpoint that proves something, whether or not a key is configured now.
 *
 * @returns fails as {@link issueReceipt} does; never `Unsigned`
 * @example
 * ```ts
 * import { receiptOfRecord } from "@consent-service/core/evidence-log"
 *
 * const outcome = receiptOfRecord({ subjectId: "sub_1", consentId: "cns_1", withhold: [] })
 * ```
 */
export const receiptOfRecord: (
  request: ReceiptRequest,
) => Effect.Effect<ReceiptOutcome, StoreError | LogInconsistent, EvidenceReader> = Effect.fnUntraced(function* (
  request: ReceiptRequest,
) {
  const found = yield* find(request)
  if ("_tag" in found) return found
  const checkpoint = yield* provableCheckpoint(found.position + 1)
  if (Option.isNone(checkpoint)) return ReceiptOutcome.Pending()
  const receipt = yield* receiptOver(found, checkpoint.value)
  return ReceiptOutcome.Issued({ receipt: withhold(receipt, request.withhold) })
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
  Effect.flatMap(CheckpointSigner, ({ keys }) =>
    keys.length === 0 ? Effect.succeed(ReceiptOutcome.Unsigned()) : receiptOfRecord(request),
  )
