/**
 * The shipped languages, without their texts.
 *
 * @module
 */

/** The shipped languages by lower-case primary subtag. */
export const builtInLanguages: ReadonlyArray<string> =
  "ar bg cs cy da de el en es et fi fr ga gu he hi hr hu id is it lb lt lv mt nb nl nn pl pt rm ro sk sl sv zh".split(
    " ",
  )

/** The language of visitors who read none of the shipped ones. */
export const fallbackLanguage = "en"

/**
 * Whether a lower-case primary subtag is a shipped language.
 *
 * @example
 * ```ts
 * import { isBuiltIn } from "@consent-service/core/translation"
 *
 * isBuiltIn("de") // true
 * isBuiltIn("de-AT") // false
 * ```
 */
export const isBuiltIn = (language: string): boolean => builtInLanguages.includes(language)
