/** A core set of what the other files test in Chromium. */
import { ar } from "@consent-service/core/translation"
import { assert, it } from "@effect/vitest"
import type { Page } from "puppeteer-core"
import type { Treatment } from "./testing/Backend.js"
import { describeFirefox, type FirefoxStage } from "./testing/FirefoxStage.js"
import type { FirefoxVisitor } from "./testing/FirefoxVisitor.js"
import { all } from "./testing/Rules.js"
import { delivered, focused, settled } from "./testing/Surfaces.js"
import { callTcf, cmpId, disclosed, iabOptions, readTcString, tcfListening, toldOn } from "./testing/Tcf.js"

const describeStage = describeFirefox()

const everywhere = { id: "all", match: { isDefault: true }, model: "opt-in", prompt: "choice" } as const

const outboxKey = "cs-v3-pending-consent-saves:v1"

const queued = (page: Page): Promise<ReadonlyArray<{ readonly payload: Readonly<Record<string, unknown>> }>> =>
  page.evaluate((key) => JSON.parse(localStorage.getItem(key) ?? "[]"), outboxKey)

const ran = (page: Page): Promise<ReadonlyArray<string>> => page.evaluate(() => window.ran ?? [])

const has = (page: Page, category: "marketing" | "measurement" | "functionality") =>
  page.evaluate((name) => window.cs.has(name), category)

const posts = ({ requests }: Pick<FirefoxVisitor, "requests">) =>
  requests("/subjects").filter(({ method }) => method === "POST").length

/** Presses Tab until something has the focus; fails when the page has no way there. */
const tabTo = async ({ page, press }: FirefoxVisitor, target: string, ...held: ReadonlyArray<"Shift">) => {
  for (const key of held) await page.keyboard.down(key)
  for (let presses = 0; presses < 30 && (await focused(page)) !== target; presses += 1) await press("Tab")
  for (const key of held) await page.keyboard.up(key)
  assert.strictEqual(await focused(page), target)
}

const gatedScript = ({ vendor }: FirefoxStage) =>
  `<script type="text/plain" data-cs-category="marketing" src="${vendor.url("ad.js")}"></script>`

const gatedFrame = ({ vendor }: FirefoxStage) =>
  `<div data-cs-embed><iframe title="A video" data-src="${vendor.url("video.html")}" data-category="functionality"></iframe></div>`

const link = `<a href="#cs-preferences" id="privacy">Privacy</a>`

/** The files of the scripts that the page loaded, without their digests. */
const filesOf = ({ requests }: Pick<FirefoxVisitor, "requests">) =>
  requests()
    .map(({ path }) => path.replace(/[0-9a-f]{32}/, "digest"))
    .filter((path) => path.endsWith(".js"))

