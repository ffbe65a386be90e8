/**
 * Gates embedded frames: `<iframe data-src="…" data-category="…" data-vendor="…">` gets its address when it is
 * granted, and loses it when consent is withdrawn.
 *
 * @module
 */
import type { Gate, GateSettings, Need } from "../consent/Access.js"
import { findGated, needsOf, watch } from "./Markup.js"

/** A denied frame, and its needs. */
export interface BlockedFrame {
  readonly element: HTMLIFrameElement
  readonly need: Need
}

/** The dependencies of the gate of frames. */
export interface IframeOptions {
  /** `manual`: gates frames only when `process()` is called, and later when consent changes. `false`: never. */
  readonly mode: boolean | "manual"
  /** Called when the result of `blocked()` changes. */
  readonly onChange?: () => void
}

/** The gate of frames. */
export interface IframeGate extends Gate {
  /** Gates the frames that are in the document now. */
  readonly process: () => void
  /** The denied frames in the document, in document order, without undecided ones. */
  readonly blocked: () => ReadonlyArray<BlockedFrame>
}

const selector = "iframe[data-category],iframe[data-vendor],iframe[data-cs-category],iframe[data-cs-vendor]"

/** Whether an address is http(s) or relative, so that nothing before the first colon is another scheme. */
const isWeb = (address: string | undefined): address is string => /^\s*(https?:|[^:]+$|[^:]*[/?#])/i.test(address ?? "")

/** Done outside the document, so that going back in history cannot restore withdrawn content. */
const navigate = (element: HTMLIFrameElement, address: string): void => {
  const place = new Text()
  element.replaceWith(place)
  element.src = address
  place.replaceWith(element)
}

/** Gates frames. An unknown `data-category` belongs to other code and is ignored; an unknown `data-cs-category` is never granted. */
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
        // Without its attribute a frame would keep its place.
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
