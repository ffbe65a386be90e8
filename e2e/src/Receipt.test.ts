import { bundleFiles } from "@consent-service/browser/files"
import { assert, it } from "@effect/vitest"
import { createHash } from "node:crypto"
import { readFileSync } from "node:fs"
import type { Treatment } from "./testing/Backend.js"
import { newEvidenceKey, verifyReceipt } from "./testing/EvidenceKey.js"
import { describeStage } from "./testing/Stage.js"
import { settled, surfacesOf } from "./testing/Surfaces.js"
import type { Variant } from "./testing/Tag.js"

const { signingKey, verifierKey } = newEvidenceKey()

const evidence = { signingKeys: [signingKey], checkpointEveryMs: 100 }

const keptKey = "cs-receipt"

const files = bundleFiles() ?? assert.fail("the tests come from files")

const digest = createHash("sha256").update(readFileSync(files.tools)).digest("hex").slice(0, 32)

const toolsPath = `/cs.ui.${digest}.js`

/** The service answers no request, scripts left out. */
const away: Treatment["trick"] = ({ path }) => (path.endsWith(".js") ? null : "cut")

describeStage("the receipt of a visitor", { evidence }, (stage) => {
  for (const variant of ["full", "headless", "iab"] as const satisfies ReadonlyArray<Variant>)
    it(`${variant}: verifies offline, says what was accepted, and is stored nowhere`, async () => {
      const { page, requests, url } = await stage.visit({ tag: { variant } })
      await settled(page)
      await page.evaluate(() => window.cs.acceptAll())
      const outcome = await page.evaluate(() => window.cs.receipt())
      assert.isTrue(outcome.ok)
      const printed = await verifyReceipt(JSON.stringify(outcome.ok ? outcome.receipt : null), verifierKey)
      const [row] = await stage.backend.saved(url)
      assert.include(printed, "Verified")
      assert.include(printed, row?.subjectId ?? "no row")
      assert.include(printed, '"marketing":true')
      assert.isNull(await page.evaluate((key) => localStorage.getItem(key), keptKey))
      // Its code was loaded once, and by nothing else.
      assert.isTrue((await page.evaluate(() => window.cs.receipt())).ok)
      assert.strictEqual(requests().filter(({ path }) => path === toolsPath).length, 1)
    })

  it("is that of the latest decision, also when it is requested at the same moment", async () => {
    const { page } = await stage.visit({ tag: { config: { reloadOnConsentRevoked: false } } })
    await settled(page)
    await page.evaluate(() => window.cs.acceptAll())
    const outcome = await page.evaluate(() => {
      void window.cs.save({ marketing: false })
      return window.cs.receipt()
    })
    assert.isTrue(outcome.ok)
    const act = outcome.ok && "text" in outcome.receipt.entry.parts.act ? outcome.receipt.entry.parts.act.text : ""
    assert.include(JSON.parse(act).preferences, { marketing: false, measurement: true })
  })

  it("before a decision there is none, and no request is made for one", async () => {
    const { page, requests } = await stage.visit()
    await settled(page)
    assert.deepStrictEqual(await page.evaluate(() => window.cs.receipt()), { ok: false, reason: "none" })
    assert.deepStrictEqual(
      requests().filter(({ path }) => path.startsWith("/subjects")),
      [],
    )
  })

  it("while the service is down it is unavailable, and pending for a decision that was made meanwhile", async () => {
    const { page, trick } = await stage.visit({ tag: { config: { reloadOnConsentRevoked: false } } })
    await settled(page)
    await page.evaluate(() => window.cs.acceptAll())
    trick(away)
    assert.deepStrictEqual(await page.evaluate(() => window.cs.receipt()), { ok: false, reason: "unavailable" })
    assert.isFalse((await page.evaluate(() => window.cs.rejectAll())).ok)
    assert.deepStrictEqual(await page.evaluate(() => window.cs.receipt()), { ok: false, reason: "pending" })
  })

  it("where its file cannot be loaded it is unavailable, and the console has one line; a later call tries again", async () => {
    const { page, trick } = await stage.visit()
    await settled(page)
    await page.evaluate(() => window.cs.acceptAll())
    await surfacesOf(page).trigger.waitFor()
    const lines: Array<string> = []
    page.on("console", (message) => lines.push(message.text()))
    trick(({ path }) => (path === toolsPath ? { status: 503 } : null))
    assert.deepStrictEqual(await page.evaluate(() => window.cs.receipt()), { ok: false, reason: "unavailable" })
    assert.strictEqual(lines.filter((line) => line.startsWith("cs:")).length, 1)
    trick(() => null)
    assert.deepStrictEqual(await page.evaluate(() => window.cs.debug()), { ok: true })
  })

  it("receipts: keep: the last one is returned while the service is down, until decisions are cleared or made", async () => {
    const config = { receipts: "keep", reloadOnConsentRevoked: false }
    const { page, trick } = await stage.visit({ tag: { config } })
    await settled(page)
    await page.evaluate(() => window.cs.acceptAll())
    const online = await page.evaluate(() => window.cs.receipt())
    assert.isTrue(online.ok)
    trick(away)
    assert.deepStrictEqual(await page.evaluate(() => window.cs.receipt()), online)
    trick(() => null)
    await page.evaluate(() => window.cs.save({ marketing: false }))
    trick(away)
    assert.deepStrictEqual(await page.evaluate(() => window.cs.receipt()), { ok: false, reason: "unavailable" })
    assert.isNotNull(await page.evaluate((key) => localStorage.getItem(key), keptKey))
    await page.evaluate(() => window.cs.clearRecords())
    assert.isNull(await page.evaluate((key) => localStorage.getItem(key), keptKey))
  })

  it("is downloaded as a file that verifies", async () => {
    const { page } = await stage.visit()
    await settled(page)
    await page.evaluate(() => window.cs.acceptAll())
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.evaluate(() => window.cs.receipt({ save: true })),
    ])
    assert.match(download.suggestedFilename(), /^consent-receipt-\d{4}-\d\d-\d\d\.json$/)
    assert.include(await verifyReceipt(readFileSync(await download.path(), "utf8"), verifierKey), "Verified")
  })
})

describeStage("a service that signs no log", { evidence: {} }, (stage) => {
  it("has no receipts", async () => {
    const { page } = await stage.visit()
    await settled(page)
    await page.evaluate(() => window.cs.acceptAll())
    assert.deepStrictEqual(await page.evaluate(() => window.cs.receipt()), { ok: false, reason: "unavailable" })
  })
})

describeStage("a pinned script", { evidence, script: { surfaces: "included" } }, (stage) => {
  it("runs no other code for receipts than that of its integrity", async () => {
    const { context, page } = await stage.visit()
    await settled(page)
    await page.evaluate(() => window.cs.acceptAll())
    let ran = false
    page.on("console", (message) => (ran ||= message.text() === "another file"))
    await context.route(/ui\.\w+\.js/, (route) =>
      route.fulfill({
        contentType: "text/javascript",
        headers: { "access-control-allow-origin": "*" },
        body: `console.log("another file")\nexport default {}`,
      }),
    )
    assert.deepStrictEqual(await page.evaluate(() => window.cs.receipt()), { ok: false, reason: "unavailable" })
    assert.isFalse(ran)
  })
})
