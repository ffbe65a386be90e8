// @ts-check
// Where the bundles are measured: the real service on SQLite in memory, a site on another host name, and first-time
// visitors whose processor can be slowed down.
import { generateVendorList } from "@consent-service/testkit/vendor-list/GeneratedVendorList"
import { createConsentService } from "consent-service"
import { serve } from "consent-service/node"
import { launchChromium } from "../scripts/engines/dist/Chromium.js"
import { startSite } from "../e2e/dist/testing/Site.js"
import { tagOf } from "../e2e/dist/testing/Tag.js"
import { openPage } from "./browser-page.mjs"
import { peerPages } from "./browser-peers.mjs"
import { measured, putProbe } from "./browser-probe.mjs"
import { categories, readTrace } from "./browser-trace.mjs"

/** @typedef {import("./browser-probe.mjs").Endings} Endings */

const vendorList = generateVendorList({ vendors: 1200 })

/** How many vendors surfaces show of the list: not those that were deleted from it. */
export const listedVendors = Object.values(vendorList.vendors).filter(({ deletedDate }) => !deletedDate).length

export const declaredVendors = 1000

/** @type {NonNullable<import("consent-service").ConsentServiceOptions["manifest"]>} */
const manifest = {
  policyRules: [
    { id: "opt-in", match: { countries: ["FR"], fallback: true }, model: "opt-in", prompt: "choice" },
    { id: "iab", match: { countries: ["DE"] }, model: "iab", prompt: "choice" },
  ],
  iab: { enabled: true, cmpId: 10 },
}

/** @param {Partial<import("consent-service").ConsentServiceOptions>} options */
const startService = async (options) => {
  const service = createConsentService({
    trustedOrigins: ["*.site.test"],
    observability: { level: "error" },
    manifest,
    gvl: { bundled: { en: { ...vendorList } } },
    ...options,
    database: "sqlite::memory:",
  })
  await service.migrate()
  const { close, url } = await serve(service, { port: 0, host: "127.0.0.1", graceMs: 1000 })
  return { url: `http://api.test:${new URL(url).port}`, close }
}

/** All in one category, so that one list holds them all. */
const declared = Array.from({ length: declaredVendors }, (_, index) => ({
  id: `vendor-${index}`,
  name: `Vendor Number ${index}`,
  category: "marketing",
  privacyPolicyUrl: `https://vendor-${index}.example/privacy`,
  description: "Measures how often its advertisements were seen and clicked.",
}))

const body = `<h2>An article</h2><p>${"Some words of it. ".repeat(40)}</p>`.repeat(6)

/** `bare` has a script that does nothing, `orejime` and `vanilla` those of others. @typedef {keyof typeof moments} PageName */

/** @param {string} selector @param {string} event @param {string} [detail] @returns {import("./browser-probe.mjs").Moment} */
const after = (selector, event, detail) => ({
  event,
  ...(detail !== undefined && { detail }),
  ending: { selector, count: 1 },
})

const ourBanner = after("[data-testid$=consent-banner-root]", "cs:ui", "banner")

/** When each page has shown what it has. */
const moments = {
  bare: after("body", "load"),
  full: ourBanner,
  headless: after("body", "cs:ready"),
  iab: ourBanner,
  vendors: ourBanner,
  orejime: after(".orejime-Banner", "orejime.loaded"),
  vanilla: after("#cc-main .cm", "cc:onModalShow"),
}

/** @type {Readonly<Record<"full" | "headless" | "iab" | "vendors", import("../e2e/dist/testing/Tag.js").TagSpec>>} */
const tags = {
  full: { variant: "full", config: { country: "FR" } },
  headless: { variant: "headless", config: { country: "FR" } },
  iab: { variant: "iab", config: { country: "DE" } },
  vendors: { variant: "full", config: { country: "FR", vendors: declared } },
}

/**
 * @param {import("../e2e/dist/testing/Site.js").Site} site @param {string} backendURL
 * @returns {ReadonlyMap<string, import("../e2e/dist/testing/Site.js").PageSpec>}
 */
const pagesOf = (site, backendURL) =>
  new Map(
    Object.entries({
      bare: { head: `<script src="${site.asset("void 0")}"></script>`, body },
      ...Object.fromEntries(Object.entries(tags).map(([name, tag]) => [name, { head: tagOf(backendURL, tag), body }])),
      ...peerPages(site, body),
    }),
  )

/** @typedef {Awaited<ReturnType<typeof openPage>>} Page */

/** A visitor on a page. @param {Page} page */
const makeVisit = ({ click, evaluate }) => {
  /** @param {string} call of the probe @param {...unknown} args */
  const probe = (call, ...args) => evaluate(`probe.${call}(${args.map((arg) => JSON.stringify(arg)).join()})`)
  return {
    /** Until the page has shown what it has. */
    shown: () => evaluate("probe.shown.then(() => {})"),
    /** A real click on what has a selector, until its endings are painted. @param {string} selector @param {Endings} endings */
    click: async (selector, endings) => {
      const point = /** @type {{ x: number, y: number }} */ (await probe("locate", selector))
      await probe("awaitClick", endings)
      await click(point)
      await evaluate("probe.clicked().then(() => {})")
    },
    /** All layout shifts so far. */
    shifted: async () => Number(await probe("shifted")),
  }
}

/** @typedef {ReturnType<typeof makeVisit>} Visit */

/** Starts everything. @param {Partial<import("consent-service").ConsentServiceOptions>} [options] */
export const startStage = async (options = {}) => {
  const [service, site, browser] = await Promise.all([
    startService(options),
    startSite(),
    launchChromium({ local: "*.test", windowed: true }),
  ])
  const devTools = await browser.newBrowserCDPSession()
  const urls = new Map(Array.from(pagesOf(site, service.url), ([name, spec]) => [name, site.page(spec)]))

  /**
   * A new visitor opens a page and acts on it.
   *
   * @template A
   * @param {PageName} name
   * @param {number} slowdown of the visitor's processor
   * @param {(visit: Visit, page: Page) => Promise<A>} act
   */
  const visit = async (name, slowdown, act) => {
    const script = `(${putProbe})(${JSON.stringify({ prefix: measured, moment: moments[name] })})`
    const page = await openPage(devTools, { script, slowdown })
    await browser.startTracing(undefined, { categories })
    await page.goto(urls.get(name) ?? "")
    const result = await act(makeVisit(page), page)
    const [errors, address] = /** @type {[ReadonlyArray<string>, string | null]} */ (
      await page.evaluate('[probe.errors, document.head.querySelector("script[src]")?.src ?? null]')
    )
    const spans = readTrace(await browser.stopTracing(), address)
    await page.close()
    if (errors[0] !== undefined) throw new Error(`${name}: ${errors[0]}`)
    return { spans, result }
  }

  const close = async () => {
    await browser.close()
    await Promise.all([service.close(), site.close()])
  }

  return { visit, close }
}
