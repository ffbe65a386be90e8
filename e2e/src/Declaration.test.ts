import { ar, de, enSite } from "@consent-service/core/translation"
import { assert, it } from "@effect/vitest"
import type { BrowserContext, Page } from "playwright-core"
import { accessibilityProblems } from "./testing/Axe.js"
import { screenshot } from "./testing/Screenshot.js"
import { describeStage } from "./testing/Stage.js"
import { settled, surfacesOf } from "./testing/Surfaces.js"
import { configure } from "./testing/Tag.js"

const services = [
  {
    id: "stats",
    name: "Shop statistics",
    category: "measurement",
    provider: { en: "Stats Ltd, Dublin", de: "Stats GmbH, Wien" },
    privacyPolicyUrl: "https://stats.example/privacy",
    cookies: [
      {
        name: "_stats",
        purpose: { en: "Recognizes visitors", de: "Erkennt Besucher wieder" },
        duration: { en: "1 year", de: "1 Jahr" },
      },
      { name: "_stats_*", purpose: "Counts the pages of a visit", duration: "1 day" },
      { name: "_stats_shop", purpose: "Remembers the shelf", duration: "1 day", path: "/shop" },
    ],
  },
  {
    id: "heatmap",
    name: "Heat map",
    category: "measurement",
    privacyPolicyUrl: "https://heatmap.example/privacy",
    cookies: [{ name: "_heat", purpose: { "*": "Records clicks" }, duration: "30 days" }],
  },
  {
    id: "basket",
    name: "Basket",
    category: "necessary",
    privacyPolicyUrl: "https://shop.example/privacy",
    cookies: [{ name: "basket", purpose: "Keeps what you chose", duration: "1 day" }],
  },
]

const stay = { reloadOnConsentRevoked: false }

const block = `<h2>Cookies</h2><div data-cs-declaration><p>Not known yet</p></div>`

const cookiesIn = async (context: BrowserContext): Promise<ReadonlyArray<string>> =>
  (await context.cookies()).map(({ name }) => name).toSorted()

/** As the services' own scripts would. */
const setCookies = (page: Page) =>
  page.evaluate(() => {
    // oxlint-disable-next-line unicorn/no-document-cookie -- as a vendor's script would
    for (const cookie of [
      "_stats=1; Path=/",
      "_stats_1=1; Path=/",
      "_stats_shop=1; Path=/shop",
      "_statistics=1; Path=/",
      "_heat=1; Path=/",
      "basket=1; Path=/",
    ])
      document.cookie = cookie
  })

const textsOf = (page: Page, selector: string) => page.locator(`[data-cs-declaration] ${selector}`).allTextContents()

const rules = [{ id: "all", match: { isDefault: true, fallback: true }, model: "opt-in", prompt: "choice" }] as const

