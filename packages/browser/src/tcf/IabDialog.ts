/**
 * The IAB preference center: purposes and partners in two tabs, applied only when saved.
 *
 * @module
 */
import { h } from "../surface/Element.js"
import { drawLanguages } from "../surface/Languages.js"
import type { DrawLayer } from "../surface/Layer.js"
import { button, closeButton } from "../surface/Parts.js"
import type { IabPage } from "./IabControls.js"
import { layerView } from "./IabLayer.js"
import type { IabCommands } from "./IabTerms.js"
import { drawPurposes } from "./IabPurposes.js"
import { drawVendors } from "./IabVendors.js"
import { draftOf } from "./TcChoice.js"

/** The two tabs, and the panel of the selected one. */
const drawTabs = (page: IabPage, first: number): ReadonlyArray<HTMLElement> => {
  const labels = page.texts.preferenceCenter.tabs
  const panel = h("div", { role: "tabpanel" })
  const tabOf = (name: keyof typeof labels, draw: typeof drawPurposes) => {
    const choose = () => {
      for (const tab of tabs) {
        tab.ariaSelected = String(tab === chosen)
        tab.tabIndex = tab === chosen ? 0 : -1
      }
      panel.ariaLabel = labels[name]
      panel.replaceChildren(h("div", {}, ...draw(page)))
    }
    const chosen = h(
      "button",
      { type: "button", role: "tab", "data-testid": `iab-tab-${name}`, click: choose },
      labels[name],
    )
    return chosen
  }
  const tabs = [tabOf("purposes", drawPurposes), tabOf("vendors", drawVendors)]
  const keydown = (event: Event) => {
    const other = tabs.find((tab) => tab !== event.target)
    if (!other || !("key" in event) || !/Left|Right/.test(String(event.key))) return
    other.click()
    other.focus()
  }
  tabs[first]?.click()
  return [h("div", { role: "tablist", keydown }, ...tabs), panel]
}

/**
 * Draws the preference center, still closed.
 *
 * @param tab - the selected tab, from 0
 */
export const drawIabDialog = (drawLayer: DrawLayer, page: IabPage, tab: number, commands: IabCommands): HTMLElement => {
  const { draft, terms, texts } = page
  const { common, preferenceCenter } = texts
  return drawLayer(layerView(terms), {
    tag: "dialog",
    class: `cs-dialog cs-${(terms.match.ui.dialog ?? {}).layout ?? "box"}`,
    languages: drawLanguages(layerView(terms), commands.setLanguage),
    testId: "iab-consent-dialog-root",
    title: preferenceCenter.title,
    text: preferenceCenter.description,
    close: closeButton(terms.match.texts.common.close, "iab-dialog-close-button", commands.close),
    body: h("div", { class: "cs-body" }, ...drawTabs(page, tab), h("p", {}, preferenceCenter.footer.consentStorage)),
    buttons: [
      button(common.acceptAll, "line", "iab-dialog-accept-button", () => commands.acceptAll("dialog")),
      button(common.rejectAll, "line", "iab-dialog-reject-button", () => commands.rejectAll("dialog")),
      button(
        common.saveSettings,
        "fill",
        "iab-dialog-save-button",
        () => commands.save(draftOf(draft), "dialog"),
        true,
      ),
    ],
  })
}
