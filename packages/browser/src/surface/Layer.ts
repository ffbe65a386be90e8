/**
 * What banner and preference dialog have in common: title and description that name them, buttons below, and one line of links under
 * these.
 *
 * @module
 */
import { type Child, h } from "./Element.js"
import { link } from "./Parts.js"
import type { View } from "./View.js"

/** The content of a layer. */
export interface LayerSettings {
  readonly tag: "dialog" | "div"
  readonly class: string
  readonly testId: string
  readonly title: string
  readonly text: string
  /** Placed next to the title; without it, a dialog starts at its title. */
  readonly close?: HTMLElement
  readonly body?: HTMLElement
  readonly buttons: ReadonlyArray<HTMLElement | false>
  /** Where the page offers several languages. */
  readonly languages: Child
}

const documents = ["privacyPolicy", "cookiePolicy", "termsOfService"] as const

/** Draws a layer. */
export type DrawLayer = (view: View, settings: LayerSettings) => HTMLElement

/**
 * Draws a layer: a region in the top layer, where nothing of the page covers it, or a `dialog` to be opened. The description of a region,
 * or of a dialog that starts at its title, is read once, as its content.
 */
export const drawLayer: DrawLayer = (view, settings) => {
  const { branding, links, note, texts, ui } = view
  const { body, buttons, class: className, close, languages, tag, testId, text, title } = settings
  const wall = tag === "dialog" && !close
  const small = [
    ...documents.map((name) => links[name] && link(links[name], texts.legalLinks[name])),
    languages,
    branding && h("span", {}, `${texts.common.securedBy} ${branding}`),
  ]
  return h(
    tag,
    {
      role: tag === "div" && "region",
      popover: tag === "div" && "manual",
      class: className,
      "data-testid": testId,
      "aria-labelledby": "cs-title",
      "aria-describedby": close && "cs-text",
    },
    h(
      "div",
      { class: "cs-head" },
      ui.logo && h("img", { class: "cs-logo", src: ui.logo, alt: "" }),
      h(
        "div",
        { class: "cs-row" },
        h("h2", { id: "cs-title", class: "cs-title", tabindex: wall && "-1", autofocus: wall && "true" }, title),
        close,
      ),
      h("p", { id: "cs-text", class: "cs-text" }, note ?? text),
    ),
    body,
    h(
      "div",
      { class: "cs-foot" },
      h("div", { class: "cs-actions" }, ...buttons),
      small.some(Boolean) && h("div", { class: "cs-small" }, ...small),
    ),
  )
}