describeStage("Firefox: a decision", {}, (stage) => {
  it("accepting: one request, cookie, record and act; scripts and frames run; a reload keeps it all", async () => {
    const visit = await stage.visit({ body: `${gatedScript(stage)}${gatedFrame(stage)}` })
    const { hits, page, surfaces, troubles, url } = visit
    await surfaces.banner.appears()
    await settled(page)
    assert.deepStrictEqual([hits(), await ran(page), posts(visit)], [[], [], 0])
    assert.deepStrictEqual(await page.evaluate(() => [document.cookie, localStorage.length]), ["", 0])
    await surfaces.accept.click()
    const [row, ...more] = await stage.backend.saved(url)
    assert.deepStrictEqual([more.length, posts(visit)], [0, 1])
    assert.include(row, { action: "accept_all", uiSource: "banner", policyId: "europe" })
    assert.deepStrictEqual(row?.preferences, all(true))
    await page.waitForFunction(() => (window.ran ?? []).length === 1)
    await page.waitForFrame((frame) => frame.url().endsWith("/video.html"))
    assert.deepStrictEqual([...hits()].sort(), ["/ad.js", "/video.html"])
    const cookie = await page.evaluate(() => document.cookie)
    assert.match(cookie, /(^|; )cs=v=3&/)
    assert.include(cookie, `sid=${row?.subjectId}`)
    const record = JSON.parse((await page.evaluate(() => localStorage.getItem("cs"))) ?? "{}")
    assert.deepInclude(record.categories.marketing, { value: true, confirmedAt: row?.givenAt })
    await page.reload()
    await settled(page)
    assert.strictEqual(await surfaces.banner.count(), 0)
    await page.waitForFunction(() => (window.ran ?? []).length === 1)
    assert.isTrue(await has(page, "marketing"))
    assert.deepStrictEqual([(await stage.backend.rows(url)).length, troubles], [1, []])
  })

  it("refusing: one act; nothing is requested, also after a reload, and the banner does not come back", async () => {
    const visit = await stage.visit({ body: `${gatedScript(stage)}${gatedFrame(stage)}` })
    const { hits, page, surfaces, url } = visit
    await surfaces.reject.click()
    const [row] = await stage.backend.saved(url)
    assert.include(row, { action: "reject_all", uiSource: "banner" })
    assert.deepStrictEqual(row?.preferences, all(false))
    await delivered(page)
    await page.reload()
    await settled(page)
    assert.deepStrictEqual([await surfaces.banner.count(), posts(visit)], [0, 1])
    assert.deepStrictEqual([hits(), await ran(page)], [[], []])
  })

  it("a frame's placeholder allows its category, and nothing else", async () => {
    const { page, part, url } = await stage.visit({ body: `${gatedScript(stage)}${gatedFrame(stage)}` })
    await settled(page)
    await part("consent-embed-allow-button").click()
    await page.waitForFrame((frame) => frame.url().endsWith("/video.html"))
    const [row] = await stage.backend.saved(url)
    assert.strictEqual(row?.uiSource, "widget")
    assert.deepStrictEqual(Object.keys(row?.receipts ?? {}), ["functionality"])
    assert.strictEqual(await part("consent-embed-allow-button").count(), 0)
    assert.deepStrictEqual([await has(page, "functionality"), await has(page, "marketing")], [true, false])
  })

  it("withdrawing: the act is stored, the page loads again, and nothing runs", async () => {
    const { page, surfaces, url } = await stage.visit({ body: `${link}${gatedScript(stage)}` })
    await surfaces.accept.click()
    await page.waitForFunction(() => (window.ran ?? []).length === 1)
    await stage.backend.saved(url)
    await page.click("#privacy")
    await surfaces.dialog.appears()
    const again = page.waitForNavigation()
    await surfaces.dialogReject.click()
    await again
    await settled(page)
    const [, second, ...more] = await stage.backend.saved(url, 2)
    assert.include(second, { action: "reject_all", uiSource: "dialog" })
    assert.deepStrictEqual([second?.preferences, more], [all(false), []])
    assert.deepStrictEqual([await ran(page), await has(page, "marketing")], [[], false])
    assert.strictEqual(await surfaces.banner.count(), 0)
  })

  it("another tab learns of it and decides alike", async () => {
    const { newPage, page, surfaces, url } = await stage.visit({ body: gatedScript(stage) })
    await surfaces.banner.appears()
    const other = await newPage()
    await other.goto(url)
    await settled(other)
    await page.bringToFront()
    await surfaces.accept.click()
    await other.waitForFunction(() => (window.ran ?? []).length === 1)
    assert.strictEqual((await stage.backend.saved(url)).length, 1)
  })
})

