import { assert, it } from "@effect/vitest"
import type { Page } from "playwright-core"
import { describeStage } from "./testing/Stage.js"
import { settled, surfacesOf } from "./testing/Surfaces.js"
import { queue } from "./testing/Tag.js"

const stay = { reloadOnConsentRevoked: false }

const ran = (page: Page): Promise<ReadonlyArray<string>> => page.evaluate(() => window.ran ?? [])

const ranAll = async (page: Page, ...names: ReadonlyArray<string>) => {
  await page.waitForFunction((count) => (window.ran ?? []).length >= count, names.length)
  assert.deepStrictEqual(await ran(page), names)
}

const marks = (page: Page) =>
  page
    .locator("script[data-cs-category]")
    .evaluateAll((all) => all.map((one) => one.dataset["csActivated"] ?? "waiting"))

const ownScript = (name: string) => `(window.ran = window.ran || []).push("${name}")`

const vendors = [
  { id: "shopcast", name: "Shopcast", category: "marketing" as const, privacyPolicyUrl: "https://shopcast.example/" },
]

describeStage(
  "gating scripts",
  {
    manifest: {
      vendors,
      policyRules: [{ id: "all", match: { isDefault: true, fallback: true }, model: "opt-in", prompt: "choice" }],
    },
  },
  (stage) => {
    const gated = (name: string, attributes = `data-cs-category="measurement"`) =>
      `<script type="text/plain" ${attributes} src="${stage.vendor.url(`${name}.js`)}"></script>`

    it("nothing is requested before the decision, nor after a refusal", async () => {
      const { hits, page, url } = await stage.visit({ body: gated("tracker") })
      await surfacesOf(page).reject.click()
      await stage.backend.saved(url)
      await page.reload()
      await settled(page)
      assert.deepStrictEqual(hits(), [])
      assert.deepStrictEqual(await marks(page), ["waiting"])
    })

    it("a grant runs each once, in the order of the document, inline ones after what they stand behind", async () => {
      const inline = `<script type="text/plain" data-cs-category="measurement">${ownScript("inline")}</script>`
      const { hits, page } = await stage.visit({ body: `${gated("first")}${inline}${gated("second")}` })
      await surfacesOf(page).accept.click()
      await ranAll(page, "first", "inline", "second")
      await page.evaluate(() => window.cs.save({ marketing: true }))
      await settled(page)
      assert.deepStrictEqual(await ran(page), ["first", "inline", "second"])
      assert.deepStrictEqual(hits(), ["/first.js", "/second.js"])
      assert.deepStrictEqual(await marks(page), ["true", "true", "true"])
    })

    it("each waits for its own category, a condition for all of it", async () => {
      const both = `data-cs-category='{"and":["measurement","marketing"]}'`
      const { page } = await stage.visit({
        body: `${gated("ads", `data-cs-category="marketing"`)}${gated("stats")}${gated("both", both)}`,
      })
      await settled(page)
      await page.evaluate(() => window.cs.save({ measurement: true }))
      await ranAll(page, "stats")
      await page.evaluate(() => window.cs.save({ marketing: true }))
      await page.waitForFunction(() => window.ran.length === 3)
      assert.deepStrictEqual([...(await ran(page))].sort(), ["ads", "both", "stats"])
    })

    it("those that come later run too; one that names no category never does, and says so", async () => {
      const { hits, page } = await stage.visit({ body: gated("never", `data-cs-category="whatever"`) })
      await surfacesOf(page).accept.click()
      await page.evaluate((src) => {
        const script = document.createElement("script")
        script.type = "text/plain"
        script.dataset["csCategory"] = "measurement"
        script.src = src
        document.body.append(script)
      }, stage.vendor.url("late.js"))
      await ranAll(page, "late")
      assert.deepStrictEqual(hits(), ["/late.js"])
      assert.include(await marks(page), "invalid")
    })

    it("a vendor that is switched off does not run, though its category may", async () => {
      const both = `data-cs-category="marketing" data-cs-vendor="shopcast"`
      const { hits, page } = await stage.visit({
        body: `${gated("shopcast", both)}${gated("others", `data-cs-category="marketing"`)}`,
      })
      await settled(page)
      await page.evaluate(() => window.cs.save({ marketing: true, vendors: { shopcast: false } }))
      await ranAll(page, "others")
      assert.deepStrictEqual(hits(), ["/others.js"])
      await page.evaluate(() => window.cs.save({ vendors: { shopcast: true } }))
      await ranAll(page, "others", "shopcast")
    })

    it("one for browsers without modules is left to them, and keeps the next one waiting for nothing", async () => {
      const { hits, page } = await stage.visit({
        body: `${gated("old", `data-cs-category="measurement" nomodule`)}${gated("next")}`,
      })
      await surfacesOf(page).accept.click()
      await ranAll(page, "next")
      assert.deepStrictEqual(hits(), ["/next.js"])
    })

    it("under a strict policy with nonces: ours pass theirs on, a tag without one is not trusted", async () => {
      const policy = {
        "content-security-policy": `default-src 'none'; script-src 'nonce-abc'; connect-src ${stage.backend.url}`,
      }
      const visitor = await stage.newVisitor()
      const body = `<script nonce="abc" type="text/plain" data-cs-category="measurement">${ownScript("trusted")}</script>
<script type="text/plain" data-cs-category="measurement">${ownScript("injected")}</script>`
      const head = stage.tag({ attributes: { nonce: "abc" } })
      await visitor.page.goto(stage.site.page({ head, body, headers: policy }))
      await surfacesOf(visitor.page).accept.click()
      await ranAll(visitor.page, "trusted")
      assert.deepStrictEqual(await marks(visitor.page), ["true", "untrusted"])
      assert.deepStrictEqual(visitor.troubles, [])
    })

    it("scripts of the configuration: loaded when granted, notified of changes, removed again", async () => {
      const { page, hits } = await stage.visit()
      await page.goto("about:blank")
      const src = JSON.stringify(stage.vendor.url("configured.js"))
      const told = (name: string) =>
        `${name}: ({ granted }) => (window.told = window.told || []).push("${name} " + granted)`
      const head = queue(
        `["config", { reloadOnConsentRevoked: false, scripts: [{ id: "one", category: "measurement", src: ${src},
        ${["onBeforeLoad", "onLoad", "onConsentChange", "onDispose"].map(told).join(", ")} }] }]`,
      )
      await page.goto(stage.site.page({ head: `${head}${stage.tag()}` }))
      await surfacesOf(page).banner.waitFor()
      assert.deepStrictEqual(hits(), [])
      await page.evaluate(() => window.cs.acceptAll())
      await ranAll(page, "configured")
      await page.evaluate(() => window.cs.rejectAll())
      assert.strictEqual(await page.locator(`script[src=${src}]`).count(), 0)
      const heard = await page.evaluate(() =>
        "told" in window && Array.isArray(window.told) ? window.told.map(String) : [],
      )
      assert.include(heard, "onConsentChange true")
      assert.include(heard, "onConsentChange false")
      assert.isTrue(heard.indexOf("onBeforeLoad true") < heard.indexOf("onLoad true"), heard.join())
      assert.strictEqual(heard.at(-1)?.split(" ")[0], "onDispose")
    })
  },
)

