"use client"
/**
 * Consent in React: a provider, a hook, and components for what needs consent. A server renders them as for a visitor of whom
 * nothing is known, and so does the first render in the browser.
 *
 * @module
 */
import { type Consent, type ConsentStore, makeConsentStore, type Need, type PageApi } from "@consent-service/browser"
import {
  createContext,
  createElement,
  type HTMLAttributes,
  type IframeHTMLAttributes,
  type ReactElement,
  type ReactNode,
  useContext,
  useMemo,
  useSyncExternalStore,
} from "react"

const ConsentContext = createContext<ConsentStore>(makeConsentStore())

/** The properties of {@link ConsentProvider}. */
export interface ConsentProviderProps {
  /** What `createConsent` returned. Default: the API of the script tag, which may load later. */
  readonly consent?: PageApi | undefined
  readonly children?: ReactNode
}

/**
 * Provides consent to the components below. Pages with the script tag need none.
 *
 * @example
 * ```ts
 * import { createConsent } from "@consent-service/browser"
 * import { ConsentProvider } from "@consent-service/react"
 * import { createElement, type ReactNode } from "react"
 *
 * const consent = createConsent({ backendURL: "https://consent.shop.example" })
 *
 * export const Providers = ({ children }: { readonly children: ReactNode }) =>
 *   createElement(ConsentProvider, { consent }, children)
 * ```
 */
export const ConsentProvider = ({ children, consent }: ConsentProviderProps): ReactElement => {
  const value = useMemo(() => makeConsentStore(consent), [consent])
  return createElement(ConsentContext.Provider, { value }, children)
}

/**
 * Reads the current consent and renders again when it changes: the snapshot, `has`, `allows`, and the actions.
 *
 * @example
 * ```ts
 * import { useConsent } from "@consent-service/react"
 * import { createElement } from "react"
 *
 * export const PrivacyChoices = () => {
 *   const { openDialog } = useConsent()
 *   return createElement("button", { onClick: openDialog }, "Privacy choices")
 * }
 * ```
 */
export const useConsent = (): Consent => {
  const { getServerSnapshot, getSnapshot, subscribe } = useContext(ConsentContext)
  return useSyncExternalStore(subscribe, getSnapshot, getServerSnapshot)
}

/** The properties of {@link ConsentGate}: everything that is named has to be allowed. */
export interface ConsentGateProps extends Need {
  /** Rendered while the children are not allowed, and on servers. Default: nothing. */
  readonly fallback?: ReactNode
  readonly children?: ReactNode
}

/**
 * Renders its children only while they are allowed.
 *
 * @example
 * ```ts
 * import { ConsentGate } from "@consent-service/react"
 * import { createElement } from "react"
 *
 * export const Recommendations = () =>
 *   createElement(ConsentGate, { category: "experience", fallback: "Allow personalization to see more" }, "For you")
 * ```
 */
export const ConsentGate = ({ category, children, fallback, vendor }: ConsentGateProps): ReactNode =>
  useConsent().allows({ category, vendor }) ? children : fallback

/** The properties of {@link ConsentFrame}; others belong to the `iframe`. */
export interface ConsentFrameProps
  extends Need,
    Omit<IframeHTMLAttributes<HTMLIFrameElement>, "className" | "height" | "src" | "srcDoc" | "width"> {
  readonly src: string
  /** What screen readers call the frame. */
  readonly title: string
  /** The place that is kept for it, in pixels. Default: 560 by 315. */
  readonly width?: number
  readonly height?: number
  /** The class of the element around the frame. */
  readonly className?: string
}

const never = () => () => {}
const yes = () => true
const no = () => false

/**
 * Renders an `iframe` that loads only while it is allowed. Until then the script shows its placeholder in the same place, with a
 * button that allows it.
 *
 * @example
 * ```ts
 * import { ConsentFrame } from "@consent-service/react"
 * import { createElement } from "react"
 *
 * export const Video = () =>
 *   createElement(ConsentFrame, { category: "functionality", src: "https://video.example/embed/7", title: "Product video" })
 * ```
 */
export const ConsentFrame = (props: ConsentFrameProps): ReactElement => {
  const { category, className, height = 315, src, vendor, width = 560, ...others } = props
  // The script changes the frame and puts its placeholder next to it, which hydration must not meet.
  const isHydrated = useSyncExternalStore(never, yes, no)
  const needs = {
    "data-src": src,
    "data-cs-category": typeof category === "object" ? JSON.stringify(category) : category,
    "data-cs-vendor": vendor,
  }
  const frame = createElement("iframe", {
    ...others,
    ...needs,
    style: { display: "block", border: 0, ...others.style },
    width: "100%",
    height,
  })
  const box: HTMLAttributes<HTMLDivElement> & { readonly "data-cs-embed": string } = {
    "data-cs-embed": "",
    className,
    style: { position: "relative", width, maxWidth: "100%", minHeight: height },
  }
  return createElement("div", { key: JSON.stringify(needs), ...box }, isHydrated && frame)
}
