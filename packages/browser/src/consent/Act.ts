/**
 * Computes the changes of an act to the records, and the save for the service.
 *
 * @module
 */
import type { DeclaredVendor } from "@consent-service/core/vendor"
import { necessary, type OptionalCategory } from "@consent-service/core/browser"
import type { SavePayload } from "../wire/Wire.js"
import type { ConsentRecords, Receipt, Receipts, VendorDenials } from "./Records.js"

/** A decision of the visitor. */
export interface Act {
  /** Only the categories that the visitor decided now. */
  readonly categories: Readonly<Partial<Record<OptionalCategory, boolean>>>
  /** The vendors that are off after it; null where it is not about vendors. */
  readonly denied: ReadonlyArray<string> | null
  readonly action: "all" | "necessary" | "custom"
  readonly source: string
  /** Epoch milliseconds. */
  readonly at: number
  /** The fingerprint of the choice that was shown; null where no rule showed one. */
  readonly terms: string | null
}

const receiptsOf = ({ at: confirmedAt, categories, terms }: Act): Receipts => {
  const basis: Receipt["basis"] = terms === null ? { kind: "legacy-v2" } : { kind: "choice-v1", fingerprint: terms }
  return Object.fromEntries(
    Object.entries(categories).map(([category, value]) => [category, { value, confirmedAt, basis }]),
  )
}

/** The records after the act; other categories are unchanged. */
export const recordAct = (records: ConsentRecords, act: Act): ConsentRecords => ({
  ...records,
  categories: { ...records.categories, ...receiptsOf(act) },
  vendors: act.denied === null ? records.vendors : { confirmedAt: act.at, denied: act.denied },
})

/** Whether each declared vendor is on. */
export const grantsOf = (
  { denied }: Pick<VendorDenials, "denied">,
  declared: ReadonlyArray<DeclaredVendor>,
): Record<string, boolean> => Object.fromEntries(declared.map(({ id }) => [id, !denied.includes(id)]))

/** Every explicit decision on record, and `necessary`; never those of a signal or a consent model. */
export const preferencesOf = ({ categories }: ConsentRecords): Record<string, boolean> => {
  const explicit = Object.entries(categories).map(([category, { value }]) => [category, value] as const)
  return { [necessary]: true, ...Object.fromEntries(explicit) }
}

/** The parts of a save that an act does not have: token, asserted inputs, identity, TC string and metadata, as far as they exist. */
export type SaveContext = Pick<SavePayload, "subjectId" | "domain"> & Partial<SavePayload>

/**
 * The body of the act's save.
 *
 * @param records - the records after the act
 */
export const savePayload = (
  records: ConsentRecords,
  act: Act,
  declared: ReadonlyArray<DeclaredVendor>,
  context: SaveContext,
): SavePayload => ({
  type: "cookie_banner",
  givenAt: act.at,
  preferences: preferencesOf(records),
  choice: { version: 3, categories: receiptsOf(act) },
  ...(records.vendors &&
    declared[0] && {
      vendorChoice: {
        version: 1,
        confirmedAt: records.vendors.confirmedAt,
        grants: grantsOf(records.vendors, declared),
      },
    }),
  consentAction: act.action,
  uiSource: act.source,
  ...context,
})
