/**
 * Which language's list a visitor gets. What a visitor sends is compared with a closed list and
 * never used itself, so it never reaches an address or a cache key.
 *
 * @module
 */

/** The language of an endpoint without translations, and of visitors who read none of the available ones. */
import { parseAcceptLanguage, primarySubtag } from "@consent-service/core/translation"
export const defaultLanguage = "en"

/** The primary subtags of all languages that have translations of purposes and vendors. */
const translated: ReadonlySet<string> = new Set(
  (
    "ar bg bs ca cs cy da de el en es et eu fi fr ga gl gu he hi hr hu id is it ja ka ko lb lt lv mk ms mt nb nl nn " +
    "no pl pt rm ro ru sk sl sq sr sv sw th tl tr uk vi zh"
  ).split(" "),
)

/** The languages in which lists are available. */
export interface ListLanguages {
  /** The best of them for a raw `Accept-Language`; the default one when it names none. */
  readonly choose: (acceptLanguage: string) => string
  /** The language when the visitor's own is unavailable. */
  readonly fallback: string
  /** Whether a list of exactly that language may be fetched. */
  readonly isFetched: (language: string) => boolean
}

/**
 * Decides the languages of one configuration.
 *
 * @param endpoint - `{language}` in it says that it has translations
 * @param bundled - the languages of the bundled lists
 */
export const listLanguages = (endpoint: string, bundled: ReadonlyArray<string>): ListLanguages => {
  const hasTranslations = endpoint.includes("{language}")
  const isFetched = (language: string) => language === defaultLanguage || (hasTranslations && translated.has(language))
  const byPrimary = new Map(bundled.map((tag) => [primarySubtag(tag), tag]))
  // A plain `de` next to a `de-at` serves all German readers.
  for (const tag of bundled) if (primarySubtag(tag) === tag) byPrimary.set(tag, tag)
  const fallback = byPrimary.get(defaultLanguage) ?? defaultLanguage
  if (!hasTranslations && bundled.every((tag) => tag === fallback)) {
    return { choose: () => fallback, fallback, isFetched }
  }
  return {
    choose: (acceptLanguage) => {
      for (const language of parseAcceptLanguage(acceptLanguage)) {
        const tag = byPrimary.get(language)
        if (tag !== undefined) return tag
        if (isFetched(language)) return language
      }
      return fallback
    },
    fallback,
    isFetched,
  }
}
