/**
 * A visitor who opens pages of the site, with a separate browser profile.
 *
 * @module
 */
import { setTimeout as sleep } from "node:timers/promises"
import type { Browser, BrowserContext, BrowserContextOptions, Page } from "playwright-core"
import { arrive, type Presence, type PresenceSpec, type Servers } from "./Presence.js"

/** Who it is. */
export interface VisitorSpec
  extends PresenceSpec,
    Pick<BrowserContextOptions, "colorScheme" | "forcedColors" | "reducedMotion" | "viewport"> {
  /** Default: `en-GB`. */
  readonly locale?: string
}

/** A visitor and their first page. */
export interface Visitor extends Presence {
  readonly context: BrowserContext
  readonly page: Page
  /** Another page, watched like the first. */
  readonly newPage: () => Promise<Page>
  /** What went wrong on their pages: uncaught errors, and reports of the browser about the security policy. */
  readonly troubles: ReadonlyArray<string>
  /** Closes the browser. */
  readonly leave: () => Promise<void>
}

/** Their location. */
export interface Surroundings extends Servers {
  readonly browser: Browser
}

const watch = (page: Page, troubles: Array<string>): void => {
  page.on("pageerror", (error) => troubles.push(error.message))
  page.on("console", (message) => {
    if (/Content Security Policy|TrustedScript|TrustedHTML/.test(message.text())) troubles.push(message.text())
  })
}

/** How long something may take to appear: shorter than a test may, so that a failed one says what it waited for. */
const patienceMs = 10_000

/** Adds a new visitor. */
export const newVisitor = async ({ browser, ...servers }: Surroundings, spec: VisitorSpec = {}): Promise<Visitor> => {
  const { presence, word } = arrive(servers, spec)
  const { country: _country, gpc = false, locale = "en-GB", region: _region, ...look } = spec
  const context = await browser.newContext({
    reducedMotion: "reduce",
    ...look,
    locale,
    userAgent: `Mozilla/5.0 Chrome/156 ${word}`,
  })
  if (gpc) await context.addInitScript(() => Object.defineProperty(navigator, "globalPrivacyControl", { value: true }))
  context.setDefaultTimeout(patienceMs)
  const troubles: Array<string> = []
  const newPage = async () => {
    const page = await context.newPage()
    watch(page, troubles)
    return page
  }
  return {
    ...presence,
    context,
    page: await newPage(),
    newPage,
    troubles,
    // A context whose page is reloading may never report its end; the browser closes it.
    leave: () => Promise.race([context.close(), sleep(3_000, undefined, { ref: false })]),
  }
}
