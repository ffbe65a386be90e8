import { ar } from "@consent-service/core/translation"
import { assert, it } from "@effect/vitest"
import * as FastCheck from "effect/FastCheck"
import type { Page } from "playwright-core"
import { accessibilityProblems } from "./testing/Axe.js"
import { screenshot } from "./testing/Screenshot.js"
import { describeStage, type Stage, type VisitSpec } from "./testing/Stage.js"
import { focused, settled, surfacesOf } from "./testing/Surfaces.js"

const phone = { width: 375, height: 667 }
const sideways = { width: 667, height: 375 }

const legal = { "data-privacy-policy-url": "/privacy", "data-cookie-policy-url": "/cookies" }

/** A page that a picture of a layout is taken of. */
const shop = `<style>body{max-width:60rem;margin:0 auto;padding:2rem;font:16px/1.6 system-ui}:root{color-scheme:light dark}</style>
<h1>Watering cans since 1951</h1><p>${"Our cans are made of galvanized steel and last for decades. ".repeat(20)}</p>`

const visitWith = (stage: Stage, ui: object, spec: VisitSpec = {}) =>
  stage.visit({ body: shop, ...spec, tag: { attributes: legal, config: { ui } } })

const boxOf = async (page: Page, name: "banner" | "dialog" | "trigger") => {
  const surface = surfacesOf(page)[name]
  await surface.waitFor()
  return (await surface.boundingBox()) ?? assert.fail(`there is no ${name}`)
}

const warnings = (page: Page): Array<string> => {
  const lines: Array<string> = []
  page.on("console", (message) => {
    if (message.type() === "warning") lines.push(message.text())
  })
  return lines
}

describeStage("the size of the banner", {}, (stage) => {
  for (const locale of ["en-GB", "de-DE", "fi-FI"])
    it(`${locale}: at most 45 % of a phone and 60 % of one held sideways, three buttons in one row there`, async () => {
      for (const [viewport, share] of [
        [phone, 0.45],
        [sideways, 0.6],
      ] as const) {
        const { page } = await visitWith(stage, {}, { visitor: { locale, viewport } })
        const { height } = await boxOf(page, "banner")
        assert.isAtMost(height / viewport.height, share, `${height} px`)
        const { accept, customize, reject } = surfacesOf(page)
        const [first, second, third] = await Promise.all([accept, reject, customize].map((one) => one.boundingBox()))
        assert.strictEqual(first?.y, second?.y)
        assert.approximately(first?.width ?? 0, second?.width ?? NaN, 0.1)
        if (viewport === sideways) assert.strictEqual(third?.y, first?.y)
        await screenshot(page, `phone-${locale.slice(0, 2)}-${viewport === phone ? "upright" : "sideways"}`)
      }
    })

  it("a long text scrolls inside, with the buttons in sight", async () => {
    const description = "We use cookies for many things that take long to tell. ".repeat(40)
    const { page } = await stage.visit({
      visitor: { viewport: phone },
      tag: { config: { i18n: { messages: { "*": { cookieBanner: { description } } } } } },
    })
    const { height, y } = await boxOf(page, "banner")
    assert.isAtMost(height / phone.height, 0.61)
    for (const name of ["accept", "reject", "customize"] as const) {
      const box = (await surfacesOf(page)[name].boundingBox()) ?? assert.fail(name)
      assert.isAtLeast(box.y, y)
      assert.isAtMost(box.y + box.height, y + height)
    }
  })
})

