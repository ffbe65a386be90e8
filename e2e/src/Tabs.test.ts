import { assert, it } from "@effect/vitest"
import { setTimeout as sleep } from "node:timers/promises"
import type { Page } from "playwright-core"
import { describeStage, type Stage, type VisitSpec } from "./testing/Stage.js"
import { heardOn, listening, settled, surfacesOf, waitFor } from "./testing/Surfaces.js"
import { queue } from "./testing/Tag.js"

const stay = { reloadOnConsentRevoked: false }

const record = async (page: Page) => JSON.parse((await page.evaluate(() => localStorage.getItem("cs"))) ?? "{}")

const has = (page: Page, category: "marketing" | "measurement" | "experience") =>
  page.evaluate((name) => window.cs.has(name), category)

const until = (page: Page, category: "marketing" | "measurement", allowed: boolean) =>
  page.waitForFunction(([name, wanted]) => window.cs.has(name) === wanted, [category, allowed] as const)

/** One person with the same page open twice, both ready. */
const twoTabs = async (stage: Stage, spec: VisitSpec = {}) => {
  const visitor = await stage.newVisitor(spec.visitor)
  const url = stage.site.page({
    ...spec,
    head: `${listening}${spec.head ?? ""}${stage.tag({ config: stay, ...spec.tag })}`,
  })
  const other = await visitor.newPage()
  await Promise.all([visitor.page.goto(url), other.goto(url)])
  await Promise.all([settled(visitor.page), settled(other)])
  return { ...visitor, other, url }
}

const posts = (sent: ReadonlyArray<unknown>) => sent.length

