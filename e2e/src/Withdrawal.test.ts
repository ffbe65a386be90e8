import { de, en } from "@consent-service/core/translation"
import { assert, it } from "@effect/vitest"
import type { Page } from "playwright-core"
import type { Treatment } from "./testing/Backend.js"
import { describeStage, type Stage } from "./testing/Stage.js"
import { heardOn, listening, settled, surfacesOf, waitFor } from "./testing/Surfaces.js"
import type { Variant } from "./testing/Tag.js"
import { cmpId, iabOptions, iabSurfacesOf, readTcString, tcfListening, toldOf } from "./testing/Tcf.js"
import type { VisitorSpec } from "./testing/Visitor.js"

const optional = ["experience", "functionality", "marketing", "measurement"] as const

const refusedAll = { necessary: true, experience: false, functionality: false, marketing: false, measurement: false }

const waiting = { ok: false, reason: "SAVE_QUEUED" }

const body = `<a href="#cs-preferences">Privacy</a> <button data-cs-action="reject">No, thanks</button>`

const link = (page: Page) => page.getByText("Privacy", { exact: true })

const granted = (page: Page): Promise<ReadonlyArray<string>> =>
  page.evaluate((all) => all.filter((category) => window.cs.has(category)), [...optional])

const choice = (page: Page) => page.evaluate(() => window.cs.getSnapshot().choice)

const withoutInit: Treatment["trick"] = ({ path }) => (path === "/init" ? { status: 503 } : null)

/** The network fails and recovers. */
const online = async ({ context }: { readonly context: { setOffline: (on: boolean) => Promise<void> } }) => {
  await context.setOffline(true)
  await context.setOffline(false)
}

interface Entry {
  readonly variant?: Variant
  readonly visitor?: VisitorSpec
  readonly config?: Readonly<Record<string, unknown>>
}

/** A visitor on a page of the site that never loads again by itself. */
const enter = async (stage: Stage, { config, variant = "full", visitor: spec }: Entry = {}) => {
  const visitor = await stage.newVisitor(spec)
  const tag = stage.tag({ variant, config: { reloadOnConsentRevoked: false, ...config } })
  const url = stage.site.page({ head: `${listening}${tag}${variant === "iab" ? tcfListening : ""}`, body })
  await visitor.page.goto(url)
  await settled(visitor.page)
  return { ...visitor, url }
}

/** A visitor who accepted everything, on the page again while the service does not say which policy applies. */
const acceptedThenFailing = async (stage: Stage, entry: Entry = {}) => {
  const visitor = await enter(stage, entry)
  assert.isTrue((await visitor.page.evaluate(() => window.cs.acceptAll())).ok)
  visitor.trick(withoutInit)
  await visitor.page.reload()
  await waitFor(visitor.page, "error")
  return visitor
}

