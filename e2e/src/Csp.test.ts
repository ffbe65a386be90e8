import { assert, it } from "@effect/vitest"
import type { Page } from "playwright-core"
import { describeStage, type Stage } from "./testing/Stage.js"
import { settled, surfacesOf } from "./testing/Surfaces.js"
import { configure } from "./testing/Tag.js"
import { countingViolations, violationsOn } from "./testing/Violations.js"

const nonce = "r4nd0m"

/** Nothing but scripts with a nonce and the service itself; no style from anywhere, and no text that becomes script. */
const strictest = ({ backend }: Stage, ...more: ReadonlyArray<string>) => ({
  "content-security-policy": [
    "default-src 'none'",
    `script-src 'nonce-${nonce}' ${backend.url}`,
    `connect-src ${backend.url}`,
    "style-src 'none'",
    "base-uri 'none'",
    "require-trusted-types-for 'script'",
    ...more,
  ].join("; "),
})

const inline = (attributes: string, name: string) =>
  `<script type="text/plain" ${attributes}>(window.ran = window.ran || []).push("${name}")</script>`

const ran = (page: Page) => page.evaluate(() => window.ran ?? [])

const ranAll = (page: Page, count: number) => page.waitForFunction((all) => (window.ran ?? []).length >= all, count)

const looks = (page: Page, testId: string) =>
  page.getByTestId(testId).evaluate((node) => {
    const { backgroundColor, position, zIndex } = getComputedStyle(node)
    return { backgroundColor, position, zIndex }
  })

const stay = { reloadOnConsentRevoked: false, googleConsentMode: true }

