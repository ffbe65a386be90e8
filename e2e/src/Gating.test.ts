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
    await page.goBack()
    await page.getByText("Before").waitFor()
    await page.goForward()
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

describeStage("gating images, links and media", {}, (stage) => {
  const address = (name: string) => stage.vendor.url(name)

  /** Elements of every kind, each with other addresses. */
  const media = (need = `data-category="marketing"`) => `
<img alt="" ${need} data-src="${address("pixel.svg")}">
<img alt="" ${need} data-src="${address("small.svg")}" data-srcset="${address("sharp.svg")} 1x, ${address("sharper.svg")} 9x">
<picture><source ${need} data-srcset="${address("art.svg")}"><img alt="" src="/own.svg"></picture>
<link rel="stylesheet" ${need} data-href="${address("look.css")}">
<video ${need} data-src="${address("film")}" data-poster="${address("poster.svg")}"></video>
<audio preload="auto"><source ${need} data-src="${address("song")}"></audio>`

  const loads = ["/art.svg", "/film", "/look.css", "/pixel.svg", "/poster.svg", "/sharp.svg", "/song"]

  /** What was requested, each once: a browser may ask for a part of a film again, and for a poster when its film changes. */
  const expectHits = async (hits: () => ReadonlyArray<string>, expected: ReadonlyArray<string>) => {
    const distinct = () => Array.from(new Set(hits())).toSorted()
    for (let waited = 0; distinct().length < expected.length && waited < 5_000; waited += 20)
      await new Promise((resolve) => setTimeout(resolve, 20))
    assert.deepStrictEqual(distinct(), expected)
  }

  const addressesOn = (page: Page) =>
    page
      .locator("[data-category]")
      .evaluateAll((all) =>
        all.flatMap((one) => ["src", "srcset", "href", "poster"].flatMap((name) => one.getAttribute(name) ?? [])),
      )

  it("nothing is requested before the decision, each once after it, and nothing after the withdrawal", async () => {
    const { hits, page } = await stage.visit({ body: media(), tag: { config: stay } })
    await settled(page)
    assert.deepStrictEqual([hits(), await addressesOn(page)], [[], []])
    await page.evaluate(() => window.cs.save({ measurement: true }))
    await settled(page)
    assert.deepStrictEqual(hits(), [])
    await page.evaluate(() => window.cs.save({ marketing: true }))
    await expectHits(hits, loads)
    await settled(page)
    const before = hits().length
    await page.evaluate(() => window.cs.save({ marketing: false }))
    assert.deepStrictEqual(await addressesOn(page), [])
    // Nothing is loaded any more, and nothing is found: without another load, what plays goes on.
    const networkStates = await page
      .locator("video,audio")
      .evaluateAll((all) => all.map((one) => one instanceof HTMLMediaElement && one.networkState))
    assert.deepStrictEqual(networkStates, [0, 3])
    await page.evaluate(() => window.cs.save({ functionality: true }))
    await settled(page)
    assert.strictEqual(hits().length, before)
    await page.evaluate(() => window.cs.save({ marketing: true }))
    await expectHits(() => hits().slice(before), loads)
  })

  it("a visitor who has decided gets them immediately, after a refusal none of them", async () => {
    for (const [decide, expected] of [
      ["accept", loads],
      ["reject", []],
    ] as const) {
      const { hits, page, url } = await stage.visit({ body: media(), tag: { config: stay } })
      await surfacesOf(page)[decide].click()
      await stage.backend.saved(url)
      await expectHits(hits, expected)
      const before = hits().length
      await page.reload()
      await settled(page)
      await expectHits(() => hits().slice(before), expected)
    }
  })

  it("those that come later, or get another address later, are gated too", async () => {
    const { hits, page } = await stage.visit({ tag: { config: stay } })
    await settled(page)
    const add = (name: string) =>
      page.evaluate(
        ([src]) => {
          const image = new Image()
          image.dataset["category"] = "marketing"
          image.dataset["src"] = src
          document.body.append(image)
        },
        [address(name)],
      )
    await add("early.svg")
    await settled(page)
    assert.deepStrictEqual(hits(), [])
    await page.evaluate(() => window.cs.acceptAll())
    await expectHits(hits, ["/early.svg"])
    await add("late.svg")
    await expectHits(hits, ["/early.svg", "/late.svg"])
    await page.evaluate((srcset) => {
      for (const image of document.images) image.dataset["srcset"] = srcset
    }, address("other.svg"))
    await expectHits(hits, ["/early.svg", "/late.svg", "/other.svg"])
  })

  it("a vendor, other spellings, an own address until then, and what is no web address", async () => {
    const own = [{ id: "tube", name: "Tube", category: "marketing", privacyPolicyUrl: "https://tube.example/" }]
    const body = `
<img alt="" id="tube" data-cs-category="marketing" data-cs-vendor="tube" data-src="${address("tube.svg")}" src="/own.svg">
<img alt="" id="never" data-cs-category="whatever" data-src="${address("never.svg")}">
<img alt="" id="foreign" data-category="shoes" src="${address("shoes.svg")}">
<img alt="" id="sorted" data-category="marketing" src="${address("sorted.svg")}">
<img alt="" id="inline" data-category="marketing" data-src="data:image/svg+xml,<svg/>">`
    const { hits, page } = await stage.visit({ body, tag: { config: { ...stay, vendors: own } } })
    await settled(page)
    // What is written with `src` is not gated: other code may sort its images by such an attribute.
    assert.deepStrictEqual([...hits()].toSorted(), ["/shoes.svg", "/sorted.svg"])
    assert.strictEqual(await page.locator("#tube").getAttribute("src"), "/own.svg")
    await page.evaluate(() => window.cs.save({ marketing: true, vendors: { tube: false } }))
    await settled(page)
    assert.strictEqual(hits().length, 2)
    await page.evaluate(() => window.cs.save({ vendors: { tube: true } }))
    await expectHits(hits, ["/shoes.svg", "/sorted.svg", "/tube.svg"])
    assert.isNull(await page.locator("#inline").getAttribute("src"))
    await page.evaluate(() => window.cs.rejectAll())
    assert.isNull(await page.locator("#tube").getAttribute("src"))
    assert.isNotNull(await page.locator("#sorted").getAttribute("src"))
  })

  it("iframeBlocker: false leaves them alone, manual gates them when told to", async () => {
    const off = await stage.visit({ body: media(), tag: { config: { ...stay, iframeBlocker: false } } })
    await off.page.evaluate(() => window.cs.acceptAll())
    assert.deepStrictEqual([off.hits(), await addressesOn(off.page)], [[], []])
    const manual = await stage.visit({ body: media(), tag: { config: { ...stay, iframeBlocker: "manual" } } })
    await manual.page.evaluate(() => window.cs.acceptAll())
    assert.deepStrictEqual(manual.hits(), [])
    await manual.page.evaluate(() => window.cs.processIframes())
    await expectHits(manual.hits, loads)
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

  it("beacons: held until the policy is known, then dropped or sent, and always reported as sent", async () => {
    const visitor = await stage.newVisitor()
    const { hits, page } = visitor
    const early = `<script>window.early = navigator.sendBeacon("${stage.vendor.url("early")}", "a")</script>`
    const url = stage.site.page({ head: `${stage.tag({ config: rules })}${early}` })
    await page.goto(url)
    await settled(page)
    assert.isTrue(await page.evaluate(() => "early" in window && window.early))
    const send = (name: string) =>
      page.evaluate((address) => navigator.sendBeacon(address, "b"), stage.vendor.url(name))
    assert.isTrue(await send("refused"))
    assert.deepStrictEqual(hits(), [])
    await page.evaluate(() => window.cs.acceptAll())
    assert.isTrue(await send("sent"))
    await stage.backend.saved(url)
    await page.reload()
    await settled(page)
    for (let waited = 0; hits().length < 2 && waited < 5_000; waited += 20)
      await new Promise((resolve) => setTimeout(resolve, 20))
    // `early` is that of the second page view.
    assert.deepStrictEqual([...hits()].toSorted(), ["/early", "/sent"])
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
