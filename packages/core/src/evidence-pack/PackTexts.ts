/**
 * What the first page of a pack says, in the languages that it is written in.
 *
 * @module
 */
import { primarySubtag } from "../translation/AcceptLanguage.js"
import { de } from "./texts/De.js"
import { en } from "./texts/En.js"
import { es } from "./texts/Es.js"
import { fr } from "./texts/Fr.js"
import type { PackTexts } from "./texts/Texts.js"

/** The languages of the page. */
export const packLanguages = ["en", "de", "es", "fr"] as const

/** A language of the page. */
export type PackLanguage = (typeof packLanguages)[number]

const byLanguage: Readonly<Record<PackLanguage, PackTexts>> = { en, de, es, fr }

const isPackLanguage = (language: string | null): language is PackLanguage =>
  packLanguages.some((one) => one === language)

/**
 * The language of the page for people who read a language: that one where the page is written in it, else English.
 *
 * @param language - BCP 47, or null where it is not known
 * @example
 * ```ts
 * import { packLanguageFor } from "@consent-service/core/evidence-pack"
 *
 * packLanguageFor("de-AT") // "de"
 * packLanguageFor("fi") // "en"
 * ```
 */
export const packLanguageFor = (language: string | null): PackLanguage => {
  const subtag = language === null ? null : primarySubtag(language)
  return isPackLanguage(subtag) ? subtag : "en"
}

/** The texts in a language. */
export const packTextsIn = (language: PackLanguage): PackTexts => byLanguage[language]
