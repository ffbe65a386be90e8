import { assert, it } from "@effect/vitest"
import type { Page } from "playwright-core"
import { describeStage } from "./testing/Stage.js"
import { settled, surfacesOf } from "./testing/Surfaces.js"

const link = `<a href="#cs-preferences">Privacy</a>`
const stay = { config: { reloadOnConsentRevoked: false } }

const storedRecord = (page: Page) => page.evaluate(() => localStorage.getItem("cs"))

describeStage("storage", {}, (stage) => {
  it("two tabs: a decision in one closes the banner in the other, and holds there", async () => {
    const { newPage, page, url } = await stage.visit({ tag: stay })
    const other = await newPage()
    await other.goto(url)
    await surfacesOf(other).banner.waitFor()
    await page.bringToFront()
    await surfacesOf(page).accept.click()
    await surfacesOf(other).banner.waitFor({ state: "hidden" })
    assert.isTrue(await other.evaluate(() => window.cs.has("marketing")))
    await other.evaluate(() => window.cs.save({ marketing: false }))
    await page.waitForFunction(() => !window.cs.has("marketing"))
    const rows = await stage.backend.saved(url, 2)
    assert.strictEqual(new Set(rows.map(({ subjectId }) => subjectId)).size, 1)
    assert.isTrue(rows.at(-1)?.preferences["measurement"])
  })

  it("storage that refuses everything: the page works, asks, sends, and holds the choice while it lives", async () => {
    const visitor = await stage.newVisitor()
    await visitor.context.addInitScript(() => {
      const refuse = () => {
        throw new DOMException("refused", "SecurityError")
      }
      Object.defineProperty(window, "localStorage", { get: refuse })
      Object.defineProperty(Document.prototype, "cookie", { get: refuse, set: refuse })
    })
    const url = stage.site.page({ head: stage.tag() })
    await visitor.page.goto(url)
    await surfacesOf(visitor.page).accept.click()
    await stage.backend.saved(url)
    assert.isTrue(await visitor.page.evaluate(() => window.cs.has("marketing")))
    await visitor.page.reload()
    await surfacesOf(visitor.page).banner.waitFor()
    assert.deepStrictEqual(visitor.troubles, [])
  })

  it("full storage: the cookie is enough", async () => {
    const visitor = await stage.newVisitor()
    await visitor.context.addInitScript(() => {
      Storage.prototype.setItem = () => {
        throw new DOMException("full", "QuotaExceededError")
      }
    })
    const url = stage.site.page({ head: stage.tag() })
    await visitor.page.goto(url)
    await surfacesOf(visitor.page).accept.click()
    await stage.backend.saved(url)
    await visitor.page.reload()
    await settled(visitor.page)
    assert.isTrue(await visitor.page.evaluate(() => window.cs.has("marketing")))
  })

  it("damaged records grant nothing, and the visitor is asked again", async () => {
    const { page, url } = await stage.visit()
    const damages = ["v=3&mk=1.x.0", "v=9&mk=1.1.0", "%%%", '{"version":3']
    for (const [i, damage] of damages.entries()) {
      await surfacesOf(page).accept.click()
      await stage.backend.saved(url, i + 1)
      await page.evaluate((text) => {
        // oxlint-disable-next-line unicorn/no-document-cookie -- as any script could damage it
        document.cookie = `cs=${text}; Path=/`
        localStorage.setItem("cs", text)
      }, damage)
      await page.reload()
      await surfacesOf(page).banner.waitFor()
      assert.isFalse(await page.evaluate(() => window.cs.has("marketing")))
    }
  })

  it("a newer refusal in localStorage holds over the cookie's grant, a newer grant does not over its refusal", async () => {
    const turned = async (answer: "accept" | "reject") => {
      const { page, url } = await stage.visit()
      await surfacesOf(page)[answer].click()
      await stage.backend.saved(url)
      const record = JSON.parse((await storedRecord(page)) ?? "{}")
      record.categories.marketing.value = answer !== "accept"
      record.categories.marketing.confirmedAt += 1
      await page.evaluate((text) => localStorage.setItem("cs", text), JSON.stringify(record))
      await page.reload()
      await settled(page)
      return page.evaluate(() => [window.cs.has("marketing"), window.cs.has("measurement")])
    }
    assert.deepStrictEqual(await turned("accept"), [false, true])
    assert.deepStrictEqual(await turned("reject"), [false, false])
  })

  it("within one millisecond: two acts are two rows, both hold, and what is cleared is not what comes after", async () => {
    const visitor = await stage.newVisitor()
    const { page } = visitor
    await page.clock.setFixedTime(Date.now())
    const url = stage.site.page({ head: stage.tag(stay) })
    await page.goto(url)
    await settled(page)
    const outcomes = await page.evaluate(() =>
      Promise.all([window.cs.save({ marketing: true, experience: true }), window.cs.save({ measurement: false })]),
    )
    assert.deepStrictEqual(outcomes, [{ ok: true }, { ok: true }])
    const rows = await stage.backend.saved(url, 2)
    assert.deepStrictEqual(
      rows.map(({ receipts }) => Object.keys(receipts).sort()),
      [["experience", "marketing"], ["measurement"]],
    )
    const held = async () => {
      await page.reload()
      await settled(page)
      return page.evaluate(() => [
        window.cs.has("marketing"),
        window.cs.has("experience"),
        window.cs.has("measurement"),
      ])
    }
    assert.deepStrictEqual(await held(), [true, true, false])
    await page.evaluate(async () => {
      await window.cs.clearRecords()
      await window.cs.save({ measurement: true })
    })
    assert.deepStrictEqual((await stage.backend.saved(url, 3)).at(-1)?.preferences, {
      necessary: true,
      measurement: true,
    })
    assert.deepStrictEqual(await held(), [false, false, true])
  })

  it("persistence: false keeps everything in memory", async () => {
    const { context, page, url } = await stage.visit({ tag: { config: { persistence: false } } })
    await surfacesOf(page).accept.click()
    await stage.backend.saved(url)
    assert.isTrue(await page.evaluate(() => window.cs.has("marketing")))
    assert.deepStrictEqual(await context.cookies(), [])
    assert.strictEqual(await page.evaluate(() => localStorage.length), 0)
  })

  it("the cookie lasts a year, is the host's own, and may be shared by the hosts of a site", async () => {
    const { context, page, url } = await stage.visit()
    await surfacesOf(page).accept.click()
    await stage.backend.saved(url)
    const own = (await context.cookies()).find(({ name }) => name === "cs")
    assert.strictEqual(own?.domain, new URL(url).hostname)
    assert.strictEqual(own?.sameSite, "Lax")
    const days = ((own?.expires ?? 0) - Date.now() / 1000) / 86_400
    assert.isTrue(days > 364 && days <= 365, String(days))
    const tag = stage.tag({ config: { storage: { crossSubdomain: true } } })
    const visitor = await stage.newVisitor()
    await visitor.page.goto(stage.site.page({ head: tag, host: "www" }))
    await surfacesOf(visitor.page).accept.click()
    await visitor.page.waitForFunction(() => window.cs.has("marketing"))
    assert.strictEqual((await visitor.context.cookies()).find(({ name }) => name === "cs")?.domain, ".site.test")
    await visitor.page.goto(stage.site.page({ head: tag, host: "shop" }))
    await settled(visitor.page)
    assert.isTrue(await visitor.page.evaluate(() => window.cs.has("marketing")))
  })

  it("a refusal right after a grant, within the same millisecond, is what holds", async () => {
    const { page } = await stage.newVisitor()
    await page.clock.setFixedTime(Date.now())
    await page.goto(stage.site.page({ head: stage.tag(stay) }))
    await settled(page)
    await page.evaluate(() => Promise.all([window.cs.acceptAll(), window.cs.rejectAll()]))
    await page.reload()
    await settled(page)
    assert.isFalse(await page.evaluate(() => window.cs.has("marketing")))
  })

  it("a grant ends when the policy says so, and the visitor is asked again while the page is open", async () => {
    const visitor = await stage.newVisitor()
    await visitor.page.clock.install()
    const url = stage.site.page({ head: stage.tag(), body: link })
    await visitor.page.goto(url)
    await visitor.page.clock.runFor(100)
    await surfacesOf(visitor.page).accept.click()
    await stage.backend.saved(url)
    await visitor.page.clock.fastForward(364 * 86_400_000)
    assert.isTrue(await visitor.page.evaluate(() => window.cs.has("marketing")))
    await visitor.page.clock.fastForward(2 * 86_400_000)
    await surfacesOf(visitor.page).banner.waitFor()
    assert.isFalse(await visitor.page.evaluate(() => window.cs.has("marketing")))
  })
})
