/**
 * The preference dialog: a switch for each category and each declared vendor, applied only when saved.
 *
 * @module
 */
import { necessary } from "@consent-service/core/browser"
import type { OptionalCategory } from "@consent-service/core/policy"
import type { Access } from "../consent/Access.js"
import { type OpenDraft, vendorsIn, wouldAllow } from "./Draft.js"
import { h } from "./Element.js"
import { drawLanguages } from "./Languages.js"
import type { DrawLayer } from "./Layer.js"
import { button, closeButton, row } from "./Parts.js"
import { makeSwitch } from "./Switch.js"
import { drawVendors, type VendorContext } from "./VendorList.js"
import type { Commands, View } from "./View.js"

/** From what helps visitors to what helps others. */
const usualOrder: ReadonlyArray<OptionalCategory> = ["functionality", "measurement", "experience", "marketing"]

/** Draws the dialog, still closed. Its switches change the draft. */
export const drawDialog = (
  drawLayer: DrawLayer,
  view: View,
  draft: OpenDraft,
  commands: Commands,
  access: Access,
): HTMLElement => {
  const { common, consentManagerDialog, consentTypes } = view.texts
  const listed = view.ui.dialog?.vendors === false ? [] : view.vendors
  const { layout = "box", order = [] } = view.ui.dialog ?? {}
  const categories = view.categories.map(({ category }) => category)
  const shown = [necessary, ...new Set([...order, ...usualOrder].filter((name) => categories.includes(name)))] as const
  const context: VendorContext = {
    texts: consentManagerDialog.vendors,
    draft,
    isAvailable: ({ vendor }) => wouldAllow(vendor.category, draft.categories, access),
    refreshers: [],
  }
  const item = (category: (typeof shown)[number]): HTMLElement => {
    const { title, description } = consentTypes[category]
    const id = `cs-${category}`
    const control = makeSwitch({
      on: category === necessary || draft.categories[category] === true,
      label: title,
      disabled: category === necessary || Boolean(view.note && !draft.categories[category]),
      always: category === necessary && common.alwaysActive,
      testId: `consent-widget-switch-${category}`,
      describedBy: id,
      change: (on) => {
        if (category !== necessary) draft.categories[category] = on
        for (const refresh of context.refreshers) refresh()
      },
    })
    return h(
      "div",
      { class: "cs-item" },
      row("div", title, control, h("p", { id }, description)),
      drawVendors(vendorsIn(listed, category, shown), context),
    )
  }
  const id = (name: string) => `consent-widget-footer-${name}-button`
  const others = drawVendors(vendorsIn(listed, "", shown), context)
  return drawLayer(view, {
    tag: "dialog",
    class: `cs-dialog cs-${layout}`,
    languages: drawLanguages(view, commands.setLanguage),
    testId: "consent-dialog-root",
    title: consentManagerDialog.title,
    text: consentManagerDialog.description,
    close: closeButton(common.close, "consent-dialog-close-button", commands.close),
    body: h("div", { class: "cs-body" }, ...shown.map(item), others && h("div", { class: "cs-item" }, others)),
    buttons: [
      !view.note && button(common.acceptAll, "line", id("accept"), () => commands.acceptAll("dialog")),
      button(common.rejectAll, "line", id("reject"), () => commands.rejectAll("dialog")),
      view.categories.length > 0 && button(common.save, "fill", id("save"), () => commands.save(draft, "dialog")),
    ],
  })
}
