// @ts-check
// Where the bundles are measured: the real service on SQLite in memory, a site on another host name, and first-time
// visitors whose processor can be slowed down.
import { generateVendorList } from "@consent-service/testkit/vendor-list/GeneratedVendorList"
import { createConsentService } from "consent-service"
import { serve } from "consent-service/node"
import { launchChromium } from "../scripts/engines/dist/Chromium.js"
import { startSite } from "../e2e/dist/testing/Site.js"
import { tagOf } from "../e2e/dist/testing/Tag.js"
import { measured, putProbe } from "./browser-probe.mjs"
import { categories, readTrace } from "./browser-trace.mjs"

/** @typedef {import("./browser-probe.mjs").Probe} Probe */
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

/** @typedef {"full" | "headless" | "iab" | "vendors"} PageName */

/** @type {ReadonlyArray<readonly [PageName, import("../e2e/dist/testing/Tag.js").TagSpec]>} */
const tags = [
  ["full", { variant: "full", config: { country: "FR" } }],
  ["headless", { variant: "headless", config: { country: "FR" } }],
  ["iab", { variant: "iab", config: { country: "DE" } }],
  ["vendors", { variant: "full", config: { country: "FR", vendors: declared } }],
]

/** @typedef {Awaited<ReturnType<typeof launchChromium>>} Browser */
/** @typedef {Awaited<ReturnType<Browser["newPage"]>>} Page */

/** A visitor on a page that has the tag. @param {Page} page */
const makeVisit = async (page) => {
  const probe = await page.evaluateHandle(() => /** @type {Probe} */ (Reflect.get(window, "probe")))
  return {
    /** Until the banner is painted. */
    banner: () => probe.evaluate(({ banner }) => banner),
    /** A real click on what has a selector, until its endings are painted. @param {string} selector @param {Endings} endings */
    click: async (selector, endings) => {
      const target = page.locator(selector).first()
      await target.scrollIntoViewIfNeeded()
      const box = await target.boundingBox()
      if (box === null) throw new Error(`${selector} is not visible`)
      await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
      await probe.evaluate(({ awaitClick }, expected) => awaitClick(expected), endings)
      await page.mouse.down()
      await page.mouse.up()
      await probe.evaluate(({ clicked }) => clicked())
    },
    /** All layout shifts so far. */
    shifted: () => probe.evaluate(({ shifted }) => shifted()),
  }
}

/** @typedef {Awaited<ReturnType<typeof makeVisit>>} Visit */

/** Starts everything. @param {Partial<import("consent-service").ConsentServiceOptions>} [options] */
export const startStage = async (options = {}) => {
  const [service, site, browser] = await Promise.all([
    startService(options),
    startSite(),
    launchChromium({ local: "*.test", windowed: true }),
  ])
  const urls = new Map(tags.map(([name, tag]) => [name, site.page({ head: tagOf(service.url, tag), body })]))

  /**
   * A new visitor opens a page and acts on it.
   *
   * @template A
   * @param {PageName} name
   * @param {number} slowdown of the visitor's processor
   * @param {(visit: Visit, page: Page) => Promise<A>} act
   */
  const visit = async (name, slowdown, act) => {
    const context = await browser.newContext({ locale: "en-GB" })
    const page = await context.newPage()
    /** @type {Array<Error>} */
    const errors = []
    page.on("pageerror", (error) => errors.push(error))
    await page.addInitScript(putProbe, measured)
    const devTools = await context.newCDPSession(page)
    await devTools.send("Emulation.setCPUThrottlingRate", { rate: slowdown })
    await browser.startTracing(page, { categories })
    await page.goto(urls.get(name) ?? "")
    await page.evaluate("cs.ready().then(() => {})")
    const result = await act(await makeVisit(page), page)
    const script = await page.evaluate(() => document.querySelector("script[src]")?.getAttribute("src") ?? "")
    const trace = readTrace(await browser.stopTracing(), script)
    await context.close()
    if (errors[0] !== undefined) throw errors[0]
    return { ...trace, result }
  }

  const close = async () => {
    await browser.close()
    await Promise.all([service.close(), site.close()])
  }

  return { visit, close }
}
