import { assert, it } from "@effect/vitest"
import type { Engine } from "@consent-service/test-engines"
import type { Page } from "playwright-core"
import type { BackendOptions } from "./testing/Backend.js"
import { all, policyRules } from "./testing/Rules.js"
import { describeStage } from "./testing/Stage.js"
import { settled, surfacesOf } from "./testing/Surfaces.js"

const engines: ReadonlyArray<Engine> = ["sqlite", "postgres"]

const vendors = ["shopcast", "webstats"].map((id, i) => ({
  id,
  name: id,
  category: i === 0 ? ("marketing" as const) : ("measurement" as const),
  privacyPolicyUrl: `https://${id}.example/privacy`,
}))

const signed: BackendOptions = { policySnapshot: { signingKey: "a key that is long enough for the tests" } }
const withVendors: BackendOptions = { manifest: { policyRules, vendors } }

const hourMs = 3_600_000

/** Everything the browser keeps for the page. */
const kept = (page: Page) =>
  page.evaluate(() => ({ cookie: document.cookie, stored: { ...localStorage } as Record<string, string> }))

describeStage(
  "saving",
  signed,
  (stage) => {
    it("accepting: one act of the very moment of the click, under the policy that was shown", async () => {
      const visitor = await stage.newVisitor()
      const url = stage.site.page({ head: stage.tag() })
      const then = Date.now() - hourMs
      await visitor.page.clock.setFixedTime(then)
      await visitor.page.goto(url)
      const before = Date.now()
      await surfacesOf(visitor.page).accept.click()
      const [row, ...more] = await stage.backend.saved(url)
      assert.deepStrictEqual(more, [])
      assert.include(row, {
        givenAt: then,
        domain: new URL(url).hostname,
        action: "accept_all",
        uiSource: "banner",
        model: "opt-in",
        jurisdiction: "GDPR",
        policyId: "europe",
        decisionSource: "snapshot_token",
      })
      assert.isAtLeast(row?.createdAt ?? 0, before - 1000)
      assert.deepStrictEqual(row?.preferences, all(true))
      const receipts = Object.values(row?.receipts ?? {})
      assert.deepStrictEqual(
        receipts.map(({ confirmedAt, value }) => [confirmedAt, value]),
        receipts.map(() => [then, true]),
      )
      assert.strictEqual(receipts.length, 4)
    })

    it("the body says everything once: token instead of inputs, receipts as an object", async () => {
      const { page, requests, sent, url } = await stage.visit()
      await surfacesOf(page).reject.click()
      await stage.backend.saved(url)
      const [body, ...more] = sent()
      assert.deepStrictEqual(more, [])
      assert.include(body, {
        type: "cookie_banner",
        domain: new URL(url).hostname,
        consentAction: "necessary",
        uiSource: "banner",
        model: "opt-in",
      })
      assert.isString(body?.["policySnapshotToken"])
      for (const absent of ["policyId", "fingerprint", "country", "region", "language", "gpc", "receipts", "tcString"])
        assert.notProperty(body, absent)
      const [asked] = requests("/init")
      const saved = requests("/subjects").find(({ method }) => method === "POST")
      assert.strictEqual(saved?.query.get("journey"), asked?.query.get("journey"))
      assert.strictEqual(saved?.query.get("journeyScope"), "page")
      assert.isUndefined(saved?.headers.cookie)
      const metadata = body?.["metadata"]
      assert.isTrue(typeof metadata === "object" && metadata !== null && "timeToDecisionMs" in metadata)
    })

    it("one by one, then again: one subject, and what was decided before is kept", async () => {
      const { page, url } = await stage.visit({ tag: { config: { reloadOnConsentRevoked: false } } })
      const surfaces = surfacesOf(page)
      await surfaces.customize.click()
      await surfaces.category("measurement").click()
      await surfaces.save.click()
      await stage.backend.saved(url)
      assert.isTrue((await page.evaluate(() => window.cs.save({ marketing: true }))).ok)
      const [first, second] = await stage.backend.saved(url, 2)
      assert.include(first, { action: "custom", uiSource: "dialog" })
      assert.deepStrictEqual(first?.preferences, { ...all(false), measurement: true })
      assert.deepStrictEqual(second?.preferences, { ...all(false), marketing: true, measurement: true })
      assert.deepStrictEqual(Object.keys(second?.receipts ?? {}), ["marketing"])
      assert.strictEqual(second?.subjectId, first?.subjectId)
      assert.match(first?.subjectId ?? "", /^sub_111[1-9A-HJ-NP-Za-km-z]{23}$/)
    })

    it("looking around stores nothing and sends nothing; deciding stores cookie, record and one act", async () => {
      const { page, sent, url } = await stage.visit()
      const surfaces = surfacesOf(page)
      await surfaces.customize.click()
      await surfaces.category("marketing").click()
      await page.keyboard.press("Escape")
      await page.reload()
      await settled(page)
      assert.deepStrictEqual(await kept(page), { cookie: "", stored: {} })
      assert.deepStrictEqual(sent(), [])
      await surfaces.accept.click()
      const [row] = await stage.backend.saved(url)
      const { cookie, stored } = await kept(page)
      assert.include(cookie, `sid=${row?.subjectId}`)
      assert.match(cookie, /(^|; )cs=v=3&/)
      const record = JSON.parse(stored["cs"] ?? "{}")
      assert.strictEqual(record.version, 3)
      assert.strictEqual(record.subject.subjectId, row?.subjectId)
      assert.deepInclude(record.categories.marketing, { value: true, confirmedAt: row?.givenAt })
    })

    it("taking back: the act is stored before the page loads again, and the page may say goodbye", async () => {
      const goodbye = `onBeforeConsentRevocationReload: () => { sessionStorage.goodbye = "said" }`
      const head = `<script>(window.cs = window.cs || []).push(["config", { ${goodbye} }])</script>`
      const visitor = await stage.newVisitor()
      const url = stage.site.page({ head: `${head}${stage.tag()}`, body: `<a href="#cs-preferences">Privacy</a>` })
      const { page } = visitor
      await page.goto(url)
      const { accept, dialogReject } = surfacesOf(page)
      await accept.click()
      await stage.backend.saved(url)
      await page.locator("a").click()
      const loadedAgain = page.waitForEvent("load")
      await dialogReject.click()
      await loadedAgain
      await settled(page)
      const [, second] = await stage.backend.saved(url, 2)
      assert.include(second, { action: "reject_all", uiSource: "dialog" })
      assert.deepStrictEqual(second?.preferences, all(false))
      assert.strictEqual(await page.evaluate(() => sessionStorage["goodbye"]), "said")
      assert.isFalse(await page.evaluate(() => window.cs.has("marketing")))
      assert.strictEqual(await surfacesOf(page).banner.count(), 0)
    })

    it("what the rule does not offer is not saved", async () => {
      const { page, url } = await stage.visit({ visitor: { country: "BR" } })
      await settled(page)
      await page.evaluate(() => window.cs.save({ experience: true, measurement: true }))
      const [row] = await stage.backend.saved(url)
      assert.deepStrictEqual(Object.keys(row?.receipts ?? {}), ["measurement"])
      assert.notStrictEqual(row?.preferences["experience"], true)
    })

    it("what a signal denies is no decision: it is not sent, and no decision on something else lifts it", async () => {
      const visitor = { country: "US", region: "CA", gpc: true }
      const { page, url } = await stage.visit({ visitor })
      await settled(page)
      await page.evaluate(() => window.cs.save({ measurement: true }))
      const [row] = await stage.backend.saved(url)
      assert.deepStrictEqual(row?.preferences, { necessary: true, measurement: true })
      await page.evaluate(() => window.cs.acceptAll())
      assert.isFalse(await page.evaluate(() => window.cs.has("marketing")))
    })

    it("a save that does not arrive is reported, holds all the same, and arrives later as the same act", async () => {
      const { context, page, sent, trick, url } = await stage.visit()
      await settled(page)
      trick(({ method, path }) => (method === "POST" && path === "/subjects" ? { status: 503 } : null))
      assert.isFalse((await page.evaluate(() => window.cs.acceptAll())).ok)
      assert.isTrue(await page.evaluate(() => window.cs.has("marketing")))
      assert.deepStrictEqual(await stage.backend.rows(url), [])
      trick(() => null)
      await context.setOffline(true)
      await context.setOffline(false)
      const [row, ...more] = await stage.backend.saved(url)
      assert.deepStrictEqual(more, [])
      assert.deepStrictEqual([row?.givenAt, row?.subjectId], [sent()[0]?.["givenAt"], sent()[0]?.["subjectId"]])
    })

    it("a token that ended while the page was open: another is asked for, and it is the same act, once", async () => {
      const { page, requests, sent, trick, url } = await stage.visit()
      await settled(page)
      let refusals = 0
      trick(({ method, path }) =>
        method === "POST" && path === "/subjects" && ++refusals === 1
          ? { status: 409, body: { message: "expired", cause: { code: "POLICY_SNAPSHOT_EXPIRED" } } }
          : null,
      )
      assert.deepStrictEqual(await page.evaluate(() => window.cs.acceptAll()), { ok: true })
      const [row, ...more] = await stage.backend.rows(url)
      assert.deepStrictEqual(more, [])
      assert.include(row, {
        action: "accept_all",
        decisionSource: "snapshot_token",
        givenAt: Number(sent()[0]?.["givenAt"]),
      })
      assert.strictEqual(requests("/init").length, 2)
      const [first, second, ...others] = sent().map(({ policySnapshotToken: _, ...body }) => body)
      assert.deepStrictEqual(second, first)
      assert.deepStrictEqual(others, [])
    })

    it("includes what the page knows about the visitor", async () => {
      const config = { userProperties: { plan: "free" }, user: { externalId: "user-7", identityProvider: "shop" } }
      const { page, sent } = await stage.visit({ tag: { config } })
      await settled(page)
      await page.evaluate(() => window.cs.acceptAll())
      assert.include(sent()[0], { externalSubjectId: "user-7", identityProvider: "shop" })
      const metadata = sent()[0]?.["metadata"]
      const properties =
        typeof metadata === "object" && metadata !== null && "userProperties" in metadata && metadata.userProperties
      assert.deepStrictEqual(properties, { plan: "free" })
    })
  },
  engines,
)

