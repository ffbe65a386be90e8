/**
 * Placeholders for embedded frames that need consent, inside `[data-cs-embed]`.
 *
 * @module
 */
import { necessary } from "@consent-service/core/browser"
import type { Access, Condition, Need } from "../consent/Access.js"
import { categoriesNamed } from "../gate/Conditions.js"
import type { BlockedFrame } from "../gate/Iframes.js"
import { wouldAllow } from "./Draft.js"
import { fill, h } from "./Element.js"
import { type Host, makeHost } from "./Host.js"
import { button } from "./Parts.js"
import { styles } from "./Styles.js"
import type { View } from "./View.js"

/** Keeps a placeholder for each blocked frame. */
export interface Placeholders {
  /**
   * Shows one for each of these frames, and removes all others. A frame that needs
   * categories that are not on offer is shown as unavailable.
   */
  readonly update: (blocked: ReadonlyArray<BlockedFrame>, view: View) => void
  readonly dispose: () => void
}

/** The dependencies of placeholders. */
export interface PlaceholderSettings {
  readonly access: Access
  /** Grants the needs of a frame, on a visitor's click. */
  readonly allow: (need: Need) => void
}

/** A placeholder in the page. */
interface Place {
  readonly host: Host
  /** Shows the frame again, and moves the focus to it if it was here. */
  readonly reveal: () => void
}

/** What a click would allow, by name: the categories, else the vendor. */
const subjectOf = (category: Condition, vendor: string | undefined, { texts, vendors }: View): string =>
  categoriesNamed(category)
    .map((name) => texts.consentTypes[name].title)
    .join(", ") || String(vendors.find((row) => row.vendor.id === vendor)?.vendor.name)

/** Replaces the frame with a box of its height, so that the layout does not move. */
const replaceFrame = (frame: HTMLIFrameElement, { ui }: View): Place => {
  const { height } = frame.getBoundingClientRect()
  const { display } = frame.style
  const host = makeHost(styles, ui, "cs-embed", frame)
  const { style } = host.root
  host.root.className += " cs-embed"
  // Matters where the frame covers an element with a size.
  style.inset = "0"
  style.position = getComputedStyle(frame).position
  style.minHeight = `${height}px`
  frame.style.display = "none"
  return {
    host,
    reveal: () => {
      const focused = host.focused()
      frame.style.display = display
      host.dispose()
      if (focused) frame.focus({ preventScroll: true })
    },
  }
}

/** Makes placeholders; the first update adds them to the page. */
export const makePlaceholders = ({ access, allow }: PlaceholderSettings): Placeholders => {
  const places = new Map<HTMLIFrameElement, Place>()

  const draw = ({ element, need }: BlockedFrame, view: View) => {
    const place = places.get(element) ?? replaceFrame(element, view)
    places.set(element, place)
    const { vendor } = need
    const declared = view.vendors.find((row) => row.vendor.id === vendor)?.vendor
    const category = { and: [need.category ?? necessary, declared?.category ?? necessary] }
    const { actionButton, policyBlocked, title } = view.texts.consentGate
    const offered = Object.fromEntries(view.categories.map((row) => [row.category, true]))
    const possible = wouldAllow(category, offered, access)
    const say = (text: string) => fill(text, "category", subjectOf(category, vendor, view))
    const text = say(possible ? title : policyBlocked)
    const { look, root } = place.host
    look(view)
    if (root.firstChild?.textContent === text) return
    root.replaceChildren(
      h("p", {}, text),
      possible ? button(say(actionButton), "fill", "consent-embed-allow-button", () => allow(need)) : "",
    )
  }

  const keep = (frames: ReadonlyArray<HTMLIFrameElement>) => {
    for (const [frame, { reveal }] of places) {
      if (frames.includes(frame)) continue
      places.delete(frame)
      reveal()
    }
  }

  return {
    update: (blocked, view) => {
      const inside = blocked.filter(({ element }) => element.closest("[data-cs-embed]"))
      keep(inside.map(({ element }) => element))
      for (const one of inside) draw(one, view)
    },
    dispose: () => keep([]),
  }
}
