/**
 * The floating button that opens the preferences again.
 *
 * @module
 */
import type { TriggerOption } from "../config/PageOptions.js"
import { h } from "./Element.js"

/** A corner of the page; left and right swap in right-to-left languages. */
export type Corner = "bottom-left" | "bottom-right"

/**
 * The position of the trigger, or null for none.
 *
 * @param pageHasOwn - whether the page has another way to the dialog; then it is hidden by default
 */
export const triggerCorner = (config: TriggerOption = "auto", pageHasOwn: boolean): Corner | null => {
  if (typeof config === "object") {
    const { position = "bottom-left", show } = config
    return triggerCorner(show, pageHasOwn) && position
  }
  return config === false || (config === "auto" && pageHasOwn)
    ? null
    : config === "bottom-right"
      ? config
      : "bottom-left"
}

/** Selectors of a page's own controls that open the dialog. */
export const ownControls = 'a[href$="#cs-preferences"],[data-cs-action=customize]'

/** A shield with a check mark. */
const outline = "M12 2 4 5v6c0 5 3.4 9.4 8 11 4.6-1.6 8-6 8-11V5zM8.5 12l2.5 2.5 4.5-5"

const drawIcon = (): SVGElement => {
  const make = (name: "svg" | "path") => document.createElementNS("http://www.w3.org/2000/svg", name)
  const svg = make("svg")
  const path = make("path")
  svg.setAttribute("viewBox", "0 0 24 24")
  svg.setAttribute("aria-hidden", "true")
  path.setAttribute("d", outline)
  svg.append(path)
  return svg
}

/** Draws it: an icon that its tooltip names, or with its name next to it. */
export const drawTrigger = (
  label: string,
  corner: Corner,
  config: TriggerOption | undefined,
  click: () => void,
): HTMLElement => {
  const { offset, text } = typeof config === "object" ? config : {}
  const trigger = h(
    "button",
    {
      type: "button",
      class: `cs-trigger cs-${corner.replace("-", " cs-")}`,
      "data-testid": "consent-trigger",
      title: !text && label,
      click,
    },
    drawIcon(),
    text && label,
  )
  if (offset) trigger.style.setProperty("--cs-trigger-offset", offset)
  return trigger
}
