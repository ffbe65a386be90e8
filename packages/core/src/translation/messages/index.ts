/**
 * The languages this service ships, by primary subtag (policy.md 6.2).
 *
 * @module
 */
import type { CompleteBundle } from "../Bundle.js"
import { de } from "./de.js"
import { en } from "./en.js"
import { es } from "./es.js"
import { fr } from "./fr.js"
import { pt } from "./pt.js"

/** The language of visitors who read none of those shipped (policy.md 6.4). */
export const fallbackLanguage = "en"

/** The texts of `fallbackLanguage`. */
export const fallbackBundle: CompleteBundle = en

/**
 * The texts of each shipped language by lower-case primary subtag (policy.md 6.1 and 6.2). A map, not a record: the
 * language looked up comes from a visitor, and `__proto__` is one no map knows.
 */
export const builtInBundles: ReadonlyMap<string, CompleteBundle> = new Map([
  ["de", de],
  ["en", en],
  ["es", es],
  ["fr", fr],
  ["pt", pt],
])

/** Whether a lower-case primary subtag is that of a shipped language (policy.md 6.2). */
export const isBuiltIn = (language: string): boolean => builtInBundles.has(language)
