import { assert, it } from "@effect/vitest"
import type { Locator, Page } from "playwright-core"
import { accessibilityProblems } from "./testing/Axe.js"
import type { BackendOptions } from "./testing/Backend.js"
import { policyRules } from "./testing/Rules.js"
import { screenshot } from "./testing/Screenshot.js"
import { describeStage } from "./testing/Stage.js"
import { focused, heardOn, listening, settled, surfacesOf } from "./testing/Surfaces.js"

/** Properties that make a button more prominent than another. */
const prominence = (button: Locator) =>
  button.evaluate((node) => {
    const { backgroundColor, borderColor, color, fontSize, fontWeight } = getComputedStyle(node)
    const { height, width } = node.getBoundingClientRect()
    return { backgroundColor, borderColor, color, fontSize, fontWeight, height, width: Math.round(width) }
  })

const isOn = (toggle: Locator) => toggle.getAttribute("aria-checked")

/** Presses Tab until something has the focus; fails when the page has no way there. */
const tabTo = async (page: Page, target: string, key: "Tab" | "Shift+Tab" = "Tab") => {
  for (let presses = 0; presses < 40; presses += 1) {
    if ((await focused(page)) === target) return
    await page.keyboard.press(key)
  }
  assert.fail(`Tab never came to ${target}`)
}

const openDialog = async (page: Page) => {
  const surfaces = surfacesOf(page)
  await surfaces.customize.click()
  await surfaces.dialog.waitFor()
  return surfaces
}

