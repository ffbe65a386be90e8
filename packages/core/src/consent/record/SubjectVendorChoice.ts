/**
 * Merges a subject's decisions about vendors, over all their acts: see "Reading records together" in
 * `docs/reference/consents.md`.
 *
 * @module
 */
import { type HistoryRecord, newestFirst } from "./ConsentRecord.js"
import type { VendorChoice } from "../../vendor/VendorChoice.js"
import { entriesOf, readVendorText, type VendorText } from "./VendorText.js"

/** The approximate size of an entry of a vendor map, in bytes. */
const entryBytes = 16

/** A fold over a subject's records. */
export interface VendorFold {
  /**
   * Takes the next record in the order of `newestFirst`; yields about how many bytes it read.
   *
   * @param read - the record's map as text, which replaces `vendorChoice`; null where that must be parsed
   */
  readonly add: (record: VendorAct, read: VendorText | null) => Generator<number, void>
  /** The current choice for each vendor; null when no act has a map, or the newest map cannot be read. */
  readonly result: () => VendorChoice | null
}

type VendorAct = Pick<HistoryRecord, "type" | "vendorChoice">

/** What a fold has found so far. */
interface Folded {
  /** For each vendor, twice the number of the deciding record, plus one where it is granted. */
  readonly decided: Map<string, number>
  newest: Pick<VendorChoice, "confirmedAt"> | "unreadable" | null
  confirmedAt: number
  /** How many records were taken. */
  number: number
}

/** Of a repeated name the last one counts, as in a JSON parser. */
const decide = ({ decided, number }: Folded, vendor: string, granted: boolean): boolean => {
  const before = decided.get(vendor)
  if (before !== undefined && before >> 1 !== number) return false
  decided.set(vendor, 2 * number + Number(granted))
  return true
}

function* addText(folded: Folded, read: VendorText): Generator<number, void> {
  folded.newest ??= read
  let decides = false
  yield* entriesOf(read, (vendor, granted) => {
    if (decide(folded, vendor, granted)) decides = true
  })
  if (decides) folded.confirmedAt = Math.min(folded.confirmedAt, read.confirmedAt)
}

function* addParsed(folded: Folded, vendorChoice: VendorAct["vendorChoice"]): Generator<number, void> {
  if (vendorChoice === null) return
  folded.newest ??= vendorChoice
  // Stryker disable next-line ConditionalExpression,StringLiteral: an unreadable map has no grants to go through
  if (vendorChoice === "unreadable") return
  let looked = 0
  let decides = false
  // Not a list of entries, which takes twice as long; a plain object has only its own keys.
  for (const vendor in vendorChoice.grants) {
    looked += entryBytes
    if (decide(folded, vendor, vendorChoice.grants[vendor] === true)) decides = true
  }
  if (decides) folded.confirmedAt = Math.min(folded.confirmedAt, vendorChoice.confirmedAt)
  yield looked
}

// Generator functions of the module, not of a call: V8 keeps one that has run, with all that its closure sees, until the
// next full garbage collection.
function* addRecord(folded: Folded, record: VendorAct, read: VendorText | null): Generator<number, void> {
  if (record.type !== "cookie_banner") return
  folded.number += 1
  yield* read === null ? addParsed(folded, record.vendorChoice) : addText(folded, read)
}

const resultOf = ({ confirmedAt, decided, newest }: Folded): VendorChoice | null => {
  if (newest === null || newest === "unreadable") return null
  if (decided.size === 0) return { version: 1, confirmedAt: newest.confirmedAt, grants: {} }
  const grants: Record<string, boolean> = {}
  for (const [vendor, turn] of decided) grants[vendor] = turn % 2 === 1
  return { version: 1, confirmedAt, grants }
}

/**
 * Starts a fold of the vendor maps of a subject's cookie-banner records: the latest act decides each vendor it names, an
 * omitted vendor keeps its earlier decision.
 *
 * @example
 * ```ts
 * import { vendorFold } from "@consent-service/core/consent"
 *
 * const fold = vendorFold()
 * const act = { version: 1, confirmedAt: 1_767_225_600_000, grants: { "maps.example": true } } as const
 * for (const _ of fold.add({ type: "cookie_banner", vendorChoice: act }, null));
 * fold.result()?.grants // { "maps.example": true }
 * ```
 */
export const vendorFold = (): VendorFold => {
  const folded: Folded = { decided: new Map(), newest: null, confirmedAt: Number.POSITIVE_INFINITY, number: 0 }
  return {
    add: (record, read) => addRecord(folded, record, read),
    result: () => resultOf(folded),
  }
}

/**
 * Folds a history, newest act first, without parsing vendor maps that are stored as text.
 *
 * @returns a generator that yields how many bytes it looked at, about, and is then done; the result is in `fold`
 *
 * @example
 * ```ts
 * import { foldVendors, type SubjectHistory, vendorFold } from "@consent-service/core/consent"
 *
 * const vendorsOf = ({ records }: SubjectHistory) => {
 *   const fold = vendorFold()
 *   for (const _ of foldVendors(records, fold));
 *   return fold.result()
 * }
 * ```
 */
export function* foldVendors(records: ReadonlyArray<HistoryRecord>, fold: VendorFold): Generator<number, void> {
  for (const record of records) yield* fold.add(record, yield* readVendorText(record))
}

/**
 * The current choice for each vendor over all records of a subject, in any order: see {@link vendorFold}.
 *
 * @returns null when no record carried a vendor map, or the newest map cannot be read
 *
 * @example
 * ```ts
 * import { subjectVendorChoice } from "@consent-service/core/consent"
 *
 * const map = (confirmedAt: number, granted: boolean) =>
 *   ({ version: 1, confirmedAt, grants: { "maps.example": granted } }) as const
 * const records = [
 *   { id: "cns_1", type: "cookie_banner", givenAt: 1, vendorChoice: map(1, true) },
 *   { id: "cns_2", type: "cookie_banner", givenAt: 2, vendorChoice: map(2, false) },
 * ]
 * subjectVendorChoice(records)?.grants // { "maps.example": false }
 * ```
 */
export const subjectVendorChoice = (records: ReadonlyArray<VendorRecord>): VendorChoice | null => {
  const fold = vendorFold()
  for (const record of records.toSorted(newestFirst)) for (const _ of fold.add(record, null));
  return fold.result()
}

type VendorRecord = VendorAct & Pick<HistoryRecord, "givenAt" | "id">
