/**
 * Parses `Accept-Language`. Deliberately laxer than RFC 9110: existing clients are answered as
 * before, so weights are not clamped and `q=0` does not exclude a language.
 *
 * @module
 */

/** The limit of all headers of a request in Node; longer input is an attack. */
const maxHeaderLength = 16_384

const defaultWeight = 1

/**
 * The primary subtag of a language tag, lower-cased: `de` of ` de-AT `. The empty string when there is none.
 *
 * @example
 * ```ts
 * import { primarySubtag } from "@consent-service/core/translation"
 *
 * primarySubtag(" de-AT ") // "de"
 * ```
 */
export const primarySubtag = (tag: string): string => {
  const code = tag.trim().toLowerCase()
  const dash = code.indexOf("-")
  return dash === -1 ? code : code.slice(0, dash)
}

/** The text from `start` up to the next separator, or to the end of the text when there is none. */
const until = (text: string, separator: string, start: number): string => {
  const end = text.indexOf(separator, start)
  return text.slice(start, end === -1 ? text.length : end)
}

/** The weight among the parameters of one range, the first of which starts at `start`. */
const weightOf = (range: string, start: number): number => {
  for (let at = start; at <= range.length; ) {
    const written = until(range, ";", at)
    const parameter = written.trim()
    if (parameter.startsWith("q=") || parameter.startsWith("Q=")) {
      const weight = Number.parseFloat(parameter.slice(2))
      return Number.isNaN(weight) ? defaultWeight : weight
    }
    at += written.length + 1
  }
  return defaultWeight
}

/**
 * The languages a visitor reads, most wanted first: `["fr", "en"]` of `en;q=0.8, fr-CH`. Primary
 * subtags in lower case, each once, by descending weight and then by position.
 *
 * A code is any text, `*` included: look it up with `isBuiltIn` before relying on it. Total, and linear in the header
 * except for sorting the distinct codes; only the first 16 KiB of a header are read.
 *
 * @example
 * ```ts
 * import { parseAcceptLanguage } from "@consent-service/core/translation"
 *
 * parseAcceptLanguage("en;q=0.8, fr-CH") // ["fr", "en"]
 * ```
 */
export const parseAcceptLanguage = (header: string): ReadonlyArray<string> => {
  const weights = new Map<string, number>()
  const text = header.slice(0, maxHeaderLength)
  for (let at = 0; at < text.length; ) {
    const range = until(text, ",", at)
    at += range.length + 1
    const tag = until(range, ";", 0)
    const code = primarySubtag(tag)
    if (code === "") continue
    const weight = weightOf(range, tag.length + 1)
    const known = weights.get(code)
    if (known !== undefined && known >= weight) continue
    // A code keeps the position of its heaviest mention, because deleting first moves it to the end of the map.
    weights.delete(code)
    weights.set(code, weight)
  }
  // The difference of two infinite weights is NaN, which sorting treats as a tie.
  return Array.from(weights)
    .sort(([, a], [, b]) => b - a)
    .map(([code]) => code)
}
