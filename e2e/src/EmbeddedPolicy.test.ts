import { assert, it } from "@effect/vitest"
import type { Page } from "playwright-core"
import type { Trick } from "./testing/Backend.js"
import { describeStage } from "./testing/Stage.js"
import { listening, settled, surfacesOf } from "./testing/Surfaces.js"

const outboxKey = "cs-v3-pending-consent-saves:v1"

const everywhere = { id: "all", match: { isDefault: true }, model: "opt-in", prompt: "choice" } as const

const policyOn = (page: Page) =>
  page.evaluate(() => {
    const { language, policy, status } = window.cs.getSnapshot()
    return { language, policy: policy?.id ?? null, status }
  })

const decided = (language: string) => ({ language, policy: "all", status: "matched" }) as const

/** Everything but the script itself. */
const outage = ({ path }: { readonly path: string }): Trick | null => (path === "/cs.js" ? null : "cut")

const embedded = { query: "?policy=embedded" }

describeStage("a policy in the script", { manifest: { policyRules: [everywhere] } }, (stage) => {
  it("decides and shows the banner without a request", async () => {
    const { page, requests, url } = await stage.visit({ tag: embedded })
    await surfacesOf(page).banner.waitFor()
    assert.deepStrictEqual(await policyOn(page), decided("en"))
    assert.deepStrictEqual(
      requests()
        .map(({ path }) => path)
        .filter((path) => !/^\/cs\.(ui\.)?/.test(path)),
      [],
    )
    await surfacesOf(page).accept.click()
    const [row] = await stage.backend.saved(url)
    assert.isTrue(row?.preferences["marketing"])
  })

  it("opens a returning visitor's gates before the parser reads on", async () => {
    const { page, url } = await stage.visit({ tag: embedded })
    await surfacesOf(page).accept.click()
    await stage.backend.saved(url)
    stage.site.replace(url, {
      head: `${stage.tag(embedded)}<script>window.early = cs.has("marketing")</script>`,
    })
    await page.reload()
    assert.isTrue(await page.evaluate(() => Reflect.get(window, "early")))
  })

  it("an outage changes nothing, and the record arrives once the service is back", async () => {
    const { page, trick, url } = await (async () => {
      const visitor = await stage.newVisitor()
      visitor.trick(outage)
      const address = stage.site.page({ head: `${listening}${stage.tag(embedded)}` })
      await visitor.page.goto(address)
      return { ...visitor, url: address }
    })()
    await surfacesOf(page).accept.click()
    await page.waitForFunction(() => window.cs.has("marketing"))
    await page.waitForFunction((key) => JSON.parse(localStorage.getItem(key) ?? "[]").length === 1, outboxKey)
    assert.deepStrictEqual(await stage.backend.rows(url), [])
    await page.reload()
    assert.isTrue(await page.evaluate(() => window.cs.has("marketing")))
    trick(() => null)
    await page.reload()
    const [row, ...more] = await stage.backend.saved(url)
    assert.deepStrictEqual(more, [])
    assert.isTrue(row?.preferences["marketing"])
    await page.waitForFunction((key) => (localStorage.getItem(key) ?? "[]") === "[]", outboxKey)
  })

  it("speaks the language of ?language=, and requests another one that the page sets", async () => {
    const german = await stage.visit({ tag: { query: "?policy=embedded&language=de" } })
    await settled(german.page)
    assert.deepStrictEqual(await policyOn(german.page), decided("de"))
    assert.deepStrictEqual(german.requests("/init"), [])
    const french = await stage.visit({ tag: { ...embedded, attributes: { "data-language": "fr" } } })
    await settled(french.page)
    assert.deepStrictEqual(await policyOn(french.page), decided("fr"))
    assert.strictEqual(french.requests("/init").length, 1)
    german.trick(outage)
    assert.deepStrictEqual(await german.page.evaluate(() => window.cs.setLanguage("it")), {
      ok: false,
      reason: "unresolved",
    })
  })
})

describeStage("a policy that depends on the location", { script: { policy: "embedded" } }, (stage) => {
  it("is requested, whatever the option says", async () => {
    const { page, requests } = await stage.visit({ visitor: { country: "NZ" } })
    await settled(page)
    assert.strictEqual(requests("/init").length, 1)
    assert.strictEqual((await policyOn(page)).policy, "elsewhere")
  })
})