describeStage("gating embedded content", {}, (stage) => {
  const frame = () =>
    `<div data-cs-embed><iframe title="A video" data-src="${stage.vendor.url("video.html")}" data-category="functionality"></iframe></div>`

  it("waits behind a placeholder whose button allows it, and nothing else", async () => {
    const { hits, page, url } = await stage.visit({ body: frame(), tag: { config: stay } })
    await settled(page)
    assert.deepStrictEqual(hits(), [])
    await page.getByTestId("consent-embed-allow-button").click()
    await page.frameLocator("iframe").getByText("video").waitFor()
    const [row] = await stage.backend.saved(url)
    assert.strictEqual(row?.uiSource, "widget")
    assert.deepStrictEqual(Object.keys(row?.receipts ?? {}), ["functionality"])
    assert.deepStrictEqual(hits(), ["/video.html"])
    assert.strictEqual(await page.getByTestId("consent-embed-allow-button").count(), 0)
    assert.isFalse(await page.evaluate(() => window.cs.has("marketing")))
  })

  it("disappears when the permission is withdrawn, and returns with it", async () => {
    const { hits, page } = await stage.visit({ body: frame(), tag: { config: stay } })
    await surfacesOf(page).accept.click()
    await page.frameLocator("iframe").getByText("video").waitFor()
    await page.evaluate(() => window.cs.save({ functionality: false }))
    assert.notInclude((await page.locator("iframe").getAttribute("src")) ?? "", "vendor.test")
    await page.evaluate(() => window.cs.save({ functionality: true }))
    await page.frameLocator("iframe").getByText("video").waitFor()
    assert.deepStrictEqual(hits(), ["/video.html", "/video.html"])
  })

  it("what was taken back does not come again by going back in history", async () => {
    const visitor = await stage.newVisitor()
    const { page } = visitor
    await page.goto(stage.site.page({ body: "Before" }))
    const url = stage.site.page({ head: stage.tag({ config: stay }), body: frame() })
    await page.goto(url)
    await surfacesOf(page).accept.click()
    await page.frameLocator("iframe").getByText("video").waitFor()
    await page.evaluate(() => window.cs.save({ functionality: false }))
    await stage.backend.saved(url, 2)
    await page.evaluate(() => history.back())
    await page.getByText("Before").waitFor()
    await page.evaluate(() => history.forward())
    await page.getByTestId("consent-embed-allow-button").waitFor()
    await settled(page)
    assert.deepStrictEqual(visitor.hits(), ["/video.html"])
  })

  it("only web addresses are followed, and what replaces the whole body is watched", async () => {
    const { hits, page } = await stage.visit({ tag: { config: stay } })
    await surfacesOf(page).accept.click()
    await page.evaluate(
      ([good]) => {
        const body = document.createElement("body")
        for (const src of [`javascript:parent.ran=["bad"]`, good ?? ""]) {
          const embed = document.createElement("iframe")
          embed.dataset["src"] = src
          embed.dataset["category"] = "marketing"
          body.append(embed)
        }
        document.body.replaceWith(body)
      },
      [stage.vendor.url("swapped.html")],
    )
    await page.frameLocator('iframe[src*="swapped"]').getByText("swapped").waitFor()
    assert.deepStrictEqual(hits(), ["/swapped.html"])
    assert.deepStrictEqual(await ran(page), [])
  })
})

