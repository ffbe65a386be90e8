/**
 * The host of the surfaces: an element at the start of the body, so that they come first in the tab order, with a shadow root, styles, language, direction, colors
 * and theme.
 *
 * @module
 */
import type { UiOptions } from "../config/PageOptions.js"
import { h } from "./Element.js"
import { styles } from "./Styles.js"

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
  /** The test id of the surface that was mounted last. */
  shown?: string | null
  readonly look: (look: Look) => void
  /** Adds styles, once, in which every selector starts with `.cs`, so that they are safe outside a shadow root. */
  readonly style: (css: string) => void
  /** The element inside that has the focus. */
  readonly focused: () => Element | null
  /** Restores the focus to where it was before it came in here, unless it is elsewhere already. */
  readonly leave: () => void
  readonly dispose: () => void
}

/** Makes a place for surfaces. */
export type MakeHost = (ui: UiOptions, testId: string, before?: Element) => Host

/**
 * Makes a place for surfaces. Needs a body.
 *
 * @param ui - `shadow` and `nonce` are read once, here; the rest by `look`
 * @param testId - the element's `data-testid`
 * @param before - what it is inserted before; without it, at the start of the body, including one that the page adds
 * later
 */
export const makeHost: MakeHost = (ui, testId, before) => {
  const root = h("div", { class: "cs" })
  // React hydrates a whole document in Next.js, and skips elements of the body whose name it does not expect. A `div`
  // that was inserted before the hydration would be taken for one of the page's own.
  const element = document.createElement("cs-host")
  element.dataset["testid"] = testId
  const shadow = ui.shadow === false ? null : element.attachShadow({ mode: "open" })
  const tree = shadow ?? element
  let origin: HTMLElement | undefined
  tree.append(root)
  const added = new Set<string>()
  const style = (css: string): void => {
    if (added.has(css)) return
    added.add(css)
    try {
      const sheet = new CSSStyleSheet()
      sheet.replaceSync(css)
      ;(shadow ?? document).adoptedStyleSheets.push(sheet)
    } catch {
      tree.append(h("style", { nonce: ui.nonce }, css))
    }
  }
  style(styles)
  element.addEventListener("focusin", ({ relatedTarget }) => {
    if (relatedTarget instanceof HTMLElement && !element.contains(relatedTarget)) origin = relatedTarget
  })
  element.style.display = "contents"
  // Pages may empty or replace their body; surfaces are added again, a modal closes, because it would no longer be
  // modal, and the banner is above the page again.
  const observer = new MutationObserver(() => {
    if (element.isConnected) return
    follow()
    root.querySelector("dialog")?.close()
    root.querySelector<HTMLElement>("[popover]")?.showPopover?.()
  })
  const follow = (): void => {
    document.body.prepend(element)
    for (const place of [document.documentElement, document.body]) observer.observe(place, { childList: true })
  }
  if (before) before.before(element)
  else follow()
  return {
    root,
    style,
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
