/**
 * The language switch of banner and preference dialog.
 *
 * @module
 */
import { type Child, h } from "./Element.js"
import type { Commands, View } from "./View.js"

/** A language by its own name; its code where the browser knows none. */
const nameOf = (language: string): string => {
  try {
    return new Intl.DisplayNames(language, { type: "language" }).of(language) ?? language
  } catch {
    return language
  }
}

/** Selects among the languages that the page offers. */
export const drawLanguages = (
  { language: current, texts, ui: { languages = [] } }: View,
  setLanguage: Commands["setLanguage"],
): Child => {
  if (!languages[1]) return false
  const select = h(
    "select",
    {
      class: "cs-language",
      "data-testid": "consent-language",
      "aria-label": texts.common.language,
      change: () => setLanguage(select.value),
    },
    ...languages.map((value) => h("option", { value, lang: value }, nameOf(value))),
  )
  select.value = current
  return select
}
