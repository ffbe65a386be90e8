/**
 * The examples of bundlers and frameworks: rendered on a server where the framework can, hydrated without a warning, and following
 * the visitor's decision.
 */
import { launchChromium, withoutChromium } from "@consent-service/test-engines/chromium"
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import type { Browser } from "playwright-core"
import { type Example, newGuest, startExample } from "./testing/Example.js"
import { surfacesOf } from "./testing/Surfaces.js"

const examples = [
  { name: "bundler", rendersOnServer: false },
  { name: "react", rendersOnServer: true },
  { name: "vue", rendersOnServer: true },
  { name: "svelte", rendersOnServer: true },
] as const

describe.skipIf(withoutChromium)("frameworks", () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await launchChromium()
  })
  afterAll(() => browser?.close())

  describe.each(examples)("examples/$name", ({ name, rendersOnServer }) => {
    let example: Example
    beforeAll(async () => {
      example = await startExample(name)
      // Two production builds of a bundler.
    }, 300_000)
    afterAll(() => example?.close())

    if (rendersOnServer)
      it("a server renders what needs no consent, and keeps the place of the frame", async () => {
        const html = await (await fetch(example.origin)).text()
        assert.include(html, "Measurement is off")
        assert.notInclude(html, "Measurement is on")
        assert.match(html, /<div[^>]*data-cs-embed/)
        assert.notInclude(html, "<iframe")
      })

    it("loads the code of cs.debug() and cs.receipt() from a chunk, by the first call", async () => {
      const { complaints, page } = await newGuest(browser)
      await page.goto(example.origin)
      await surfacesOf(page).accept.waitFor()
      const files = () =>
        page.evaluate(() => performance.getEntriesByType("resource").filter((file) => file.name.endsWith(".js")).length)
      const before = await files()
      assert.deepStrictEqual(await page.evaluate(() => window.cs.debug()), { ok: true })
      await page.getByTestId("cs-debug").getByText("A rule matches").waitFor()
      assert.strictEqual(await files(), before + 1)
      assert.deepStrictEqual(await page.evaluate(() => window.cs.receipt()), { ok: false, reason: "none" })
      assert.deepStrictEqual(complaints, [])
    })

    it("renders by the decision, without a warning of the console or a layout shift", async () => {
      const { complaints, page, shift, videos } = await newGuest(browser)
      const { accept, dialog, dialogReject } = surfacesOf(page)
      const state = page.locator("#state")
      await page.goto(example.origin)
      await accept.waitFor()
      assert.strictEqual((await state.textContent())?.trim(), "Measurement is off")
      await page.getByRole("button", { name: /functionality/i }).waitFor()
      assert.strictEqual(videos(), 0)
      assert.strictEqual(await shift(), 0)

      const saved = page.waitForResponse((response) => response.url().includes("/consent/subjects"))
      await accept.click()
      assert.strictEqual((await saved).status(), 200)
      await page.getByText("Measurement is on").waitFor()
      await page.frameLocator("iframe").getByText("the video").waitFor()
      assert.strictEqual(videos(), 1)

      await page.reload()
      await page.getByText("Measurement is on").waitFor()
      await page.frameLocator("iframe").getByText("the video").waitFor()
      assert.strictEqual(videos(), 2)
      assert.strictEqual(await shift(), 0)

      await page.getByText("Privacy choices").click()
      await dialog.waitFor()
      const reloaded = page.waitForEvent("load")
      await dialogReject.click()
      await reloaded
      await page.getByText("Measurement is off").waitFor()
      await page.getByRole("button", { name: /functionality/i }).waitFor()
      assert.strictEqual(videos(), 2)
      assert.deepStrictEqual([...complaints], [])
    })
  })
})
