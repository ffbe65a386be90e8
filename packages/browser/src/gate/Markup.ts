/**
 * What the gates of the page's own markup share: finding gated elements, noticing later ones,
 * and making scripts.
 *
 * @module
 */
import { necessary } from "@consent-service/core/browser"
import { page } from "../env/Globals.js"
import type { Need } from "../consent/Access.js"
import { readCondition } from "./Conditions.js"

/** The attributes of elements that name what to load. */
export const attributes = ["src", "srcset", "href", "poster"]

/** An element and its needs; the needs are null when it names no known category. */
export interface Gated<E> {
  readonly element: E
  readonly need: Need | null
}

/** The elements in the document, by their `data-cs-category` and `data-cs-vendor`, each also spelled without `cs-`. */
export const findGated = <E extends HTMLElement>(selector: string): ReadonlyArray<Gated<E>> =>
  Array.from(page?.querySelectorAll<E>(selector) ?? [], (element) => {
    const { category = necessary, vendor, csCategory = category, csVendor = vendor } = element.dataset
    const condition = readCondition(csCategory)
    return { element, need: condition && { category: condition, vendor: csVendor } }
  })

/** The needs that elements declare. */
export const needsOf = (selector: string): ReadonlyArray<Need> => findGated(selector).flatMap(({ need }) => need ?? [])

interface TrustedPolicy {
  readonly createScript: (text: string) => string
  readonly createScriptURL: (text: string) => string
}

declare global {
  interface Window {
    readonly trustedTypes?: { readonly createPolicy: (name: string, rules: TrustedPolicy) => TrustedPolicy }
  }
}

const asItIs = (text: string): string => text
let policy: TrustedPolicy | undefined

/**
 * Sets a script's code or address. It comes from the page's own markup or configuration and is as trusted as they are. Pages that
 * require trusted types allow the policy by its name.
 */
export const fillScript = (script: HTMLScriptElement, src: string | undefined, text: string): void => {
  try {
    policy ??= window.trustedTypes?.createPolicy("consent-service", { createScript: asItIs, createScriptURL: asItIs })
  } catch {
    // The policy is not allowed here; plain strings may be.
  }
  if (src) script.src = policy?.createScriptURL(src) ?? src
  else if (text) script.text = policy?.createScript(text) ?? text
}

/** Calls now, on changes of the document or of addresses, and once the document is parsed. @returns a function that stops it */
export const watch = (look: () => void): (() => void) => {
  look()
  if (!page) return look
  const observer = new MutationObserver(look)
  observer.observe(page, {
    childList: true,
    subtree: true,
    attributeFilter: ["src", ...attributes.map((name) => `data-${name}`)],
  })
  page.addEventListener("DOMContentLoaded", look)
  return () => observer.disconnect()
}
