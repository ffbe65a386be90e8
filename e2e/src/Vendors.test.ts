import { assert, it } from "@effect/vitest"
import type { Page } from "playwright-core"
import { describeStage } from "./testing/Stage.js"
import { delivered, settled, surfacesOf } from "./testing/Surfaces.js"

const vendor = (id: string, category: "marketing" | "measurement" | "experience", more: object = {}) => ({
  id,
  name: `The ${id} company`,
  category,
  privacyPolicyUrl: `https://${id}.example/privacy`,
  ...more,
})

const vendors = [
  vendor("shopcast", "marketing"),
  vendor("adline", "marketing"),
  vendor("webstats", "measurement"),
  vendor("newsroom", "marketing", { disabled: true }),
]

/** Every vendor left on. */
const allVendors = { shopcast: true, adline: true, webstats: true, newsroom: true }

const rules = [{ id: "all", match: { isDefault: true, fallback: true }, model: "opt-in", prompt: "choice" }] as const

const stay = { config: { reloadOnConsentRevoked: false } }

const link = `<a href="#cs-preferences">Privacy</a>`

const openLists = async (page: Page) => {
  const { dialog } = surfacesOf(page)
  await dialog.waitFor()
  for (const list of await dialog.locator("summary").all()) await list.click()
}

const allowedOf = (page: Page, ...ids: ReadonlyArray<string>) =>
  page.evaluate((all) => all.map((id) => window.cs.isVendorAllowed(id)), ids)

const ran = (page: Page) => page.evaluate(() => window.ran ?? [])

