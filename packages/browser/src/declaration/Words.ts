/**
 * The messages of the service in the visitor's language. A page that resolves its policy by itself has none, and requests them.
 *
 * @module
 */
import type { TranslationBundle } from "@consent-service/core/translation"
import { ask } from "../backend/Fetch.js"
import type { PageOptions } from "../config/PageOptions.js"
import { warn } from "../env/Globals.js"
import { contract, version } from "../env/Version.js"
import type { Resolved } from "../runtime/Resolved.js"
import { acceptLanguage } from "../runtime/Locale.js"
import { textsOf } from "../runtime/Texts.js"
import { at, isRecord, toQuery } from "../store/Plain.js"

/** Messages, and their language. */
export interface Words {
  readonly language: string
  readonly texts: TranslationBundle
}

const isTexts = (value: unknown): value is TranslationBundle => isRecord(value)

/** Requests the messages that a browser with these languages gets. */
const requestWords = async (backendURL: string, languages: string): Promise<Words | undefined> => {
  const url = `${backendURL}/init?${toQuery({ v: version, contract, stored: 1 })}`
  const { body, status } = await ask(url, { headers: { "accept-language": languages } })
  const texts = at(body, "translations.translations")
  if (isTexts(texts)) return { texts, language: String(at(body, "translations.language")) }
  warn("no cookie declaration, because the service did not send its messages: status", status)
  return undefined
}

/** Where words come from, at a moment. */
export interface WordsSettings {
  readonly backendURL: string
  readonly config: PageOptions
  readonly resolution: () => Resolved
}

/**
 * Finds the words of a page.
 *
 * @param arrived - called when requested words are there
 * @returns undefined while there are none; requested by the first call that needs them (`wanted`), once for a list of languages
 */
export const wordsOf = (
  { backendURL, config, resolution }: WordsSettings,
  arrived: () => void,
): ((wanted?: boolean) => Words | undefined) => {
  const requested = new Map<string, Words | undefined>()

  const begin = async (languages: string): Promise<void> => {
    requested.set(languages, undefined)
    requested.set(languages, await requestWords(backendURL, languages))
    arrived()
  }

  return (wanted) => {
    const { language = "en", proof, texts } = resolution()
    const languages = proof?.language ?? acceptLanguage(config.language)
    if (!texts && wanted && !requested.has(languages)) void begin(languages)
    const words = texts ? { language, texts } : requested.get(languages)
    return words && { ...words, texts: textsOf(words.texts, words.language, config.i18n?.messages) }
  }
}
