/**
 * The vendors that a page declares by itself: `vendors`, and its `services`. Anything may be written there: what is wrong is reported by
 * code that few pages load.
 *
 * @module
 */
import { vendorIdPattern } from "@consent-service/core/browser"
import type { DeclaredVendor } from "@consent-service/core/vendor"
import { isCondition } from "./Conditions.js"
import type { PageOptions } from "../config/PageOptions.js"

/** What a page has written where a vendor belongs. */
export type Entry = Partial<DeclaredVendor> | null

/** Everything that a page has written where vendors belong. */
export const entriesOf = ({ services, vendors }: PageOptions): ReadonlyArray<Entry> =>
  [vendors || [], services || []].flat()

/** Whether an entry declares a vendor. */
export const isVendor = (entry: Entry): entry is DeclaredVendor =>
  !!(entry?.id && entry.name && entry.privacyPolicyUrl) && vendorIdPattern.test(entry.id) && isCondition(entry.category)

/** Whether an entry, which may declare nothing, is about a vendor: it has this id, or none. */
export const isAbout = (entry: Entry, id: string): boolean => String(entry?.id ?? id) === id
