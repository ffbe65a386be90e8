import { assert, it } from "@effect/vitest"
import { accessibilityProblems } from "./testing/Axe.js"
import { looks } from "./testing/Looks.js"
import { screenshot } from "./testing/Screenshot.js"
import { describeStage } from "./testing/Stage.js"
import { surfacesOf } from "./testing/Surfaces.js"

const vendors = [
  { id: "shopcast", name: "Shopcast", category: "marketing" as const, privacyPolicyUrl: "https://shopcast.example/" },
]

const legal = {
  "data-privacy-policy-url": "/privacy",
  "data-cookie-policy-url": "/cookies",
  "data-terms-url": "/terms",
}

const rules = [{ id: "all", match: { isDefault: true, fallback: true }, model: "opt-in", prompt: "choice" }] as const

describeStage("accessibility", { manifest: { vendors, policyRules: rules } }, (stage) => {
  for (const [name, visitor] of looks)
    it(`${name}: banner, dialog, placeholder and trigger pass all rules, and nothing is wider than the window`, async () => {
      const frame = `<div data-cs-embed><iframe title="A video" data-src="${stage.vendor.url("video.html")}" data-category="functionality"></iframe></div>`
      const { page } = await stage.visit({ visitor, body: frame, tag: { attributes: legal } })
      const surfaces = surfacesOf(page)
      await page.getByTestId("consent-embed-allow-button").waitFor()
      await surfaces.banner.waitFor()
      const fits = () => page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)
      assert.deepStrictEqual(await accessibilityProblems(page), [])
      assert.isTrue(await fits())
      await screenshot(page, `banner-${name}`)
      await surfaces.customize.click()
      await surfaces.dialog.waitFor()
      for (const details of await surfaces.dialog.locator("details").all()) await details.locator("summary").click()
      assert.deepStrictEqual(await accessibilityProblems(page), [])
      assert.isTrue(await fits())
      await screenshot(page, `dialog-${name}`)
      await surfaces.dialogReject.click()
      await surfaces.trigger.waitFor()
      assert.deepStrictEqual(await accessibilityProblems(page), [])
      await screenshot(page, `trigger-${name}`)
    })

  for (const [colorScheme, shown] of [
    ["system", "dark"],
    ["light", "light"],
    [undefined, "dark"],
  ] as const)
    it(`ui.colorScheme ${colorScheme} is ${shown} for a visitor whose system is dark`, async () => {
      const config = colorScheme === undefined ? {} : { ui: { colorScheme } }
      const { page } = await stage.visit({ visitor: { colorScheme: "dark" }, tag: { config } })
      const background = await surfacesOf(page).banner.evaluate((banner) => getComputedStyle(banner).backgroundColor)
      const [red = NaN] = (/\d+/.exec(background) ?? []).map(Number)
      assert.strictEqual(red < 128 ? "dark" : "light", shown, background)
    })

  it("the text on any accent has enough contrast where the page configures no color for it", async () => {
    const { page } = await stage.visit()
    await surfacesOf(page).banner.waitFor()
    for (const accent of ["#9ab8ff", "#ffe600", "#777777", "#767676", "#2360e8", "#3d0000"]) {
      await page.evaluate((color) => document.documentElement.style.setProperty("--cs-accent", color), accent)
      assert.deepStrictEqual(await accessibilityProblems(page), [], accent)
    }
  })
})
