/**
 * The first layer: a choice between buttons of equal rank, or a notice.
 *
 * @module
 */
import type { UiOptions } from "../config/PageOptions.js"
import { bannerActions } from "./Actions.js"
import type { Child } from "./Element.js"
import { drawLayer } from "./Layer.js"
import { button } from "./Parts.js"
import type { Commands, View } from "./View.js"

/** Whether the banner must be answered before the page can be used. */
export const isBlocking = ({ ui: { banner } }: Pick<View, "ui">): boolean =>
  Boolean(banner && (banner.blocking || banner.position === "center"))

/** The classes of a banner: where it is, in which corner, and whether it is as wide as the window. */
export const bannerClass = ({ banner }: UiOptions): string => {
  const { layout = "box", position = "bottom" } = banner || {}
  const [side, corner = layout] = position.split("-")
  return `cs-banner cs-${side} cs-${corner}`
}

/** Draws the banner: a `dialog` to be opened modally when it blocks, else a region that leaves the focus alone. */
export const drawBanner = (
  view: View,
  { acceptAll, dismiss, openDialog, rejectAll }: Commands,
  languages: Child,
): HTMLElement => {
  const { policy, texts, ui } = view
  const { common, cookieBanner, rights } = texts
  const banner = ui.banner || {}
  const isNotice = view.prompt === "notice"
  const make = (name: string, text: string, click: () => void, second = false) =>
    button(text, second ? "line" : "fill", `consent-banner-${name}-button`, click, second)
  const choice = {
    accept: () => make("accept", common.acceptAll, () => acceptAll("banner")),
    reject: () => make("reject", common.rejectAll, () => rejectAll("banner")),
    customize: () => make("customize", common.customize, openDialog, true),
  }
  return drawLayer(view, {
    tag: isBlocking(view) ? "dialog" : "div",
    class: bannerClass(ui),
    languages,
    testId: "consent-banner-root",
    title: isNotice ? cookieBanner.noticeTitle : cookieBanner.title,
    text: isNotice ? cookieBanner.noticeDescription : cookieBanner.description,
    buttons: view.note
      ? [choice.reject()]
      : isNotice
        ? [
            make("dismiss", common.acknowledge, dismiss),
            policy.rights.includes("opt-out") && make("opt-out", rights.optOut, openDialog, true),
            policy.rights.includes("preferences") && make("customize", rights.preferences, openDialog, true),
          ]
        : bannerActions(policy.actions, banner.actions).map((name) => choice[name]()),
  })
}
