import { type BundleName, bundleFiles } from "@consent-service/browser/files"
import { assert, it } from "@effect/vitest"
import { createHash } from "node:crypto"
import { readFileSync } from "node:fs"
import type { Visitor } from "./testing/Visitor.js"
import { describeStage } from "./testing/Stage.js"
import { heardOn, listening, settled, surfacesOf, waitFor } from "./testing/Surfaces.js"

const files = bundleFiles() ?? assert.fail("the tests come from files")

const digestOf = (name: BundleName): string =>
  createHash("sha256").update(readFileSync(files[name])).digest("hex").slice(0, 32)

/** The files of dialog and placeholders, by their digests. */
const rests = [digestOf("fullRest"), digestOf("iabRest")]

const isRest = (path: string): boolean => rests.some((digest) => path.includes(`ui.${digest}.js`))

const isSecond = (path: string): boolean => /^\/cs\.(iab\.)?ui\.[0-9a-f]{32}\.js$/.test(path) && !isRest(path)

/** Waits until it holds. */
const expectSoon = async (holds: () => boolean): Promise<void> => {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 20))
}

const seconds = ({ requests }: Pick<Visitor, "requests">) => requests().filter(({ path }) => isSecond(path))

const ownLink = `<a href="#cs-preferences" id="privacy">Privacy</a>`

const gated = (vendor: string) => `<script type="text/plain" data-cs-category="marketing" src="${vendor}"></script>`

describeStage("a script in two files", { script: { surfaces: "on-demand" } }, (stage) => {
  it("a first visit begins the second file before the policy is known", async () => {
    const visitor = await stage.newVisitor()
    // Without an answer about the policy nothing is to be seen, and yet it comes.
    visitor.trick(({ path }) => (path === "/init" ? "hang" : null))
    await visitor.page.goto(stage.site.page({ head: stage.tag() }))
    await expectSoon(() => seconds(visitor).length > 0)
    assert.strictEqual(seconds(visitor).length, 1)
  })

  for (const variant of ["full", "iab"] as const)
    it(`${variant}: who decided, on a page with a link of its own, loads the second file when the link is clicked`, async () => {
      const { page, requests, url } = await stage.visit({ tag: { variant }, body: ownLink })
      await surfacesOf(page).reject.click()
      await stage.backend.saved(url)
      await page.reload()
      await settled(page)
      const loaded = () =>
        page.evaluate(() =>
          performance
            .getEntriesByType("resource")
            .filter(({ name }) => /\/cs\.(iab\.)?ui\./.test(name))
            .map(({ name }) => name),
        )
      assert.deepStrictEqual(await loaded(), [])
      await page.locator("#privacy").click()
      await surfacesOf(page).dialog.waitFor()
      // That of the dialog, too.
      assert.strictEqual((await loaded()).length, 2)
      assert.strictEqual(seconds({ requests }).length, 1)
    })

  it("while it cannot be loaded, nothing optional runs, calls of the page decide, the console has one line; then it is drawn", async () => {
    const visitor = await stage.newVisitor()
    const { hits, page } = visitor
    let away = true
    visitor.trick(({ path }) => (away && isSecond(path) ? { status: 503 } : null))
    const lines: Array<string> = []
    page.on("console", (message) => lines.push(message.text()))
    const head = `${listening}${stage.tag()}${gated(stage.vendor.url("ad.js"))}`
    const url = stage.site.page({ head })
    await page.goto(url)
    await waitFor(page, "ready")
    await page.waitForFunction(() => window.cs.getSnapshot().surface === "banner")
    // Long enough for another attempt.
    await page.waitForFunction(
      () => performance.getEntriesByType("resource").filter(({ name }) => name.includes("ui.")).length > 1,
    )
    assert.deepStrictEqual([await surfacesOf(page).banner.count(), hits()], [0, []])
    assert.strictEqual(lines.filter((line) => line.startsWith("cs:")).length, 1)
    assert.isFalse(await page.evaluate(() => window.cs.has("marketing")))
    assert.deepStrictEqual(await page.evaluate(() => window.cs.rejectAll()), { ok: true })
    const [row] = await stage.backend.saved(url)
    assert.strictEqual(row?.action, "reject_all")
    // No prompt was ever visible, so that no time to decide is on record.
    assert.notProperty(visitor.sent()[0]?.["metadata"] ?? {}, "timeToDecisionMs")
    away = false
    await page.evaluate(() => window.cs.openDialog())
    await surfacesOf(page).dialog.waitFor()
    assert.include(await heardOn(page), "ui")
  })

  it("offline when the dialog is opened: it appears once the network is back", async () => {
    const { context, page, url } = await stage.visit({ body: ownLink })
    await surfacesOf(page).reject.click()
    await stage.backend.saved(url)
    const fresh = await stage.newVisitor()
    await fresh.context.addCookies(await context.cookies())
    await fresh.page.goto(url)
    await settled(fresh.page)
    await fresh.context.setOffline(true)
    await fresh.page.locator("#privacy").click()
    await fresh.page.waitForFunction(() => window.cs.getSnapshot().surface === "dialog")
    assert.strictEqual(await surfacesOf(fresh.page).dialog.count(), 0)
    await fresh.context.setOffline(false)
    await surfacesOf(fresh.page).dialog.waitFor()
  })
})

