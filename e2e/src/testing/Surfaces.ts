/**
 * The surfaces of a page by their stable names, and the moments to look at them.
 *
 * @module
 */
import type { Locator, Page } from "playwright-core"

/** The parts of the surfaces, however a browser finds them. */
export const surfacesBy = <Part>(at: (testId: string) => Part) => ({
  host: at("cs-root"),
  banner: at("consent-banner-root"),
  accept: at("consent-banner-accept-button"),
  reject: at("consent-banner-reject-button"),
  customize: at("consent-banner-customize-button"),
  dismiss: at("consent-banner-dismiss-button"),
  optOut: at("consent-banner-opt-out-button"),
  dialog: at("consent-dialog-root"),
  category: (name: string) => at(`consent-widget-switch-${name}`),
  vendor: (id: string) => at(`consent-vendor-switch-${id}`),
  save: at("consent-widget-footer-save-button"),
  dialogAccept: at("consent-widget-footer-accept-button"),
  dialogReject: at("consent-widget-footer-reject-button"),
  trigger: at("consent-trigger"),
})

/** The parts of the surfaces. */
export const surfacesOf = (page: Page) => surfacesBy((name): Locator => page.getByTestId(name))

/** A page of any browser. */
export interface Asked<Answer> {
  readonly evaluate: (question: () => Answer | Promise<Answer>) => Promise<Answer>
}

/** Waits until the policy is known and its surface is on the screen. */
export const settled = (page: Asked<void>): Promise<void> =>
  page.evaluate(async () => {
    await window.cs.ready()
    await new Promise<void>((shown) => requestAnimationFrame(() => requestAnimationFrame(() => shown())))
  })

/** Waits until nothing is left to deliver: a page that is left before the answer sends it again. */
export const delivered = (page: Asked<void>): Promise<void> =>
  page.evaluate(async () => {
    while ((localStorage.getItem("cs-v3-pending-consent-saves:v1") ?? "[]") !== "[]")
      await new Promise(requestAnimationFrame)
  })

/** A script that keeps every event of the page in `window.heard`. It comes before the tag. */
export const listening = `<script>
window.heard = []
for (const name of ["ready", "consent", "ui", "error"])
  document.addEventListener("cs:" + name, ({ detail }) => window.heard.push([name, detail]))
</script>`

/** The events heard so far. */
export const heardOn = (page: Asked<ReadonlyArray<string>>): Promise<ReadonlyArray<string>> =>
  page.evaluate(() => window.heard.map(([name]) => name))

/** Waits until an event was heard so often. */
export const waitFor = async (page: Page, event: string, times = 1): Promise<void> => {
  await page.waitForFunction(
    ([name, count]) => window.heard.filter(([heard]) => heard === name).length >= Number(count),
    [event, times] as const,
  )
}

/** The test id of what has the focus, inside the surfaces or, as `#id`, on the page; null for none. */
export const focused = (page: Asked<string | null>): Promise<string | null> =>
  page.evaluate(() => {
    let active = document.activeElement
    while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement
    if (active === null || active === document.body) return null
    return active.getAttribute("data-testid") ?? (active.id === "" ? active.tagName : `#${active.id}`)
  })
