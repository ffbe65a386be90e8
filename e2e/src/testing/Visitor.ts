/**
 * A visitor who opens pages of the site, with a separate browser profile.
 *
 * @module
 */
import { setTimeout as sleep } from "node:timers/promises"
import type { Browser, BrowserContext, BrowserContextOptions, Page } from "playwright-core"
import type { Backend, Treatment } from "./Backend.js"
import { type Received, visitorWord } from "./Traffic.js"
import type { Vendor } from "./Vendor.js"

/** Who it is. */
export interface VisitorSpec
  extends Pick<BrowserContextOptions, "colorScheme" | "forcedColors" | "reducedMotion" | "viewport"> {
  /** Default: `en-GB`. */
  readonly locale?: string
  /** The country that the proxy in front of the service reports. Default: `DE`. Null: it does not know. */
  readonly country?: string | null
  readonly region?: string
  /** Sends Global Privacy Control. */
  readonly gpc?: boolean
}

/** The body of a save. */
export type SentSave = Readonly<Record<string, unknown>>

/** A visitor and their first page. */
export interface Visitor {
  readonly context: BrowserContext
  readonly page: Page
  /** Another page, watched like the first. */
  readonly newPage: () => Promise<Page>
  /** What the service received from them, preflights and fetched scripts included. */
  readonly requests: (path?: string) => ReadonlyArray<Received>
  /** Paths that the vendor host was asked for, in order. */
  readonly hits: () => ReadonlyArray<string>
  /** Bodies of the saves that came to the service, in the order they came. */
  readonly sent: () => ReadonlyArray<SentSave>
  /** What went wrong on their pages: uncaught errors, and reports of the browser about the security policy. */
  readonly troubles: ReadonlyArray<string>
  /** Closes the browser. */
  readonly leave: () => Promise<void>
  /** Replaces the service's answers; null lets them through. */
  readonly trick: (trick: Treatment["trick"]) => void
}

/** Their location. */
export interface Surroundings {
  readonly browser: Browser
  readonly backend: Backend
  readonly vendor: Vendor
}

const headersOf = ({ country = "DE", gpc = false, region }: VisitorSpec): Readonly<Record<string, string>> => ({
  ...(country === null ? {} : { "cf-ipcountry": country }),
  ...(region === undefined ? {} : { "cf-region-code": region }),
  ...(gpc ? { "sec-gpc": "1" } : {}),
})

const watch = (page: Page, troubles: Array<string>): void => {
  page.on("pageerror", (error) => troubles.push(error.message))
  page.on("console", (message) => {
    if (/Content Security Policy|TrustedScript|TrustedHTML/.test(message.text())) troubles.push(message.text())
  })
}

/** How long something may take to appear: shorter than a test may, so that a failed one says what it waited for. */
const patienceMs = 10_000

let visitors = 0

/** Adds a new visitor. */
export const newVisitor = async (
  { backend, browser, vendor }: Surroundings,
  spec: VisitorSpec = {},
): Promise<Visitor> => {
  visitors += 1
  const id = `v${visitors}`
  const treatment: Treatment = { headers: headersOf(spec), trick: () => null }
  backend.treat(id, treatment)
  const { country: _country, gpc = false, locale = "en-GB", region: _region, ...look } = spec
  const context = await browser.newContext({ ...look, locale, userAgent: `Mozilla/5.0 Chrome/156 ${visitorWord(id)}` })
  if (gpc) await context.addInitScript(() => Object.defineProperty(navigator, "globalPrivacyControl", { value: true }))
  context.setDefaultTimeout(patienceMs)
  const troubles: Array<string> = []
  const newPage = async () => {
    const page = await context.newPage()
    watch(page, troubles)
    return page
  }
  const requests = (path?: string) => backend.requests(id).filter((one) => path === undefined || one.path === path)
  return {
    context,
    page: await newPage(),
    newPage,
    requests,
    hits: () => vendor.hits(id).map(({ path }) => path),
    sent: () =>
      requests("/subjects")
        .filter(({ method }) => method === "POST")
        .map(({ body }) => JSON.parse(body())),
    troubles,
    // A context whose page is reloading may never report its end; the browser closes it.
    leave: () => Promise.race([context.close(), sleep(3_000, undefined, { ref: false })]),
    trick: (trick) => {
      treatment.trick = trick
    },
  }
}