describeStage("two tabs", {}, (stage) => {
  it("a withdrawal in one: in the other the frame is removed, requests stop, and it is notified; the act is stored once", async () => {
    const frame = `<iframe title="A video" data-src="${stage.vendor.url("video.html")}" data-category="marketing"></iframe>`
    const rules = [{ domain: "vendor.test", category: "marketing" }]
    const { hits, other, page, sent, url } = await twoTabs(stage, {
      body: frame,
      tag: {
        config: { ...stay, networkBlocker: { rules }, clearOnRevocation: { marketing: { localStorage: ["ads"] } } },
      },
    })
    await page.evaluate(() => window.cs.acceptAll())
    for (const tab of [page, other]) await tab.frameLocator("iframe").getByText("video").waitFor()
    const call = (tab: Page) => tab.evaluate(async (to) => (await fetch(to)).status, stage.vendor.url("data"))
    assert.strictEqual(await call(other), 200)
    await other.evaluate(() => localStorage.setItem("ads", "1"))
    const before = hits()
    await page.evaluate(() => window.cs.rejectAll())
    await until(other, "marketing", false)
    assert.notInclude((await other.locator("iframe").getAttribute("src")) ?? "", "vendor.test")
    assert.strictEqual(await call(other), 451)
    assert.deepStrictEqual(hits(), before)
    assert.isNull(await other.evaluate(() => localStorage.getItem("ads")))
    await waitFor(other, "consent", 2)
    const rows = await stage.backend.saved(url, 2)
    assert.deepStrictEqual(
      rows.map(({ action }) => action),
      ["accept_all", "reject_all"],
    )
    assert.strictEqual(posts(sent()), 2)
  })

  it("taking back in one loads that one again, with what was decided; nothing of it is sent twice", async () => {
    const { other, page, sent, url } = await twoTabs(stage, { tag: { config: {} } })
    await page.evaluate(() => window.cs.acceptAll())
    await until(other, "marketing", true)
    const loaded = page.waitForEvent("load")
    await page.evaluate(() => {
      void window.cs.rejectAll()
    })
    await loaded
    await until(other, "marketing", false)
    await settled(page)
    assert.deepStrictEqual([await has(page, "marketing"), await has(other, "marketing")], [false, false])
    assert.strictEqual((await stage.backend.saved(url, 2)).length, 2)
    assert.strictEqual(posts(sent()), 2)
  })

  it("decisions in both before either has an answer: both acts are stored, both hold, in both tabs and on the next visit", async () => {
    const { other, page, url } = await twoTabs(stage)
    await page.evaluate(() => window.cs.save({ experience: false }))
    await other.waitForFunction(() => window.cs.hasConsented())
    await page.evaluate(() => {
      Reflect.set(window, "saving", window.cs.save({ marketing: true }))
    })
    // An act's moment is part of its name, and a person is not in two tabs in the same millisecond.
    await sleep(2)
    const outcomes = await Promise.all([
      other.evaluate(() => window.cs.save({ measurement: true })),
      page.evaluate(() => Reflect.get(window, "saving")),
    ])
    assert.deepStrictEqual(outcomes, [{ ok: true }, { ok: true }])
    const rows = await stage.backend.saved(url, 3)
    assert.deepStrictEqual(
      rows.map(({ receipts }) => Object.keys(receipts)),
      [["experience"], ["marketing"], ["measurement"]],
    )
    assert.strictEqual(new Set(rows.map(({ subjectId }) => subjectId)).size, 1)
    await Promise.all([until(page, "measurement", true), until(other, "marketing", true)])
    await page.reload()
    await settled(page)
    assert.deepStrictEqual(
      [await has(page, "marketing"), await has(page, "measurement"), await has(page, "experience")],
      [true, true, false],
    )
  })

  it("the same category decided both ways in turn: the later one holds everywhere, whichever tab it was in", async () => {
    const { other, page, url } = await twoTabs(stage)
    for (const [tab, grant] of [
      [page, true],
      [other, false],
      [page, false],
      [other, true],
    ] as const) {
      await tab.evaluate((on) => window.cs.save({ marketing: on }), grant)
      await Promise.all([until(page, "marketing", grant), until(other, "marketing", grant)])
    }
    const rows = await stage.backend.saved(url, 4)
    assert.deepStrictEqual(
      rows.map(({ preferences }) => preferences["marketing"]),
      [true, false, false, true],
    )
  })

  it("a dialog that is open while the other refuses shows it, and saving it brings nothing back", async () => {
    const { other, page, url } = await twoTabs(stage)
    await page.evaluate(() => window.cs.acceptAll())
    await until(other, "marketing", true)
    await page.bringToFront()
    await page.evaluate(() => window.cs.openDialog())
    const { category, save } = surfacesOf(page)
    assert.strictEqual(await category("marketing").getAttribute("aria-checked"), "true")
    await category("experience").click()
    await other.evaluate(() => window.cs.rejectAll())
    await until(page, "marketing", false)
    for (const name of ["experience", "functionality", "marketing", "measurement"])
      assert.strictEqual(await category(name).getAttribute("aria-checked"), "false")
    await save.click()
    const last = (await stage.backend.saved(url, 3)).at(-1)
    assert.include(last, { action: "custom", uiSource: "dialog" })
    assert.deepStrictEqual(Object.values(last?.preferences ?? {}).filter(Boolean), [true])
    assert.deepStrictEqual([await has(page, "marketing"), await has(other, "marketing")], [false, false])
  })

  it("clearing in one: the other asks again and knows nothing, and what it saves then brings nothing back", async () => {
    const { context, other, page, url } = await twoTabs(stage)
    await page.evaluate(() => window.cs.acceptAll())
    await until(other, "marketing", true)
    const [first] = await stage.backend.saved(url)
    const old = await context.cookies()
    const oldRecord = await record(page)
    await page.evaluate(() => window.cs.clearRecords())
    await surfacesOf(other).banner.waitFor()
    await surfacesOf(page).banner.waitFor()
    assert.deepStrictEqual([await has(other, "marketing"), await has(other, "measurement")], [false, false])
    assert.isFalse(await other.evaluate(() => window.cs.hasConsented()))
    await other.evaluate(() => window.cs.save({ measurement: true }))
    const [, second] = await stage.backend.saved(url, 2)
    assert.deepStrictEqual(second?.preferences, { necessary: true, measurement: true })
    assert.notStrictEqual(second?.subjectId, first?.subjectId)
    await until(page, "measurement", true)
    assert.isFalse(await has(page, "marketing"))
    // What a backup or a browser's synchronization restores.
    await context.addCookies(old.filter(({ name }) => name === "cs"))
    await page.evaluate((text) => localStorage.setItem("cs", text), JSON.stringify(oldRecord))
    await page.reload()
    await settled(page)
    assert.deepStrictEqual([await has(page, "marketing"), await has(page, "measurement")], [false, false])
  })

  it("clearing empties the queue of all tabs: what was not delivered never is", async () => {
    const { context, other, page, sent, url } = await twoTabs(stage)
    await context.setOffline(true)
    await page.evaluate(() => window.cs.acceptAll())
    await other.evaluate(() => window.cs.save({ marketing: false }))
    await page.evaluate(() => window.cs.clearRecords())
    await context.setOffline(false)
    await Promise.all([page.reload(), other.reload()])
    await Promise.all([settled(page), settled(other)])
    await page.evaluate(() => window.cs.save({ experience: true }))
    const rows = await stage.backend.saved(url)
    assert.deepStrictEqual(
      rows.map(({ preferences }) => preferences),
      [{ necessary: true, experience: true }],
    )
    assert.strictEqual(posts(sent()), 1)
  })

  it("offline in both, then online: each act is stored once, in order, under one name", async () => {
    const { context, other, page, sent, url } = await twoTabs(stage)
    await context.setOffline(true)
    assert.isFalse((await page.evaluate(() => window.cs.save({ marketing: true, experience: true }))).ok)
    await until(other, "marketing", true)
    assert.isFalse((await other.evaluate(() => window.cs.save({ marketing: false, measurement: true }))).ok)
    await until(page, "marketing", false)
    assert.deepStrictEqual(sent(), [])
    await context.setOffline(false)
    const rows = await stage.backend.saved(url, 2)
    await page.waitForFunction(() => (localStorage.getItem("cs-v3-pending-consent-saves:v1") ?? "[]") === "[]")
    assert.strictEqual((await stage.backend.rows(url)).length, 2)
    assert.strictEqual(new Set(rows.map(({ subjectId }) => subjectId)).size, 1)
    assert.deepStrictEqual(
      rows.map(({ receipts }) =>
        Object.entries(receipts)
          .map(([name, { value }]) => `${name} ${value}`)
          .sort(),
      ),
      [
        ["experience true", "marketing true"],
        ["marketing false", "measurement true"],
      ],
    )
    const [first, second] = rows
    assert.isAtMost(first?.createdAt ?? Infinity, second?.createdAt ?? 0)
  })

  it("a notice that is dismissed in one disappears in the other, and nothing is sent", async () => {
    const { other, page, sent, url } = await twoTabs(stage, { visitor: { country: "US", region: "CA" } })
    await surfacesOf(other).banner.waitFor()
    await surfacesOf(page).dismiss.click()
    await surfacesOf(other).banner.waitFor({ state: "hidden" })
    await other.reload()
    await settled(other)
    assert.strictEqual(await surfacesOf(other).banner.count(), 0)
    assert.deepStrictEqual([sent(), await stage.backend.rows(url)], [[], []])
  })

  it("what was decided elsewhere is no act of this tab: only its own are recorded by its callbacks", async () => {
    const counting = queue(`["config", { onChoiceRecorded: () => { window.recorded = (window.recorded || 0) + 1 } }]`)
    const { other, page, url } = await twoTabs(stage, { head: counting })
    await page.evaluate(() => window.cs.acceptAll())
    await until(other, "marketing", true)
    await stage.backend.saved(url)
    const recorded = (tab: Page) => tab.evaluate(() => Number(Reflect.get(window, "recorded") ?? 0))
    assert.deepStrictEqual([await recorded(page), await recorded(other)], [1, 0])
    assert.include(await heardOn(other), "consent")
  })
})
