/**
 * The unsaved state of the preference dialog.
 *
 * @module
 */
import type { OptionalCategory } from "@consent-service/core/policy"
import { flagsOf } from "../consent/Evaluate.js"
import type { Access, Condition } from "../consent/Access.js"
import { allows } from "../gate/Conditions.js"
import type { VendorRow, View } from "./View.js"

/** Switches of categories. */
export type Switches = Partial<Record<OptionalCategory, boolean>>

/** The state of all switches: every offered category, and every vendor with a switch. */
export interface OpenDraft {
  readonly categories: Switches
  readonly vendors: Record<string, boolean>
}

/** The view's state, overridden by earlier changes when a dialog is redrawn. */
export const draftOf = ({ categories, vendors }: Pick<View, "categories" | "vendors">, set?: OpenDraft): OpenDraft => ({
  categories: Object.fromEntries(
    categories.map(({ category, on }) => [category, set?.categories[category] ?? on] as const),
  ),
  vendors: Object.fromEntries(
    vendors
      .filter(({ vendor }) => !vendor.disabled)
      .map(({ on, vendor: { id } }) => [id, set?.vendors[id] ?? on] as const),
  ),
})

/** Whether a condition would hold with these switches, and all other categories unchanged. */
export const wouldAllow = (
  condition: Condition,
  switches: Switches,
  { verdictFor }: Pick<Access, "verdictFor">,
): boolean =>
  allows(
    condition,
    flagsOf((category) => switches[category] ?? verdictFor({ category }) === "granted"),
  )

/** The vendors to list in a place: below the only category they depend on when it is shown, else under `""`. */
export const vendorsIn = (
  vendors: ReadonlyArray<VendorRow>,
  place: string,
  shown: ReadonlyArray<string>,
): ReadonlyArray<VendorRow> =>
  vendors.filter(({ vendor: { category } }) => place === (shown.find((name) => name === category) ?? ""))
