/**
 * Consent in Svelte: a context, its reader, and components for what needs consent. A server renders them as for a visitor of whom
 * nothing is known, and so does the first render in the browser.
 *
 * @module
 */
import type { Need } from "@consent-service/browser"
import type { Component, Snippet } from "svelte"
import type { HTMLIframeAttributes } from "svelte/elements"
import Frame from "./ConsentFrame.svelte"
import Gate from "./ConsentGate.svelte"

export { type CurrentConsent, provideConsent, useConsent } from "./Consent.js"

/** The properties of {@link ConsentGate}: everything that is named has to be allowed. */
export interface ConsentGateProps extends Need {
  /** Rendered while the children are not allowed, and on servers. */
  readonly fallback?: Snippet
  readonly children?: Snippet
}

/**
 * Renders its children only while they are allowed, else its snippet `fallback`.
 *
 * @example
 * ```ts
 * import { ConsentGate } from "@consent-service/svelte"
 * import { mount } from "svelte"
 *
 * export const show = (target: Element) => mount(ConsentGate, { target, props: { category: "experience" } })
 * ```
 */
export const ConsentGate: Component<ConsentGateProps> = Gate

/** The properties of {@link ConsentFrame}; others belong to the `iframe`. */
export interface ConsentFrameProps extends Need, Omit<HTMLIframeAttributes, "height" | "src" | "width"> {
  readonly src: string
  /** What screen readers call the frame. */
  readonly title: string
  /** The place that is kept for it, in pixels. Default: 560 by 315. */
  readonly width?: number
  readonly height?: number
}

/**
 * Renders an `iframe` that loads only while it is allowed. Until then the script shows its placeholder in the same place, with a
 * button that allows it.
 *
 * @example
 * ```ts
 * import { ConsentFrame } from "@consent-service/svelte"
 * import { mount } from "svelte"
 *
 * const props = { category: "functionality", src: "https://video.example/embed/7", title: "Product video" } as const
 * export const show = (target: Element) => mount(ConsentFrame, { target, props })
 * ```
 */
export const ConsentFrame: Component<ConsentFrameProps> = Frame
