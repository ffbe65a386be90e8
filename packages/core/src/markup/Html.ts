/**
 * HTML pages that need nothing else: no script, no file, no network.
 *
 * @module
 */
import { textDirection } from "../translation/Direction.js"

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
}

/** Text as HTML. What was recorded or configured is never trusted as markup. */
export const escaped = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => entities[character] ?? character)

/** The attributes of an element whose text is in a language (BCP 47). */
export const inLanguage = (language: string): string => `lang="${escaped(language)}" dir="${textDirection(language)}"`

/** A page in its parts. */
export interface HtmlPage {
  /** BCP 47. */
  readonly language: string
  readonly title: string
  readonly style: string
  /** The markup inside `body`. */
  readonly body: string
}

/** Writes a whole document. Search engines are asked not to list it. */
export const htmlPage = ({ body, language, style, title }: HtmlPage): string => {
  const head = `<meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex"><title>${escaped(title)}</title><style>${style}</style>`
  return `<!doctype html><html ${inLanguage(language)}><head>${head}</head><body>${body}</body></html>\n`
}
