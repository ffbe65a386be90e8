/**
 * Authored messages merged over built-in ones: objects member by member, lists and strings replaced.
 *
 * @module
 */
import { isPlainObject } from "../schema/PlainValue.js"

type Texts = Readonly<Record<PropertyKey, unknown>>

const mergeObjects = (base: Texts, override: Texts): Texts =>
  Object.fromEntries([
    ...Object.entries(base),
    ...Object.entries(override).flatMap(([key, value]) =>
      value === undefined ? [] : [[key, mergeValues(Object.hasOwn(base, key) ? base[key] : undefined, value)]],
    ),
  ])

const mergeValues = (base: unknown, override: unknown): unknown =>
  isPlainObject(base) && isPlainObject(override) ? mergeObjects(base, override) : override

const asObject = (value: unknown): Texts => (isPlainObject(value) ? value : {})

/** Reads the older name of `consentGate`, whose own keys win. */
const foldFrame = ({ frame, ...texts }: Texts): Texts =>
  frame === undefined ? texts : { ...texts, consentGate: mergeObjects(asObject(frame), asObject(texts["consentGate"])) }

/** A text for dismissing a notice is also used for acknowledging it, where that has none. */
const acknowledgeLikeDismiss = (texts: Texts): Texts => {
  const common = asObject(texts["common"])
  return common["dismiss"] !== undefined && common["acknowledge"] === undefined
    ? { ...texts, common: { ...common, acknowledge: common["dismiss"] } }
    : texts
}

/**
 * Merges authored texts over those of a language, key by key: authored texts win, and missing ones
 * keep the base. Neither argument is modified.
 *
 * @returns an object of the shape of `base` wherever `override` has that shape too
 *
 * @example
 * ```ts
 * import { mergeTexts } from "@consent-service/core/browser"
 *
 * const base = { common: { acceptAll: "Accept all", rejectAll: "Reject all" } }
 * mergeTexts(base, { common: { acceptAll: "Sure" } }) // { common: { acceptAll: "Sure", rejectAll: "Reject all" } }
 * ```
 */
export const mergeTexts = (base: Texts, override: unknown): Texts =>
  mergeObjects(base, acknowledgeLikeDismiss(foldFrame(asObject(override))))
