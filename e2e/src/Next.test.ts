/** The example of Next.js, with components of React in a streamed page. Compiling it takes minutes: `npm run torture` has it. */
import { launchChromium } from "@consent-service/test-engines/chromium"
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import type { Browser } from "playwright-core"
import { type Example, newGuest, startNext } from "./testing/Example.js"
import { surfacesOf } from "./testing/Surfaces.js"

describe("components in Next.js", () => {
  let browser: Browser
  let example: Example
  beforeAll(async () => {
    browser = await launchChromium()
    example = await startNext()
  }, 600_000)
  afterAll(async () => {
    await example?.close()
    await browser?.close()
  })

  it("streams a page, hydrates it without a warning or a layout shift, and follows the decision", async () => {
    const reader = (await fetch(example.origin)).body?.pipeThrough(new TextDecoderStream()).getReader()
    let html = ""
    let shell = ""
    for (let read = await reader?.read(); read?.done === false; read = await reader?.read()) {
      html += read.value
      if (shell === "" && html.includes("Loading recommendations")) shell = html
    }
    assert.notStrictEqual(shell, "")
    assert.notInclude(shell, "Allow personalization")
    assert.include(html, "Allow personalization")
    assert.notInclude(html, "<iframe")

    const { complaints, page, shift, videos } = await newGuest(browser)
    page.setDefaultTimeout(60_000)
    await page.route("https://stats.example/**", (route) => route.fulfill({ contentType: "text/javascript", body: "" }))
    await page.goto(example.origin)
    await page.getByText("Allow personalization to see recommendations").waitFor()
    await page.getByRole("button", { name: /functionality/i }).waitFor()
    assert.strictEqual(videos(), 0)
    assert.strictEqual(await shift(), 0)

    await surfacesOf(page).accept.click()
    await page.getByText("Recommended for you").waitFor()
    await page.frameLocator("iframe[title='Product video']").getByText("the video").waitFor()

    await page.reload()
    await page.getByText("Recommended for you").waitFor()
    await page.frameLocator("iframe[title='Product video']").getByText("the video").waitFor()
    assert.strictEqual(videos(), 2)
    assert.strictEqual(await shift(), 0)
    assert.deepStrictEqual([...complaints], [])
    // The development server compiles the page when it is first requested.
  }, 300_000)
})
