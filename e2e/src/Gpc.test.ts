import { assert, it } from "@effect/vitest"
import type { Page } from "playwright-core"
import { describeStage } from "./testing/Stage.js"
import { settled } from "./testing/Surfaces.js"

/** A browser whose switch for Global Privacy Control can be turned while a page is open. */
const withSwitch = () => {
  Object.defineProperty(navigator, "globalPrivacyControl", {
    get: () => sessionStorage.getItem("gpc") === "on",
    configurable: true,
  })
}

/** Changes it; the user then returns to the page from the browser's settings. */
const turn = (page: Page, on: boolean) =>
  page.evaluate(
    (state) => {
      sessionStorage.setItem("gpc", state)
      window.dispatchEvent(new Event("focus"))
    },
    on ? "on" : "off",
  )

const insert = (page: Page, src: string) =>
  page.evaluate((address) => {
    const script = document.createElement("script")
    script.type = "text/plain"
    script.dataset["csCategory"] = "marketing"
    script.src = address
    document.body.append(script)
  }, src)

const allowed = (page: Page) => page.evaluate(() => [window.cs.has("marketing"), window.cs.has("measurement")])

const calls = (page: Page, target: string) => page.evaluate(async (url) => (await fetch(url)).status, target)

describeStage("Global Privacy Control, turned while the page is open", {}, (stage) => {
  const enter = async (variant: "full" | "headless") => {
    const visitor = await stage.newVisitor({ country: "US", region: "CA" })
    await visitor.context.addInitScript(withSwitch)
    const config = {
      networkBlocker: { rules: [{ domain: "vendor.test", category: "marketing" }] },
      reloadOnConsentRevoked: false,
    }
    const attributes = { "data-country": "US", "data-region": "CA" }
    const url = stage.site.page({ head: stage.tag({ variant, config, attributes }) })
    await visitor.page.goto(url)
    await settled(visitor.page)
    return { ...visitor, url }
  }

  it("on: only what the rule denies stops; off: it continues; the signal is never stored or sent", async () => {
    const { context, hits, page, requests, url } = await enter("full")
    await insert(page, stage.vendor.url("first.js"))
    await page.waitForFunction(() => (window.ran ?? []).length === 1)
    assert.strictEqual(await calls(page, stage.vendor.url("one")), 200)
    await turn(page, true)
    assert.deepStrictEqual(await allowed(page), [false, true])
    await insert(page, stage.vendor.url("second.js"))
    assert.strictEqual(await calls(page, stage.vendor.url("two")), 451)
    assert.isTrue(await page.evaluate(() => window.cs.getSnapshot().gpc))
    assert.deepStrictEqual(await page.evaluate(() => window.cs.getSnapshot().choice), {})
    assert.deepStrictEqual(hits(), ["/first.js", "/one"])
    await turn(page, false)
    assert.deepStrictEqual(await allowed(page), [true, true])
    await page.waitForFunction(() => (window.ran ?? []).length === 2)
    assert.strictEqual(await calls(page, stage.vendor.url("three")), 200)
    assert.deepStrictEqual(hits(), ["/first.js", "/one", "/second.js", "/three"])
    assert.deepStrictEqual(await stage.backend.rows(url), [])
    assert.deepStrictEqual(requests("/subjects"), [])
    assert.deepStrictEqual(await context.cookies(), [])
    assert.strictEqual(await page.evaluate(() => localStorage.length), 0)
  })

  it("a decision made under it is the person's own: whole in the record, masked only while the signal is there", async () => {
    const { page, url } = await enter("full")
    await turn(page, true)
    await page.evaluate(() => window.cs.acceptAll())
    const [row] = await stage.backend.saved(url)
    assert.isTrue(row?.preferences["marketing"])
    assert.isTrue(row?.receipts["marketing"]?.value)
    assert.deepStrictEqual(await allowed(page), [false, true])
    await turn(page, false)
    assert.deepStrictEqual(await allowed(page), [true, true])
  })

  it("a refusal is kept when the signal is turned off", async () => {
    const { hits, page, url } = await enter("full")
    await page.evaluate(() => window.cs.rejectAll())
    await stage.backend.saved(url)
    await turn(page, true)
    await turn(page, false)
    await insert(page, stage.vendor.url("never.js"))
    assert.strictEqual(await calls(page, stage.vendor.url("never")), 451)
    assert.deepStrictEqual(hits(), [])
  })

  it("the service receives the signal with each request, and what a page was resolved by when it resolved itself", async () => {
    const hosted = await enter("full")
    await turn(hosted.page, true)
    await hosted.page.reload()
    await settled(hosted.page)
    assert.deepStrictEqual(
      hosted.requests("/init").map(({ query }) => query.get("gpc") === "1"),
      [false, true],
    )
    const { page, sent, url } = await enter("headless")
    await turn(page, true)
    await page.reload()
    await settled(page)
    await page.evaluate(() => window.cs.save({ measurement: false }))
    const [row] = await stage.backend.saved(url)
    assert.strictEqual(sent()[0]?.["gpc"], true)
    assert.deepStrictEqual(row?.preferences, { necessary: true, measurement: false })
  })
})