describeStage("Firefox: surfaces", {}, (stage) => {
  it("the dialog by keyboard: Escape gives the focus back and forgets the draft; a switch is saved", async () => {
    const visit = await stage.visit({ body: `<button id="first" autofocus>Buy</button>` })
    const { page, press, surfaces, url } = visit
    await surfaces.banner.appears()
    assert.strictEqual(await focused(page), "#first")
    // The banner is first in the order of the page.
    await tabTo(visit, "consent-banner-customize-button", "Shift")
    await press("Enter")
    await surfaces.dialog.appears()
    await tabTo(visit, "consent-widget-switch-marketing")
    await press(" ")
    assert.strictEqual(await surfaces.category("marketing").attribute("aria-checked"), "true")
    await press("Escape")
    await surfaces.dialog.disappears()
    assert.strictEqual(await focused(page), "consent-banner-customize-button")
    await press("Enter")
    await surfaces.dialog.appears()
    assert.strictEqual(await surfaces.category("marketing").attribute("aria-checked"), "false")
    await tabTo(visit, "consent-widget-switch-measurement")
    await press(" ")
    await tabTo(visit, "consent-widget-footer-save-button")
    await press("Enter")
    const [row] = await stage.backend.saved(url)
    assert.include(row, { action: "custom", uiSource: "dialog" })
    assert.deepStrictEqual(row?.preferences, { ...all(false), measurement: true })
  })

  it("Tab goes round in the dialog, and in a banner that blocks the page", async () => {
    const visit = await stage.visit({
      body: `<button id="first">Buy</button>`,
      tag: { config: { ui: { banner: { position: "center" } } } },
    })
    const { page, press, surfaces } = visit
    await surfaces.customize.click()
    await surfaces.dialog.appears()
    for (const _ of ["once", "again"]) {
      await tabTo(visit, "consent-widget-footer-save-button")
      await press("Tab")
      assert.strictEqual(await focused(page), "consent-dialog-close-button")
    }
    await press("Escape")
    await surfaces.banner.appears()
    await tabTo(visit, "consent-banner-customize-button")
    await press("Tab")
    assert.strictEqual(await focused(page), "consent-banner-accept-button")
  })

  it("no overlay of the page covers refusing, one with the highest z-index and a later popover included", async () => {
    const { page, surfaces, url } = await stage.visit({
      body: `<div style="position:fixed;inset:0;z-index:2147483647;background:#fff"></div>
        <div id="later" popover="manual" style="width:100vw;height:100vh;margin:0">Subscribe</div>`,
    })
    await surfaces.banner.appears()
    await page.evaluate(async () => {
      const later = document.getElementById("later")
      const opened = new Promise((resolve) => later?.addEventListener("toggle", resolve))
      later?.showPopover()
      await opened
    })
    await surfaces.reject.click()
    assert.strictEqual((await stage.backend.saved(url))[0]?.action, "reject_all")
  })

  it("reads from right to left in Arabic", async () => {
    const { page, surfaces, url } = await stage.visit({ tag: { attributes: { "data-language": "ar" } } })
    await surfaces.banner.appears()
    const seen = await page.$eval('>>> [data-testid="consent-banner-root"]', (banner) => ({
      direction: getComputedStyle(banner).direction,
      language: banner.closest("[lang]")?.getAttribute("lang"),
      title: banner.querySelector("h2")?.textContent,
      // Buttons in a row begin on the right.
      edges: [...banner.querySelectorAll("button")].map((button) => button.getBoundingClientRect().right),
    }))
    assert.include(seen, { direction: "rtl", language: "ar", title: ar.cookieBanner.title })
    assert.deepStrictEqual(
      seen.edges,
      [...seen.edges].sort((one, other) => other - one),
    )
    await surfaces.accept.click()
    assert.strictEqual((await stage.backend.saved(url))[0]?.language, "ar")
  })
})

const saveFails: Treatment["trick"] = ({ method, path }) =>
  method === "POST" && path === "/subjects" ? { status: 503 } : null

describeStage("Firefox: an unavailable service", {}, (stage) => {
  it("a decision holds, waits in the browser, and arrives later as the act it was", async () => {
    const { page, sent, surfaces, trick, url } = await stage.visit()
    trick(saveFails)
    await surfaces.accept.click()
    await page.waitForFunction((key) => JSON.parse(localStorage.getItem(key) ?? "[]").length === 1, {}, outboxKey)
    const [entry] = await queued(page)
    assert.isTrue(await has(page, "marketing"))
    assert.deepStrictEqual(await stage.backend.rows(url), [])
    trick(() => null)
    await page.reload()
    const [row, ...more] = await stage.backend.saved(url)
    assert.deepStrictEqual([more, sent().length], [[], 2])
    assert.deepStrictEqual([row?.givenAt, row?.subjectId], [entry?.payload["givenAt"], entry?.payload["subjectId"]])
    await delivered(page)
  })

  it("offline: it arrives on the same page once the network is back", async () => {
    const { page, url } = await stage.visit()
    await settled(page)
    await page.setOfflineMode(true)
    assert.isFalse((await page.evaluate(() => window.cs.rejectAll())).ok)
    assert.strictEqual((await queued(page)).length, 1)
    await page.setOfflineMode(false)
    const [row, ...more] = await stage.backend.saved(url)
    assert.deepStrictEqual([row?.action, more], ["reject_all", []])
  })
})

describeStage("Firefox: a policy in the script", { manifest: { policyRules: [everywhere] } }, (stage) => {
  it("decides without a request, and a returning visitor's scripts run before the parser reads on", async () => {
    const embedded = { query: "?policy=embedded" }
    const visit = await stage.visit({ tag: embedded })
    const { page, requests, surfaces, url } = visit
    await surfaces.banner.appears()
    assert.deepStrictEqual(
      requests()
        .map(({ path }) => path)
        .filter((path) => !/^\/cs\.(ui\.)?/.test(path)),
      [],
    )
    await surfaces.accept.click()
    await stage.backend.saved(url)
    stage.site.replace(url, {
      head: `${stage.tag(embedded)}<script>window.early = cs.has("marketing")</script>`,
    })
    await page.reload()
    assert.isTrue(await page.evaluate(() => Reflect.get(window, "early")))
    assert.deepStrictEqual(requests("/init"), [])
  })
})