describeStage("strict policies", { trustedOrigins: ["*.site.test", "localhost"] }, (stage) => {
  const enter = async (body = "", headers = strictest(stage), variant: "full" | "iab" = "full") => {
    const visitor = await stage.newVisitor()
    const config = configure(stay).replace("<script", `<script nonce="${nonce}"`)
    const head = `${countingViolations(nonce)}${config}${stage.tag({ variant, attributes: { nonce } })}`
    const url = stage.site.page({ head, body, headers })
    await visitor.page.goto(url)
    await settled(visitor.page)
    return { ...visitor, url }
  }

  it("the test detects violations: an inline style, a foreign script and a script from text", async () => {
    const { page } = await enter(`<p style="color: red">Red</p><script src="${stage.vendor.url("plain.js")}"></script>`)
    await page.evaluate(() => {
      const script = document.createElement("script")
      try {
        script.text = "1"
      } catch {
        // The test asserts that it is refused.
      }
    })
    const told = (await violationsOn(page)).map((one) => one.split(" ", 1)[0])
    assert.includeMembers(told, ["style-src-attr", "script-src-elem", "require-trusted-types-for"])
  })

  for (const variant of ["full", "iab"] as const)
    it(`${variant}: every surface has its styles, an act is stored, and the policy is never broken`, async () => {
      const { page, troubles, url } = await enter("", strictest(stage), variant)
      const surfaces = surfacesOf(page)
      await surfaces.banner.waitFor()
      const banner = await looks(page, "consent-banner-root")
      assert.strictEqual(banner.position, "fixed")
      assert.notStrictEqual(banner.backgroundColor, "rgba(0, 0, 0, 0)")
      await surfaces.customize.click()
      await surfaces.dialog.waitFor()
      assert.strictEqual((await looks(page, "consent-dialog-root")).position, "fixed")
      await surfaces.category("marketing").click()
      await surfaces.save.click()
      await surfaces.trigger.waitFor()
      assert.strictEqual((await looks(page, "consent-trigger")).position, "fixed")
      const [row] = await stage.backend.saved(url)
      assert.include(row, { action: "custom", uiSource: "dialog" })
      assert.deepStrictEqual(await violationsOn(page), [])
      assert.deepStrictEqual(troubles, [])
    })

  it("gated scripts with the page's nonce run, from text and from an address; one without it never does", async () => {
    const category = `data-cs-category="measurement"`
    const { hits, page, troubles, url } = await enter(
      inline(`nonce="${nonce}" ${category}`, "text") +
        `<script type="text/plain" nonce="${nonce}" ${category} src="${stage.vendor.url("address.js")}"></script>` +
        inline(category, "injected"),
    )
    assert.deepStrictEqual([await ran(page), hits()], [[], []])
    await surfacesOf(page).accept.click()
    await stage.backend.saved(url)
    await ranAll(page, 2)
    assert.deepStrictEqual(await ran(page), ["text", "address"])
    assert.deepStrictEqual(hits(), ["/address.js"])
    assert.deepStrictEqual(await violationsOn(page), [])
    assert.deepStrictEqual(troubles, [])
  })

  it("a page that allows no trusted types runs no gated script; everything else works", async () => {
    const text = inline(`nonce="${nonce}" data-cs-category="measurement"`, "text")
    const { page, url } = await enter(text, strictest(stage, "trusted-types 'none'"))
    await surfacesOf(page).accept.click()
    const [row] = await stage.backend.saved(url)
    assert.strictEqual(row?.action, "accept_all")
    assert.isTrue(await page.evaluate(() => window.cs.has("measurement")))
    assert.strictEqual(await surfacesOf(page).banner.count(), 0)
    assert.deepStrictEqual(await ran(page), [])
  })

  it("embedded content: placeholder and frame", async () => {
    const frame = `<div data-cs-embed><iframe title="A video" data-src="${stage.vendor.url("video.html")}" data-category="functionality"></iframe></div>`
    const { hits, page, url } = await enter(frame, strictest(stage, `frame-src ${stage.vendor.origin}`))
    assert.strictEqual(
      await page.getByTestId("consent-embed-allow-button").evaluate((node) => getComputedStyle(node).cursor),
      "pointer",
    )
    assert.deepStrictEqual(hits(), [])
    await page.getByTestId("consent-embed-allow-button").click()
    await page.frameLocator("iframe").getByText("video").waitFor()
    assert.strictEqual((await stage.backend.saved(url))[0]?.uiSource, "widget")
    assert.deepStrictEqual(await violationsOn(page), [])
  })

  it("without constructable stylesheets: a style element with the tag's style nonce", async () => {
    const visitor = await stage.newVisitor()
    await visitor.context.addInitScript(() => {
      CSSStyleSheet.prototype.replaceSync = () => {
        throw new TypeError("no such thing")
      }
    })
    const headers = {
      "content-security-policy": `default-src 'none'; script-src 'nonce-${nonce}'; connect-src ${stage.backend.url}; style-src 'nonce-${nonce}'`,
    }
    const head = `${countingViolations(nonce)}${stage.tag({ attributes: { nonce, "data-nonce": nonce } })}`
    await visitor.page.goto(stage.site.page({ head, headers }))
    await surfacesOf(visitor.page).banner.waitFor()
    assert.strictEqual((await looks(visitor.page, "consent-banner-root")).position, "fixed")
    assert.deepStrictEqual(await violationsOn(visitor.page), [])
  })

  it("a page isolated from other origins loads the bundle without any word in its tag, asks and saves", async () => {
    const visitor = await stage.newVisitor()
    const headers = {
      "cross-origin-embedder-policy": "require-corp",
      "cross-origin-opener-policy": "same-origin",
    }
    // Only secure contexts are isolated, and of plain http addresses only this one is secure.
    const made = new URL(stage.site.page({ head: stage.tag(), headers }))
    const url = `http://localhost:${made.port}${made.pathname}`
    await visitor.page.goto(url)
    assert.isTrue(await visitor.page.evaluate(() => window.crossOriginIsolated))
    await surfacesOf(visitor.page).accept.click()
    const [row] = await stage.backend.saved(url)
    assert.include(row, { action: "accept_all", domain: "localhost" })
  })
})
