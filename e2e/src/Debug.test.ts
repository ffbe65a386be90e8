import { assert, it } from "@effect/vitest"
import type { Page } from "playwright-core"
import { accessibilityProblems } from "./testing/Axe.js"
import { looks } from "./testing/Looks.js"
import { policyRules } from "./testing/Rules.js"
import { screenshot } from "./testing/Screenshot.js"
import { describeStage } from "./testing/Stage.js"
import { focused, settled, surfacesOf } from "./testing/Surfaces.js"
import { countingViolations, violationsOn } from "./testing/Violations.js"

const vendors = [
  { id: "maps", name: "Maps", category: "functionality" as const, privacyPolicyUrl: "https://maps.example/" },
]

const overlayOf = (page: Page) => page.getByTestId("cs-debug")

/** The line of the overlay with this label, below a heading. */
const lineOf = (page: Page, title: string, label: string) =>
  overlayOf(page)
    .locator("section")
    .filter({ has: page.getByRole("heading", { name: title, exact: true }) })
    .locator("dl > div")
    .filter({ has: page.locator("dt", { hasText: new RegExp(`^${label}$`) }) })
    .locator("dd")

const open = (page: Page) => page.evaluate(() => window.cs.debug())

describeStage("cs.debug()", { manifest: { vendors, policyRules } }, (stage) => {
  const marked = () =>
    `<script type="text/plain" data-cs-category="marketing" src="${stage.vendor.url("ad.js")}"></script>` +
    `<script type="text/plain" data-cs-category="adverts" src="${stage.vendor.url("typo.js")}"></script>` +
    `<iframe title="A map" data-src="${stage.vendor.url("map.html")}" data-category="functionality" data-vendor="maps"></iframe>` +
    `<img alt="" src="${stage.vendor.url("pixel.svg")}" data-cs-category="marketing">`

  it("shows the rule and why, refused categories, vendors, blocked scripts, iframes and requests, and a mistake", async () => {
    const config = {
      googleConsentMode: true,
      reloadOnConsentRevoked: false,
      networkBlocker: { rules: [{ domain: "stats.example", category: "measurement" }] },
    }
    const { page, url } = await stage.visit({ body: marked(), tag: { config } })
    await surfacesOf(page).banner.waitFor()
    assert.deepStrictEqual(await open(page), { ok: true })
    const line = (title: string, label: string) => lineOf(page, title, label).first().innerText()
    assert.strictEqual(await line("Policy rule", "Rule"), "europe")
    assert.strictEqual(await line("Policy rule", "Matched by"), "the visitor's country")
    assert.strictEqual(await line("Policy rule", "Country"), "DE")
    assert.strictEqual(await line("Policy rule", "Prompt"), "choice; now due: choice")
    assert.strictEqual(await line("Categories", "marketing"), "Blocked: not decided yet")
    const gated = await lineOf(page, "Scripts, elements, requests", "(script|iframe|img|request)").allInnerTexts()
    assert.deepStrictEqual(gated, [
      `Blocked: ${stage.vendor.url("ad.js")} (marketing)`,
      `Never runs: no such category: ${stage.vendor.url("typo.js")} (adverts)`,
      `Blocked: ${stage.vendor.url("map.html")} (functionality, vendor maps)`,
      `Runs without consent: ${stage.vendor.url("pixel.svg")} (marketing)`,
      "Blocked: any stats.example (measurement)",
    ])
    assert.include(await line("Problems", "1"), "pixel.svg")
    assert.include(await line("Problems", "2"), "typo.js")
    assert.strictEqual(await line("Google Consent Mode", "ad_storage"), "denied")
    // Live: what follows is shown without another call.
    await page.evaluate(() => window.cs.save({ functionality: true, marketing: false, vendors: { maps: false } }))
    await stage.backend.saved(url)
    await lineOf(page, "Categories", "marketing").getByText("Blocked: the visitor refused it").waitFor()
    await lineOf(page, "Categories", "functionality").getByText("Allowed: the visitor allowed it").waitFor()
    await lineOf(page, "Vendors", "maps").getByText("Blocked: Maps, switched off").waitFor()
  })

  it("shows a save that waits while the service is down, and that it has arrived", async () => {
    const { page, trick, url } = await stage.visit()
    await settled(page)
    trick(({ path }) => (path === "/subjects" ? { status: 503 } : null))
    await page.evaluate(() => window.cs.rejectAll())
    await open(page)
    const waiting = overlayOf(page).getByText("necessary, 1 failed attempt")
    await waiting.waitFor()
    await overlayOf(page).getByText("1 save has failed, and will be sent again").waitFor()
    trick(() => null)
    await page.evaluate(() => window.dispatchEvent(new Event("online")))
    await stage.backend.saved(url)
    await overlayOf(page).getByText("All decisions have arrived").waitFor()
  })

  it("works where the policy is unknown, and says why", async () => {
    const visitor = await stage.newVisitor()
    visitor.trick(({ path }) => (path === "/init" ? { status: 500 } : null))
    await visitor.page.goto(stage.site.page({ head: stage.tag(), body: marked() }))
    await settled(visitor.page)
    await open(visitor.page)
    await overlayOf(visitor.page).getByText("Failed: the service cannot be reached").waitFor()
    assert.strictEqual(
      await lineOf(visitor.page, "Categories", "marketing").innerText(),
      "Blocked: no policy is in force",
    )
  })

  it("is used by keyboard: it has the focus, Escape and Close end it, the focus returns, and there is one only", async () => {
    const { page } = await stage.visit({ body: `<button id="mine">Mine</button>` })
    await settled(page)
    await page.locator("#mine").focus()
    await open(page)
    assert.strictEqual(await focused(page), "cs-debug-close")
    await page.keyboard.press("Tab")
    await open(page)
    assert.strictEqual(await overlayOf(page).count(), 1)
    await page.keyboard.press("Escape")
    assert.strictEqual(await overlayOf(page).count(), 0)
    assert.strictEqual(await focused(page), "#mine")
    await open(page)
    await page.keyboard.press("Enter")
    assert.strictEqual(await overlayOf(page).count(), 0)
  })

  for (const [name, visitor] of looks)
    it(`${name}: passes all rules of accessibility, and is no wider than the window`, async () => {
      const { page } = await stage.visit({
        visitor,
        body: marked(),
        root: name.includes("right") ? 'lang="he" dir="rtl"' : 'lang="en"',
      })
      await settled(page)
      await open(page)
      assert.deepStrictEqual(await accessibilityProblems(page), [])
      const box = await page.getByRole("dialog", { name: "Consent Service" }).boundingBox()
      const width = await page.evaluate(() => window.innerWidth)
      assert.isTrue(box !== null && box.x >= 0 && box.x + box.width <= width, JSON.stringify(box))
      await screenshot(page, `debug-${name}`)
    })

  it("works under a strict policy, without inline styles or text that becomes script", async () => {
    const nonce = "r4nd0m"
    const policy = `default-src 'none'; script-src 'nonce-${nonce}'; connect-src ${stage.backend.url}; style-src 'none'; require-trusted-types-for 'script'; trusted-types 'none'`
    const visitor = await stage.newVisitor()
    const head = `${countingViolations(nonce)}${stage.tag({ attributes: { nonce } })}`
    await visitor.page.goto(stage.site.page({ head, headers: { "content-security-policy": policy } }))
    await settled(visitor.page)
    assert.deepStrictEqual(await open(visitor.page), { ok: true })
    await overlayOf(visitor.page).getByText("europe").first().waitFor()
    assert.deepStrictEqual(await violationsOn(visitor.page), [])
  })
})
