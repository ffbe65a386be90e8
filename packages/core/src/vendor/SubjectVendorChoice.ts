/**
 * What a subject decided about vendors, over all his acts (service.md, "Subject vendor choice"; wire.md 2.6).
 *
 * @module
 */
import { type ConsentRecord, newestFirst } from "../consent/ConsentRecord.js"
import type { VendorChoice } from "./VendorChoice.js"

/**
 * Folds the vendor maps of a subject's cookie-banner records, in any order: the latest act decides each vendor it
 * names, an omitted vendor keeps its earlier decision.
 *
 * @returns null when no act carried a map, or the newest map cannot be read
 */
export const subjectVendorChoice = (records: ReadonlyArray<ConsentRecord>): VendorChoice | null => {
  const acts = records.filter(({ type, vendorChoice }) => type === "cookie_banner" && vendorChoice !== null)
  const ordered = acts.sort(newestFirst)
  const newest = ordered[0]?.vendorChoice
  if (newest === undefined || newest === null || newest === "unreadable") return null
  const grants = new Map<string, boolean>()
  let confirmedAt = Number.POSITIVE_INFINITY
  for (const { vendorChoice } of ordered) {
    if (vendorChoice === null || vendorChoice === "unreadable") continue
    for (const [vendor, granted] of Object.entries(vendorChoice.grants)) {
      if (grants.has(vendor)) continue
      grants.set(vendor, granted)
      confirmedAt = Math.min(confirmedAt, vendorChoice.confirmedAt)
    }
  }
  return grants.size === 0
    ? { version: 1, confirmedAt: newest.confirmedAt, grants: {} }
    : { version: 1, confirmedAt, grants: Object.fromEntries(grants) }
}
