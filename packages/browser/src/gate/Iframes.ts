/**
 * Holds back embedded frames: `<iframe data-src="…" data-category="…" data-vendor="…">` gets its address when it is
 * granted, and loses it when consent is withdrawn.
 *
 * @module
 */
import type { Gate, GateSettings, Need } from "../consent/Access.js"
import { findGated, needsOf, watch } from "./Markup.js"

/** A frame that is denied, and what it needs. */
export interface BlockedFrame {
  readonly element: HTMLIFrameElement
  readonly need: Need
}

/** What the gate of frames depends on. */
export interface IframeOptions {
  /** `manual`: nothing is done before `process()` is called, and then when it is, and when consent changes. `false`: never. */
  readonly mode: boolean | "manual"
  /** Called when the result of `blocked()` changes. */
  readonly onChange?: () => void
}

/** The gate of frames. */
export interface IframeGate extends Gate {
  /** Looks for frames now. */
  readonly process: () => void
  /** The frames in the document that are denied, in document order; those not decided yet are not among them. */
  readonly blocked: () => ReadonlyArray<BlockedFrame>
}

const selector = "iframe[data-category],iframe[data-vendor],iframe[data-cs-category],iframe[data-cs-vendor]"

/** Whether an address is of http(s), or relative: what comes before the first colon is no scheme. */
const isWeb = (address: string | undefined): address is string => /^\s*(https?:|[^:]+$|[^:]*[/?#])/i.test(address ?? "")

/** Outside the document, so that going back in history cannot bring back what was withdrawn. */
const navigate = (element: HTMLIFrameElement, address: string): void => {
  const place = new Text()
  element.replaceWith(place)
  element.src = address
  place.replaceWith(element)
}

/** Gates frames. An unknown `data-category` is someone else's attribute; an unknown `data-cs-category` is never granted. */
export const makeIframeGate = ({ access }: GateSettings, { mode, onChange }: IframeOptions): IframeGate => {
  let active = mode === true
  let blocked: ReadonlyArray<BlockedFrame> = []

  const look = (): void => {
    const before = blocked
    blocked = (active ? findGated<HTMLIFrameElement>(access, selector) : []).flatMap(({ element, need }) => {
      const { dataset, src } = element
      const { src: address, csCategory } = dataset
      const verdict = need && access.verdict(need)
      if (verdict === "granted") {
        if (!isWeb(address)) return []
        navigate(element, address)
        delete dataset["src"]
        delete dataset["csPaused"]
      } else if (isWeb(src) && (need ?? csCategory)) {
        // Without its attribute a frame would stay where it is.
        navigate(element, "about:blank")
        dataset["src"] = src
        dataset["csPaused"] = ""
      }
      return need && verdict === "denied" && isWeb(dataset["src"]) ? { element, need } : []
    })
    if (blocked.length !== before.length || blocked.some(({ element }, at) => element !== before[at]?.element)) {
      onChange?.()
    }
  }

  return {
    dispose: active ? watch(look) : () => undefined,
    update: look,
    process: () => {
      active = mode !== false
      look()
    },
    blocked: () => blocked,
    needs: () => needsOf(access, selector),
  }
}