describeStage("the banner", {}, (stage) => {
  it("is a named region next to the page that takes no focus and cannot be closed without a decision", async () => {
    const { page } = await stage.visit({ body: `<button id="first" autofocus>Buy</button>` })
    const { banner } = surfacesOf(page)
    await banner.waitFor()
    assert.strictEqual(await focused(page), "#first")
    const region = page.getByRole("region", { name: "Cookies and your privacy" })
    assert.strictEqual(await region.getAttribute("data-testid"), "consent-banner-root")
    assert.strictEqual(await page.getByRole("button", { name: "Close" }).count(), 0)
    await page.locator("#first").click()
    assert.deepStrictEqual(await accessibilityProblems(page), [])
    await screenshot(page, "banner")
  })

  it("accepting and refusing look the same and stand side by side or one above the other", async () => {
    for (const colorScheme of ["light", "dark"] as const) {
      const { page } = await stage.visit({ visitor: { colorScheme } })
      const { accept, reject } = surfacesOf(page)
      await accept.waitFor()
      assert.deepStrictEqual(await prominence(accept), await prominence(reject))
    }
  })

  it("is answered without a mouse", async () => {
    const { page, url } = await stage.visit({ body: `<a id="home" href="/">Home</a>` })
    await surfacesOf(page).banner.waitFor()
    await tabTo(page, "#home")
    // The banner is first in the order of the page.
    await tabTo(page, "consent-banner-reject-button", "Shift+Tab")
    await page.keyboard.press("Enter")
    const [row] = await stage.backend.saved(url)
    assert.include(row, { action: "reject_all", uiSource: "banner" })
    assert.strictEqual(await surfacesOf(page).banner.count(), 0)
    assert.strictEqual(await focused(page), "#home")
  })

  it("does not come back after an answer, whichever it was", async () => {
    for (const answer of ["accept", "reject"] as const) {
      const { page, url } = await stage.visit()
      await surfacesOf(page)[answer].click()
      await stage.backend.saved(url)
      await page.reload()
      await settled(page)
      assert.strictEqual(await surfacesOf(page).banner.count(), 0)
    }
  })

  it("blocking: a modal dialog that holds the focus, and that Escape does not answer", async () => {
    const { page, sent } = await stage.visit({
      body: `<button id="first">Buy</button>`,
      tag: { config: { ui: { banner: { position: "center" } } } },
    })
    const { banner } = surfacesOf(page)
    await banner.waitFor()
    assert.strictEqual(await page.getByRole("dialog").count(), 1)
    const held = new Set<string | null>()
    for (let presses = 0; presses < 8; presses += 1) {
      await page.keyboard.press("Tab")
      held.add(await focused(page))
    }
    assert.isFalse(held.has("#first"))
    assert.isTrue(held.has("consent-banner-accept-button"))
    await page.keyboard.press("Escape")
    await page.keyboard.press("Escape")
    assert.isTrue(await banner.isVisible())
    const clicked = await page
      .locator("#first")
      .click({ timeout: 500 })
      .then(
        () => true,
        () => false,
      )
    assert.isFalse(clicked)
    assert.deepStrictEqual(sent(), [])
    assert.deepStrictEqual(await accessibilityProblems(page), [])
    await screenshot(page, "banner-blocking")
  })

  it("a layout that leaves out refusing gets it back", async () => {
    const { page } = await stage.visit({ tag: { config: { ui: { banner: { actions: ["accept"] } } } } })
    const { accept, banner, reject } = surfacesOf(page)
    await banner.waitFor()
    assert.isTrue(await reject.isVisible())
    assert.deepStrictEqual(await prominence(accept), await prominence(reject))
  })

  it("a page that empties or replaces its body gets it back, and it works", async () => {
    const { page, url } = await stage.visit()
    const { accept, banner } = surfacesOf(page)
    await banner.waitFor()
    await page.evaluate(() => document.body.replaceChildren())
    await banner.waitFor()
    await page.evaluate(() => document.body.replaceWith(document.createElement("body")))
    await banner.waitFor()
    await page.evaluate(() => document.body.replaceChildren())
    await accept.click()
    assert.strictEqual((await stage.backend.saved(url))[0]?.action, "accept_all")
  })

  it("fits a narrow window without moving what is below it", async () => {
    const { page } = await stage.visit({ visitor: { viewport: { width: 320, height: 480 } } })
    const { accept, banner, reject } = surfacesOf(page)
    await banner.waitFor()
    assert.isAtMost(await page.evaluate(() => document.documentElement.scrollWidth), 320)
    for (const button of [accept, reject]) {
      await button.scrollIntoViewIfNeeded()
      const box = await button.boundingBox()
      assert.isAtLeast(box?.x ?? -1, 0)
      assert.isAtMost((box?.x ?? 0) + (box?.width ?? Infinity), 320)
    }
    await screenshot(page, "banner-narrow")
  })

  it("reads from right to left where the language does", async () => {
    const { page } = await stage.visit({ visitor: { country: "IL", locale: "he-IL" } })
    const { banner } = surfacesOf(page)
    await banner.waitFor()
    const { direction, language } = await banner.evaluate((node) => ({
      direction: getComputedStyle(node).direction,
      language: node.closest("[lang]")?.getAttribute("lang"),
    }))
    assert.deepStrictEqual([direction, language], ["rtl", "he"])
    await page.evaluate(() => window.cs.setLanguage("de"))
    await page.waitForFunction(() => window.cs.getSnapshot().language === "de")
    await banner.waitFor()
    assert.strictEqual(await banner.evaluate((node) => getComputedStyle(node).direction), "ltr")
  })
})

const dayMs = 86_400_000

/** The usual rules, and one under which a grant holds for ten days. */
const shortlived: BackendOptions = {
  manifest: {
    policyRules: [
      ...policyRules,
      { id: "austria", match: { countries: ["AT"] }, model: "opt-in", prompt: "choice", validity: { choiceDays: 10 } },
    ],
  },
}