for (const surfaces of ["on-demand", "included"] as const)
  describeStage(`the preference dialog, with script.surfaces ${surfaces}`, { script: { surfaces } }, (stage) => {
    for (const variant of ["full", "iab"] as const)
      it(`${variant}: its file is there before a visitor asks for it, and no file but it where the banner is included`, async () => {
        const visit = await stage.visit({ tag: { variant } })
        await surfacesOf(visit.page).banner.waitFor()
        const ofDialog = () => visit.requests().filter(({ path }) => isRest(path)).length
        await expectSoon(() => ofDialog() > 0)
        await surfacesOf(visit.page).customize.click()
        await surfacesOf(visit.page).dialog.waitFor()
        await surfacesOf(visit.page).save.click()
        await stage.backend.saved(visit.url)
        assert.deepStrictEqual([ofDialog(), seconds(visit).length], [1, surfaces === "included" ? 0 : 1])
      })

    it("while its file cannot be loaded, the banner stays and decides, the console has one line; then it is drawn", async () => {
      const visitor = await stage.newVisitor()
      const { page } = visitor
      let away = true
      visitor.trick(({ path }) => (away && isRest(path) ? { status: 503 } : null))
      const lines: Array<string> = []
      page.on("console", (message) => lines.push(message.text()))
      const url = stage.site.page({ head: `${listening}${stage.tag()}` })
      await page.goto(url)
      await surfacesOf(page).customize.click()
      await page.waitForFunction(() => window.cs.getSnapshot().surface === "dialog")
      // Long enough for another attempt.
      await page.waitForFunction(
        () => performance.getEntriesByType("resource").filter(({ name }) => /ui\.\w+\.js\?/.test(name)).length > 0,
      )
      assert.isTrue(await surfacesOf(page).banner.isVisible())
      assert.strictEqual(await surfacesOf(page).dialog.count(), 0)
      assert.strictEqual(lines.filter((line) => line.startsWith("cs:")).length, 1)
      assert.isFalse(await page.evaluate(() => window.cs.has("marketing")))
      away = false
      await surfacesOf(page).dialog.waitFor()
      await surfacesOf(page).dialogReject.click()
      const [row] = await stage.backend.saved(url)
      assert.strictEqual(row?.action, "reject_all")
    })
  })

describeStage("a pinned script", { script: { surfaces: "included" } }, (stage) => {
  it("runs no other dialog than that of its integrity", async () => {
    const { context, page } = await stage.newVisitor()
    const url = stage.site.page({ head: "" })
    await page.goto(url)
    // What a page pins is this form.
    const text = await page.evaluate(async (address) => (await fetch(address)).text(), `${stage.backend.url}/cs.js`)
    const sha256 = createHash("sha256").update(text).digest()
    const src = `${stage.backend.url}/cs.${sha256.toString("hex").slice(0, 32)}.js`
    const tag = `<script src="${src}" integrity="sha256-${sha256.toString("base64")}" crossorigin="anonymous"></script>`
    let ran = false
    page.on("console", (message) => (ran ||= message.text() === "another dialog"))
    let requests = 0
    await context.route(/ui\.\w+\.js/, (route) => {
      requests++
      return route.fulfill({
        contentType: "text/javascript",
        headers: { "access-control-allow-origin": "*" },
        body: `console.log("another dialog")\nexport default () => {}`,
      })
    })
    await page.goto(stage.site.page({ head: tag }))
    await surfacesOf(page).customize.click()
    await page.waitForFunction(() => window.cs.getSnapshot().surface === "dialog")
    await expectSoon(() => requests > 1)
    assert.isFalse(ran)
    assert.isTrue(await surfacesOf(page).banner.isVisible())
    await context.unroute(/ui\.\w+\.js/)
    await surfacesOf(page).dialog.waitFor()
  })
})
