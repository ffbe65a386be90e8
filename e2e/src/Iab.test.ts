import { syntheticVendorList, vendorIds } from "@consent-service/testkit/vendor-list/SyntheticVendorList"
import { assert, it } from "@effect/vitest"
import { describeStage, type Stage } from "./testing/Stage.js"
import { settled, surfacesOf } from "./testing/Surfaces.js"
import {
  callTcf,
  cmpId,
  disclosed,
  iabOptions,
  iabSurfacesOf,
  readTcString,
  tcfListening,
  toldOf,
  toldOn,
} from "./testing/Tcf.js"
import type { VisitorSpec } from "./testing/Visitor.js"

const dayMs = 86_400_000

const vendors = Object.values(syntheticVendorList.vendors).filter(({ deletedDate }) => !deletedDate)

const mayClaim = (purpose: number) => ![1, 3, 4, 5, 6].includes(purpose)

/** The ids of vendors of whom something holds. */
const idsOf = (holds: (vendor: (typeof vendors)[number]) => boolean): ReadonlyArray<number> =>
  vendors.filter(holds).map(({ id }) => id)

const byConsent = idsOf(({ purposes }) => purposes.length > 0)
const byInterest = idsOf(({ legIntPurposes }) => legIntPurposes.some(mayClaim))

const sorted = (ids: Iterable<number>): ReadonlyArray<number> => [...new Set(ids)].sort((a, b) => a - b)

const consentPurposes = sorted(vendors.flatMap(({ purposes }) => purposes))
const interestPurposes = sorted(vendors.flatMap(({ legIntPurposes }) => legIntPurposes.filter(mayClaim)))

const enterStage = async (
  stage: Stage,
  { head = "", ...visitorSpec }: VisitorSpec & { readonly head?: string } = {},
) => {
  const visitor = await stage.newVisitor(visitorSpec)
  const tag = stage.tag({ variant: "iab", config: { reloadOnConsentRevoked: false } })
  const url = stage.site.page({
    head: `${head}${tag}${tcfListening}`,
    body: `<a href="#cs-preferences">Privacy</a>`,
  })
  await visitor.page.goto(url)
  await settled(visitor.page)
  return { ...visitor, url }
}