describeStage("the preference dialog", shortlived, (stage) => {
  it("opens named and described, on its first control, everything off and what is necessary locked", async () => {
    const { page } = await stage.visit()
    const { category, dialog } = await openDialog(page)
    const named = page.getByRole("dialog", { name: "Privacy preferences" })
    assert.strictEqual(await named.count(), 1)
    assert.isNotNull(await dialog.evaluate((node) => node.closest("[aria-describedby]")))
    const isFirst = await dialog.evaluate((node) => {
      const [first] = node.querySelectorAll("button:not(:disabled), a[href], summary")
      const root = node.getRootNode()
      return root instanceof ShadowRoot && first !== undefined && root.activeElement === first
    })
    assert.isTrue(isFirst)
    assert.isTrue(await category("necessary").isDisabled())
    for (const name of ["experience", "functionality", "marketing", "measurement"]) {
      assert.strictEqual(await category(name).getAttribute("role"), "switch")
      assert.strictEqual(await isOn(category(name)), "false")
    }
    assert.deepStrictEqual(await accessibilityProblems(page), [])
    await screenshot(page, "dialog")
  })

  it("is worked by keyboard alone, and stores what was set", async () => {
    const { page, url } = await stage.visit({ body: `<button id="first">Buy</button>` })
    await surfacesOf(page).banner.waitFor()
    await tabTo(page, "consent-banner-customize-button")
    await page.keyboard.press("Enter")
    await tabTo(page, "consent-widget-switch-measurement")
    await page.keyboard.press("Space")
    await tabTo(page, "consent-widget-footer-save-button")
    await page.keyboard.press("Enter")
    const [row] = await stage.backend.saved(url)
    assert.include(row, { action: "custom", uiSource: "dialog" })
    assert.deepStrictEqual(row?.preferences, {
      necessary: true,
      experience: false,
      functionality: false,
      marketing: false,
      measurement: true,
    })
  })

  it("holds the focus", async () => {
    const { page } = await stage.visit({ body: `<button id="first">Buy</button>` })
    await openDialog(page)
    const held = new Set<string | null>()
    for (let presses = 0; presses < 20; presses += 1) {
      await page.keyboard.press("Tab")
      held.add(await focused(page))
    }
    assert.isFalse(held.has("#first"))
    assert.isTrue(held.has("consent-widget-footer-save-button"))
    assert.isFalse(held.has("consent-banner-accept-button"))
  })

  it("Escape closes it without saving: the banner is back, and the draft forgotten", async () => {
    const { page, sent } = await stage.visit()
    const { banner, category, dialog } = await openDialog(page)
    await category("marketing").click()
    assert.strictEqual(await isOn(category("marketing")), "true")
    await page.keyboard.press("Escape")
    await dialog.waitFor({ state: "hidden" })
    assert.isTrue(await banner.isVisible())
    assert.strictEqual(await focused(page), "consent-banner-customize-button")
    await openDialog(page)
    assert.strictEqual(await isOn(category("marketing")), "false")
    assert.deepStrictEqual(sent(), [])
  })

  it("a click outside of it changes nothing", async () => {
    const { page } = await stage.visit()
    const { category, dialog } = await openDialog(page)
    await category("marketing").click()
    await page.mouse.click(4, 4)
    assert.isTrue(await dialog.isVisible())
    assert.strictEqual(await isOn(category("marketing")), "true")
  })

  it("of a grant that ended its switches are off", async () => {
    const { page, sent, url } = await stage.visit({ visitor: { country: "AT" } })
    await surfacesOf(page).accept.click()
    const [row] = await stage.backend.saved(url)
    const asked = async (days: number) => {
      await page.clock.setFixedTime((row?.givenAt ?? 0) + days * dayMs)
      await page.reload()
      await settled(page)
      await page.evaluate(() => window.cs.openDialog())
      await surfacesOf(page).dialog.waitFor()
      return isOn(surfacesOf(page).category("marketing"))
    }
    assert.deepStrictEqual([await asked(9), await asked(11)], ["true", "false"])
    const answered = page.waitForResponse((response) => response.request().method() === "POST")
    await surfacesOf(page).save.click()
    await answered
    // From the request body: the service accepts no act from the future.
    const preferences: unknown = sent().at(-1)?.["preferences"]
    assert.deepStrictEqual(Object.values(Object(preferences)).filter(Boolean), [true])
  })

  it("gives the page back as it was scrolled, also by an inline style of its own", async () => {
    const { page } = await stage.visit({ root: `lang="en" style="overflow: scroll"` })
    const overflow = () => page.evaluate(() => document.documentElement.style.overflow)
    const { dialog } = await openDialog(page)
    assert.strictEqual(await overflow(), "hidden")
    await page.keyboard.press("Escape")
    await dialog.waitFor({ state: "hidden" })
    assert.strictEqual(await overflow(), "scroll")
  })

  it("its own buttons accept and refuse everything, and say that they did it", async () => {
    for (const [name, action] of [
      ["dialogAccept", "accept_all"],
      ["dialogReject", "reject_all"],
    ] as const) {
      const { page, url } = await stage.visit()
      const surfaces = await openDialog(page)
      await surfaces[name].click()
      const [row] = await stage.backend.saved(url)
      assert.include(row, { action, uiSource: "dialog" })
      await surfaces.dialog.waitFor({ state: "hidden" })
    }
  })

  it("surfaces that open and close are reported", async () => {
    const visitor = await stage.newVisitor()
    await visitor.page.goto(stage.site.page({ head: `${listening}${stage.tag()}` }))
    const { save } = await openDialog(visitor.page)
    await save.click()
    await surfacesOf(visitor.page).dialog.waitFor({ state: "hidden" })
    const surfaces = await visitor.page.evaluate(() =>
      window.heard.filter(([event]) => event === "ui").map(([, detail]) => JSON.stringify(detail)),
    )
    const names = surfaces.map((text) => /banner|dialog|none/.exec(text)?.[0])
    assert.deepStrictEqual(names.slice(-3), ["banner", "dialog", "none"])
    assert.include(await heardOn(visitor.page), "consent")
  })
})