describeStage("vendors", { manifest: { vendors, policyRules: rules } }, (stage) => {
  const tagFor = (name: string, category = "marketing") =>
    `<script type="text/plain" data-cs-category="${category}" data-cs-vendor="${name}" src="${stage.vendor.url(`${name}.js`)}"></script>`

  it("one switched off in the dialog: its category runs, it does not, on the next visit either, and no banner appears again", async () => {
    const { hits, page, sent, url } = await stage.visit({
      body: `${link}${tagFor("shopcast")}${tagFor("adline")}`,
      tag: stay,
    })
    const surfaces = surfacesOf(page)
    await surfaces.customize.click()
    await openLists(page)
    await surfaces.category("marketing").click()
    assert.strictEqual(await surfaces.vendor("shopcast").getAttribute("aria-checked"), "true")
    await surfaces.vendor("shopcast").click()
    await surfaces.save.click()
    const [row] = await stage.backend.saved(url)
    assert.deepStrictEqual(row?.vendorGrants, { ...allVendors, shopcast: false })
    assert.isTrue(row?.preferences["marketing"])
    await page.waitForFunction(() => (window.ran ?? []).length === 1)
    await delivered(page)
    await page.reload()
    await settled(page)
    await page.waitForFunction(() => (window.ran ?? []).length === 1)
    assert.strictEqual(await surfaces.banner.count(), 0)
    assert.deepStrictEqual(hits(), ["/adline.js", "/adline.js"])
    assert.deepStrictEqual(await allowedOf(page, "shopcast", "adline", "unheard-of"), [false, true, true])
    assert.strictEqual(sent().length, 1)
    await page.locator("a").click()
    await openLists(page)
    assert.strictEqual(await surfaces.vendor("shopcast").getAttribute("aria-checked"), "false")
    // Listed, without a switch.
    await surfaces.dialog.getByText("The newsroom company").waitFor()
    assert.strictEqual(await surfaces.vendor("newsroom").count(), 0)
  })

  it("a switch grants nothing: with its category refused the vendor stays out, and its switch cannot be used", async () => {
    const { hits, page, url } = await stage.visit({ body: `${link}${tagFor("shopcast")}`, tag: stay })
    await settled(page)
    assert.isTrue((await page.evaluate(() => window.cs.save({ vendors: { shopcast: true } }))).ok)
    const [row] = await stage.backend.saved(url)
    assert.deepStrictEqual(row?.vendorGrants, allVendors)
    assert.deepStrictEqual([row?.receipts, row?.preferences], [{}, { necessary: true }])
    assert.deepStrictEqual(await allowedOf(page, "shopcast"), [false])
    const surfaces = surfacesOf(page)
    await surfaces.banner.waitFor()
    await page.locator("a").click()
    await openLists(page)
    assert.isTrue(await surfaces.vendor("shopcast").isDisabled())
    await surfaces.category("marketing").click()
    assert.isFalse(await surfaces.vendor("shopcast").isDisabled())
    assert.deepStrictEqual([hits(), await ran(page)], [[], []])
  })

  it("accepting and refusing everything are about the vendors too: no switch is left off", async () => {
    const { page, url } = await stage.visit({ tag: stay })
    await settled(page)
    await page.evaluate(() => window.cs.save({ marketing: true, vendors: { shopcast: false, adline: false } }))
    await page.evaluate(() => window.cs.acceptAll())
    await page.evaluate(() => window.cs.save({ vendors: { webstats: false } }))
    await page.evaluate(() => window.cs.rejectAll())
    const grants = (await stage.backend.saved(url, 4)).map(({ vendorGrants }) => vendorGrants)
    assert.deepStrictEqual(grants, [
      { ...allVendors, shopcast: false, adline: false },
      allVendors,
      { ...allVendors, webstats: false },
      allVendors,
    ])
    assert.deepStrictEqual(
      await page.evaluate(() => Object.entries(window.cs.getVendorChoice()).filter(([, left]) => !left)),
      [],
    )
  })

  it("one switch after the other: each save has the complete map, and leaves the other switches", async () => {
    const { page, url } = await stage.visit({ tag: stay })
    await settled(page)
    await page.evaluate(() => window.cs.acceptAll())
    await page.evaluate(() => window.cs.save({ vendors: { shopcast: false } }))
    await page.evaluate(() => window.cs.save({ vendors: { webstats: false, unknown: false } }))
    await page.evaluate(() => window.cs.save({ vendors: { shopcast: true } }))
    const rows = await stage.backend.saved(url, 4)
    const off = rows.map(({ vendorGrants }) =>
      Object.entries(vendorGrants ?? {}).flatMap(([id, left]) => (left ? [] : [id])),
    )
    assert.deepStrictEqual(off, [[], ["shopcast"], ["shopcast", "webstats"], ["webstats"]])
    assert.deepStrictEqual(
      rows.map(({ vendorGrants }) => Object.keys(vendorGrants ?? {}).length),
      [4, 4, 4, 4],
    )
    assert.deepStrictEqual(rows.at(-1)?.receipts, {})
    assert.isTrue(rows.at(-1)?.preferences["measurement"])
  })

  it("a vendor that was added later causes no new banner, runs with its category, and is in the next map", async () => {
    const { page, url } = await stage.visit({ tag: stay })
    await surfacesOf(page).accept.click()
    await stage.backend.saved(url)
    const own = vendor("latecomer", "experience")
    stage.site.replace(url, {
      head: stage.tag({ config: { ...stay.config, vendors: [own] } }),
      body: tagFor("latecomer", "experience"),
    })
    await page.reload()
    await settled(page)
    await page.waitForFunction(() => (window.ran ?? []).length === 1)
    assert.strictEqual(await surfacesOf(page).banner.count(), 0)
    assert.deepStrictEqual(await page.evaluate(() => window.cs.getDeclaredVendors().map(({ id }) => id)), [
      "shopcast",
      "adline",
      "webstats",
      "newsroom",
      "latecomer",
    ])
    await page.evaluate(() => window.cs.save({ vendors: { latecomer: false } }))
    const [, second] = await stage.backend.saved(url, 2)
    assert.deepStrictEqual(second?.vendorGrants, { ...allVendors, latecomer: false })
    assert.deepStrictEqual(await allowedOf(page, "latecomer"), [false])
  })

  it("a vendor's own gate: a placeholder allows the vendor that was switched off, and says so on record", async () => {
    const body = `<div data-cs-embed><iframe title="A show" data-src="${stage.vendor.url("show.html")}" data-category="marketing" data-vendor="shopcast"></iframe></div>`
    const { hits, page, url } = await stage.visit({ body, tag: stay })
    await settled(page)
    await page.evaluate(() => window.cs.save({ marketing: true, vendors: { shopcast: false } }))
    assert.deepStrictEqual(hits(), [])
    await page.getByTestId("consent-embed-allow-button").click()
    await page.frameLocator("iframe").getByText("show").waitFor()
    const [, second] = await stage.backend.saved(url, 2)
    assert.strictEqual(second?.uiSource, "widget")
    assert.deepStrictEqual(second?.vendorGrants, allVendors)
    assert.deepStrictEqual(hits(), ["/show.html"])
  })

  it("a frame that names its vendor alone: the placeholder names the vendor's category, and one click allows both", async () => {
    const body = `<div data-cs-embed><iframe title="A show" data-src="${stage.vendor.url("show.html")}" data-vendor="showroom"></iframe></div>`
    const own = { ...stay.config, vendors: [vendor("showroom", "marketing")] }
    const { hits, page, url } = await stage.visit({ body, tag: { config: own } })
    await settled(page)
    const placeholder = page.getByTestId("cs-embed")
    await placeholder.getByText("Marketing").first().waitFor()
    assert.deepStrictEqual(hits(), [])
    await page.getByTestId("consent-embed-allow-button").click()
    await page.frameLocator("iframe").getByText("show").waitFor()
    const [row] = await stage.backend.saved(url)
    assert.strictEqual(row?.uiSource, "widget")
    assert.deepStrictEqual(Object.keys(row?.receipts ?? {}), ["marketing"])
    assert.deepStrictEqual(row?.vendorGrants, { ...allVendors, showroom: true })
    assert.deepStrictEqual(hits(), ["/show.html"])
    assert.strictEqual(await placeholder.count(), 0)
  })

  it("switching off a vendor that runs stops it, as taking back its category would", async () => {
    const { hits, page, url } = await stage.visit({ body: tagFor("shopcast") })
    await surfacesOf(page).accept.click()
    await page.waitForFunction(() => (window.ran ?? []).length === 1)
    await stage.backend.saved(url)
    const loadedAgain = page.waitForEvent("load")
    await page.evaluate(() => {
      void window.cs.save({ vendors: { shopcast: false } })
    })
    await stage.backend.saved(url, 2)
    await loadedAgain
    await settled(page)
    assert.deepStrictEqual(await ran(page), [])
    assert.deepStrictEqual(hits(), ["/shopcast.js"])
  })
})

describeStage("no vendors", { manifest: { policyRules: rules } }, (stage) => {
  it("one refused on a page that knows it stays refused when another page, which does not, saves", async () => {
    const own = [vendor("latecomer", "marketing")]
    const { page, url } = await stage.visit({ tag: { config: { ...stay.config, vendors: own } } })
    await settled(page)
    await page.evaluate(() => window.cs.save({ marketing: true, vendors: { latecomer: false } }))
    const other = new URL(stage.site.page({ head: stage.tag(stay), body: link }))
    other.host = new URL(url).host
    await page.goto(other.href)
    await settled(page)
    await page.locator("a").click()
    await surfacesOf(page).save.click()
    await stage.backend.saved(url, 2)
    await page.goto(url)
    await settled(page)
    assert.isTrue(await page.evaluate(() => window.cs.has("marketing")))
    assert.deepStrictEqual(await allowedOf(page, "latecomer"), [false])
  })

  it("has no vendor choice", async () => {
    const { page, sent, url } = await stage.visit()
    await surfacesOf(page).accept.click()
    const [row] = await stage.backend.saved(url)
    assert.isNull(row?.vendorGrants ?? null)
    assert.notProperty(sent()[0], "vendorChoice")
  })
})
