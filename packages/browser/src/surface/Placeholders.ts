/**
 * Placeholders for embedded frames that need consent, inside `[data-cs-embed]`.
 *
 * @module
 */
import { necessary } from "@consent-service/core/browser"
import type { Access, Condition, Need } from "../consent/Access.js"
import { categoriesNamed } from "../gate/Conditions.js"
import type { BlockedFrame } from "../gate/Elements.js"
import { wouldAllow } from "./Draft.js"
import { fill, h } from "./Element.js"
import type { Host, MakeHost } from "./Host.js"
import { button, link } from "./Parts.js"
import { restStyles } from "./RestStyles.js"
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
const replaceFrame = (makeHost: MakeHost, frame: HTMLIFrameElement, { ui }: View): Place => {
  const { height } = frame.getBoundingClientRect()
  const { display } = frame.style
  const host = makeHost(ui, "cs-embed", frame)
  host.style(restStyles)
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

/** Loads a frame on this page without a record. Setting its address makes the gate look at it again. */
const showOnce = ({ dataset }: HTMLIFrameElement): void => {
  dataset["csOnce"] = ""
  dataset["src"] = dataset["src"] ?? ""
}

/** Makes placeholders; the first update adds them to the page. */
export const makePlaceholders = (makeHost: MakeHost, { access, allow }: PlaceholderSettings): Placeholders => {
  const places = new Map<HTMLIFrameElement, Place>()

  const draw = ({ element, need }: BlockedFrame, view: View) => {
    const place = places.get(element) ?? replaceFrame(makeHost, element, view)
    places.set(element, place)
    const { vendor } = need
    const declared = view.vendors.find((row) => row.vendor.id === vendor)?.vendor
    const category = { and: [need.category ?? necessary, declared?.category ?? necessary] }
    const { actionButton, always, once, policyBlocked, provider, title } = view.texts.consentGate
    const offered = Object.fromEntries(view.categories.map((row) => [row.category, true]))
    const possible = wouldAllow(category, offered, access)
    const say = (text: string) => fill(text, "category", subjectOf(category, vendor, view))
    const text = say(possible ? title : policyBlocked)
    const { look, root } = place.host
    look(view)
    const content = h(
      "div",
      {},
      declared && h("p", {}, fill(provider, "vendor", declared.name)),
      declared?.description && h("p", {}, declared.description),
      h("p", {}, text),
      declared && link(declared.privacyPolicyUrl, view.texts.consentManagerDialog.vendors.privacyPolicy),
      possible &&
        h(
          "div",
          { class: "cs-actions" },
          // Under IAB, a choice is made for all vendors together.
          view.policy.model !== "iab" && button(once, "fill", "consent-embed-once-button", () => showOnce(element)),
          button(need.category === necessary ? always : say(actionButton), "fill", "consent-embed-allow-button", () =>
            allow(need),
          ),
        ),
    )
    if (root.textContent === content.textContent) return
    root.replaceChildren(content)
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
      keep(blocked.map(({ element }) => element))
      for (const one of blocked) draw(one, view)
    },
    dispose: () => keep([]),
  }
}
