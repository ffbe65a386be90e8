/**
 * The messages on the page: those served, overridden by the page's own. They come with `/init` in the visitor's
 * language, so that bundles contain none.
 *
 * @module
 */
import type { TranslationBundle } from "@consent-service/core/translation"
import { mergeTexts, primarySubtag } from "@consent-service/core/browser"
import type { PageOptions } from "../config/PageOptions.js"

/** Merges the page's texts over the served ones: first those for every language (`*`), then those of this one. */
export const textsOf = (
  served: TranslationBundle,
  language: string,
  messages: NonNullable<PageOptions["i18n"]>["messages"] = {},
): TranslationBundle => ({
  ...served,
  ...mergeTexts(mergeTexts(served, messages["*"]), messages[primarySubtag(language)]),
})
