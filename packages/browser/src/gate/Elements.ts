/**
 * Gates embedded content: `<iframe data-src="…" data-category="…" data-vendor="…">` gets its address when it is granted, and loses it
 * when consent is withdrawn; images, links, videos, audio and their sources likewise.
 *
 * @module
 */
import type { Access, Gate, Need } from "../consent/Access.js"
import { hasScreen } from "../env/Built.js"
import { attributes, findGated, needsOf, watch } from "./Markup.js"

/** A denied frame, and its needs. */
export interface BlockedFrame {
  readonly element: HTMLIFrameElement
  readonly need: Need
}

/** The gate of elements. */
export interface ElementGate extends Gate {
  /** Gates the elements that are in the document now. */
  readonly gateNow: () => void
  /** The denied frames in the document, in document order, without undecided ones. None in a bundle that draws nothing. */
  readonly blockedFrames: () => ReadonlyArray<BlockedFrame>
}

const selector = ["category", "vendor", "cs-category", "cs-vendor"]
  .map((name) => "iframe,img,link,video,audio,source".replace(/\w+/g, `$&[data-${name}]`))
  .join()

/** Whether an address is http(s) or relative, so that nothing before the first colon is another scheme. */
const isWeb = (address: string | null | undefined): address is string =>
  /^\s*(https?:|[^:]+$|[^:]*[/?#])/i.test(address ?? "")

/** Done outside the document, so that going back in history cannot restore withdrawn content. Empty for none. */
const setAddress = (element: HTMLElement, attribute: string, address: string): void => {
  const place = new Text()
  element.replaceWith(place)
  if (address) element.setAttribute(attribute, address)
  else element.removeAttribute(attribute)
  place.replaceWith(element)
  // Media keep what they play, or have given up to find, until they load again.
  element.closest<HTMLMediaElement>("video,audio")?.load()
}

/**
 * Gates elements. An unknown `data-category` belongs to other code and is ignored; an unknown `data-cs-category` is never granted.
 *
 * @param mode - `manual`: gates elements only when `gateNow()` is called, and later when consent changes. `false`: never
 * @param framesChanged - called when the result of `blockedFrames()` changes
 */
export const makeElementGate = (access: Access, mode: boolean | "manual", framesChanged: () => void): ElementGate => {
  let active = mode === true
  let blocked: ReadonlyArray<BlockedFrame> = []

  const look = (): void => {
    const before = blocked
    blocked = (active ? findGated<HTMLElement>(selector) : []).flatMap(({ element, need }) => {
      const { dataset } = element
      const frame = element instanceof HTMLIFrameElement && element
      // The visitor allowed it on this page, without a record.
      const verdict = need && ("csOnce" in dataset ? "granted" : access.verdictFor(need))
      const granted = verdict === "granted"
      for (const attribute of attributes) {
        const waiting = dataset[attribute]
        const address = granted ? waiting : element.getAttribute(attribute)
        // What is no frame may have an address of its own until it gets the gated one.
        if (isWeb(address) && (granted || (frame ? (need ?? dataset["csCategory"]) : waiting === ""))) {
          setAddress(element, attribute, granted ? address : "")
          dataset[attribute] = granted ? "" : address
        }
      }
      return hasScreen && frame && need && verdict === "denied" && isWeb(dataset["src"]) ? { element: frame, need } : []
    })
    const same = blocked.length === before.length && blocked.every(({ element }, at) => element === before[at]?.element)
    if (hasScreen && !same) framesChanged()
  }

  return {
    dispose: active ? watch(look) : () => undefined,
    update: look,
    gateNow: () => {
      active = mode !== false
      look()
    },
    blockedFrames: () => blocked,
    needs: () => needsOf(selector),
  }
}
