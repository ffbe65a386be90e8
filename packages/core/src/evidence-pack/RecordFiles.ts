/**
 * The records of a pack with their receipts.
 *
 * @module
 */
import * as Effect from "effect/Effect"
import { untilReady, type Patience } from "../concurrency/UntilReady.js"
import type { PolicyDecision } from "../consent/record/ConsentRecord.js"
import type { LogReceipt } from "../evidence/Receipt.js"
import { writeReceipt, writeTlogProof } from "../evidence/Receipt.js"
import type { ConsentFacts } from "../evidence/Statement.js"
import type { LogInconsistent } from "../evidence-log/LogInconsistent.js"
import { receiptOfRecord } from "../evidence-log/Receipts.js"
import type { EvidenceReader } from "../ports/EvidenceReader.js"
import type { StoreError } from "../ports/StoreError.js"
import { type RecordItem, recordItem } from "../record-list/RecordItem.js"
import type { WithheldPart } from "./PackBody.js"
import { jsonFile, type PackFile, textFile } from "./PackFile.js"
import { fileNameOf, recordPath } from "./PackPaths.js"

/** A record of a pack. */
export interface PackedRecord {
  /** Names its files: its id, or its number where the ids are withheld. */
  readonly name: string
  readonly facts: ConsentFacts
}

/** Names records. */
export const namedRecords = (
  records: ReadonlyArray<ConsentFacts>,
  withhold: ReadonlyArray<WithheldPart>,
): ReadonlyArray<PackedRecord> =>
  records.map((facts, at) => ({
    name: withhold.includes("subject") ? `record-${at + 1}` : fileNameOf(facts.id),
    facts,
  }))

const membersOf = {
  subject: ["id", "subjectId"],
  trace: ["ipAddress", "language", "metadata", "userAgent"],
} as const satisfies Readonly<Record<WithheldPart, ReadonlyArray<keyof RecordItem>>>

/** The file of a record, without the members of what is withheld. */
export const recordFile = (
  { facts, name }: PackedRecord,
  policy: PolicyDecision | null,
  withhold: ReadonlyArray<WithheldPart>,
): PackFile => {
  const left = new Set<string>(withhold.flatMap((part): ReadonlyArray<string> => membersOf[part]))
  const members = Object.entries(recordItem({ facts, policy })).filter(([member]) => !left.has(member))
  return jsonFile(recordPath(name), Object.fromEntries(members))
}

/** The files of a receipt, in both forms. @param path - without its extension */
export const receiptFiles = (path: string, receipt: LogReceipt): ReadonlyArray<PackFile> => [
  textFile(`${path}.json`, `${writeReceipt(receipt)}\n`),
  textFile(`${path}.tlog-proof`, writeTlogProof(receipt)),
]

/**
 * The receipt of a record, once a checkpoint covers it.
 *
 * @returns `unproven` for a record that the log does not have, `pending` where patience ended
 */
export const receiptIn = (
  { facts }: PackedRecord,
  withhold: ReadonlyArray<WithheldPart>,
  patience: Patience,
): Effect.Effect<LogReceipt | "pending" | "unproven", StoreError | LogInconsistent, EvidenceReader> => {
  const request = { subjectId: facts.subjectId, consentId: facts.id, withhold }
  const outcome = untilReady(receiptOfRecord(request), ({ _tag }) => _tag !== "Pending", patience)
  return Effect.map(outcome, (found) => {
    if (found._tag === "Issued") return found.receipt
    return found._tag === "Pending" ? "pending" : "unproven"
  })
}
