/**
 * What banner and preference dialog have in common: title and description that name them, links, buttons below.
 *
 * @module
 */
import { h } from "./Element.js"
import { link } from "./Parts.js"
import type { View } from "./View.js"

/** The content of a layer. */
export interface LayerSettings {
  readonly tag: "dialog" | "div"
  readonly class: string
  readonly testId: string
  readonly title: string
  readonly text: string
  /** Placed next to the title. */
  readonly close?: HTMLElement
  readonly body?: HTMLElement
  readonly buttons: ReadonlyArray<HTMLElement | false>
}

const documents = ["privacyPolicy", "cookiePolicy", "termsOfService"] as const

/** Draws a layer: a region, or a `dialog` to be opened. */
export const drawLayer = ({ links, note, texts, branding }: View, settings: LayerSettings): HTMLElement =>
  h(
    settings.tag,
    {
      role: settings.tag === "div" && "region",
      class: settings.class,
      part: settings.class,
      "data-testid": settings.testId,
      "aria-labelledby": "cs-title",
      "aria-describedby": "cs-text",
    },
    h(
      "div",
      { class: "cs-head" },
      h("div", { class: "cs-row" }, h("h2", { id: "cs-title" }, settings.title), settings.close),
      h("p", { id: "cs-text" }, note ?? settings.text),
      h(
        "div",
        { class: "cs-small" },
        ...documents.map((name) => links[name] && link(links[name], texts.legalLinks[name])),
        branding && h("span", {}, `${texts.common.securedBy} ${branding}`),
      ),
    ),
    settings.body,
    h("div", { class: "cs-actions" }, ...settings.buttons),
  )
