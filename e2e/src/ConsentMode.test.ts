import { assert, it } from "@effect/vitest"
import type { Page } from "playwright-core"
import { describeStage, type Stage } from "./testing/Stage.js"
import { settled, surfacesOf } from "./testing/Surfaces.js"
import type { VisitorSpec } from "./testing/Visitor.js"

const stay = { reloadOnConsentRevoked: false }

/** Google's own table: which types a category decides. */
const typesOf = {
  experience: ["personalization_storage"],
  functionality: ["functionality_storage"],
  marketing: ["ad_storage", "ad_user_data", "ad_personalization"],
  measurement: ["analytics_storage"],
} as const

type Category = keyof typeof typesOf

const categories: ReadonlyArray<Category> = ["experience", "functionality", "marketing", "measurement"]

/** The seven types, with those of these categories granted. */
const signals = (...granted: ReadonlyArray<Category>) => ({
  security_storage: "granted",
  ...Object.fromEntries(
    categories.flatMap((category) =>
      typesOf[category].map((type) => [type, granted.includes(category) ? "granted" : "denied"]),
    ),
  ),
})

const wait = { wait_for_update: 500 }

/** What a page's own snippet does: it immediately reads what is there, then goes on as Google's documents say. */
const snippet = `<script>
window.atOnce = [...(window.dataLayer || [])]
window.dataLayer = window.dataLayer || []
function gtag() { dataLayer.push(arguments) }
gtag("js", new Date())
gtag("config", "G-1")
</script>`

/**
 * A tag that works like Google's: it takes only commands, in order, and with each `event` it requests an
 * address of its own host that says whether it may measure and advertise at that moment.
 */
const container = (stage: Stage) =>
  stage.site.asset(`{
  const state = {}
  const act = (entry) => {
    if (Object.prototype.toString.call(entry) !== "[object Arguments]") return
    const [command, name, values] = entry
    if (command === "consent") Object.assign(state, values)
    if (command === "event") new Image().src =
      "${stage.vendor.origin}/" + [name, state.analytics_storage, state.ad_storage].join("-") + ".svg"
  }
  const { push } = dataLayer
  dataLayer.forEach(act)
  dataLayer.push = (...entries) => { entries.forEach(act); return push.apply(dataLayer, entries) }
}`)

/** The commands `consent` of a data layer, in order, each with its number among all entries. */
const consentOn = (page: Page, layer = "dataLayer") =>
  page.evaluate((name) => {
    const entries: unknown = Reflect.get(window, name)
    return (Array.isArray(entries) ? entries : []).flatMap((entry: unknown, index) =>
      Object.prototype.toString.call(entry) === "[object Arguments]" && Object(entry)[0] === "consent"
        ? [{ index, what: String(Object(entry)[1]), values: Object(entry)[2] as Readonly<Record<string, unknown>> }]
        : [],
    )
  }, layer)

