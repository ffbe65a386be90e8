/**
 * Merges a subject's decisions about vendors, over all their acts: see "Reading records together" in
 * `docs/reference/consents.md`.
 *
 * @module
 */
import { type HistoryRecord, newestFirst } from "./ConsentRecord.js"
import type { VendorChoice } from "../../vendor/VendorChoice.js"

/** About as many bytes as an entry of a vendor map takes. */
const entryBytes = 16

/** A fold over a subject's records. */
export interface VendorFold {
  /** Takes the next record in the order of `newestFirst`; tells how many bytes it looked at, about. */
  readonly add: (record: VendorAct) => number
  /** What holds for each vendor; null when no act carried a map, or the newest map cannot be read. */
  readonly result: () => VendorChoice | null
}

type VendorAct = Pick<HistoryRecord, "type" | "vendorChoice">

/**
 * Begins to fold the vendor maps of a subject's cookie-banner records: the latest act decides each vendor it names, an
 * omitted vendor keeps its earlier decision.
 */
export const vendorFold = (): VendorFold => {
  const grants = new Map<string, boolean>()
  let newest: VendorAct["vendorChoice"] = null
  let confirmedAt = Number.POSITIVE_INFINITY
  const add = ({ type, vendorChoice }: VendorAct): number => {
    if (type !== "cookie_banner" || vendorChoice === null) return 0
    newest ??= vendorChoice
    if (vendorChoice === "unreadable") return 0
    let looked = 0
    // Not by a list of entries, which takes twice as long; a plain object has no keys but its own.
    for (const vendor in vendorChoice.grants) {
      looked += entryBytes
      if (grants.has(vendor)) continue
      grants.set(vendor, vendorChoice.grants[vendor] === true)
      confirmedAt = Math.min(confirmedAt, vendorChoice.confirmedAt)
    }
    return looked
  }
  const result = (): VendorChoice | null => {
    if (newest === null || newest === "unreadable") return null
    return grants.size === 0
      ? { version: 1, confirmedAt: newest.confirmedAt, grants: {} }
      : { version: 1, confirmedAt, grants: Object.fromEntries(grants) }
  }
  return { add, result }
}

/** {@link vendorFold} over all records at once, in any order. */
export const subjectVendorChoice = (records: ReadonlyArray<VendorRecord>): VendorChoice | null => {
  const fold = vendorFold()
  for (const record of records.toSorted(newestFirst)) fold.add(record)
  return fold.result()
}

type VendorRecord = VendorAct & Pick<HistoryRecord, "givenAt" | "id">