describeStage("a withdrawal while the policy is unknown", {}, (stage) => {
  for (const variant of ["full", "headless"] as const)
    it(`${variant}: holds, is stored, survives reloads, and is delivered as the act it was`, async () => {
      const visitor = await acceptedThenFailing(stage, { variant })
      const { page, sent, trick, url } = visitor
      const before = Date.now()
      assert.deepStrictEqual(await page.evaluate(() => window.cs.rejectAll()), waiting)
      const after = Date.now()
      const { necessary: _, ...refused } = refusedAll
      assert.deepStrictEqual(await choice(page), refused)
      assert.strictEqual((await heardOn(page)).filter((event) => event === "consent").length, 1)
      await page.reload()
      await waitFor(page, "error")
      assert.deepStrictEqual(await choice(page), refused)
      assert.strictEqual(sent().length, 1)
      trick(() => null)
      await page.reload()
      await settled(page)
      assert.deepStrictEqual(await granted(page), [])
      assert.strictEqual(await surfacesOf(page).banner.count(), 0)
      const [, row, ...more] = await stage.backend.saved(url, 2)
      assert.deepStrictEqual(more, [])
      assert.deepInclude(row, { action: "reject_all", preferences: refusedAll, policyId: "europe", model: "opt-in" })
      assert.isTrue(row !== undefined && before <= row.givenAt && row.givenAt <= after)
      await page.reload()
      await settled(page)
      assert.deepStrictEqual(await granted(page), [])
      assert.strictEqual((await stage.backend.rows(url)).length, 2)
    })

  it("by a control of the page: delivered on the same page once the service is back", async () => {
    const visitor = await acceptedThenFailing(stage)
    const { page, trick, url } = visitor
    await page.getByText("No, thanks").click()
    await waitFor(page, "consent")
    trick(() => null)
    await online(visitor)
    const [, row] = await stage.backend.saved(url, 2)
    assert.include(row, { action: "reject_all" })
    assert.deepStrictEqual(await granted(page), [])
    assert.strictEqual(await page.evaluate(() => window.cs.getSnapshot().status), "matched")
  })

  it("pressed more than once it is one act", async () => {
    const visitor = await acceptedThenFailing(stage)
    const { page, trick, url } = visitor
    for (let i = 0; i < 3; i++) await page.evaluate(() => window.cs.rejectAll())
    trick(() => null)
    await page.reload()
    await settled(page)
    await stage.backend.saved(url, 2)
    await page.reload()
    await settled(page)
    assert.strictEqual((await stage.backend.rows(url)).length, 2)
  })

  it("of one category: its scripts stop, the others continue; a grant waits for a policy", async () => {
    const visitor = await acceptedThenFailing(stage)
    const { page, trick, url } = visitor
    assert.deepStrictEqual(await page.evaluate(() => window.cs.acceptAll()), { ok: false, reason: "unresolved" })
    assert.deepStrictEqual(await page.evaluate(() => window.cs.save({ measurement: true })), {
      ok: false,
      reason: "unresolved",
    })
    assert.deepStrictEqual(await page.evaluate(() => window.cs.save({ marketing: false, measurement: true })), waiting)
    trick(() => null)
    await page.reload()
    await settled(page)
    assert.deepStrictEqual(await granted(page), ["experience", "functionality", "measurement"])
    const [, row] = await stage.backend.saved(url, 2)
    assert.deepStrictEqual(Object.keys(row?.receipts ?? {}), ["marketing"])
    assert.include(row, { action: "custom" })
    assert.deepInclude(row?.preferences, { marketing: false, measurement: true })
  })

  it("by a visitor who never decided: the refusal holds, and the visitor is not asked", async () => {
    const visitor = await stage.newVisitor()
    const url = stage.site.page({ head: `${listening}${stage.tag()}`, body })
    visitor.trick(withoutInit)
    await visitor.page.goto(url)
    await waitFor(visitor.page, "error")
    assert.deepStrictEqual(await visitor.page.evaluate(() => Object.keys(localStorage)), [])
    assert.deepStrictEqual(await visitor.page.evaluate(() => window.cs.rejectAll()), waiting)
    visitor.trick(() => null)
    await visitor.page.reload()
    await settled(visitor.page)
    assert.strictEqual(await surfacesOf(visitor.page).banner.count(), 0)
    const [row] = await stage.backend.saved(url)
    assert.deepInclude(row, { action: "reject_all", preferences: refusedAll })
  })

  it("made before the first answer, on a page that is left before it comes: it holds and is delivered", async () => {
    const visitor = await enter(stage)
    const { page, trick, url } = visitor
    assert.isTrue((await page.evaluate(() => window.cs.acceptAll())).ok)
    trick(({ path }) => (path === "/init" ? "hang" : null))
    await page.reload()
    await page.getByText("No, thanks").click()
    trick(() => null)
    await page.reload()
    await settled(page)
    assert.deepStrictEqual(await granted(page), [])
    const [, row] = await stage.backend.saved(url, 2)
    assert.include(row, { action: "reject_all" })
  })

  it("made before the first answer, on a page that stays: one act, after those called before it", async () => {
    const visitor = await stage.newVisitor()
    const calls = `<script>window.outcomes = Promise.all([cs.acceptAll(), cs.rejectAll()])</script>`
    const tag = stage.tag({ config: { reloadOnConsentRevoked: false } })
    const url = stage.site.page({ head: `${tag}${calls}` })
    await visitor.page.goto(url)
    const outcomes = await visitor.page.evaluate(async () => JSON.stringify(await Reflect.get(window, "outcomes")))
    assert.deepStrictEqual(JSON.parse(outcomes), [{ ok: true }, { ok: true }])
    const rows = await stage.backend.rows(url)
    assert.deepStrictEqual(
      rows.map(({ action }) => action),
      ["accept_all", "reject_all"],
    )
    assert.deepStrictEqual(await granted(visitor.page), [])
  })

  it("cleared with the records: nothing is delivered, and the remembered rule is deleted, too", async () => {
    const visitor = await acceptedThenFailing(stage)
    const { page, trick, url } = visitor
    await page.evaluate(() => window.cs.rejectAll())
    trick(() => null)
    await page.evaluate(() => window.cs.clearRecords())
    await page.reload()
    await surfacesOf(page).banner.waitFor()
    assert.strictEqual((await stage.backend.rows(url)).length, 1)
    assert.isFalse(await page.evaluate(() => Object.keys(localStorage).some((key) => /rule/.test(key))))
  })
})

