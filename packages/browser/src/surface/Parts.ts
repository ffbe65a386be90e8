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
      part: "cs-button",
      "data-testid": testId,
      click,
    },
    text,
  )

/** Makes a button with a symbol instead of its name. */
export const signButton = (
  label: string,
  sign: string,
  className: string,
  testId: string,
  click: () => void,
): HTMLButtonElement => h("button", { class: className, "data-testid": testId, "aria-label": label, click }, sign)

/** The button that closes a dialog without saving. */
export const closeButton = (label: string, testId: string, click: () => void): HTMLButtonElement =>
  signButton(label, "×", "cs-close", testId, click)

/** A link that opens in another tab, so that no choice is lost. */
export const link = (href: string, text: string): HTMLElement => {
  const anchor = h("a", { href, target: "_blank", rel: "noopener" }, text)
  // Addresses come from configurations and vendor lists, so `javascript:` is rejected.
  if (anchor instanceof HTMLAnchorElement && !anchor.protocol.startsWith("http")) anchor.removeAttribute("href")
  return anchor
}

/** A name with a description, and its switch. */
export const row = (tag: "div" | "li", title: string, control: Child, ...about: ReadonlyArray<Child>): HTMLElement =>
  h(tag, { class: "cs-row" }, h("div", {}, h("h3", {}, title), ...about), control)