describeStage("layouts", {}, (stage) => {
  it("a bar reaches from edge to edge, a box keeps a distance", async () => {
    for (const position of ["bottom", "top"] as const) {
      const { page } = await visitWith(stage, { banner: { layout: "bar", position } })
      const { height, width, x, y } = await boxOf(page, "banner")
      assert.deepStrictEqual([x, width], [0, 1280])
      assert.strictEqual(position === "top" ? y : y + height, position === "top" ? 0 : 720)
      await screenshot(page, `layout-bar-${position}`)
    }
    const { page } = await visitWith(stage, {})
    assert.isAbove((await boxOf(page, "banner")).x, 0)
    await screenshot(page, "layout-box")
  })

  it("corners are mirrored where the language is", async () => {
    for (const locale of ["en-GB", "he-IL"])
      for (const position of ["top-left", "top-right", "bottom-left", "bottom-right"] as const) {
        const { page } = await visitWith(stage, { banner: { position } }, { visitor: { locale } })
        const { height, width, x, y } = await boxOf(page, "banner")
        assert.isBelow(width, 450)
        assert.strictEqual(
          x + width / 2 < 640,
          position.endsWith("left") === (locale === "en-GB"),
          `${locale} ${position}`,
        )
        assert.strictEqual(y + height / 2 < 360, position.startsWith("top"))
        if (locale === "en-GB") await screenshot(page, `layout-${position}`)
      }
  })

  it("a drawer for the preferences is as high as the window, at the end of the line", async () => {
    for (const [locale, side] of [
      ["en-GB", "right"],
      ["ar-EG", "left"],
    ] as const) {
      const { page } = await visitWith(stage, { dialog: { layout: "drawer" } }, { visitor: { locale } })
      await surfacesOf(page).customize.click()
      const { height, width, x } = await boxOf(page, "dialog")
      assert.strictEqual(height, 720)
      assert.strictEqual(Math.round(side === "right" ? x + width : x), side === "right" ? 1280 : 0)
      assert.deepStrictEqual(await accessibilityProblems(page), [])
      await screenshot(page, locale === "en-GB" ? "layout-drawer" : "layout-drawer-right-to-left")
    }
  })

  it("the console names a value that no option has with the valid ones, and the banner is there", async () => {
    const { page, tag } = { ...(await stage.newVisitor()), tag: stage.tag }
    const heard = warnings(page)
    const config = { ui: { banner: { position: "botom" }, colorScheme: "drak", theme: { radius: 12 } } }
    await page.goto(stage.site.page({ head: tag({ config }) }))
    await boxOf(page, "banner")
    assert.lengthOf(heard, 3, heard.join("\n"))
    assert.match(heard.join("\n"), /ui\.banner\.position is "botom".*bottom, top, center/)
    assert.isFalse(await page.evaluate(() => window.cs.has("marketing")))
  })
})

describeStage("the theme", {}, (stage) => {
  it("the text on any accent has a contrast of 4.5 at least", async () => {
    const { page } = await stage.visit()
    await surfacesOf(page).banner.waitFor()
    const contrastOn = (accents: ReadonlyArray<string>) =>
      surfacesOf(page).accept.evaluate((button, colors) => {
        const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true })
        const luminance = (color: string) => {
          if (!canvas) return NaN
          canvas.fillStyle = color
          canvas.fillRect(0, 0, 1, 1)
          const [red = 0, green = 0, blue = 0] = Array.from(canvas.getImageData(0, 0, 1, 1).data, (byte) => {
            const share = byte / 255
            return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
          })
          return 0.2126 * red + 0.7152 * green + 0.0722 * blue
        }
        return colors.map((accent) => {
          document.documentElement.style.setProperty("--cs-accent", accent)
          const { backgroundColor, color } = getComputedStyle(button)
          const [light = 0, dark = 0] = [luminance(backgroundColor), luminance(color)].sort((a, b) => b - a)
          return (light + 0.05) / (dark + 0.05)
        })
      }, accents)
    const hex = (value: number) => `#${value.toString(16).padStart(6, "0")}`
    const grays = Array.from({ length: 256 }, (_, byte) => hex(byte * 0x010101))
    const random = FastCheck.sample(FastCheck.nat(0xffffff).map(hex), 2_000)
    const accents = [...grays, ...random]
    const contrasts = await contrastOn(accents)
    const poor = accents.filter((_, at) => !((contrasts[at] ?? 0) >= 4.5))
    assert.deepStrictEqual(poor, [])
    await contrastOn(["#ffe600"])
    await screenshot(page, "theme-bright-accent")
  })

  it("has parts for everything that is drawn", async () => {
    const { page } = await visitWith(stage, { logo: "/favicon.svg", languages: ["en", "de"] })
    const { category, customize, dialog, dialogReject, trigger } = surfacesOf(page)
    const parts = new Set<string>()
    const collect = async () => {
      const found = await surfacesOf(page).host.evaluate((host) =>
        Array.from(host.shadowRoot?.querySelectorAll("[part]") ?? [], (node) => node.getAttribute("part") ?? ""),
      )
      for (const part of found.flatMap((names) => names.split(" "))) parts.add(part)
    }
    await customize.waitFor()
    await collect()
    await customize.click()
    await category("marketing").waitFor()
    await collect()
    await dialogReject.click()
    await trigger.waitFor()
    await collect()
    assert.isFalse(await dialog.isVisible())
    const documented =
      "cs-banner cs-dialog cs-trigger cs-logo cs-title cs-text cs-head cs-body cs-foot cs-actions cs-button cs-fill cs-line cs-small cs-language cs-close cs-item cs-row cs-switch cs-always".split(
        " ",
      )
    assert.includeMembers([...parts], documented)
  })
})

