/**
 * The declared vendors in the preference dialog, built when their list is opened.
 *
 * @module
 */
import type { TranslationBundle } from "@consent-service/core/translation"
import type { OpenDraft } from "./Draft.js"
import { fill, h } from "./Element.js"
import { link, row } from "./Parts.js"
import { makeSwitch, setSwitch } from "./Switch.js"
import type { VendorRow } from "./View.js"

/** The context of vendor lists. */
export interface VendorContext {
  readonly texts: TranslationBundle["consentManagerDialog"]["vendors"]
  readonly draft: OpenDraft
  /** Whether the categories a vendor depends on are switched on. */
  readonly isAvailable: (row: VendorRow) => boolean
  /** To call when a category was switched. */
  readonly refreshers: Array<() => void>
}

const drawVendor = (listed: VendorRow, { texts, draft, isAvailable, refreshers }: VendorContext): HTMLElement => {
  const { id, name, description, details = [], privacyPolicyUrl, disabled } = listed.vendor
  const hint = h("p", { id: `cs-vendor-${id}` }, texts.disabledByCategory)
  const control = makeSwitch({
    on: false,
    label: fill(texts.switchLabel, "vendor", name),
    testId: `consent-vendor-switch-${id}`,
    describedBy: hint.id,
    change: (on) => {
      draft.vendors[id] = on
    },
  })
  const refresh = () => {
    hint.hidden = isAvailable(listed)
    setSwitch(control, hint.hidden && draft.vendors[id] === true, !hint.hidden)
  }
  refreshers.push(refresh)
  refresh()
  return row(
    "li",
    name,
    !disabled && control,
    description && h("p", {}, description),
    ...details.map((line) => h("p", {}, line)),
    !disabled && hint,
    link(privacyPolicyUrl, texts.privacyPolicy),
  )
}

/** Draws a collapsed list of vendors; nothing for an empty one. */
export const drawVendors = (rows: ReadonlyArray<VendorRow>, context: VendorContext): HTMLElement | false => {
  const list = h("ul")
  const toggle = () => {
    if (!list.firstChild) list.append(...rows.map((listed) => drawVendor(listed, context)))
  }
  return (
    rows.length > 0 && h("details", { toggle }, h("summary", {}, fill(context.texts.title, "count", rows.length)), list)
  )
}