describeStage("the cookie declaration", { manifest: { policyRules: rules } }, (stage) => {
  for (const [locale, texts, direction, purpose] of [
    ["en-GB", enSite, "ltr", "Recognizes visitors"],
    ["de-DE", de, "ltr", "Erkennt Besucher wieder"],
    ["ar-EG", ar, "rtl", "Recognizes visitors"],
  ] as const)
    it(`${locale}: services by category with their cookies in the visitor's language, accessible`, async () => {
      const { page, troubles } = await stage.visit({
        visitor: { locale },
        body: block,
        tag: { config: { ...stay, services } },
      })
      await page.locator("[data-cs-declaration] table").first().waitFor()
      assert.deepStrictEqual(
        await textsOf(page, "h3"),
        [texts.consentTypes.necessary, texts.consentTypes.measurement].map(({ title }) => title),
      )
      assert.deepStrictEqual(await textsOf(page, "h4"), ["Basket", "Shop statistics", "Heat map"])
      const { duration, name, purpose: forWhat, title } = texts.consentManagerDialog.cookies
      assert.deepStrictEqual((await textsOf(page, "th")).slice(0, 3), [name, forWhat, duration])
      assert.deepStrictEqual(
        await textsOf(page, "caption"),
        ["1", "3", "1"].map((count) => title.replace("{count}", count)),
      )
      assert.deepStrictEqual(await textsOf(page, "td:nth-child(2)"), [
        "Keeps what you chose",
        purpose,
        "Counts the pages of a visit",
        "Remembers the shelf",
        "Records clicks",
      ])
      const spoken = await page
        .locator(".cs-declaration")
        .evaluate((element) => [element.getAttribute("lang"), getComputedStyle(element).direction])
      assert.deepStrictEqual(spoken, [locale.slice(0, 2), direction])
      assert.deepStrictEqual(await accessibilityProblems(page), [])
      await screenshot(page, `declaration-${locale}`)
      await page.locator("[data-cs-declaration] button").click()
      const { dialog } = surfacesOf(page)
      await dialog.waitFor()
      for (const list of await dialog.locator("summary").all()) await list.click()
      await dialog.getByText(purpose).waitFor()
      assert.deepStrictEqual(
        [await surfacesOf(page).vendor("stats").count(), await surfacesOf(page).vendor("basket").count()],
        [1, 0],
      )
      assert.deepStrictEqual(await accessibilityProblems(page), [])
      await screenshot(page, `declaration-dialog-${locale}`)
      assert.deepStrictEqual(troubles, [])
    })

  it("a service that is switched off in the dialog: its cookies are deleted by name, pattern and path, others stay", async () => {
    const { context, page, url } = await stage.visit({ body: block, tag: { config: { ...stay, services } } })
    const surfaces = surfacesOf(page)
    await surfaces.accept.click()
    await stage.backend.saved(url)
    await setCookies(page)
    await page.locator("[data-cs-declaration] button").click()
    for (const list of await surfaces.dialog.locator("summary").all()) await list.click()
    await surfaces.vendor("stats").click()
    await surfaces.save.click()
    const saved = await stage.backend.saved(url, 2)
    assert.deepStrictEqual(saved[1]?.vendorGrants, { stats: false, heatmap: true, basket: true })
    assert.deepStrictEqual(
      (await cookiesIn(context)).filter((name) => name !== "cs"),
      ["_heat", "_statistics", "basket"],
    )
    await page.evaluate(() => window.cs.rejectAll())
    assert.deepStrictEqual(
      (await cookiesIn(context)).filter((name) => name !== "cs"),
      ["_statistics", "basket"],
    )
  })

  it("what is left of a refused service is deleted on the next page view, and nothing before a policy is known", async () => {
    const { context, page, trick, url } = await stage.visit({ tag: { config: { ...stay, services } } })
    await surfacesOf(page).reject.click()
    await stage.backend.saved(url)
    await setCookies(page)
    trick(({ path }) => (path === "/init" ? { status: 503 } : null))
    await page.reload()
    await settled(page)
    assert.include(await cookiesIn(context), "_stats")
    trick(() => null)
    await page.reload()
    await settled(page)
    await page.waitForFunction(() => !document.cookie.includes("_heat"))
    assert.deepStrictEqual(await cookiesIn(context), ["_statistics", "basket", "cs"])
  })

  it("a service gates like a vendor, and needs its category", async () => {
    const gated = `<script type="text/plain" data-cs-vendor="stats" src="${stage.vendor.url("stats.js")}"></script>`
    const { hits, page } = await stage.visit({ body: gated, tag: { config: { ...stay, services } } })
    await settled(page)
    assert.deepStrictEqual(hits(), [])
    await page.evaluate(() => window.cs.save({ measurement: true, vendors: { stats: false } }))
    await settled(page)
    assert.deepStrictEqual(hits(), [])
    await page.evaluate(() => window.cs.save({ vendors: { stats: true } }))
    await page.waitForFunction(() => (window.ran ?? []).length === 1)
  })

  it("what belongs to an entry that cannot be used does not run, however much is granted", async () => {
    const [good] = services
    const entries = [
      good,
      { ...good, id: "nameless", name: "" },
      { ...good, id: "policyless", privacyPolicyUrl: undefined },
      { ...good, id: "uncategorized", category: "ads" },
      { ...good, id: "excluded", category: { xor: ["marketing"] } },
      { ...good, id: "In capitals" },
    ]
    const ids = [...entries.map((entry) => String(entry?.id)), "incomplete", "undeclared"]
    const gated = ids.map(
      (id) => `<script type="text/plain" data-cs-vendor="${id}" src="${stage.vendor.url(`${id}.js`)}"></script>`,
    )
    const vendors = [{ ...good, id: "incomplete", category: undefined }]
    const { hits, page } = await stage.visit({
      body: gated.join(""),
      tag: { config: { ...stay, services: entries, vendors } },
    })
    await page.evaluate(() => window.cs.acceptAll())
    await page.waitForFunction(() => (window.ran ?? []).length === 2)
    await page.reload()
    await page.waitForFunction(() => (window.ran ?? []).length === 2)
    await settled(page)
    assert.sameMembers([...new Set(hits())], ["/stats.js", "/undeclared.js"])
  })

  it("an entry without an id may be about any vendor that is not declared", async () => {
    const [stats, , basket] = services
    const gated = (id: string) =>
      `<script type="text/plain" data-cs-vendor="${id}" src="${stage.vendor.url(`${id}.js`)}"></script>`
    const { hits, page } = await stage.visit({
      body: gated("stats") + gated("basket"),
      tag: { config: { ...stay, services: [{ ...stats, id: undefined }, basket] } },
    })
    await page.evaluate(() => window.cs.acceptAll())
    await page.waitForFunction(() => (window.ran ?? []).length === 1)
    await settled(page)
    assert.deepStrictEqual(hits(), ["/basket.js"])
  })

  it("with the headless script: filled in the visitor's language, also in another one, and cookies are deleted", async () => {
    const visitor = await stage.newVisitor({ locale: "de-DE" })
    const { context, page } = visitor
    const asked: Array<string> = []
    page.on("request", (request) => {
      const { pathname } = new URL(request.url())
      if (/^.(init|cs.ui)/.test(pathname)) asked.push(pathname.slice(1, 6))
    })
    const head = stage.tag({ variant: "headless", config: { ...stay, services } })
    const url = stage.site.page({ head, body: block })
    await page.goto(url)
    await page.locator("[data-cs-declaration] table").first().waitFor()
    assert.deepStrictEqual(await textsOf(page, "h4"), ["Basket", "Shop statistics", "Heat map"])
    assert.include(await textsOf(page, "td:nth-child(2)"), "Erkennt Besucher wieder")
    await page.evaluate(() => window.cs.setLanguage("en"))
    await page.getByText("Recognizes visitors").waitFor()
    // The messages of each language, once; the policy is in the script.
    assert.deepStrictEqual(asked, ["cs.ui", "init", "init"])
    await page.evaluate(() => window.cs.acceptAll())
    await stage.backend.saved(url)
    await setCookies(page)
    await page.locator("[data-cs-declaration] button").click()
    assert.strictEqual(await page.evaluate(() => window.cs.getSnapshot().surface), "dialog")
    await page.evaluate(() => window.cs.save({ vendors: { stats: false } }))
    const saved = await stage.backend.saved(url, 2)
    assert.deepStrictEqual(saved[1]?.vendorGrants, { stats: false, heatmap: true, basket: true })
    assert.deepStrictEqual(
      (await cookiesIn(context)).filter((name) => name !== "cs"),
      ["_heat", "_statistics", "basket"],
    )
    assert.deepStrictEqual(visitor.troubles, [])
  })

  it("with the headless script, while the service is down: one line, and what the page has written stays", async () => {
    const visitor = await stage.newVisitor()
    const { page, trick } = visitor
    const lines: Array<string> = []
    page.on("console", (message) => lines.push(message.text()))
    trick(({ path }) => (path === "/init" ? { status: 503 } : null))
    const head = stage.tag({ variant: "headless", config: { ...stay, services } })
    const refused = page.waitForEvent("console", (message) => message.text().startsWith("cs:"))
    await page.goto(stage.site.page({ head, body: block }))
    assert.match((await refused).text(), /^cs: no cookie declaration, .* 503$/)
    await page.evaluate(() => document.body.append("more"))
    await settled(page)
    assert.strictEqual(await page.locator("[data-cs-declaration]").innerText(), "Not known yet")
    assert.lengthOf(
      lines.filter((line) => line.startsWith("cs:")),
      1,
    )
  })

  it("a block that comes later is filled, and another language is followed", async () => {
    const { page } = await stage.visit({ tag: { config: { ...stay, services } } })
    await settled(page)
    await page.evaluate(() => {
      const later = document.createElement("div")
      later.dataset["csDeclaration"] = ""
      document.querySelector("main")?.append(later)
    })
    await page.getByText("Recognizes visitors").waitFor()
    await page.evaluate(() => window.cs.setLanguage("de"))
    await page.getByText("Erkennt Besucher wieder").waitFor()
    assert.strictEqual(await page.locator("[data-cs-declaration]").count(), 1)
  })

  it("malformed services: one line on the console each, with what to write, and the page works", async () => {
    const [good] = services
    const wrong = [
      null,
      { name: "No id" },
      { ...good, id: "Stats" },
      { ...good, id: "nameless", name: "" },
      { ...good, id: "uncategorized", category: "ads" },
      good,
      good,
      { ...good, id: "odd", policyUrl: "/", cookies: [null, { name: "a*b", purpose: "x", duration: "y" }] },
    ]
    const visitor = await stage.newVisitor()
    const { page } = visitor
    const lines: Array<string> = []
    page.on("console", (message) => lines.push(message.text()))
    const url = stage.site.page({ head: stage.tag({ config: { ...stay, services: wrong } }), body: block })
    await page.goto(url)
    await page.locator("[data-cs-declaration] table").first().waitFor()
    assert.deepStrictEqual(await textsOf(page, "h4"), ["Shop statistics", "Shop statistics"])
    assert.deepStrictEqual(
      lines.filter((line) => line.startsWith("cs:")).map((line) => /services\[\d\]/.exec(line)?.[0]),
      [0, 1, 2, 3, 4, 6, 7].map((at) => `services[${at}]`),
    )
    await surfacesOf(page).accept.click()
    await stage.backend.saved(url)
    assert.deepStrictEqual(visitor.troubles, [])
  })

  it("no list at all costs one line", async () => {
    const lines: Array<string> = []
    const { page } = await stage.newVisitor()
    page.on("console", (message) => lines.push(message.text()))
    await page.goto(stage.site.page({ head: stage.tag({ config: { services: { stats: true } } }), body: block }))
    await surfacesOf(page).banner.waitFor()
    while (lines.length === 0) await page.waitForTimeout(20)
    assert.match(lines.join(), /^cs: services is no list\. Write services: \[/)
  })

  it("pages without services do not load its code", async () => {
    const loaded = async (config: object) => {
      const { page } = await stage.visit({ tag: { config: { ...stay, ...config } }, body: block })
      await surfacesOf(page).banner.waitFor()
      await settled(page)
      return page.evaluate(
        () => performance.getEntriesByType("resource").filter(({ name }) => /\/cs\.ui\./.test(name)).length,
      )
    }
    const without = await loaded({})
    assert.strictEqual(await loaded({ services }), without + 1)
  })
})

const manifestVendor = {
  id: "stats",
  name: "Statistics of the manifest",
  category: "measurement" as const,
  privacyPolicyUrl: "https://stats.example/privacy",
}

describeStage(
  "services from the service's own configuration",
  {
    manifest: { vendors: [manifestVendor], policyRules: rules },
    script: { config: { ...stay, services: [{ id: "stats", cookies: services[0]?.cookies }] } },
  },
  (stage) => {
    for (const variant of ["full", "iab"] as const)
      it(`${variant}: a vendor of the manifest gets its cookies`, async () => {
        const { page } = await stage.visit({ body: block, tag: { variant } })
        await page.locator("[data-cs-declaration] table").waitFor()
        assert.deepStrictEqual(await textsOf(page, "h4"), ["Statistics of the manifest"])
      })

    it("under a strict policy, with the banner included", async () => {
      const nonce = "r4nd0m"
      const policy = [
        "default-src 'none'",
        `script-src 'nonce-${nonce}'`,
        `connect-src ${stage.backend.url}`,
        "style-src 'none'",
        "require-trusted-types-for 'script'",
      ].join("; ")
      const visitor = await stage.newVisitor()
      const config = configure({ ...stay }).replace("<script", `<script nonce="${nonce}"`)
      const head = `${config}${stage.tag({ attributes: { nonce } })}`
      await visitor.page.goto(stage.site.page({ head, body: block, headers: { "content-security-policy": policy } }))
      await visitor.page.locator("[data-cs-declaration] table").waitFor()
      assert.deepStrictEqual(visitor.troubles, [])
    })
  },
)
