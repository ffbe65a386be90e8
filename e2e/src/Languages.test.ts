import { de, enSite, fr, he, it as italian } from "@consent-service/core/translation"
import { assert, it } from "@effect/vitest"
import type { Locator, Page } from "playwright-core"
import { describeStage } from "./testing/Stage.js"
import { settled, surfacesOf } from "./testing/Surfaces.js"

/** The effective language and direction of an element. */
const spoken = (element: Locator) =>
  element.evaluate((node) => {
    const said = node.closest("[lang]")
    return [said?.getAttribute("lang"), getComputedStyle(node).direction]
  })

const titleOf = (layer: Locator) => layer.getByRole("heading", { level: 2 }).textContent()

const centreOf = async (element: Locator): Promise<number> => {
  const box = (await element.boundingBox()) ?? assert.fail("it is not on the screen")
  return box.x + box.width / 2
}

const middleOf = (page: Page): number => (page.viewportSize()?.width ?? 0) / 2

const embed = (src: string) =>
  `<div data-cs-embed><iframe title="A video" data-src="${src}" data-category="functionality"></iframe></div>`

describeStage("languages", {}, (stage) => {
  it("German for visitors who read German: banner, placeholder and dialog, and the act records it", async () => {
    const { page, requests, url } = await stage.visit({
      visitor: { locale: "de-DE" },
      body: embed(stage.vendor.url("video.html")),
    })
    const { accept, banner, category, customize, dialog, dialogReject } = surfacesOf(page)
    await banner.waitFor()
    assert.strictEqual(await titleOf(banner), de.cookieBanner.title)
    assert.deepStrictEqual(await spoken(banner), ["de", "ltr"])
    assert.strictEqual(await accept.textContent(), de.common.acceptAll)
    assert.strictEqual(
      await page.getByTestId("consent-embed-allow-button").textContent(),
      de.consentGate.actionButton.replace("{category}", de.consentTypes.functionality.title),
    )
    assert.deepStrictEqual(await spoken(page.getByTestId("consent-embed-allow-button")), ["de", "ltr"])
    await customize.click()
    assert.strictEqual(await titleOf(dialog), de.consentManagerDialog.title)
    await page.getByRole("switch", { name: de.consentTypes.measurement.title }).waitFor()
    assert.strictEqual(await category("measurement").getAttribute("aria-checked"), "false")
    await dialogReject.click()
    const [row] = await stage.backend.saved(url)
    assert.strictEqual(row?.action, "reject_all")
    assert.match(row?.language ?? "", /^de\b/)
    assert.match(requests("/init")[0]?.headers["accept-language"] ?? "", /^de/)
  })

  it("the tag's own language wins over the browser's", async () => {
    const { page, requests, url } = await stage.visit({
      visitor: { locale: "de-DE" },
      tag: { attributes: { "data-language": "fr" } },
    })
    const { banner, reject } = surfacesOf(page)
    await banner.waitFor()
    assert.strictEqual(await titleOf(banner), fr.cookieBanner.title)
    assert.strictEqual(requests("/init")[0]?.headers["accept-language"], "fr")
    await reject.click()
    const [row] = await stage.backend.saved(url)
    assert.strictEqual(row?.language, "fr")
  })

  it("setLanguage: what is open speaks the new one, nothing is lost, and the act is of that language", async () => {
    const { page, requests, url } = await stage.visit()
    const { banner, category, customize, dialog, save } = surfacesOf(page)
    await banner.waitFor()
    await customize.click()
    await category("marketing").click()
    assert.isTrue((await page.evaluate(() => window.cs.setLanguage("it"))).ok)
    await page.getByRole("heading", { name: italian.consentManagerDialog.title }).waitFor()
    assert.deepStrictEqual(await spoken(dialog), ["it", "ltr"])
    assert.strictEqual(await category("marketing").getAttribute("aria-checked"), "true")
    assert.strictEqual(requests("/init").length, 2)
    assert.strictEqual(await page.evaluate(() => window.cs.getSnapshot().language), "it")
    await save.click()
    const [row] = await stage.backend.saved(url)
    assert.strictEqual(row?.language, "it")
    assert.isTrue(row?.preferences["marketing"])
  })

  it("setLanguage while the service is unavailable: keeps the known policy and its copy", async () => {
    const { page, trick } = await stage.visit()
    const { banner } = surfacesOf(page)
    await banner.waitFor()
    trick(({ path }) => (path === "/init" ? { status: 503 } : null))
    await page.evaluate(() => window.cs.setLanguage("it"))
    assert.strictEqual(await titleOf(banner), enSite.cookieBanner.title)
    assert.strictEqual(await page.evaluate(() => window.cs.getSnapshot().status), "matched")
  })

  it("a language without a translation is English, and says that it is", async () => {
    const { page } = await stage.visit({ tag: { attributes: { "data-language": "tlh" } } })
    const { banner } = surfacesOf(page)
    await banner.waitFor()
    assert.strictEqual(await titleOf(banner), enSite.cookieBanner.title)
    assert.deepStrictEqual(await spoken(banner), ["en", "ltr"])
  })

  it("the page's own words: key by key, of the language and of all; markup in them is only text", async () => {
    const messages = {
      "*": { common: { rejectAll: "<b>0</b>", acceptAll: "1" } },
      de: { common: { acceptAll: "Passt" }, cookieBanner: { title: "Kekse?" } },
      fr: { common: { acceptAll: "Oui" } },
    }
    const { page, url } = await stage.visit({ visitor: { locale: "de" }, tag: { config: { i18n: { messages } } } })
    const { accept, banner, customize, reject } = surfacesOf(page)
    await banner.waitFor()
    assert.deepStrictEqual(
      await Promise.all([titleOf(banner), ...[accept, reject, customize].map((one) => one.textContent())]),
      ["Kekse?", "Passt", "<b>0</b>", de.common.customize],
    )
    assert.strictEqual(await reject.locator("b").count(), 0)
    await reject.click()
    assert.include((await stage.backend.saved(url))[0], { action: "reject_all", language: "de" })
  })

  it("right to left: the surfaces are mirrored, whatever the page's direction is", async () => {
    const { page, url } = await stage.visit({ visitor: { locale: "he-IL", country: "IL" } })
    const { accept, banner, reject, trigger } = surfacesOf(page)
    await banner.waitFor()
    assert.strictEqual(await titleOf(banner), he.cookieBanner.title)
    assert.deepStrictEqual(await spoken(banner), ["he", "rtl"])
    assert.strictEqual(await page.evaluate(() => getComputedStyle(document.body).direction), "ltr")
    // The first button is where reading begins.
    assert.isAbove(await centreOf(accept), await centreOf(reject))
    await reject.click()
    await trigger.waitFor()
    assert.isAbove(await centreOf(trigger), middleOf(page))
    assert.match((await stage.backend.saved(url))[0]?.language ?? "", /^he\b/)
    const usual = await stage.visit()
    const their = surfacesOf(usual.page)
    await their.banner.waitFor()
    assert.isBelow(await centreOf(their.accept), await centreOf(their.reject))
    await their.reject.click()
    await their.trigger.waitFor()
    assert.isBelow(await centreOf(their.trigger), middleOf(usual.page))
  })

  const inGermany = { variant: "iab", attributes: { "data-country": "DE" } } as const

  it("the IAB bundle contains only English; under a rule outside IAB, visitors who read German get German", async () => {
    const { page, requests, url } = await stage.visit({ visitor: { locale: "de-AT" }, tag: inGermany })
    const { banner, reject } = surfacesOf(page)
    await banner.waitFor()
    assert.strictEqual(await titleOf(banner), de.cookieBanner.title)
    assert.deepStrictEqual(await spoken(banner), ["de", "ltr"])
    assert.strictEqual(requests("/init").length, 1)
    await reject.click()
    const [row] = await stage.backend.saved(url)
    assert.strictEqual(row?.action, "reject_all")
    assert.match(row?.language ?? "", /^de\b/)
  })

  it("the IAB bundle, changing over: to German, and back to English", async () => {
    const { page } = await stage.visit({ tag: inGermany })
    const { banner } = surfacesOf(page)
    await settled(page)
    await page.evaluate(() => window.cs.setLanguage("de"))
    assert.strictEqual(await titleOf(banner), de.cookieBanner.title)
    await page.evaluate(() => window.cs.setLanguage("en"))
    assert.strictEqual(await titleOf(banner), enSite.cookieBanner.title)
  })
})

const ours = { de: { common: { acceptAll: "Servus" } }, en: { common: { acceptAll: "Fine by me" } } }

describeStage(
  "languages the operator wrote",
  {
    manifest: {
      customTranslations: ours,
      policyRules: [{ id: "all", match: { isDefault: true, fallback: true }, model: "opt-in", prompt: "choice" }],
    },
  },
  (stage) => {
    it("his words go over the built-in ones in every bundle that shows any, the page's over his", async () => {
      for (const variant of ["full", "iab"] as const) {
        const { page } = await stage.visit({ visitor: { locale: "de" }, tag: { variant } })
        const { accept, banner, reject } = surfacesOf(page)
        await banner.waitFor()
        assert.strictEqual(await accept.textContent(), ours.de.common.acceptAll)
        assert.strictEqual(await reject.textContent(), de.common.rejectAll)
      }
      const messages = { de: { common: { acceptAll: "Jo" } } }
      const { page } = await stage.visit({ visitor: { locale: "de" }, tag: { config: { i18n: { messages } } } })
      await surfacesOf(page).banner.waitFor()
      assert.strictEqual(await surfacesOf(page).accept.textContent(), "Jo")
    })
  },
)
