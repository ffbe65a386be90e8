/**
 * Selects a text by language.
 *
 * @module
 */
import { primarySubtag } from "@consent-service/core/browser"
import type { LocalText } from "../config/PageOptions.js"

/** The text for a language: that of its primary subtag, else of all others (`*`), else English, else the first by name. */
export const textIn = (text: LocalText, language: string): string => {
  if (typeof text === "string") return text
  const texts = new Map(Object.entries(text))
  const [first = ""] = [...texts.keys()].sort()
  return [primarySubtag(language), "*", "en", first].flatMap((name) => texts.get(name) ?? [])[0] ?? ""
}
