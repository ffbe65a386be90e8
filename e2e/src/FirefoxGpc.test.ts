/** Global Privacy Control as Firefox itself has it: its setting sends `Sec-GPC` and sets `navigator.globalPrivacyControl`. */
import { assert, it } from "@effect/vitest"
import type { Page } from "puppeteer-core"
import { describeFirefox } from "./testing/FirefoxStage.js"
import { settled } from "./testing/Surfaces.js"

const allowed = (page: Page) => page.evaluate(() => [window.cs.has("marketing"), window.cs.has("measurement")])

describeFirefox({ "privacy.globalprivacycontrol.enabled": true })(
  "Firefox with Global Privacy Control",
  {},
  (stage) => {
    const gated = () =>
      `<script type="text/plain" data-cs-category="marketing" src="${stage.vendor.url("ad.js")}"></script>`

    it("denies what the rule says, in service and page, and is no decision of the visitor", async () => {
      const visitor = { country: "US", region: "CA" }
      const { hits, page, requests, sent, url } = await stage.visit({ visitor, body: gated() })
      await settled(page)
      assert.isTrue(await page.evaluate(() => Reflect.get(navigator, "globalPrivacyControl")))
      assert.isTrue(await page.evaluate(() => window.cs.getSnapshot().gpc))
      assert.deepStrictEqual(await allowed(page), [false, true])
      const [asked] = requests("/init")
      assert.deepStrictEqual([asked?.headers["sec-gpc"], asked?.query.get("gpc")], ["1", "1"])
      assert.deepStrictEqual([hits(), sent()], [[], []])
      assert.deepStrictEqual(await page.evaluate(() => [document.cookie, localStorage.length]), ["", 0])
      await page.evaluate(() => window.cs.save({ measurement: true }))
      const [row] = await stage.backend.saved(url)
      assert.deepStrictEqual(row?.preferences, { necessary: true, measurement: true })
      assert.deepStrictEqual([await allowed(page), hits()], [[false, true], []])
    })

    it("changes nothing where the rule does not regard it", async () => {
      const { page, surfaces, url } = await stage.visit({ body: gated() })
      await surfaces.accept.click()
      await page.waitForFunction(() => (window.ran ?? []).length === 1)
      assert.isTrue((await stage.backend.saved(url))[0]?.preferences["marketing"])
    })
  },
)