describeStage("gating requests", {}, (stage) => {
  const rules = { networkBlocker: { rules: [{ domain: "vendor.test", category: "measurement" }] }, ...stay }

  it("fetch and XMLHttpRequest: held until the policy is known, then refused or sent", async () => {
    const visitor = await stage.newVisitor()
    const early = `<script>window.early = fetch("${stage.vendor.url("early")}").then(({ status }) => status)</script>`
    await visitor.page.goto(stage.site.page({ head: `${stage.tag({ config: rules })}${early}` }))
    const page = visitor.page
    const call = (target: string) =>
      page.evaluate(async (address) => {
        const { status } = await fetch(address)
        const xhr = await new Promise<string>((resolve) => {
          const request = new XMLHttpRequest()
          request.addEventListener("error", () => resolve(`error ${request.status}`))
          request.addEventListener("load", () => resolve(`load ${request.status}`))
          request.open("POST", address)
          request.send("{}")
        })
        return [status, xhr]
      }, target)
    assert.strictEqual(await page.evaluate(() => "early" in window && window.early), 451)
    assert.deepStrictEqual(await call(stage.vendor.url("data")), [451, "error 0"])
    assert.deepStrictEqual(visitor.hits(), [])
    await page.evaluate(() => window.cs.acceptAll())
    assert.deepStrictEqual(await call(stage.vendor.url("data")), [200, "load 200"])
    assert.deepStrictEqual(visitor.hits(), ["/data", "/data"])
  })

  it("a domain may be written with a star or a dot before it: itself and what is below it", async () => {
    const written = [
      { domain: "*.vendor.test", category: "measurement", methods: ["GET"] },
      { domain: ".vendor.test", category: "measurement", methods: ["POST"] },
    ]
    const { hits, page } = await stage.visit({ tag: { config: { networkBlocker: { rules: written } } } })
    await settled(page)
    const hosts = ["vendor.test", "cdn.vendor.test", "other-vendor.test"]
    const statuses = await page.evaluate(
      (addresses) =>
        Promise.all(
          addresses.flatMap((address) =>
            ["GET", "POST"].map(async (method) => (await fetch(address, { method })).status),
          ),
        ),
      hosts.map((host) => stage.vendor.url("data").replace("vendor.test", host)),
    )
    assert.deepStrictEqual(statuses, [451, 451, 451, 451, 200, 200])
    assert.deepStrictEqual(hits(), ["/data", "/data"])
  })

  it("dispose() before the policy is known refuses what was held", async () => {
    const visitor = await stage.newVisitor()
    visitor.trick(({ path }) => (path === "/init" ? "hang" : null))
    const address = stage.vendor.url("early")
    const early = `<script>
window.early = fetch("${address}").then(({ status }) => status)
window.failed = new Promise((told) => {
  const request = new XMLHttpRequest()
  request.onerror = () => told("error " + request.status)
  request.onload = () => told("load")
  request.open("GET", "${address}")
  request.send()
})
cs.dispose()
</script>`
    await visitor.page.goto(stage.site.page({ head: `${stage.tag({ config: rules })}${early}` }))
    const outcomes = await visitor.page.evaluate(() =>
      Promise.all([Reflect.get(window, "early"), Reflect.get(window, "failed")]),
    )
    assert.deepStrictEqual(outcomes, [451, "error 0"])
    assert.deepStrictEqual(visitor.hits(), [])
  })
})

describeStage("clearing", {}, (stage) => {
  it("data of a refused category is deleted, by exact names and prefixes; other data and our own is kept", async () => {
    const clearOnRevocation = {
      marketing: { cookies: ["_ads", "cs"], localStorage: ["ads_*"], sessionStorage: ["ads"] },
    }
    const { page, url } = await stage.visit({ tag: { config: { ...stay, clearOnRevocation } } })
    await surfacesOf(page).accept.click()
    await stage.backend.saved(url)
    await page.evaluate(() => {
      // oxlint-disable-next-line unicorn/no-document-cookie -- as a vendor's script would
      for (const name of ["_ads", "_adsense"]) document.cookie = `${name}=1; Path=/`
      for (const key of ["ads_1", "ads_2", "adserver"]) localStorage.setItem(key, "1")
      sessionStorage.setItem("ads", "1")
    })
    await page.evaluate(() => window.cs.save({ marketing: false }))
    const left = await page.evaluate(() => ({
      cookies: document.cookie.split("; ").map((one) => one.split("=", 1)[0]),
      local: Object.keys(localStorage).filter((key) => key.startsWith("ads")),
      session: sessionStorage.length,
    }))
    assert.deepStrictEqual([...left.cookies].sort(), ["_adsense", "cs"])
    assert.deepStrictEqual([left.local, left.session], [["adserver"], 0])
  })
})