const vendors = ["maps", "chat"].map((id) => ({
  id,
  name: `The ${id} company`,
  category: "marketing" as const,
  privacyPolicyUrl: `https://${id}.example/privacy`,
}))

const rules = [{ id: "all", match: { isDefault: true, fallback: true }, model: "opt-in", prompt: "choice" }] as const

describeStage(
  "a vendor switched off while the policy is unknown",
  { manifest: { policyRules: rules, vendors } },
  (stage) => {
    it("stays off, and the complete map is delivered", async () => {
      const { page, trick, url } = await acceptedThenFailing(stage)
      assert.deepStrictEqual(
        await page.evaluate(() => window.cs.save({ vendors: { maps: false, chat: true } })),
        waiting,
      )
      trick(() => null)
      await page.reload()
      await settled(page)
      assert.deepStrictEqual(await page.evaluate(() => ["maps", "chat"].map((id) => window.cs.isVendorAllowed(id))), [
        false,
        true,
      ])
      const [, row] = await stage.backend.saved(url, 2)
      assert.deepStrictEqual(row?.vendorGrants, { maps: false, chat: true })
    })
  },
)

describeStage("preferences while the policy is unknown", {}, (stage) => {
  it("the link opens the last rule's dialog with a note, in the visitor's language; only withdrawing is offered", async () => {
    const { page, trick, troubles, url } = await acceptedThenFailing(stage, { visitor: { locale: "de-DE" } })
    const { banner, category, dialog, dialogAccept, dialogReject, save, trigger } = surfacesOf(page)
    assert.deepStrictEqual([await banner.count(), await trigger.count()], [0, 0])
    await link(page).click()
    await dialog.getByText(de.common.unavailable).waitFor()
    assert.deepStrictEqual([await dialogAccept.count(), await dialogReject.count()], [0, 1])
    assert.strictEqual(await category("marketing").getAttribute("aria-checked"), "true")
    await category("marketing").click()
    await category("measurement").click()
    await category("measurement").click()
    await save.click()
    assert.deepInclude(await choice(page), { marketing: false, measurement: true })
    await link(page).click()
    assert.isTrue(await category("marketing").isDisabled())
    await page.keyboard.press("Escape")
    await dialog.waitFor({ state: "detached" })
    trick(() => null)
    await page.reload()
    await settled(page)
    assert.deepStrictEqual(await granted(page), ["experience", "functionality", "measurement"])
    const [, row] = await stage.backend.saved(url, 2)
    assert.include(row, { action: "custom", uiSource: "dialog", language: "de-DE" })
    await link(page).click()
    await dialog.waitFor()
    assert.strictEqual(await dialog.getByText(de.common.unavailable).count(), 0)
    assert.deepStrictEqual(troubles, [])
  })

  it("under a rule that opts out: what runs by default can be taken back", async () => {
    const { page, trick, url } = await enter(stage, { visitor: { country: "US", region: "CA" } })
    await page.evaluate(() => window.cs.save({ experience: false }))
    trick(withoutInit)
    await page.reload()
    await waitFor(page, "error")
    await link(page).click()
    const { category, dialogReject } = surfacesOf(page)
    assert.deepStrictEqual(await Promise.all(optional.map((name) => category(name).getAttribute("aria-checked"))), [
      "false",
      "true",
      "true",
      "true",
    ])
    await dialogReject.click()
    trick(() => null)
    await page.reload()
    await settled(page)
    assert.deepStrictEqual(await granted(page), [])
    const [, row] = await stage.backend.saved(url, 2)
    assert.deepInclude(row, { action: "opt_out", preferences: refusedAll })
  })

  it("a visitor who never decided has nothing to withdraw: nothing opens, and nothing was stored", async () => {
    const visitor = await enter(stage)
    assert.deepStrictEqual(await visitor.page.evaluate(() => Object.keys(localStorage)), [])
    visitor.trick(withoutInit)
    await visitor.page.reload()
    await waitFor(visitor.page, "error")
    assert.deepStrictEqual(await visitor.page.evaluate(() => window.cs.openDialog()), {
      ok: false,
      reason: "not-required",
    })
  })
})

