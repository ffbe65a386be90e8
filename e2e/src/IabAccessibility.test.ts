import { assert, it } from "@effect/vitest"
import { accessibilityProblems } from "./testing/Axe.js"
import { looks } from "./testing/Looks.js"
import { screenshot } from "./testing/Screenshot.js"
import { describeStage } from "./testing/Stage.js"
import { iabOptions, iabSurfacesOf } from "./testing/Tcf.js"

describeStage("accessibility under an IAB rule [both layers]", iabOptions(), (stage) => {
  for (const [name, visitor] of looks)
    it(`${name}: banner, purposes and partners pass all rules, and nothing is wider than the window`, async () => {
      const { page } = await stage.visit({ visitor: { country: "DE", ...visitor }, tag: { variant: "iab" } })
      const { banner, customize, dialog, vendorsTab } = iabSurfacesOf(page)
      const holds = async () => {
        assert.deepStrictEqual(await accessibilityProblems(page), [])
        assert.isTrue(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth))
      }
      await banner.waitFor()
      await holds()
      await screenshot(page, `iab-banner-${name}`)
      await customize.click()
      await dialog.waitFor()
      await dialog.locator("summary").first().click()
      await holds()
      await screenshot(page, `iab-dialog-${name}`)
      await vendorsTab.click()
      await dialog.locator("summary").locator("visible=true").first().click()
      await holds()
      await screenshot(page, `iab-partners-${name}`)
    })
})