describeStage("consent mode order", {}, (stage) => {
  const enter = async (head: string, visitor: VisitorSpec = {}) => {
    const visit = await stage.newVisitor(visitor)
    const url = stage.site.page({ head })
    await visit.page.goto(url)
    await settled(visit.page)
    return { ...visit, url }
  }

  it("all seven types are denied before the next script of the page runs; a tag reads it and obeys", async () => {
    const tags = `${snippet}<script src="${container(stage)}"></script><script>gtag("event", "view")</script>`
    const { hits, page, url } = await enter(`${stage.tag({ config: { googleConsentMode: true } })}${tags}`)
    assert.strictEqual(await page.evaluate(() => "atOnce" in window && Object(window.atOnce).length), 1)
    const [first, ...more] = await consentOn(page)
    assert.deepStrictEqual(first, { index: 0, what: "default", values: { ...signals(), ...wait } })
    assert.deepStrictEqual(more, [])
    await surfacesOf(page).accept.click()
    await stage.backend.saved(url)
    await page.evaluate(() => {
      const layer: unknown = Reflect.get(window, "dataLayer")
      const gtag: (...words: ReadonlyArray<unknown>) => void = function () {
        if (Array.isArray(layer)) layer.push(arguments)
      }
      gtag("event", "purchase")
    })
    const [, update, ...others] = await consentOn(page)
    assert.deepStrictEqual([update?.what, update?.values], ["update", signals(...categories)])
    assert.deepStrictEqual(others, [])
    await page.waitForFunction(() => performance.getEntriesByType("resource").some(({ name }) => /purchase/.test(name)))
    assert.deepStrictEqual(hits(), ["/view-denied-denied.svg", "/purchase-granted-granted.svg"])
  })

  it("an update after each change and for none else, each type by its own category, as the stored act has it", async () => {
    const { page, url } = await enter(stage.tag({ config: { googleConsentMode: true, ...stay } }))
    const granted: Array<Category> = []
    for (const category of categories) {
      granted.push(category)
      await page.evaluate((name) => window.cs.save({ [name]: true }), category)
      const row = (await stage.backend.saved(url, granted.length)).at(-1)
      const allowed = categories.filter((name) => row?.preferences[name] === true)
      assert.deepStrictEqual(allowed, granted)
      const updates = (await consentOn(page)).filter(({ what }) => what === "update")
      assert.strictEqual(updates.length, granted.length)
      assert.deepStrictEqual(updates.at(-1)?.values, signals(...allowed))
    }
    await page.evaluate(() => window.cs.save({ marketing: true }))
    assert.strictEqual((await consentOn(page)).length, 1 + categories.length)
    await page.evaluate(() => window.cs.rejectAll())
    assert.deepStrictEqual((await consentOn(page)).at(-1)?.values, signals())
    const events = await page.evaluate(() => {
      const layer: unknown = Reflect.get(window, "dataLayer")
      return (Array.isArray(layer) ? layer : []).filter((entry) => Object(entry).event === "consent-update").length
    })
    assert.strictEqual(events, categories.length + 1)
  })

  it("a returning visitor: denied until it is known that their decision still counts, and then what they decided", async () => {
    const { page, url } = await enter(stage.tag({ config: { googleConsentMode: true, ...stay } }))
    await page.evaluate(() => window.cs.save({ marketing: true, measurement: false }))
    await stage.backend.saved(url)
    for (const [change, expected] of [
      [undefined, signals("marketing")],
      [{ marketing: false, experience: true }, signals("experience")],
    ] as const) {
      if (change) await page.evaluate((input) => window.cs.save(input), change)
      await page.reload()
      await settled(page)
      assert.deepStrictEqual(
        (await consentOn(page)).map(({ what, values }) => ({ what, values })),
        [
          { what: "default", values: { ...signals(), ...wait } },
          { what: "update", values: expected },
        ],
      )
    }
  })

  it("where the rule has no prompt it is denied until the rule is known; what a signal forbids stays denied", async () => {
    const head = stage.tag({ config: { googleConsentMode: true } })
    const place = { country: "US", region: "CA" }
    const told = async (visitor: VisitorSpec) => (await consentOn((await enter(head, visitor)).page)).map((one) => one)
    const [asks, ...then] = await told(place)
    assert.deepStrictEqual(asks?.values, { ...signals(), ...wait })
    assert.deepStrictEqual(
      then.map(({ values }) => values),
      [signals(...categories)],
    )
    const [, ...withSignal] = await told({ ...place, gpc: true })
    assert.deepStrictEqual(
      withSignal.map(({ values }) => values),
      [signals("experience", "functionality", "measurement")],
    )
  })

  it("a grant of earlier does not go before a signal of today", async () => {
    const visit = await stage.newVisitor({ country: "US", region: "CA", gpc: true })
    const url = stage.site.page({ head: stage.tag({ config: { googleConsentMode: true } }) })
    await visit.page.goto(url)
    await settled(visit.page)
    await visit.page.evaluate(() => window.cs.acceptAll())
    await stage.backend.saved(url)
    await visit.page.reload()
    await settled(visit.page)
    for (const { values } of await consentOn(visit.page)) assert.strictEqual(values["ad_storage"], "denied")
  })

  it("an earlier grant is not reported where the page disabled the script, nor where no policy is available", async () => {
    const { page, trick, url } = await enter(stage.tag())
    await page.evaluate(() => window.cs.acceptAll())
    await stage.backend.saved(url)
    const told = async () => {
      await page.reload()
      await settled(page)
      return (await consentOn(page)).map(({ what, values }) => ({ what, values }))
    }
    const denied = [{ what: "default", values: { ...signals(), ...wait } }]
    stage.site.replace(url, { head: stage.tag({ config: { enabled: false, googleConsentMode: true } }) })
    assert.deepStrictEqual(await told(), denied)
    stage.site.replace(url, { head: stage.tag({ config: { googleConsentMode: true } }) })
    assert.strictEqual((await told()).length, 2)
    trick(({ path }) => (path === "/init" ? { status: 503 } : null))
    assert.deepStrictEqual(await told(), denied)
    assert.strictEqual(await page.evaluate(() => window.cs.getSnapshot().status), "failed")
  })

  it("what it is configured to say: how long to wait, data redaction, addresses, another data layer", async () => {
    const googleConsentMode = { waitForUpdate: 2_000, adsDataRedaction: true, urlPassthrough: true, dataLayer: "other" }
    const { page } = await enter(stage.tag({ config: { googleConsentMode } }))
    const [first] = await consentOn(page, "other")
    assert.deepStrictEqual(first, { index: 0, what: "default", values: { ...signals(), wait_for_update: 2_000 } })
    const settings = await page.evaluate(() => {
      const layer: unknown = Reflect.get(window, "other")
      return (Array.isArray(layer) ? layer : []).slice(1).map((entry) => Array.from(Object(entry)))
    })
    assert.deepInclude(settings, ["set", "ads_data_redaction", true])
    assert.deepInclude(settings, ["set", "url_passthrough", true])
    assert.isFalse(await page.evaluate(() => "dataLayer" in window))
  })

  it("not configured: sends nothing, in any bundle", async () => {
    for (const variant of ["full", "headless"] as const) {
      const { page, url } = await enter(stage.tag({ variant, attributes: { "data-country": "DE" } }))
      await page.evaluate(() => window.cs.acceptAll())
      await stage.backend.saved(url)
      assert.isFalse(await page.evaluate(() => "dataLayer" in window))
    }
  })
})