const controls = `
<a id="link" href="#cs-preferences">Privacy</a>
${["accept", "reject", "customize", "dismiss", "banner", "close"]
  .map((name) => `<button id="${name}" data-cs-action="${name}"><span>${name}</span></button>`)
  .join("")}`

describeStage("the page's own controls", {}, (stage) => {
  it("a link to #cs-preferences opens the dialog without navigating; closing returns the focus to it", async () => {
    const { page, url } = await stage.visit({ body: controls, visitor: { country: "GB" } })
    await settled(page)
    const { dialog, trigger } = surfacesOf(page)
    assert.strictEqual(await trigger.count(), 0)
    await page.locator("#link").click()
    await dialog.waitFor()
    assert.strictEqual(page.url(), url)
    await page.keyboard.press("Escape")
    await dialog.waitFor({ state: "hidden" })
    assert.strictEqual(await focused(page), "#link")
  })

  it("an address that ends so opens nothing", async () => {
    const visitor = await stage.newVisitor({ country: "GB" })
    await visitor.page.goto(`${stage.site.page({ head: stage.tag(), body: controls })}#cs-preferences`)
    await settled(visitor.page)
    assert.isFalse(await surfacesOf(visitor.page).dialog.isVisible())
  })

  it("data-cs-action accepts, refuses, opens and closes", async () => {
    const { page, url } = await stage.visit({ body: controls })
    const { banner, dialog } = surfacesOf(page)
    await banner.waitFor()
    await page.locator("#accept span").click()
    await stage.backend.saved(url)
    assert.isFalse(await banner.isVisible())
    await page.locator("#banner").click()
    await banner.waitFor()
    await page.locator("#customize").click()
    await dialog.waitFor()
    // The page behind a modal dialog cannot be clicked, but a control of the page's may be used by its own scripts.
    await page.evaluate(() => document.getElementById("close")?.click())
    await dialog.waitFor({ state: "hidden" })
    await page.evaluate(() => document.getElementById("reject")?.click())
    const rows = await stage.backend.saved(url, 2)
    assert.deepStrictEqual(
      rows.map(({ action }) => action),
      ["accept_all", "reject_all"],
    )
  })

  it("opens the dialog immediately while a save is still being sent", async () => {
    const { page, trick } = await stage.visit({ body: controls })
    await settled(page)
    trick(({ method, path }) => (method === "POST" && path === "/subjects" ? "hang" : null))
    await page.locator("#accept").click()
    await page.waitForFunction(() => window.cs.has("marketing"))
    await page.locator("#link").click()
    await surfacesOf(page).dialog.waitFor({ timeout: 5_000 })
  })

  it("markup that is added later works too", async () => {
    const { page, url } = await stage.visit()
    await settled(page)
    await page.evaluate(() => {
      const button = document.createElement("button")
      button.dataset["csAction"] = "reject"
      button.id = "late"
      button.textContent = "Refuse"
      document.body.prepend(button)
    })
    await page.locator("#late").click()
    assert.strictEqual((await stage.backend.saved(url))[0]?.action, "reject_all")
  })

  it("a page without any gets a floating button, where there are preferences to open", async () => {
    const { page } = await stage.visit({ visitor: { country: "GB" } })
    const { dialog, trigger } = surfacesOf(page)
    await trigger.waitFor()
    assert.deepStrictEqual(await accessibilityProblems(page), [])
    await trigger.click()
    await dialog.waitFor()
    assert.strictEqual(await trigger.count(), 0)
    await page.keyboard.press("Escape")
    await trigger.waitFor()
    assert.strictEqual(await focused(page), "consent-trigger")
  })

  it("a button that accepts leads to no preferences: the floating one is there as well", async () => {
    const { page } = await stage.visit({
      body: `<button data-cs-action="accept">Agree</button>`,
      visitor: { country: "GB" },
    })
    await surfacesOf(page).trigger.waitFor()
  })

  it("where the rule has no prompt there is no banner to show: the dialog opens in its place", async () => {
    const { page } = await stage.visit({ visitor: { country: "GB" } })
    await settled(page)
    assert.deepStrictEqual(await page.evaluate(() => window.cs.showBanner()), { ok: true })
    const { banner, dialog } = surfacesOf(page)
    await dialog.waitFor()
    assert.strictEqual(await banner.count(), 0)
  })
})

