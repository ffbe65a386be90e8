/**
 * A visitor with Firefox, in a container of their own, and what they see and do by WebDriver BiDi.
 *
 * @module
 */
import type { Browser, KeyInput, Page } from "puppeteer-core"
import { arrive, type Presence, type PresenceSpec, type Servers } from "./Presence.js"
import { iabSurfacesBy } from "./Tcf.js"
import { surfacesBy } from "./Surfaces.js"

/** Who it is. Global Privacy Control is a setting of the whole browser. */
export type FirefoxVisitorSpec = Omit<PresenceSpec, "gpc">

/** An element by its test id, in whichever shadow root it is. */
export interface Part {
  /** Clicks on its middle, once it is visible, in view, enabled and still. What covers it gets the click. */
  readonly click: () => Promise<void>
  readonly appears: () => Promise<void>
  readonly disappears: () => Promise<void>
  readonly count: () => Promise<number>
  readonly attribute: (name: string) => Promise<string | null>
}

/** A visitor and their first page. */
export interface FirefoxVisitor extends Presence {
  readonly page: Page
  /** Another page of the same visitor. */
  readonly newPage: () => Promise<Page>
  readonly part: (testId: string) => Part
  /** The surfaces of the first page. */
  readonly surfaces: ReturnType<typeof surfacesBy<Part>>
  readonly iab: ReturnType<typeof iabSurfacesBy<Part>>
  readonly press: (...keys: ReadonlyArray<KeyInput>) => Promise<void>
  /** Uncaught errors on their pages. */
  readonly troubles: ReadonlyArray<string>
  readonly leave: () => Promise<void>
}

/** How long something may take to appear: shorter than a test may, so that a failed one says what it waited for. */
const patienceMs = 10_000

const partsOf =
  (page: Page) =>
  (testId: string): Part => {
    const selector = `>>> [data-testid="${testId}"]`
    return {
      click: () => page.locator(selector).click(),
      appears: async () => void (await page.waitForSelector(selector, { visible: true })),
      disappears: async () => void (await page.waitForSelector(selector, { hidden: true })),
      count: async () => (await page.$$(selector)).length,
      attribute: (name) => page.$eval(selector, (element, wanted) => element.getAttribute(wanted), name),
    }
  }

/** Adds a new visitor. */
export const newFirefoxVisitor = async (
  { browser, ...servers }: Servers & { readonly browser: Browser },
  spec: FirefoxVisitorSpec = {},
): Promise<FirefoxVisitor> => {
  const { presence, word } = arrive(servers, spec)
  const context = await browser.createBrowserContext()
  const troubles: Array<string> = []
  const newPage = async () => {
    const page = await context.newPage()
    page.setDefaultTimeout(patienceMs)
    page.on("pageerror", (error) => troubles.push(String(error)))
    await page.setUserAgent({ userAgent: `Mozilla/5.0 Gecko/20100101 Firefox/153.0 ${word}` })
    return page
  }
  const page = await newPage()
  const part = partsOf(page)
  return {
    ...presence,
    page,
    newPage,
    part,
    surfaces: surfacesBy(part),
    iab: iabSurfacesBy(part),
    press: async (...keys) => {
      for (const key of keys) await page.keyboard.press(key)
    },
    troubles,
    leave: () => context.close(),
  }
}
