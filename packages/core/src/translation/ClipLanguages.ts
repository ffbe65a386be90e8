/**
 * Shortens `Accept-Language` values that are longer than a record or a token allows.
 *
 * @module
 */
import { hasAtMost } from "../schema/Text.js"

/** The maximum length of a language list in a record and a token, in characters. */
export const maxLanguages = 255

/** The index of the last comma within a number of characters; -1 without one. */
const lastCommaWithin = (text: string, characters: number): number => {
  let passed = 0
  let last = -1
  for (let i = 0; i < text.length && passed <= characters; passed++) {
    if (text[i] === ",") last = i
    i += (text.codePointAt(i) ?? 0) > 0xffff ? 2 : 1
  }
  return last
}

/**
 * Shortens a language list to at most 255 characters. It ends after a whole entry, so that no entry becomes another
 * language or another weight.
 *
 * @returns the list as it is when it fits; null when not even one entry fits
 *
 * @example
 * ```ts
 * import { clipLanguages } from "@consent-service/core/translation"
 *
 * clipLanguages("de-AT,de;q=0.9") // "de-AT,de;q=0.9"
 * clipLanguages("de,".repeat(100))?.length // 254
 * ```
 */
export const clipLanguages = (list: string): string | null => {
  if (hasAtMost(list, maxLanguages)) return list
  const whole = list.slice(0, Math.max(0, lastCommaWithin(list, maxLanguages)))
  return /[^\s,]/.test(whole) ? whole.trimEnd() : null
}