describeStage("saving what was resolved in the page", withVendors, (stage) => {
  it("without a token the save says what the policy was resolved from, and nothing of a journey", async () => {
    const { page, requests, sent, url } = await stage.visit({
      tag: { variant: "headless", attributes: { "data-country": "DE" } },
    })
    await settled(page)
    await page.evaluate(() => window.cs.rejectAll())
    const [row] = await stage.backend.saved(url)
    assert.include(row, { action: "reject_all", policyId: "europe", jurisdiction: "GDPR" })
    const [body] = sent()
    assert.include(body, { policyId: "europe", country: "DE", gpc: false })
    assert.strictEqual(body?.["fingerprint"], row?.fingerprint)
    assert.notProperty(body, "policySnapshotToken")
    const saved = requests("/subjects").find(({ method }) => method === "POST")
    assert.isFalse(saved?.query.has("journey"))
    assert.deepStrictEqual(requests("/init"), [])
  })

  it("vendors: accepting everything is a complete map, switching one off says so and keeps its category", async () => {
    const { page, url } = await stage.visit({ tag: { config: { reloadOnConsentRevoked: false } } })
    const surfaces = surfacesOf(page)
    await surfaces.accept.click()
    const [first] = await stage.backend.saved(url)
    assert.deepStrictEqual(first?.vendorGrants, { shopcast: true, webstats: true })
    assert.isTrue((await page.evaluate(() => window.cs.save({ vendors: { shopcast: false } }))).ok)
    const [, second] = await stage.backend.saved(url, 2)
    assert.deepStrictEqual(second?.vendorGrants, { shopcast: false, webstats: true })
    assert.deepStrictEqual(second?.receipts, {})
    assert.isTrue(second?.preferences["marketing"])
    assert.deepStrictEqual(
      await page.evaluate(() => ["shopcast", "webstats", "unheard-of"].map((id) => window.cs.isVendorAllowed(id))),
      [false, true, true],
    )
  })

  it("vendors: a switch in the dialog", async () => {
    const { page, url } = await stage.visit()
    const surfaces = surfacesOf(page)
    await surfaces.customize.click()
    await surfaces.dialog.waitFor()
    await surfaces.category("measurement").click()
    // Vendors are listed when their category's list is opened.
    for (const list of await surfaces.dialog.locator("summary").all()) await list.click()
    await surfaces.vendor("webstats").click()
    await surfaces.save.click()
    const [row] = await stage.backend.saved(url)
    assert.strictEqual(row?.vendorGrants?.["webstats"], false)
    assert.isTrue(row?.preferences["measurement"])
    assert.isFalse(await page.evaluate(() => window.cs.isVendorAllowed("webstats")))
  })
})