describeStage("the notice", {}, (stage) => {
  const california = { country: "US", region: "CA" }

  it("is dismissed without a request to the service, and does not come back", async () => {
    const { page, sent } = await stage.visit({ visitor: california })
    const { accept, banner, dismiss, reject } = surfacesOf(page)
    await banner.waitFor()
    assert.deepStrictEqual([await accept.count(), await reject.count()], [0, 0])
    assert.deepStrictEqual(await accessibilityProblems(page), [])
    await screenshot(page, "notice")
    await dismiss.click()
    await banner.waitFor({ state: "hidden" })
    await page.reload()
    await settled(page)
    assert.strictEqual(await banner.count(), 0)
    assert.deepStrictEqual(sent(), [])
    assert.isFalse(await page.evaluate(() => window.cs.hasConsented()))
  })

  it("without one, dismissing says that there is nothing to dismiss", async () => {
    const { page } = await stage.visit()
    await settled(page)
    assert.deepStrictEqual(await page.evaluate(() => window.cs.dismissNotice()), { ok: false, reason: "not-required" })
  })

  it("leads to opting out", async () => {
    const { page, url } = await stage.visit({ visitor: california })
    const { dialog, dialogReject, optOut } = surfacesOf(page)
    await optOut.click()
    await dialog.waitFor()
    await dialogReject.click()
    const [row] = await stage.backend.saved(url)
    assert.include(row, { action: "opt_out", jurisdiction: "CCPA", model: "opt-out" })
  })
})
