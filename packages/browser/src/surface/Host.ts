/**
 * The host of the surfaces: an element at the end of the body with a shadow root, styles, language, direction, colors
 * and theme.
 *
 * @module
 */
import { listen, page } from "../env/Globals.js"
import type { UiOptions } from "../config/PageOptions.js"
import { h } from "./Element.js"

/** The common properties of all surfaces. */
export interface Look {
  readonly ui: UiOptions
  readonly language: string
  readonly direction: "ltr" | "rtl"
}

/** A place for surfaces. */
export interface Host {
  /** The container of the surfaces. */
  readonly root: HTMLElement
  readonly look: (look: Look) => void
  /** The element inside that has the focus. */
  readonly focused: () => Element | null
  /** Restores the focus to where it was before it came in here, unless it is elsewhere already. */
  readonly leave: () => void
  readonly dispose: () => void
}

/** Calls once there is a body; without a document, never. @returns a function that stops waiting */
export const whenBody = (work: () => void): (() => void) => {
  if (!page?.body) return listen(page, "DOMContentLoaded", work)
  work()
  return () => {}
}

/**
 * Makes a place for surfaces. Needs a body (see {@link whenBody}).
 *
 * @param css - styles in which every selector starts with `.cs`, so that they are safe outside a shadow root
 * @param ui - `shadow` and `nonce` are read once, here; the rest by `look`
 * @param testId - the element's `data-testid`
 * @param before - what it is inserted before; without it, at the end of the body, including one that the page adds
 * place later
 */
export const makeHost = (css: string, ui: UiOptions, testId = "cs-root", before?: Element): Host => {
  const root = h("div", { class: "cs" })
  const element = h("div", { "data-testid": testId })
  const shadow = ui.shadow === false ? null : element.attachShadow({ mode: "open" })
  const tree = shadow ?? element
  let origin: HTMLElement | undefined
  tree.append(root)
  try {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(css)
    ;(shadow ?? document).adoptedStyleSheets.push(sheet)
  } catch {
    tree.append(h("style", { nonce: ui.nonce }, css))
  }
  element.addEventListener("focusin", ({ relatedTarget }) => {
    if (relatedTarget instanceof HTMLElement && !element.contains(relatedTarget)) origin = relatedTarget
  })
  element.style.display = "contents"
  // Pages may empty or replace their body; surfaces are added again, and a modal closes, because it would no longer be
  // modal.
  const observer = new MutationObserver(() => {
    if (element.isConnected) return
    follow()
    root.querySelector("dialog")?.close()
  })
  const follow = (): void => {
    document.body.append(element)
    for (const place of [document.documentElement, document.body]) observer.observe(place, { childList: true })
  }
  if (before) before.before(element)
  else follow()
  return {
    root,
    look: ({ direction, language, ui: { colorScheme = "", theme = {} } }) => {
      root.lang = language
      root.dir = direction
      // In CSS, `system` is an unknown scheme, which means light.
      root.style.colorScheme = colorScheme.replace("system", "")
      for (const name in theme) element.style.setProperty(`--cs-${name}`, theme[name] ?? "")
    },
    focused: () => root.querySelector(":focus"),
    leave: () => {
      if (document.activeElement === document.body) origin?.focus({ preventScroll: true })
    },
    dispose: () => {
      observer.disconnect()
      element.remove()
    },
  }
}