for (const [surfaces, count] of [
  ["on-demand", 3],
  ["included", 2],
] as const)
  describeStage(`Firefox: script.surfaces ${surfaces}`, { script: { surfaces } }, (stage) => {
    it("loads each file once", async () => {
      const visit = await stage.visit()
      await visit.surfaces.customize.click()
      await visit.surfaces.dialog.appears()
      const files = ["/cs.js", "/cs.ui.digest.js", "/cs.ui.digest.js"].slice(0, count)
      assert.deepStrictEqual(filesOf(visit), files)
      assert.deepStrictEqual(visit.troubles, [])
    })
  })

describeStage("Firefox: a pinned script", { script: { surfaces: "included" } }, (stage) => {
  it("runs the dialog of its integrity, and no other one", async () => {
    const { page, surfaces } = await stage.newVisitor()
    const isDialog = (url: string) => /ui\.\w+\.js/.test(url)
    let forging = true
    const forged: Array<string> = []
    await page.setRequestInterception(true)
    page.on("request", (request) => {
      if (!forging || !isDialog(request.url())) return void request.continue()
      forged.push(request.url())
      void request.respond({
        contentType: "text/javascript",
        headers: { "access-control-allow-origin": "*" },
        body: "window.forged = true\nexport default () => {}",
      })
    })
    await page.goto(stage.site.page({ head: stage.tag() }))
    await surfaces.customize.click()
    await page.waitForFunction(() => window.cs.getSnapshot().surface === "dialog")
    // The second attempt follows the first one that was refused.
    while (forged.length < 2) await new Promise((resolve) => setTimeout(resolve, 20))
    assert.deepStrictEqual([await page.evaluate(() => "forged" in window), await surfaces.dialog.count()], [false, 0])
    forging = false
    await surfaces.dialog.appears()
    const preloads = await page.$$eval("link[rel=modulepreload]", (links) => links.map(({ integrity }) => integrity))
    assert.isAbove(preloads.length, 0)
    for (const integrity of preloads) assert.match(integrity, /^sha256-/)
  })
})

describeStage("Firefox: IAB TCF", iabOptions(), (stage) => {
  it("accepting: a string that IAB's library reads, in events, cookie and record; a reload announces it again", async () => {
    const visitor = await stage.newVisitor()
    const { iab, page } = visitor
    const url = stage.site.page({ head: `${stage.tag({ variant: "iab" })}${tcfListening}` })
    await page.goto(url)
    await iab.banner.appears()
    const ping = await callTcf(page, "ping")
    assert.deepInclude(ping?.value, { gdprApplies: true, cmpStatus: "loaded", cmpId, displayStatus: "visible" })
    await iab.accept.click()
    const [row, ...more] = await stage.backend.saved(url)
    assert.deepStrictEqual([more.length, posts(visitor)], [0, 1])
    assert.include(row, { action: "accept_all", uiSource: "banner", model: "iab" })
    const said = readTcString(row?.tcString)
    assert.include(said, { cmpId, isServiceSpecific: true })
    assert.deepStrictEqual(said.vendorsDisclosed, disclosed)
    assert.isAbove(said.purposeConsents.length, 0)
    const told = await toldOn(page)
    assert.deepStrictEqual(
      told.map(({ eventStatus, success }) => [eventStatus, success]),
      [
        ["cmpuishown", true],
        ["useractioncomplete", true],
      ],
    )
    assert.strictEqual(told.at(-1)?.tcString, row?.tcString)
    assert.include(await page.evaluate(() => document.cookie), `euconsent-v2=${row?.tcString}`)
    await page.reload()
    await settled(page)
    assert.strictEqual(await iab.banner.count(), 0)
    const again = await toldOn(page)
    assert.deepStrictEqual(
      again.map(({ eventStatus, tcString }) => [eventStatus, tcString]),
      [["tcloaded", row?.tcString]],
    )
  })

  it("a vendor switched off in the dialog is off in the string", async () => {
    const { iab, page } = await stage.newVisitor()
    const url = stage.site.page({ head: `${stage.tag({ variant: "iab" })}${tcfListening}` })
    await page.goto(url)
    await iab.customize.click()
    await iab.dialog.appears()
    await iab.purpose(1).click()
    await iab.save.click()
    const [row] = await stage.backend.saved(url)
    assert.include(row, { action: "custom", uiSource: "dialog" })
    const { purposeConsents, vendorConsents } = readTcString(row?.tcString)
    assert.deepStrictEqual([purposeConsents, vendorConsents], [[1], []])
  })
})
