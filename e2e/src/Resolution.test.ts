import { assert, it } from "@effect/vitest"
import type { Page } from "playwright-core"
import type { Trick } from "./testing/Backend.js"
import { describeStage, type Stage } from "./testing/Stage.js"
import { heardOn, listening, settled, surfacesOf, waitFor } from "./testing/Surfaces.js"

const optional = ["experience", "functionality", "marketing", "measurement"] as const

const granted = (page: Page): Promise<ReadonlyArray<string>> =>
  page.evaluate((all) => all.filter((category) => window.cs.has(category)), [...optional])

const status = (page: Page) =>
  page.evaluate(() => {
    const { policy, reason, status: state } = window.cs.getSnapshot()
    return { policy: policy?.id ?? null, reason, status: state }
  })

describeStage("resolution", {}, (stage) => {
  it("opt-in: asks, and nothing optional runs meanwhile", async () => {
    const { page } = await stage.visit()
    await surfacesOf(page).banner.waitFor()
    assert.deepStrictEqual(await status(page), { policy: "europe", reason: null, status: "matched" })
    assert.deepStrictEqual(await granted(page), [])
    assert.isTrue(await page.evaluate(() => window.cs.has("necessary")))
    assert.isFalse(await page.evaluate(() => window.cs.hasConsented()))
  })

  it("an unknown place gets the fallback", async () => {
    const { page } = await stage.visit({ visitor: { country: null } })
    await settled(page)
    assert.include(await status(page), { policy: "europe", status: "matched" })
  })

  it("opt-out with a notice: everything runs, and a part of a country counts", async () => {
    const { page } = await stage.visit({ visitor: { country: "US", region: "CA" } })
    await surfacesOf(page).banner.waitFor()
    assert.deepStrictEqual(await granted(page), [...optional])
    const elsewhere = await stage.visit({ visitor: { country: "US", region: "NV" } })
    await settled(elsewhere.page)
    assert.strictEqual((await status(elsewhere.page)).status, "no-match")
  })

  it("none: everything runs, no visitor is asked, and there are no preferences to open", async () => {
    const { page } = await stage.visit({ visitor: { country: "NZ" } })
    await settled(page)
    assert.deepStrictEqual(await granted(page), [...optional])
    const { banner, trigger } = surfacesOf(page)
    assert.deepStrictEqual([await banner.count(), await trigger.count()], [0, 0])
  })

  it("strict scope: what the rule does not offer never runs", async () => {
    const { page } = await stage.visit({ visitor: { country: "BR" } })
    await surfacesOf(page).accept.click()
    await page.waitForFunction(() => window.cs.has("marketing"))
    assert.deepStrictEqual(await granted(page), ["marketing", "measurement"])
  })

  it("no rule for a place: nothing optional, no prompt, and no error either", async () => {
    const { page } = await stage.visit({ visitor: { country: "AU" } })
    await settled(page)
    assert.deepStrictEqual(await status(page), { policy: null, reason: null, status: "no-match" })
    assert.deepStrictEqual(await granted(page), [])
    assert.strictEqual(await surfacesOf(page).banner.count(), 0)
  })

  it("the page's location wins over the proxy's", async () => {
    const { page } = await stage.visit({ tag: { attributes: { "data-country": "NZ" } } })
    await settled(page)
    assert.strictEqual((await status(page)).policy, "elsewhere")
  })

  it("Global Privacy Control is sent, has the effect that the rule says, and is not a choice", async () => {
    const { context, page, requests } = await stage.visit({ visitor: { country: "US", region: "CA", gpc: true } })
    await settled(page)
    assert.deepStrictEqual(await granted(page), ["experience", "functionality", "measurement"])
    assert.strictEqual(requests("/init")[0]?.query.get("gpc"), "1")
    assert.deepStrictEqual(await page.evaluate(() => window.cs.getSnapshot().choice), {})
    assert.deepStrictEqual(await context.cookies(), [])
  })

  it("switched off, another language asks nothing either, and no grant of earlier holds", async () => {
    const { page, requests, url } = await stage.visit()
    await surfacesOf(page).accept.click()
    await stage.backend.saved(url)
    const before = requests("/init").length
    stage.site.replace(url, { head: stage.tag({ config: { enabled: false } }) })
    await page.reload()
    assert.deepStrictEqual(await page.evaluate(() => window.cs.setLanguage("fr")), { ok: false, reason: "unresolved" })
    await settled(page)
    assert.strictEqual(requests("/init").length, before)
    assert.deepStrictEqual(await granted(page), [])
    assert.strictEqual(await surfacesOf(page).host.count(), 0)
  })

  it("a visitor who decided is known by stored=1 only; every page view is a separate journey", async () => {
    const { page, requests, url } = await stage.visit()
    await surfacesOf(page).reject.click()
    await stage.backend.saved(url)
    await page.reload()
    await settled(page)
    const [first, second] = requests("/init").map(({ query }) => query)
    assert.strictEqual(second?.get("stored"), "1")
    assert.notStrictEqual(first?.get("journey"), second?.get("journey"))
    const names = [...(second?.keys() ?? [])]
    assert.isEmpty(names.filter((name) => /subject|sid|user/i.test(name)))
  })
})

