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

/** How all switches of the dialog stand: every category on offer, every vendor that has one. */
export interface OpenDraft {
  readonly categories: Switches
  readonly vendors: Record<string, boolean>
}

/** What the view says, and over it what was set before in a dialog that is drawn anew. */
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

/** Whether a condition would hold with categories switched like this, and all others as they are. */
export const wouldAllow = (condition: Condition, switches: Switches, { verdict }: Pick<Access, "verdict">): boolean =>
  allows(
    condition,
    flagsOf((category) => switches[category] ?? verdict({ category }) === "granted"),
  )

/** The vendors to be listed in a place: below the one category they depend on when it is shown, else under `""`. */
export const vendorsIn = (
  vendors: ReadonlyArray<VendorRow>,
  place: string,
  shown: ReadonlyArray<string>,
): ReadonlyArray<VendorRow> =>
  vendors.filter(({ vendor: { category } }) => place === (shown.find((name) => name === category) ?? ""))
