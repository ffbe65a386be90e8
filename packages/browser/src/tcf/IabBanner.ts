/**
 * The first layer under an IAB rule: the purposes, the number of vendors, and three buttons.
 *
 * @module
 */
import { bannerClass, isBlocking } from "../surface/Banner.js"
import { type Child, fill, h } from "../surface/Element.js"
import { drawLayer } from "../surface/Layer.js"
import { button } from "../surface/Parts.js"
import { firstLayerOf } from "./Asked.js"
import type { IabTexts } from "./IabControls.js"
import { layerView } from "./IabLayer.js"
import type { IabCommands, IabTerms } from "./IabTerms.js"

/** The most vendor names that are shown together. */
const firstNames = 8

/** Draws the banner: a `dialog` to be opened modally when it blocks, else a region that leaves the focus alone. */
export const drawIabBanner = (
  terms: IabTerms,
  { banner, common }: IabTexts,
  { acceptAll, openDialog, rejectAll }: IabCommands,
  openVendors: () => void,
  languages: Child,
): HTMLElement => {
  const { asked, match } = terms
  const names = firstLayerOf(asked).map(({ name }) => h("li", {}, name))
  const rest = names.splice(firstNames)
  const element = drawLayer(layerView(terms), {
    tag: isBlocking(match) ? "dialog" : "div",
    class: `${bannerClass(match.ui)} cs-tall`,
    languages,
    testId: "iab-consent-banner-root",
    title: banner.title,
    text: "",
    buttons: [
      button(common.acceptAll, "fill", "iab-consent-banner-accept-button", () => acceptAll("banner")),
      button(common.rejectAll, "fill", "iab-consent-banner-reject-button", () => rejectAll("banner")),
      button(common.customize, "line", "iab-consent-banner-customize-button", openDialog, true),
    ],
  })
  const [before = "", ...after] = banner.description.split("{partnerCount}")
  const text = element.querySelector("p")
  text?.append(
    before,
    h(
      "button",
      { type: "button", class: "cs-partners", "data-testid": "iab-consent-banner-partners-button", click: openVendors },
      fill(banner.partnersLink, "count", asked.vendors.filter(({ id }) => typeof id === "number").length),
    ),
    ...after,
  )
  text?.after(
    h("ul", { class: "cs-names" }, ...names),
    rest.length > 0
      ? h(
          "details",
          {},
          h("summary", {}, fill(banner.andMore, "count", rest.length)),
          h("ul", { class: "cs-names" }, ...rest),
        )
      : "",
    h("p", {}, asked.all.vendorLegitimateInterests.size > 0 && banner.legitimateInterestNotice),
    h("p", {}, banner.scopeServiceSpecific),
  )
  return element
}