describeStage("the banner among everything else on the page", {}, (stage) => {
  const links = `${Array.from({ length: 60 }, (_, at) => `<a href="/${at}">Link ${at}</a> `).join("")}`

  it("is an element that pages do not render, so that React skips it when it hydrates a document", async () => {
    const { page } = await stage.visit({ body: "<div hidden></div>" })
    const { accept, host } = surfacesOf(page)
    await accept.waitFor()
    // A custom element: every other name could be one that the page renders at this place.
    assert.include(await host.evaluate(({ localName }) => localName), "-")
  })

  it("is first in the tab order, before all links of the page", async () => {
    const { page } = await stage.visit({ body: links })
    await surfacesOf(page).banner.waitFor()
    await page.keyboard.press("Tab")
    assert.strictEqual(await focused(page), "consent-banner-accept-button")
  })

  it("no overlay of the page covers refusing, one with the highest z-index and a later popover included", async () => {
    const { page, url } = await stage.visit({
      body: `<div style="position:fixed;inset:0;z-index:2147483647;background:#fff"></div>
        <div id="later" popover="manual" style="width:100vw;height:100vh;margin:0">Subscribe</div>`,
    })
    const { banner, reject } = surfacesOf(page)
    await banner.waitFor()
    await page.evaluate(() => document.getElementById("later")?.showPopover())
    await page.waitForTimeout(100)
    await reject.click({ timeout: 2_000 })
    assert.strictEqual((await stage.backend.saved(url))[0]?.action, "reject_all")
  })

  it("starts at its title where it must be answered, and says its text once", async () => {
    const { page } = await stage.visit({ body: links, tag: { config: { ui: { banner: { position: "center" } } } } })
    const { banner } = surfacesOf(page)
    await banner.waitFor()
    const start = await banner.evaluate((node) => {
      const root = node.getRootNode()
      return root instanceof ShadowRoot ? root.activeElement?.tagName : null
    })
    assert.strictEqual(start, "H2")
    assert.isNull(await banner.getAttribute("aria-describedby"))
    await page.keyboard.press("Tab")
    assert.strictEqual(await focused(page), "consent-banner-accept-button")
    await screenshot(page, "layout-center")
  })

  it("comes in with a movement, once, and without one for visitors who prefer none", async () => {
    const animations = (page: Page) => surfacesOf(page).banner.evaluate((node) => getComputedStyle(node).animationName)
    const { page } = await stage.visit({ visitor: { reducedMotion: "no-preference" } })
    await surfacesOf(page).banner.waitFor()
    assert.strictEqual(await animations(page), "cs-in")
    await page.evaluate(() => window.cs.setLanguage("de"))
    await page.getByRole("region", { name: "Cookies und Ihre Privatsphäre" }).waitFor()
    assert.strictEqual(await animations(page), "none")
    const still = await stage.visit()
    await surfacesOf(still.page).banner.waitFor()
    assert.strictEqual(await animations(still.page), "none")
  })

  it("moves nothing of the page", async () => {
    const { page } = await stage.visit({ body: shop, visitor: { reducedMotion: "no-preference" } })
    await surfacesOf(page).banner.waitFor()
    await page.waitForTimeout(300)
    const shifts = await page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          new PerformanceObserver((list) => resolve(list.getEntries().length)).observe({
            type: "layout-shift",
            buffered: true,
          })
          setTimeout(() => resolve(0), 200)
        }),
    )
    assert.strictEqual(shifts, 0)
  })
})

const vendors = [
  {
    id: "tube",
    name: "Tubecast",
    category: "functionality" as const,
    privacyPolicyUrl: "https://tube.example/privacy",
    description: "Plays the videos of our products.",
  },
]