describeStage("resolution in the page", {}, (stage) => {
  it("knows the place: the service is not asked at all", async () => {
    const { page, requests } = await stage.visit({
      tag: { variant: "headless", attributes: { "data-country": "GB" } },
    })
    await settled(page)
    assert.strictEqual((await status(page)).policy, "britain")
    assert.deepStrictEqual(requests("/init"), [])
  })

  it("does not know the place, or not the part that matters: the service is asked", async () => {
    const nowhere = await stage.visit({ tag: { variant: "headless" } })
    await settled(nowhere.page)
    assert.strictEqual((await status(nowhere.page)).policy, "europe")
    assert.strictEqual(nowhere.requests("/init").length, 1)
    const country = await stage.visit({
      tag: { variant: "headless", attributes: { "data-country": "US" } },
      visitor: { country: "US", region: "CA" },
    })
    await settled(country.page)
    assert.strictEqual(country.requests("/init").length, 1)
  })
})

/** Opens a page whose policy is unavailable, and waits until that is reported. */
const visitInTrouble = async (stage: Stage, trick: Trick) => {
  const visitor = await stage.newVisitor()
  visitor.trick(({ path }) => (path === "/init" ? trick : null))
  await visitor.page.goto(stage.site.page({ head: `${listening}${stage.tag()}` }))
  return visitor
}

const failures: ReadonlyArray<readonly [name: string, trick: Trick, reason: string]> = [
  ["is unavailable", { status: 503 }, "transport"],
  ["fails", { status: 500, body: "<h1>no</h1>" }, "transport"],
  ["is gone", "cut", "transport"],
  ["may not be read", { status: 200, body: {}, cors: false }, "transport"],
  ["answers nonsense", { status: 200, body: "<!doctype html>" }, "invalid-payload"],
  ["answers half", { status: 200, body: { policyResolution: { version: 1, status: "matched" } } }, "invalid-payload"],
  [
    "speaks a later contract",
    {
      status: 200,
      body: {
        jurisdiction: "GDPR",
        location: { countryCode: "DE", regionCode: null },
        translations: { language: "en", translations: {} },
        branding: "none",
        policyResolution: { version: 1, status: "no-match", policy: null, later: true },
      },
    },
    "unsupported-contract",
  ],
]

describeStage("resolution that fails", {}, (stage) => {
  for (const [name, trick, reason] of failures)
    it(`the service ${name}: nothing optional runs, no visitor is asked, the page gets the reason`, async () => {
      const { page } = await visitInTrouble(stage, trick)
      await waitFor(page, "error")
      assert.deepStrictEqual(await status(page), { policy: null, reason, status: "failed" })
      assert.deepStrictEqual(await granted(page), [])
      assert.strictEqual(await surfacesOf(page).banner.count(), 0)
      assert.strictEqual((await heardOn(page)).filter((event) => event === "error").length, 1)
    })

  it("the service hangs: given up after five seconds", async () => {
    const visitor = await stage.newVisitor()
    visitor.trick(({ path }) => (path === "/init" ? "hang" : null))
    await visitor.page.clock.install()
    await visitor.page.clock.pauseAt(Date.now() + 1000)
    await visitor.page.goto(stage.site.page({ head: `${listening}${stage.tag()}` }))
    await visitor.page.clock.runFor(4_900)
    assert.deepStrictEqual(await heardOn(visitor.page), [])
    await visitor.page.clock.runFor(200)
    await waitFor(visitor.page, "error")
    assert.include(await status(visitor.page), { reason: "transport", status: "failed" })
  })

  it("asks again when the network is back, and the visitor is asked then", async () => {
    const { context, page, requests, trick } = await visitInTrouble(stage, { status: 503 })
    await waitFor(page, "error")
    const before = requests("/init").length
    trick(() => null)
    await context.setOffline(true)
    await context.setOffline(false)
    await surfacesOf(page).banner.waitFor()
    assert.isAbove(requests("/init").length, before)
    assert.include(await status(page), { policy: "europe", status: "matched" })
  })

  it("what was granted before stays denied until the policy is known", async () => {
    const { page, trick, url } = await stage.visit()
    await surfacesOf(page).accept.click()
    await stage.backend.saved(url)
    stage.site.replace(url, { head: `${listening}${stage.tag()}` })
    trick(({ path }) => (path === "/init" ? { status: 503 } : null))
    await page.reload()
    await waitFor(page, "error")
    assert.deepStrictEqual(await granted(page), [])
  })
})

describeStage("resolution without rules", { manifest: {} }, (stage) => {
  it("nothing optional runs and no visitor is asked", async () => {
    const { page } = await stage.visit()
    await settled(page)
    assert.deepStrictEqual(await status(page), { policy: null, reason: null, status: "unconfigured" })
    assert.deepStrictEqual(await granted(page), [])
    assert.strictEqual(await surfacesOf(page).banner.count(), 0)
  })
})
