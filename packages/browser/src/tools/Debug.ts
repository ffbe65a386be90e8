/**
 * The overlay for developers: a region of its own in a shadow root, which shows the state of the page until it is closed. It is in
 * English, whatever the page is in.
 *
 * @module
 */
import { h } from "../surface/Element.js"
import type { DebugOutcome } from "../runtime/ToolsCode.js"
import { debugStyles } from "./DebugStyles.js"
import type { StartedApi } from "./PresentApi.js"
import { readFacts } from "./ReadFacts.js"
import { reportOf, reportText, type Section } from "./Report.js"

/** How often the state is read again, in milliseconds. */
const everyMs = 1_000

const maxErrors = 5

/** The open overlay. */
let opened: HTMLElement | undefined

/** Constructable style sheets need no nonce. */
const style = (shadow: ShadowRoot, nonce: string | undefined): void => {
  try {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(debugStyles)
    shadow.adoptedStyleSheets.push(sheet)
  } catch {
    shadow.append(h("style", { nonce }, debugStyles))
  }
}

const drawn = ({ lines, title }: Section): HTMLElement =>
  h(
    "section",
    {},
    h("h3", {}, title),
    h(
      "dl",
      {},
      ...lines.map(({ label, tone, value }) =>
        h("div", { class: tone }, h("dt", {}, label), h("dd", { dir: "auto" }, value)),
      ),
    ),
  )

/** The content: a section is drawn again only when it has changed, so that selected text stays selected. */
const makeContent = (content: HTMLElement): ((sections: ReadonlyArray<Section>) => void) => {
  let shown: ReadonlyArray<{ readonly text: string; readonly element: HTMLElement }> = []
  return (sections) => {
    const next = sections.map((section) => {
      const text = JSON.stringify(section)
      return shown.find((one) => one.text === text) ?? { text, element: drawn(section) }
    })
    const isSame = next.length === shown.length && next.every((one, i) => one === shown[i])
    if (!isSame) content.replaceChildren(...next.map(({ element }) => element))
    shown = next
  }
}

/** Above everything else of the page, also above a banner that is a popover. */
const raise = (element: HTMLElement): void => {
  if (!element.showPopover) return
  element.popover = "manual"
  element.showPopover()
}

/** Shows the overlay; where it is open already, it gets the focus. */
export const showDebug = (api: StartedApi): DebugOutcome => {
  if (opened?.isConnected) {
    opened.shadowRoot?.querySelector("button")?.focus()
    return { ok: true }
  }
  const { ui } = api.client.config
  const host = document.createElement("cs-debug")
  host.dataset["testid"] = "cs-debug"
  const shadow = host.attachShadow({ mode: "open" })
  style(shadow, ui ? ui.nonce : undefined)
  const before = document.activeElement
  const errors: Array<string> = []
  const content = h("div", { class: "content", tabindex: "0", role: "region", "aria-label": "State of this page" })
  const update = makeContent(content)
  const report = (): ReadonlyArray<Section> => reportOf(readFacts(api, errors))
  const draw = (): void => update(report())
  const stops = [
    api.subscribe(draw),
    api.on("error", (error) => {
      errors.unshift(JSON.stringify(error))
      errors.length = Math.min(errors.length, maxErrors)
      draw()
    }),
  ]
  const timer = setInterval(draw, everyMs)
  const close = (): void => {
    clearInterval(timer)
    for (const stop of stops) stop()
    host.remove()
    opened = undefined
    if (before instanceof HTMLElement && before.isConnected) before.focus()
  }
  const copy =
    navigator.clipboard &&
    h("button", { type: "button", click: () => void navigator.clipboard.writeText(reportText(report())) }, "Copy")
  const panel = h(
    "div",
    { class: "panel", role: "dialog", "aria-labelledby": "title", lang: "en", dir: "ltr" },
    h(
      "div",
      { class: "head" },
      h("h2", { id: "title" }, "Consent Service"),
      copy,
      h("button", { type: "button", "data-testid": "cs-debug-close", click: close }, "Close"),
    ),
    content,
  )
  host.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return
    event.stopPropagation()
    close()
  })
  draw()
  shadow.append(panel)
  ;(document.body ?? document.documentElement).append(host)
  raise(panel)
  opened = host
  shadow.querySelector<HTMLElement>("[data-testid=cs-debug-close]")?.focus()
  return { ok: true }
}
