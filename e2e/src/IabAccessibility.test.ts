import { assert, it } from "@effect/vitest"
import { accessibilityProblems } from "./testing/Axe.js"
import { looks } from "./testing/Looks.js"
import { screenshot } from "./testing/Screenshot.js"
import { describeStage } from "./testing/Stage.js"
import { iabOptions, iabSurfacesOf } from "./testing/Tcf.js"

describeStage("accessibility under an IAB rule [both layers]", iabOptions(), (stage) => {
  for (const [name, visitor] of looks)
    it(`${name}: banner, purposes and partners pass all rules, nothing is wider than the window, and the banner leaves a third of it`, async () => {
      const { page } = await stage.visit({ visitor: { country: "DE", ...visitor }, tag: { variant: "iab" } })
      const { banner, customize, dialog, vendorsTab } = iabSurfacesOf(page)
      const holds = async () => {
        assert.deepStrictEqual(await accessibilityProblems(page), [])
        assert.isTrue(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth))
      }
      await banner.waitFor()
      await holds()
      const [height, room] = await banner.evaluate((node) => [node.getBoundingClientRect().height, window.innerHeight])
      // On a wide window, half of it, without a scroll bar.
      assert.isAtMost(Number(height) / Number(room), page.viewportSize()?.width === 1280 ? 0.5 : 2 / 3)
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