/** What `/init` answers while the service has no vendor list. */
const withoutList = async (stage: Stage): Promise<Treatment["trick"]> => {
  const response = await fetch(`${stage.backend.url.replace("api.test", "127.0.0.1")}/init?contract=1&country=DE`)
  const answer = { ...Object(await response.json()), gvl: null }
  return ({ path }) => (path === "/init" ? { status: 200, body: answer } : null)
}

describeStage("an IAB rule without its vendor list", iabOptions(), (stage) => {
  it("shows the banner with an explanation, of which only refusing is possible; the refusal becomes a string later", async () => {
    const visitor = await stage.newVisitor()
    const url = stage.site.page({ head: `${listening}${stage.tag({ variant: "iab" })}${tcfListening}`, body })
    visitor.trick(await withoutList(stage))
    const { page } = visitor
    await page.goto(url)
    const { accept, banner, customize, dialog, reject } = surfacesOf(page)
    await banner.getByText(en.common.unavailable).waitFor()
    assert.deepStrictEqual([await accept.count(), await customize.count(), await reject.count()], [0, 0, 1])
    assert.deepStrictEqual(await page.evaluate(() => window.cs.acceptAll()), { ok: false, reason: "unresolved" })
    assert.deepStrictEqual(await granted(page), [])
    const before = Date.now()
    await reject.click()
    await banner.waitFor({ state: "detached" })
    const after = Date.now()
    await link(page).click()
    await dialog.getByText(en.common.unavailable).waitFor()
    await page.keyboard.press("Escape")
    await page.reload()
    await waitFor(page, "error")
    assert.strictEqual(await banner.count(), 0)
    visitor.trick(() => null)
    await page.reload()
    await settled(page)
    assert.strictEqual(await iabSurfacesOf(page).banner.count(), 0)
    const [row, ...more] = await stage.backend.saved(url)
    assert.deepStrictEqual(more, [])
    assert.include(row, { action: "reject_all", model: "iab" })
    assert.isTrue(row !== undefined && before <= row.givenAt && row.givenAt <= after)
    const said = readTcString(row?.tcString)
    assert.deepStrictEqual([said.cmpId, said.segments, said.purposeConsents, said.vendorConsents], [cmpId, 2, [], []])
    await page.reload()
    await settled(page)
    assert.strictEqual((await toldOf(page, "tcloaded")).tcString, row?.tcString)
    assert.strictEqual((await stage.backend.rows(url)).length, 1)
  })

  /** An IAB page without a list, on a clock that runs only when the test says so. */
  const enterWithoutList = async () => {
    const visitor = await stage.newVisitor()
    const { page } = visitor
    await page.clock.install()
    await page.clock.pauseAt(Date.now() + 1000)
    await page.addInitScript(() => {
      const { setTimeout } = window
      const pauses: Array<number> = []
      Object.assign(window, { pauses })
      Object.assign(window, {
        setTimeout: (work: () => void, ms = 0) => {
          pauses.push(ms)
          return setTimeout(work, ms)
        },
      })
    })
    visitor.trick(await withoutList(stage))
    const url = stage.site.page({ head: `${listening}${stage.tag({ variant: "iab" })}${tcfListening}`, body })
    await page.goto(url)
    await surfacesOf(page).banner.getByText(en.common.unavailable).waitFor()
    return { ...visitor, url }
  }

  /** Lets the page request again. It decides to only after it has read the previous answer, so the clock cannot run ahead of one. */
  const askAgainAfter = async (page: Page, ms: number) => {
    await page.waitForFunction((pause) => Reflect.get(window, "pauses").includes(pause), ms)
    await page.clock.runFor(ms)
  }

  const errorsOn = async (page: Page) => (await heardOn(page)).filter((event) => event === "error").length

  it("asks for the list again, and then puts the whole choice", async () => {
    const { page, requests, trick, url } = await enterWithoutList()
    await askAgainAfter(page, 10_000)
    await page.waitForFunction(() => Reflect.get(window, "pauses").includes(20_000))
    assert.strictEqual(requests("/init").length, 2)
    trick(() => null)
    await askAgainAfter(page, 20_000)
    await iabSurfacesOf(page).accept.click()
    assert.strictEqual(await surfacesOf(page).banner.count(), 0)
    const [row] = await stage.backend.saved(url)
    assert.include(row, { action: "accept_all", model: "iab" })
    assert.strictEqual(await errorsOn(page), 1)
  })

  it("reports another failure once, however often it occurs", async () => {
    const { page, trick } = await enterWithoutList()
    assert.strictEqual(await errorsOn(page), 1)
    trick(withoutInit)
    for (const ms of [10_000, 20_000, 40_000]) await askAgainAfter(page, ms)
    await page.waitForFunction(() => Reflect.get(window, "pauses").includes(80_000))
    assert.strictEqual(await errorsOn(page), 2)
  })

  it("a visitor who accepted withdraws: the string is deleted immediately, and nothing is granted later", async () => {
    const visitor = await enter(stage, { variant: "iab" })
    const { context, page, trick, url } = visitor
    await iabSurfacesOf(page).accept.click()
    await stage.backend.saved(url)
    trick(withoutInit)
    await page.reload()
    await waitFor(page, "error")
    assert.strictEqual(await surfacesOf(page).banner.count(), 0)
    await link(page).click()
    await surfacesOf(page).dialogReject.click()
    assert.isUndefined((await context.cookies()).find(({ name }) => name === "euconsent-v2"))
    trick(() => null)
    await page.reload()
    await settled(page)
    assert.strictEqual(await iabSurfacesOf(page).banner.count(), 0)
    assert.deepStrictEqual(await granted(page), [])
    assert.isFalse(await page.evaluate(() => window.cs.isVendorAllowed("1")))
    const [, row] = await stage.backend.saved(url, 2)
    assert.include(row, { action: "reject_all" })
    assert.deepStrictEqual(readTcString(row?.tcString).vendorConsents, [])
  })

  it("a string made today that names no disclosed vendors is not announced: the visitor is asked", async () => {
    const { context, page, url } = await enter(stage, { variant: "iab" })
    await iabSurfacesOf(page).accept.click()
    const [row] = await stage.backend.saved(url)
    const [core = ""] = (row?.tcString ?? "").split(".")
    await page.evaluate(() => localStorage.clear())
    await context.addCookies([{ name: "euconsent-v2", value: core, url }])
    await page.reload()
    await iabSurfacesOf(page).banner.waitFor()
    const shown = await toldOf(page, "cmpuishown")
    assert.deepStrictEqual(readTcString(shown.tcString).vendorConsents, [])
  })
})
