import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { type ChildProcess, spawn } from "node:child_process"
import { fileURLToPath } from "node:url"
import type { Browser, BrowserContextOptions, Page } from "playwright-core"
import { accessibilityProblems } from "./testing/Axe.js"
import { launchChromium, withoutChromium } from "@consent-service/test-engines/chromium"
import { screenshot } from "./testing/Screenshot.js"

const program = fileURLToPath(new URL("../../examples/quickstart/dist/main.js", import.meta.url))

const looks: ReadonlyArray<readonly [name: string, look: BrowserContextOptions]> = [
  ["demo", { colorScheme: "light", viewport: { width: 1280, height: 900 } }],
  ["demo-dark", { colorScheme: "dark", viewport: { width: 1280, height: 900 } }],
  ["demo-narrow", { colorScheme: "light", viewport: { width: 360, height: 740 } }],
  ["demo-forced-colors", { forcedColors: "active", viewport: { width: 1280, height: 900 } }],
]

describe.skipIf(withoutChromium)("the demo page that `npm start` serves [sqlite]", () => {
  let child: ChildProcess
  let browser: Browser
  let url: string

  beforeAll(async () => {
    child = spawn(process.execPath, [program], {
      env: { ...process.env, PORT: "0", DATABASE_URL: "sqlite::memory:" },
      stdio: ["ignore", "pipe", "inherit"],
    })
    url = await new Promise((resolve, reject) => {
      let text = ""
      child.stdout?.on("data", (chunk: Buffer) => {
        text += chunk.toString()
        const address = /^Open (http:\/\/\S+)/m.exec(text)?.[1]
        if (address !== undefined) resolve(address)
      })
      child.once("close", () => reject(new Error(`it printed no address: ${text}`)))
    })
    browser = await launchChromium({ local: "*.test" })
  })
  afterAll(async () => {
    await browser?.close()
    child?.kill()
  })

  const fits = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)

  it.each(looks)("%s: breaks no accessibility rule, logs no error and fits the window", async (name, look) => {
    const context = await browser.newContext({ locale: "en-GB", ...look })
    const page = await context.newPage()
    const troubles: Array<string> = []
    page.on("console", (message) => void troubles.push(message.text()))
    page.on("pageerror", ({ message }) => void troubles.push(message))
    await page.goto(`${url}/?place=DE`)
    await page.getByTestId("consent-banner-root").waitFor()
    await page.locator('#log [data-kind="blocked"]').waitFor()
    assert.deepStrictEqual(await accessibilityProblems(page), [])
    assert.isTrue(await fits(page))
    await screenshot(page, name)
    await page.getByTestId("consent-banner-accept-button").click()
    await page.locator('#log [data-kind="stored"]').first().waitFor()
    await page.locator('#log [data-kind="ran"]').nth(3).waitFor()
    await page.locator("#receipt-shown").waitFor()
    for (const details of await page.locator("details").all()) await details.locator("summary").click()
    assert.deepStrictEqual(await accessibilityProblems(page), [])
    assert.isTrue(await fits(page))
    for (const details of await page.locator("details").all()) await details.locator("summary").click()
    await page.evaluate(() => window.scrollTo(0, 0))
    await screenshot(page, `${name}-answered`)
    assert.deepStrictEqual(troubles, [])
    await context.close()
  })

  it.each([360, 768, 1280])("a banner at the top of a window %i wide covers no control", async (width) => {
    const context = await browser.newContext({ locale: "en-GB", viewport: { width, height: 740 } })
    const page = await context.newPage()
    await page.goto(`${url}/?place=DE&position=top`)
    const banner = await page.getByTestId("consent-banner-root").boundingBox()
    const header = await page.locator("header").boundingBox()
    assert.isAtLeast(header?.y ?? 0, (banner?.y ?? 0) + (banner?.height ?? Infinity))
    await context.close()
  })

  it("every control and link has a name and is reached by the keyboard, in the order of the page", async () => {
    const context = await browser.newContext({ locale: "en-GB" })
    const page = await context.newPage()
    // No banner is shown there.
    await page.goto(`${url}/?place=NZ`)
    await page.locator('#log [data-kind="ran"]').nth(3).waitFor()
    const expected =
      "HTTP API, OpenAPI, Privacy choices, " +
      "Place, Language, Color scheme, Banner position, Banner layout, Forget visitor, " +
      "Response of GET /init, Clear the log, Live log, API reference, manifest"
    const reached: Array<string | undefined> = []
    for (const _ of expected.split(", ")) {
      await page.keyboard.press("Tab")
      reached.push(
        await page.evaluate(() => {
          const { activeElement: active } = document
          const label = active instanceof HTMLSelectElement ? active.labels[0] : null
          const named = document.getElementById(active?.getAttribute("aria-labelledby") ?? "")
          return (label ?? named ?? active)?.textContent?.trim()
        }),
      )
    }
    assert.strictEqual(reached.join(", "), expected)
    await context.close()
  })
})