describeStage(
  "controls",
  {
    manifest: {
      vendors,
      policyRules: [{ id: "all", match: { isDefault: true, fallback: true }, model: "opt-in", prompt: "choice" }],
    },
  },
  (stage) => {
    it("categories come in the order of their use to visitors, or in the page's", async () => {
      const titles = async (order?: ReadonlyArray<string>) => {
        const { page } = await visitWith(stage, order ? { dialog: { order } } : {})
        await surfacesOf(page).customize.click()
        const { dialog } = surfacesOf(page)
        await dialog.waitFor()
        return dialog.locator(".cs-item > .cs-row h3").allTextContents()
      }
      assert.deepStrictEqual(await titles(), [
        "Strictly necessary",
        "Functionality",
        "Measurement",
        "Personalization",
        "Marketing",
      ])
      assert.deepStrictEqual((await titles(["marketing"])).slice(0, 3), [
        "Strictly necessary",
        "Marketing",
        "Functionality",
      ])
    })

    it("what is necessary says that it is always active, and a click anywhere in a row switches it", async () => {
      const { page } = await visitWith(stage, {})
      await surfacesOf(page).customize.click()
      const { category, dialog } = surfacesOf(page)
      await dialog.waitFor()
      assert.strictEqual(await category("necessary").textContent(), "Always active")
      assert.isTrue(await category("necessary").isDisabled())
      await dialog.getByText("These show us how this site is used").click()
      assert.strictEqual(await category("measurement").getAttribute("aria-checked"), "true")
      await category("measurement").click()
      assert.strictEqual(await category("measurement").getAttribute("aria-checked"), "false")
    })

    it("the language switch changes the surfaces to another language and direction", async () => {
      const { page } = await visitWith(stage, { languages: ["en", "de", "ar"] })
      const select = page.getByTestId("consent-language")
      assert.deepStrictEqual(await select.locator("option").allTextContents(), ["English", "Deutsch", "العربية"])
      await select.selectOption("ar")
      await page.getByRole("region", { name: ar.cookieBanner.title }).waitFor()
      assert.strictEqual(await select.inputValue(), "ar")
      assert.deepStrictEqual(await accessibilityProblems(page), [])
      await screenshot(page, "language-arabic")
    })

    it("the trigger is an icon with a tooltip that names it, or a text, at a distance from the edge", async () => {
      const open = async (trigger: object) => {
        const { page } = await visitWith(stage, { trigger })
        await surfacesOf(page).reject.click()
        return { page, box: await boxOf(page, "trigger") }
      }
      const icon = await open({})
      assert.strictEqual(await surfacesOf(icon.page).trigger.getAttribute("title"), "Privacy preferences")
      assert.strictEqual(await icon.page.getByRole("button", { name: "Privacy preferences" }).count(), 1)
      assert.strictEqual(await surfacesOf(icon.page).trigger.locator("svg").count(), 1)
      const text = await open({ text: true, offset: "60px" })
      assert.strictEqual(await surfacesOf(text.page).trigger.textContent(), "Privacy preferences")
      assert.isNull(await surfacesOf(text.page).trigger.getAttribute("title"))
      assert.strictEqual(Math.round(icon.box.y - text.box.y), 60)
      await screenshot(icon.page, "trigger")
      await screenshot(text.page, "trigger-text")
    })

    it("a placeholder names the provider and its policy, and loads the content once or for good", async () => {
      const frame = `<div data-cs-embed><iframe width="640" height="320" title="A video" data-src="${stage.vendor.url("video.html")}" data-category="functionality" data-vendor="tube"></iframe></div>`
      const { hits, page, sent } = await visitWith(stage, {}, { body: frame })
      await surfacesOf(page).reject.click()
      const once = page.getByTestId("consent-embed-once-button")
      await once.waitFor()
      assert.include(await page.locator(".cs-embed").innerText(), "Provider: Tubecast")
      assert.strictEqual(
        await page.getByRole("link", { name: "Privacy policy" }).getAttribute("href"),
        "https://tube.example/privacy",
      )
      assert.deepStrictEqual(await accessibilityProblems(page), [])
      await screenshot(page, "placeholder")
      await once.click()
      await page.locator("iframe[src]").waitFor()
      await page.frameLocator("iframe").locator("body").waitFor()
      assert.include(hits().join(), "video.html")
      assert.lengthOf(sent(), 1)
      assert.isFalse(await page.evaluate(() => window.cs.has("functionality")))
      await page.reload()
      await once.waitFor()
      assert.strictEqual(await page.locator("iframe[src]").count(), 0)
    })

    it("no product is named unless the page wants it", async () => {
      const { page } = await visitWith(stage, {})
      await settled(page)
      assert.notInclude(await surfacesOf(page).banner.innerText(), "Consent Service")
      const named = await visitWith(stage, { hideBranding: false })
      assert.include(await surfacesOf(named.page).banner.innerText(), "Powered by Consent Service")
    })
  },
)

describeStage("Arabic", {}, (stage) => {
  for (const colorScheme of ["light", "dark"] as const)
    it(`${colorScheme}: from right to left in banner and dialog, in Arabic`, async () => {
      const { page } = await visitWith(stage, {}, { visitor: { locale: "ar-EG", colorScheme } })
      const { accept, banner, category, customize, dialog, reject } = surfacesOf(page)
      await banner.waitFor()
      assert.strictEqual(await banner.evaluate((node) => getComputedStyle(node).direction), "rtl")
      assert.strictEqual(await accept.textContent(), ar.common.acceptAll)
      const [first, second] = await Promise.all([accept, reject].map((one) => one.boundingBox()))
      assert.isAbove(first?.x ?? 0, second?.x ?? Infinity)
      assert.deepStrictEqual(await accessibilityProblems(page), [])
      await screenshot(page, `banner-arabic-${colorScheme}`)
      await customize.click()
      await dialog.waitFor()
      const [title, toggle] = await Promise.all(
        [dialog.getByText(ar.consentTypes.marketing.title, { exact: true }), category("marketing")].map((one) =>
          one.boundingBox(),
        ),
      )
      assert.isAbove(title?.x ?? 0, toggle?.x ?? Infinity)
      assert.deepStrictEqual(await accessibilityProblems(page), [])
      await screenshot(page, `dialog-arabic-${colorScheme}`)
    })
})
