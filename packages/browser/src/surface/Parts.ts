/**
 * Pieces of several surfaces: buttons, links and rows.
 *
 * @module
 */
import { type Child, h } from "./Element.js"

/** The emphasis of a button: filled or outlined. */
export type Rank = "fill" | "line"

/**
 * Makes a button.
 *
 * @param wide - in a banner, it takes a whole line
 */
export const button = (text: string, rank: Rank, testId: string, click: () => void, wide = false): HTMLButtonElement =>
  h(
    "button",
    {
      type: "button",
      class: `cs-button cs-${rank}${wide ? " cs-wide" : ""}`,
      "data-testid": testId,
      click,
    },
    text,
  )

/** The button that closes a dialog without saving. */
export const closeButton = (label: string, testId: string, click: () => void): HTMLButtonElement =>
  h("button", { type: "button", class: "cs-close", "data-testid": testId, "aria-label": label, click }, "×")

/** A link that opens in another tab, so that no choice is lost. */
export const link = (href: string, text: string): HTMLElement => {
  const anchor = h("a", { href, target: "_blank", rel: "noopener" }, text)
  // Addresses come from configurations and vendor lists, so `javascript:` is rejected.
  if (anchor instanceof HTMLAnchorElement && !anchor.protocol.startsWith("http")) anchor.removeAttribute("href")
  return anchor
}

/** A name with a description, and its control: a click anywhere in the row, except on a link, is one on the control. */
export const row = (
  tag: "div" | "li",
  title: string,
  control: HTMLElement | false,
  ...about: ReadonlyArray<Child>
): HTMLElement => {
  const click = ({ target }: Event) => {
    if (control && target instanceof Element && !target.closest("a,button")) control.click()
  }
  return h(tag, { class: "cs-row", click }, h("div", {}, h("h3", {}, title), ...about), control)
}
