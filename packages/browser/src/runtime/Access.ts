/**
 * Decides what may run now, from categories, declared vendors and IAB vendors.
 *
 * @module
 */
import type { DeclaredVendor } from "@consent-service/core/vendor"
import { hasIab } from "../env/Built.js"
import type { CategoryFlags, VendorDenials } from "../consent/Records.js"
import type { Need, Verdict } from "../consent/Access.js"
import { allows } from "../gate/Conditions.js"

/** The inputs of the decision. */
export interface AccessState {
  readonly permissions: CategoryFlags
  /** Whether nothing is known yet, so that things wait instead of being denied. */
  readonly pending: boolean
  /** Whether the vendors are known. */
  readonly known: boolean
  readonly declared: ReadonlyArray<DeclaredVendor>
  readonly denials: VendorDenials | null
  /** The IAB part's answer: null for a vendor it does not know. */
  readonly iabPermits: (vendor: string) => boolean | null
}

/** Whether a vendor may run: undeclared ones are ignored, and a switch never grants. */
export const vendorAllowed = ({ declared, denials, iabPermits, permissions }: AccessState, id: string): boolean => {
  const vendor = declared.find((one) => one.id === id)
  return (
    (hasIab ? iabPermits(id) : null) ??
    (!vendor || (allows(vendor.category, permissions) && !denials?.denied.includes(id)))
  )
}

/** Decides for one thing. */
export const verdictOf = (state: AccessState, { category, vendor }: Need): Verdict =>
  (category === undefined || allows(category, state.permissions)) &&
  (vendor === undefined || (state.known && vendorAllowed(state, vendor)))
    ? "granted"
    : state.pending
      ? "pending"
      : "denied"