describeStage("the CMP API", iabOptions(), (stage) => {
  const enter = (spec?: Parameters<typeof enterStage>[1]) => enterStage(stage, spec)

  it("before the policy is known there is a stub: ping is answered, everything else waits and is answered in order", async () => {
    const early = `<script>
window.order = []
const ask = (command, name) => __tcfapi(command, 2, (value, success) =>
  order.push(name + (command === "ping" ? " " + value.cmpStatus + " " + value.cmpLoaded : " " + success)))
</script>`
    const calls = `<script>
ask("getTCData", "first"); ask("ping", "ping"); ask("addEventListener", "second"); ask("nonsense", "third")
order.push("left")
window.stubQueue = __tcfapi().length
</script>`
    const visitor = await stage.newVisitor()
    await visitor.page.goto(stage.site.page({ head: `${early}${stage.tag({ variant: "iab" })}${calls}` }))
    await settled(visitor.page)
    const order = await visitor.page.evaluate(() => Reflect.get(window, "order"))
    assert.deepStrictEqual(order.slice(0, 5), ["ping stub false", "left", "first true", "second true", "third false"])
    assert.strictEqual(await visitor.page.evaluate(() => Reflect.get(window, "stubQueue")), 3)
  })

  it("a page that brings its own stub keeps what waits in it", async () => {
    const stub = `<script>{
  const queue = []
  window.__tcfapi = (...call) => { if (call.length === 0) return queue; queue.push(call) }
}
window.answers = []
__tcfapi("addEventListener", 2, ({ eventStatus }) => answers.push(eventStatus))
__tcfapi("getTCData", 2, ({ cmpStatus }) => answers.push(cmpStatus))
</script>`
    const { page } = await enter({ head: stub })
    assert.deepStrictEqual(await page.evaluate(() => Reflect.get(window, "answers")), ["cmpuishown", "loaded"])
  })

  it("a new visitor: never tcloaded; cmpuishown without any consent, then useractioncomplete with what they decided", async () => {
    const { page, url } = await enter()
    await iabSurfacesOf(page).banner.waitFor()
    const shown = await toldOf(page, "cmpuishown")
    const before = readTcString(shown.tcString)
    assert.deepStrictEqual([before.purposeConsents, before.vendorConsents, before.specialFeatures], [[], [], []])
    assert.deepStrictEqual(before.vendorLegitimateInterests, byInterest)
    const seen = await callTcf(page, "ping")
    await iabSurfacesOf(page).accept.click()
    const done = await toldOf(page, "useractioncomplete")
    const [row] = await stage.backend.saved(url)
    assert.include(row, { action: "accept_all", uiSource: "banner", model: "iab", tcString: done.tcString ?? null })
    const hidden = await callTcf(page, "ping")
    assert.deepStrictEqual(
      (await toldOn(page)).map(({ eventStatus }) => eventStatus),
      ["cmpuishown", "useractioncomplete"],
    )
    const ping = {
      gdprApplies: true,
      cmpLoaded: true,
      cmpStatus: "loaded",
      cmpId,
      gvlVersion: syntheticVendorList.vendorListVersion,
      tcfPolicyVersion: syntheticVendorList.tcfPolicyVersion,
    }
    assert.deepInclude(seen?.value, { ...ping, displayStatus: "visible" })
    assert.deepInclude(hidden?.value, { ...ping, displayStatus: "hidden" })
    assert.isNumber(Object(hidden?.value).cmpVersion)
    assert.match(String(Object(hidden?.value).apiVersion), /^2/)
  })

  it("accepting: the stored string says so, and nothing that was not asked", async () => {
    const { page, url } = await enter({ locale: "en-GB" })
    await iabSurfacesOf(page).accept.click()
    const [row] = await stage.backend.saved(url)
    const today = Math.floor(Date.now() / dayMs) * dayMs
    assert.deepStrictEqual(readTcString(row?.tcString), {
      cmpId,
      vendorListVersion: syntheticVendorList.vendorListVersion,
      policyVersion: syntheticVendorList.tcfPolicyVersion,
      isServiceSpecific: true,
      consentLanguage: "EN",
      publisherCountryCode: "AA",
      purposeConsents: consentPurposes,
      purposeLegitimateInterests: interestPurposes,
      specialFeatures: [1, 2],
      vendorConsents: byConsent,
      vendorLegitimateInterests: byInterest,
      vendorsDisclosed: disclosed,
      created: today,
      lastUpdated: today,
      segments: 2,
    })
    assert.deepStrictEqual(row?.preferences, {
      necessary: true,
      experience: true,
      functionality: true,
      marketing: true,
      measurement: true,
    })
  })

  it("refusing: only disclosed vendors have bits; no category, and no vendor may run", async () => {
    const { page, url } = await enter()
    await iabSurfacesOf(page).reject.click()
    const [row] = await stage.backend.saved(url)
    const said = readTcString(row?.tcString)
    assert.deepStrictEqual(
      [said.purposeConsents, said.purposeLegitimateInterests, said.specialFeatures, said.vendorConsents],
      [[], [], [], []],
    )
    assert.deepStrictEqual([said.vendorLegitimateInterests, said.vendorsDisclosed], [[], disclosed])
    assert.strictEqual(row?.action, "reject_all")
    assert.deepStrictEqual(
      Object.values(row?.preferences ?? {}).filter((on) => on),
      [true],
    )
    const [first, own] = await page.evaluate(() => ["1", "house-statistics"].map((id) => window.cs.isVendorAllowed(id)))
    assert.deepStrictEqual([first, own], [false, false])
  })

  it("one by one: what was switched on and no more, the site's own vendors next to the string", async () => {
    const { page, url } = await enter()
    const surfaces = iabSurfacesOf(page)
    await surfaces.customize.click()
    await surfaces.dialog.waitFor()
    for (const purpose of [1, 7, 8, 9]) await surfaces.purpose(purpose).click()
    await surfaces.vendorsTab.click()
    await surfaces.vendor(vendorIds.sessionCookies).click()
    await surfaces.ownVendor("house-statistics").click()
    await surfaces.save.click()
    const [row] = await stage.backend.saved(url)
    const said = readTcString(row?.tcString)
    assert.deepStrictEqual(said.purposeConsents, [1, 7, 8, 9])
    assert.deepStrictEqual(said.vendorConsents, [vendorIds.sessionCookies])
    // No objection was made.
    assert.deepStrictEqual(said.vendorLegitimateInterests, byInterest)
    assert.deepStrictEqual(said.vendorsDisclosed, disclosed)
    assert.include(row, { action: "custom", uiSource: "dialog" })
    assert.deepInclude(row?.preferences, { measurement: true, marketing: false, experience: false })
    const allowed = await page.evaluate(() => ["8", "1", "house-statistics"].map((id) => window.cs.isVendorAllowed(id)))
    assert.deepStrictEqual(allowed, [true, false, true])
  })

  it("all partners at one switch, and one of them out of it", async () => {
    const { page, url } = await enter()
    const surfaces = iabSurfacesOf(page)
    await surfaces.customize.click()
    await surfaces.vendorsTab.click()
    await page.getByTestId("iab-vendors-switch").click()
    await surfaces.vendor(vendorIds.sessionCookies).click()
    await surfaces.save.click()
    const [row] = await stage.backend.saved(url)
    const said = readTcString(row?.tcString)
    assert.deepStrictEqual(
      said.vendorConsents,
      byConsent.filter((id) => id !== vendorIds.sessionCookies),
    )
    assert.deepStrictEqual(said.purposeConsents, [])
  })

  it("saveIAB and save: only what the rule asks is a decision here", async () => {
    const { page, url } = await enter()
    assert.deepStrictEqual(await page.evaluate(() => window.cs.save({ marketing: true })), { ok: false, reason: "iab" })
    const outcome = await page.evaluate(() =>
      window.cs.saveIAB({
        purposeConsents: [1, 2, 99],
        purposeLegitimateInterests: [1, 7],
        specialFeatures: [2, 9],
        vendorConsents: [1, 5, 4_711],
        vendorLegitimateInterests: [2, 1],
        customVendorConsents: ["unknown"],
        customVendorLegitimateInterests: [],
      }),
    )
    assert.deepStrictEqual(outcome, { ok: true })
    const [row, ...more] = await stage.backend.saved(url)
    assert.deepStrictEqual(more, [])
    const said = readTcString(row?.tcString)
    assert.deepStrictEqual(said.purposeConsents, [1, 2])
    assert.deepStrictEqual(said.purposeLegitimateInterests, [7])
    assert.deepStrictEqual(said.specialFeatures, [2])
    assert.deepStrictEqual(said.vendorConsents, [1])
    assert.deepStrictEqual(said.vendorLegitimateInterests, [2])
  })

  it("commands: versions, unknown ones, a removed listener, getTCData, getVendorList", async () => {
    const { page } = await enter()
    const refused = { value: null, success: false }
    for (const version of [1, 3, "x"]) assert.deepStrictEqual(await callTcf(page, "ping", { version }), refused)
    for (const version of [1, 3]) assert.deepStrictEqual(await callTcf(page, "getTCData", { version }), refused)
    for (const version of [0, 2, null])
      assert.strictEqual((await callTcf(page, "getTCData", { version }))?.success, true)
    assert.deepStrictEqual(await callTcf(page, "whatever"), refused)
    const [listening] = await toldOn(page)
    const { listenerId } = listening ?? {}
    assert.isNumber(listenerId)
    const removal = await callTcf(page, "removeEventListener", { parameter: 4_711 })
    assert.strictEqual(removal?.value, false)
    const data = await callTcf(page, "getTCData")
    assert.isUndefined(Object(data?.value).listenerId)
    assert.deepInclude(data?.value, { isServiceSpecific: true, useNonStandardTexts: false, publisherCC: "AA", cmpId })
    const list = await callTcf(page, "getVendorList")
    assert.strictEqual(Object(list?.value).vendorListVersion, syntheticVendorList.vendorListVersion)
    await iabSurfacesOf(page).banner.waitFor()
    const before = (await toldOn(page)).length
    assert.strictEqual((await callTcf(page, "removeEventListener", { parameter: listenerId }))?.value, true)
    await iabSurfacesOf(page).accept.click()
    assert.strictEqual(Object((await callTcf(page, "getTCData"))?.value).eventStatus, "useractioncomplete")
    assert.strictEqual((await toldOn(page)).length, before)
  })

  it("TC data says of every vendor and purpose what its own string says", async () => {
    const { page } = await enter()
    await iabSurfacesOf(page).accept.click()
    const told = await toldOf(page, "useractioncomplete")
    const said = readTcString(told.tcString)
    const on = (flags: unknown) =>
      Object.entries(Object(flags)).flatMap(([id, is]) => (is === true ? [Number(id)] : []))
    const { purpose, vendor, specialFeatureOptins } = told
    assert.deepStrictEqual(on(Object(purpose).consents), said.purposeConsents)
    assert.deepStrictEqual(on(Object(purpose).legitimateInterests), said.purposeLegitimateInterests)
    assert.deepStrictEqual(on(Object(vendor).consents), said.vendorConsents)
    assert.deepStrictEqual(on(Object(vendor).legitimateInterests), said.vendorLegitimateInterests)
    assert.deepStrictEqual(on(Object(vendor).disclosedVendors), said.vendorsDisclosed)
    assert.deepStrictEqual(on(specialFeatureOptins), said.specialFeatures)
  })

  it("the second visit: tcloaded with the same string, no banner; opened again it is cmpuishown with what holds", async () => {
    const { context, page, url } = await enter()
    await iabSurfacesOf(page).accept.click()
    const [row] = await stage.backend.saved(url)
    const cookie = (await context.cookies()).find(({ name }) => name === "euconsent-v2")
    assert.strictEqual(cookie?.value, row?.tcString)
    const days = ((cookie?.expires ?? 0) - Date.now() / 1000) / 86_400
    assert.isTrue(days > 394 && days <= 395, String(days))
    await page.reload()
    await settled(page)
    const loaded = await toldOf(page, "tcloaded")
    assert.strictEqual(loaded.tcString, row?.tcString)
    assert.strictEqual(await iabSurfacesOf(page).banner.count(), 0)
    await page.locator("a").click()
    const again = await toldOf(page, "cmpuishown")
    assert.strictEqual(again.tcString, row?.tcString)
    await iabSurfacesOf(page).close.click()
    await toldOf(page, "useractioncomplete")
    assert.deepStrictEqual(
      (await toldOn(page)).map(({ eventStatus }) => eventStatus),
      ["tcloaded", "cmpuishown", "useractioncomplete"],
    )
    assert.strictEqual((await stage.backend.rows(url)).length, 1)
  })

  it("withdrawing: another act with another string, reported to listeners and kept for the next visit", async () => {
    const { context, page, url } = await enter()
    await iabSurfacesOf(page).accept.click()
    await stage.backend.saved(url)
    await page.locator("a").click()
    await page.getByTestId("iab-dialog-reject-button").click()
    const [, second] = await stage.backend.saved(url, 2)
    assert.include(second, { action: "reject_all", uiSource: "dialog" })
    assert.deepStrictEqual(readTcString(second?.tcString).purposeConsents, [])
    assert.strictEqual((await toldOn(page)).at(-1)?.tcString, second?.tcString)
    assert.strictEqual((await toldOn(page)).at(-1)?.eventStatus, "useractioncomplete")
    assert.strictEqual((await context.cookies()).find(({ name }) => name === "euconsent-v2")?.value, second?.tcString)
    await page.reload()
    await settled(page)
    assert.strictEqual((await toldOf(page, "tcloaded")).tcString, second?.tcString)
    assert.strictEqual(await iabSurfacesOf(page).banner.count(), 0)
  })

  it("visitors are asked again after 13 months at the latest, whatever the rule says, and not earlier", async () => {
    const { page, url } = await enter()
    await iabSurfacesOf(page).accept.click()
    await stage.backend.saved(url)
    const decided = Date.now()
    await page.clock.setFixedTime(decided + 394 * dayMs)
    await page.reload()
    await settled(page)
    await toldOf(page, "tcloaded")
    assert.isTrue(await page.evaluate(() => window.cs.isVendorAllowed("1")))
    await page.clock.setFixedTime(decided + 397 * dayMs)
    await page.reload()
    await iabSurfacesOf(page).banner.waitFor()
    const asked = await toldOf(page, "cmpuishown")
    assert.deepStrictEqual(readTcString(asked.tcString).vendorConsents, [])
    assert.isFalse(await page.evaluate(() => window.cs.isVendorAllowed("1")))
    assert.notInclude(
      (await toldOn(page)).map(({ eventStatus }) => eventStatus),
      "tcloaded",
    )
  })

  it("a string alone is a decision when this CMP made it; another CMP's is none", async () => {
    const { page, url } = await enter()
    await iabSurfacesOf(page).accept.click()
    const [row] = await stage.backend.saved(url)
    const own = row?.tcString ?? ""
    // The higher half of the CMP's number.
    const foreign = `${own.slice(0, 13)}A${own.slice(14)}`
    assert.notStrictEqual(readTcString(foreign).cmpId, cmpId)
    const bring = async (tcString: string) => {
      await page.evaluate((text) => {
        // oxlint-disable-next-line unicorn/no-document-cookie -- as the CMP before this one did
        document.cookie = `euconsent-v2=${text}; Path=/`
        localStorage.clear()
        localStorage.setItem("euconsent-v2", text)
      }, tcString)
      await page.reload()
      await settled(page)
      return page.evaluate(() => window.cs.isVendorAllowed("1"))
    }
    assert.isTrue(await bring(own))
    assert.strictEqual(await iabSurfacesOf(page).banner.count(), 0)
    assert.isFalse(await bring(foreign))
    await iabSurfacesOf(page).banner.waitFor()
  })

  it("a deleted string voids its decision, even if the record remains: asked again, decided again", async () => {
    const { context, page, url } = await enter()
    await iabSurfacesOf(page).accept.click()
    await stage.backend.saved(url)
    await context.clearCookies({ name: "euconsent-v2" })
    await page.evaluate(() => localStorage.removeItem("euconsent-v2"))
    await page.reload()
    await settled(page)
    assert.isTrue(await page.evaluate(() => window.cs.hasConsented()))
    const runs = () => page.evaluate(() => [window.cs.has("marketing"), window.cs.isVendorAllowed("1")])
    assert.deepStrictEqual(await runs(), [false, false])
    await iabSurfacesOf(page).accept.click()
    await toldOf(page, "useractioncomplete")
    assert.deepStrictEqual(await runs(), [true, true])
    assert.isFalse((await toldOn(page)).some(({ eventStatus }) => eventStatus === "tcloaded"))
  })

  it("ui: false draws nothing, and a banner later is another matter: mountUI() shows it, and tags learn of it", async () => {
    const visitor = await stage.newVisitor()
    const tag = stage.tag({ variant: "iab", config: { ui: false } })
    const url = stage.site.page({ head: `${tag}${tcfListening}` })
    await visitor.page.goto(url)
    await settled(visitor.page)
    const { accept, banner } = iabSurfacesOf(visitor.page)
    assert.strictEqual(await banner.count(), 0)
    assert.deepStrictEqual(await toldOn(visitor.page), [])
    assert.deepStrictEqual(await visitor.page.evaluate(() => window.cs.mountUI()), { ok: true })
    await accept.click()
    await toldOf(visitor.page, "useractioncomplete")
    assert.deepStrictEqual(
      (await toldOn(visitor.page)).map(({ eventStatus }) => eventStatus),
      ["cmpuishown", "useractioncomplete"],
    )
    assert.strictEqual((await stage.backend.saved(url))[0]?.action, "accept_all")
  })

  it("one vendor of the site's own taken back: the page loads again without what was his", async () => {
    const visitor = await stage.newVisitor()
    const own = `<script type="text/plain" data-cs-category="measurement" data-cs-vendor="house-statistics" src="${stage.vendor.url("house.js")}"></script>`
    const url = stage.site.page({ head: `${stage.tag({ variant: "iab" })}${tcfListening}`, body: own })
    const { page } = visitor
    await page.goto(url)
    await settled(page)
    const save = (customVendorConsents: ReadonlyArray<string>) =>
      page.evaluate((ids) => {
        void window.cs.saveIAB({
          purposeConsents: [1, 7, 8, 9],
          purposeLegitimateInterests: [],
          specialFeatures: [],
          vendorConsents: [1],
          vendorLegitimateInterests: [],
          customVendorConsents: ids,
          customVendorLegitimateInterests: [],
        })
      }, customVendorConsents)
    await save(["house-statistics"])
    await page.waitForFunction(() => (window.ran ?? []).length === 1)
    await stage.backend.saved(url)
    const loadedAgain = page.waitForEvent("load")
    await save([])
    await loadedAgain
    await settled(page)
    assert.deepStrictEqual(visitor.hits(), ["/house.js"])
    assert.isTrue(await page.evaluate(() => window.cs.has("measurement")))
    assert.strictEqual((await toldOn(page))[0]?.eventStatus, "tcloaded")
    assert.strictEqual(await iabSurfacesOf(page).banner.count(), 0)
  })

  it("clearing: the string is removed from cookie and storage, and every listener receives an empty one", async () => {
    const { context, page } = await enter()
    await iabSurfacesOf(page).accept.click()
    await toldOf(page, "useractioncomplete")
    await page.evaluate(() => window.cs.clearRecords())
    await iabSurfacesOf(page).banner.waitFor()
    const last = (await toldOn(page)).at(-1)
    assert.deepStrictEqual(readTcString(last?.tcString).vendorConsents, [])
    assert.isUndefined((await context.cookies()).find(({ name }) => name === "euconsent-v2"))
    assert.isNull(await page.evaluate(() => localStorage.getItem("euconsent-v2")))
  })

  it("where the GDPR does not apply: that is reported immediately, and no more than that", async () => {
    const { context, page } = await enter({ country: "NZ" })
    const [told, ...more] = await toldOn(page)
    assert.deepStrictEqual(more, [])
    const { listenerId, success, cmpVersion, ...rest } = told ?? {}
    assert.deepStrictEqual([typeof listenerId, success, typeof cmpVersion], ["number", true, "number"])
    assert.deepStrictEqual(rest, {
      gdprApplies: false,
      tcfPolicyVersion: syntheticVendorList.tcfPolicyVersion,
      cmpId,
    })
    assert.deepInclude((await callTcf(page, "ping"))?.value, {
      gdprApplies: false,
      cmpLoaded: true,
      displayStatus: "disabled",
    })
    assert.isUndefined((await context.cookies()).find(({ name }) => name === "euconsent-v2"))
  })

  it("where no rule matches and the GDPR does not apply, no tag waits indefinitely", async () => {
    const { page } = await enter({ country: "JP" })
    assert.strictEqual((await toldOn(page))[0]?.gdprApplies, false)
  })

  it("no ordinary surface is shown as well, and a link does not open the ordinary dialog", async () => {
    const { page } = await enter()
    await iabSurfacesOf(page).reject.click()
    await page.locator("a").click()
    await iabSurfacesOf(page).dialog.waitFor()
    assert.strictEqual((await surfacesOf(page).dialog.count()) + (await surfacesOf(page).banner.count()), 0)
  })
})

describeStage("a CMP without a number", iabOptions(null), (stage) => {
  it("asks and records, but makes no string and no number up; ping says that something is wrong", async () => {
    const { context, page, sent, url } = await enterStage(stage)
    const seen = await callTcf(page, "ping")
    assert.include(seen?.value, { cmpStatus: "error", cmpLoaded: true })
    assert.isUndefined(Object(seen?.value).cmpId)
    await iabSurfacesOf(page).accept.click()
    const [row] = await stage.backend.saved(url)
    assert.strictEqual(row?.action, "accept_all")
    assert.isNull(row?.tcString)
    assert.notProperty(sent()[0], "tcString")
    assert.deepStrictEqual(await toldOn(page), [])
    assert.isUndefined((await context.cookies()).find(({ name }) => name === "euconsent-v2"))
    assert.isTrue(await page.evaluate(() => window.cs.isVendorAllowed("1")))
    await page.reload()
    await settled(page)
    assert.strictEqual(await iabSurfacesOf(page).banner.count(), 0)
    assert.isTrue(await page.evaluate(() => window.cs.isVendorAllowed("1")))
  })
})
