/**
 * Draws a declaration into the page's own tree, where the page's styles apply.
 *
 * @module
 */
import type { TranslationBundle } from "@consent-service/core/translation"
import { fill, h } from "../surface/Element.js"
import { link } from "../surface/Parts.js"
import type { CategoryView, CookieView, ServiceView } from "./View.js"

/** Weaker than any rule of the page. */
const styles =
  ":where(.cs-declaration table){width:100%;border-collapse:collapse}" +
  ":where(.cs-declaration :is(th,td)){padding:.4em .8em .4em 0;border-bottom:1px solid #8885;text-align:start;vertical-align:top;overflow-wrap:anywhere}"

let styled = false

/** Adds the styles, once; a browser without constructable style sheets shows the table as the page does. */
export const addStyles = (): void => {
  if (styled) return
  styled = true
  try {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(styles)
    document.adoptedStyleSheets.push(sheet)
  } catch {
    // The content needs none.
  }
}

/** The level of the headings below the heading before a place: 2 where there is none. */
export const levelAt = (place: Element): number => {
  const before = Array.from(document.querySelectorAll("h1,h2,h3,h4,h5")).filter(
    (heading) => heading.compareDocumentPosition(place) & Node.DOCUMENT_POSITION_FOLLOWING,
  )
  return Math.min(Number(before.pop()?.localName.slice(1) ?? 1) + 1, 5)
}

const heading = (level: number, text: string): HTMLElement => {
  const element = document.createElement(`h${level}`)
  element.textContent = text
  return element
}

const drawCookies = (
  cookies: ReadonlyArray<CookieView>,
  { duration, name, purpose, title }: TranslationBundle["consentManagerDialog"]["cookies"],
): HTMLElement =>
  h(
    "table",
    {},
    h("caption", {}, fill(title, "count", cookies.length)),
    h("thead", {}, h("tr", {}, ...[name, purpose, duration].map((text) => h("th", { scope: "col" }, text)))),
    h(
      "tbody",
      {},
      ...cookies.map((cookie) =>
        h(
          "tr",
          {},
          // In a language from right to left, too, an underscore comes first.
          h("td", {}, h("code", { dir: "ltr" }, cookie.name)),
          h("td", {}, h("bdi", {}, cookie.purpose)),
          h("td", {}, h("bdi", {}, cookie.duration)),
        ),
      ),
    ),
  )

const drawService = (service: ServiceView, level: number, texts: TranslationBundle): HTMLElement =>
  h(
    "div",
    { class: "cs-service", "data-cs-service": service.id },
    heading(level, service.name),
    service.description && h("p", {}, service.description),
    service.provider && h("p", {}, fill(texts.consentGate.provider, "vendor", service.provider)),
    service.cookies.length > 0 && drawCookies(service.cookies, texts.consentManagerDialog.cookies),
    h("p", {}, link(service.privacyPolicyUrl, texts.consentManagerDialog.vendors.privacyPolicy)),
  )

/** Draws a declaration, with a button for the preferences. */
export const drawDeclaration = (
  categories: ReadonlyArray<CategoryView>,
  texts: TranslationBundle,
  level: number,
): HTMLElement =>
  h(
    "div",
    { class: "cs-declaration" },
    ...categories.map(({ description, services, title }) =>
      h(
        "section",
        {},
        heading(level, title),
        h("p", {}, description),
        ...services.map((service) => drawService(service, level + 1, texts)),
      ),
    ),
    h("p", {}, h("button", { type: "button", "data-cs-action": "customize" }, texts.rights.preferences)),
  )
