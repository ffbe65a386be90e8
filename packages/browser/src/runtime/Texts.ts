/**
 * The texts on the page: what was served, the page's own words over them (browser.md 1.11). They come with `/init`, in
 * the visitor's language, so that no bundle carries any.
 *
 * @module
 */
import { primarySubtag } from "@consent-service/core/translation/AcceptLanguage"
import type { TranslationBundle } from "@consent-service/core/translation/Bundle"
import { mergeTexts } from "@consent-service/core/translation/MergeTexts"
import type { Config } from "../page/Config.js"

/** Lays the page's texts over those served: first those for every language (`*`), then those of this one. */
export const textsOf = (
  served: TranslationBundle,
  language: string,
  messages: NonNullable<Config["i18n"]>["messages"] = {},
): TranslationBundle => ({
  ...served,
  ...mergeTexts(mergeTexts(served, messages["*"]), messages[primarySubtag(language)]),
})
