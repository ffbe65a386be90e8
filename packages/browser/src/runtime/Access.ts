/**
 * Decides what may run now, from categories, declared vendors and IAB vendors.
 *
 * @module
 */
import type { DeclaredVendor } from "@consent-service/core/vendor"
import { hasIab } from "../env/Built.js"
import { type Entry, isAbout } from "../gate/OwnVendors.js"
import type { CategoryFlags, VendorDenials } from "../consent/Records.js"
import type { Need, Verdict } from "../consent/Access.js"
import { allows } from "../gate/Conditions.js"

/** The inputs of the decision. */
export interface AccessState {
  readonly permissions: CategoryFlags
  /** Whether nothing is known yet, so that things wait instead of being denied. */
  readonly isPending: boolean
  /** Whether the vendors are known. */
  readonly vendorsKnown: boolean
  readonly declared: ReadonlyArray<DeclaredVendor>
  /** The entries of the page's configuration, those that declare nothing too. */
  readonly ownEntries: ReadonlyArray<Entry>
  readonly denials: VendorDenials | null
  /** The answer of the IAB part, where a rule of its kind applies: null for a vendor it does not know. */
  readonly iabPermits?: (vendor: string) => boolean | null
}

/**
 * Whether a vendor may run. Undeclared ones are ignored, unless the page has tried to declare them. A switch never grants.
 */
export const vendorAllowed = (
  { declared, denials, iabPermits, ownEntries, permissions }: AccessState,
  id: string,
): boolean => {
  const vendor = declared.find((one) => one.id === id)
  return (
    (hasIab ? iabPermits?.(id) : null) ??
    (vendor
      ? allows(vendor.category, permissions) && !denials?.denied.includes(id)
      : !ownEntries.some((entry) => isAbout(entry, id)))
  )
}

/** Decides for one thing. */
export const verdictOf = (state: AccessState, { category, vendor }: Need): Verdict =>
  (category === undefined || allows(category, state.permissions)) &&
  (vendor === undefined || (state.vendorsKnown && vendorAllowed(state, vendor)))
    ? "granted"
    : state.isPending
      ? "pending"
      : "denied"
