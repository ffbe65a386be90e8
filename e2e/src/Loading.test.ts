import { assert, it } from "@effect/vitest"
import { describeStage } from "./testing/Stage.js"
import { delivered, heardOn, listening, settled, surfacesOf, waitFor } from "./testing/Surfaces.js"
import { configure, queue } from "./testing/Tag.js"

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

// The prelude puts every visitor in France and the banner at the top.
const options = { script: { config: { country: "FR", ui: { banner: { position: "top" } } } } }

describeStage("loading", options, (stage) => {
  it("one tag: the policy is requested once, without preflight, cookies or custom headers", async () => {
    // On a host of the same site, which alone could get a cookie here.
    const neighbour = stage.backend.url.replace("api.test", "api.site.test")
    const { context, page, requests, troubles } = await stage.newVisitor()
    await context.addCookies([{ name: "session", value: "1", url: neighbour }])
    await page.goto(stage.site.page({ head: stage.tag().replace(stage.backend.url, neighbour) }))
    await settled(page)
    assert.strictEqual(requests("/cs.js")[0]?.headers.cookie, "session=1")
    const [asked, ...more] = requests("/init")
    assert.deepStrictEqual(more, [])
    assert.strictEqual(asked?.method, "GET")
    assert.strictEqual(asked?.query.get("contract"), "1")
    assert.notStrictEqual(asked?.query.get("v") ?? "", "")
    assert.match(asked?.query.get("journey") ?? "", uuid)
    assert.strictEqual(asked?.query.get("journeyScope"), "page")
    assert.notStrictEqual(asked?.query.get("stored"), "1")
    assert.isUndefined(asked?.headers.cookie)
    assert.deepStrictEqual(
      Object.keys(asked?.headers ?? {}).filter((name) => name.startsWith("x-")),
      [],
    )
    assert.deepStrictEqual(troubles, [])
  })

  it("says what it is", async () => {
    const { page } = await stage.visit()
    await settled(page)
    const said = await page.evaluate(() => {
      const { hosting, mode, pkg, version } = window.cs
      return { hosting, mode, pkg, version }
    })
    assert.include(said, { hosting: "self-hosted", mode: "hosted" })
    assert.isTrue([said.pkg, said.version].every((text) => typeof text === "string" && text !== ""))
  })

  it("without a surface: the headless bundle has the whole page API and draws nothing", async () => {
    const { page, url } = await stage.visit({ tag: { variant: "headless" } })
    await settled(page)
    assert.strictEqual(await page.evaluate(() => window.cs.mode), "manifest")
    assert.strictEqual(await surfacesOf(page).host.count(), 0)
    assert.isTrue((await page.evaluate(() => window.cs.acceptAll())).ok)
    const [row] = await stage.backend.saved(url)
    assert.include(row, { action: "accept_all", uiSource: "none" })
  })

  it("a flag that says false is off", async () => {
    const { page } = await stage.visit({ tag: { attributes: { "data-no-ui": "false", "data-manual": "false" } } })
    await surfacesOf(page).banner.waitFor()
  })

  it("enabled: false asks, shows, grants and stores nothing", async () => {
    const { context, page, requests } = await stage.visit({ tag: { config: { enabled: false } } })
    await page.waitForFunction(() => window.cs.version !== undefined)
    assert.isFalse(await page.evaluate(() => window.cs.has("marketing")))
    assert.deepStrictEqual([await surfacesOf(page).host.count(), requests("/init")], [0, []])
    assert.deepStrictEqual(await context.cookies(), [])
  })

  it("loads into a page that isolates itself from other origins", async () => {
    const headers = {
      "cross-origin-embedder-policy": "require-corp",
      "cross-origin-opener-policy": "same-origin",
    }
    const { page, troubles } = await stage.visit({ headers, tag: { attributes: { crossorigin: "" } } })
    await surfacesOf(page).banner.waitFor()
    const plain = await stage.visit({ headers })
    await surfacesOf(plain.page).banner.waitFor()
    assert.deepStrictEqual(troubles, [])
  })

  it("requests go to the host it was loaded from, whatever host a cached copy was made for", async () => {
    const visitor = await stage.newVisitor()
    const { port } = new URL(stage.backend.url)
    const made = await (await fetch(`http://127.0.0.1:${port}/cs.js`, { headers: { host: "other.test" } })).text()
    assert.include(made.split("\n", 1)[0], `127.0.0.1:${port}`)
    await visitor.page.route("**/cs.js", (route) => route.fulfill({ body: made, contentType: "text/javascript" }))
    await visitor.page.goto(stage.site.page({ head: stage.tag() }))
    await settled(visitor.page)
    assert.deepStrictEqual(
      visitor.requests("/init").map(({ headers }) => headers.host),
      [`api.test:${port}`],
    )
  })

  it("a second tag changes nothing, and the IAB bundle says that it came too late", async () => {
    const keep = `<script>window.first = window.cs</script>`
    const head = `${keep}${stage.tag()}${stage.tag({ variant: "headless" })}${stage.tag({ variant: "iab" })}`
    const { page, requests, troubles } = await stage.visit({ head })
    await settled(page)
    assert.isTrue(await page.evaluate(() => "first" in window && window.first === window.cs))
    assert.strictEqual(requests("/init").length, 1)
    assert.strictEqual(troubles.length, 1)
  })

  it("an address on the tag wins over the requested one", async () => {
    const named = stage.backend.url.replace("api.test", "named.test")
    const { page, requests } = await stage.visit({ tag: { attributes: { "data-backend-url": named } } })
    await settled(page)
    assert.deepStrictEqual(
      requests("/init").map(({ headers }) => headers.host),
      [new URL(named).host],
    )
  })

  it("below the page's own address, whose requests a rule holds back, the service is reached all the same", async () => {
    const visitor = await stage.newVisitor()
    await visitor.page.route("**/consent/**", async (route) => {
      const { pathname, search } = new URL(route.request().url())
      // Only the browser knows names below `test`.
      const backend = stage.backend.url.replace("api.test", "127.0.0.1")
      const response = await route.fetch({ url: `${backend}${pathname.replace("/consent", "")}${search}` })
      await route.fulfill({ response })
    })
    const rules = [{ domain: "site.test", category: "marketing" }]
    const tag = stage.tag({ config: { backendURL: "/consent", networkBlocker: { rules } } })
    const url = stage.site.page({ head: tag })
    await visitor.page.goto(url)
    await settled(visitor.page)
    assert.strictEqual(await visitor.page.evaluate(async () => (await fetch("/page-1")).status), 451)
    assert.deepStrictEqual(await visitor.page.evaluate(() => window.cs.rejectAll()), { ok: true })
    assert.strictEqual((await stage.backend.rows(url))[0]?.action, "reject_all")
    // A file that is loaded when the browser is idle may still be on its way.
    await visitor.page.unrouteAll({ behavior: "ignoreErrors" })
  })

  it("an account that the page names later is linked to the earlier decision", async () => {
    const { page, requests, sent, url } = await stage.visit()
    await surfacesOf(page).accept.click()
    const [before] = await stage.backend.saved(url)
    assert.isNull(before?.externalId)
    const user = { externalId: "user-7", identityProvider: "shop" }
    await delivered(page)
    stage.site.replace(url, { head: stage.tag({ config: { user } }) })
    const linked = page.waitForResponse((response) => response.request().method() === "PATCH")
    await page.reload()
    assert.strictEqual((await linked).status(), 200)
    const [after, ...more] = await stage.backend.rows(url)
    assert.deepStrictEqual([after, more], [{ ...before, externalId: "user-7" }, []])
    await page.reload()
    await settled(page)
    const links = requests(`/subjects/${before?.subjectId}`).filter(({ method }) => method === "PATCH")
    assert.deepStrictEqual([links.length, sent().length], [1, 1])
  })

  it("an account that could not be linked is linked by a later page", async () => {
    const { page, trick, url } = await stage.visit()
    await surfacesOf(page).accept.click()
    const [before] = await stage.backend.saved(url)
    const user = { externalId: "user-8", identityProvider: "shop" }
    stage.site.replace(url, { head: stage.tag({ config: { user, reloadOnConsentRevoked: false } }) })
    const answered = () => page.waitForResponse((response) => response.request().method() === "PATCH")
    trick(({ method }) => (method === "PATCH" ? { status: 503 } : null))
    const failed = answered()
    await page.reload()
    assert.strictEqual((await failed).status(), 503)
    // An act that the account is known for, but that does not link it.
    assert.deepStrictEqual(await page.evaluate(() => window.cs.rejectAll()), { ok: true })
    trick(() => null)
    const linked = answered()
    await page.reload()
    assert.strictEqual((await linked).status(), 200)
    const rows = await stage.backend.rows(url)
    assert.deepStrictEqual(
      rows.map(({ externalId, subjectId }) => [externalId, subjectId]),
      Array.from({ length: 2 }, () => ["user-8", before?.subjectId ?? ""]),
    )
  })

  it("dispose removes everything", async () => {
    const { page } = await stage.visit()
    await surfacesOf(page).banner.waitFor()
    await page.evaluate(() => window.cs.dispose())
    assert.strictEqual(await surfacesOf(page).host.count(), 0)
  })
})

describeStage("configuration", options, (stage) => {
  const countryAsked = async (head: string, attributes: Readonly<Record<string, string>>): Promise<string | null> => {
    const visitor = await stage.newVisitor()
    await visitor.page.goto(stage.site.page({ head: `${head}${stage.tag({ attributes })}` }))
    await settled(visitor.page)
    return visitor.requests("/init")[0]?.query.get("country") ?? null
  }

  it("the service's own settings win over the tag's attributes", async () => {
    assert.strictEqual(await countryAsked("", { "data-country": "BR" }), "FR")
  })

  it("the page's queue wins over the service's settings, and its last call over earlier ones", async () => {
    const head = `${configure({ country: "BR" })}${configure({ country: "NZ" })}`
    assert.strictEqual(await countryAsked(head, { "data-country": "DE" }), "NZ")
  })

  it("init(options) wins over everything and starts once, and requests are sent only then", async () => {
    const { page, requests } = await stage.visit({
      tag: { attributes: { "data-manual": "" }, config: { country: "BR" } },
    })
    await page.waitForFunction(() => window.cs.version !== undefined)
    const early = await page.evaluate(() => {
      try {
        window.cs.has("marketing")
        return "answered"
      } catch {
        return "threw"
      }
    })
    assert.strictEqual(early, "threw")
    assert.deepStrictEqual(requests("/init"), [])
    await page.evaluate(() => {
      window.cs.init({ country: "NZ" })
      window.cs.init({ country: "GB" })
    })
    await settled(page)
    assert.deepStrictEqual(
      requests("/init").map(({ query }) => query.get("country")),
      ["NZ"],
    )
  })

  it("surfaces are configured key by key", async () => {
    const { page } = await stage.visit({
      tag: { config: { ui: { colorScheme: "dark", banner: { actions: ["reject", "accept"] } } } },
    })
    const { accept, banner, customize, reject } = surfacesOf(page)
    await banner.waitFor()
    const [box, acceptBox, rejectBox] = [
      await banner.boundingBox(),
      await accept.boundingBox(),
      await reject.boundingBox(),
    ]
    assert.isBelow(box?.y ?? Infinity, 100)
    assert.strictEqual(await customize.count(), 0)
    const isBefore =
      (rejectBox?.y ?? 0) < (acceptBox?.y ?? 0) ||
      ((rejectBox?.y ?? 0) === (acceptBox?.y ?? 0) && (rejectBox?.x ?? 0) < (acceptBox?.x ?? 0))
    assert.isTrue(isBefore)
  })

  it("is not changed once it runs", async () => {
    const { page, requests } = await stage.visit()
    const warned = page.waitForEvent("console", (message) => message.type() === "warning")
    await settled(page)
    await page.evaluate(() => window.cs.config({ country: "NZ" }))
    await warned
    assert.strictEqual(requests("/init").length, 1)
    assert.strictEqual(await page.evaluate(() => window.cs.getSnapshot().policy?.id), "europe")
  })

  it("attributes of the tag: language, legal links, colour scheme, no branding", async () => {
    const { page, requests } = await stage.visit({
      tag: {
        attributes: {
          "data-language": "de",
          "data-privacy-policy-url": "/privacy",
          "data-cookie-policy-url": "/cookies",
          "data-terms-url": "/terms",
          "data-hide-branding": "",
        },
      },
    })
    const { banner } = surfacesOf(page)
    await banner.waitFor()
    assert.match(requests("/init")[0]?.headers["accept-language"] ?? "", /^de/)
    assert.strictEqual(await banner.evaluate((node) => node.closest("[lang]")?.getAttribute("lang")), "de")
    const links = await banner.locator("a").evaluateAll((all) => all.map((one) => one.getAttribute("href")))
    assert.deepStrictEqual(links, ["/privacy", "/cookies", "/terms"])
    assert.strictEqual(await banner.locator('[part~="branding"]').count(), 0)
  })

  it("data-shadow=false puts the surfaces into the page's own tree", async () => {
    const { page } = await stage.visit({ tag: { attributes: { "data-shadow": "false" } } })
    await surfacesOf(page).banner.waitFor()
    assert.isTrue(await page.evaluate(() => document.querySelector('[data-testid="consent-banner-root"]') !== null))
  })

  it("texts of the page's own are texts, whatever is in them", async () => {
    const title = `<img src=x onerror="window.bad = 1"> & more`
    const { page, troubles } = await stage.visit({
      tag: { config: { i18n: { messages: { "*": { cookieBanner: { title } } } } } },
    })
    const { banner } = surfacesOf(page)
    await banner.waitFor()
    assert.include(await banner.textContent(), title)
    assert.isFalse(await page.evaluate(() => "bad" in window))
    assert.deepStrictEqual(troubles, [])
  })
})

describeStage("the queue", {}, (stage) => {
  it("data-no-ui draws nothing either", async () => {
    const { page } = await stage.visit({ tag: { attributes: { "data-no-ui": "" } } })
    await settled(page)
    assert.strictEqual(await surfacesOf(page).host.count(), 0)
    assert.isFalse(await page.evaluate(() => window.cs.has("marketing")))
  })

  it("actions run in order once the policy is known, those of a later push after those of an earlier", async () => {
    const head = `${queue(`["save", { measurement: true }]`, `["rejectAll"]`)}${queue(`["save", { marketing: true }]`)}`
    const queued = await stage.newVisitor()
    const other = stage.site.page({ head: `${head}${stage.tag({ config: { reloadOnConsentRevoked: false } })}` })
    await queued.page.goto(other)
    const rows = await stage.backend.saved(other, 3)
    assert.deepStrictEqual(
      queued.sent().map(({ consentAction }) => consentAction),
      ["custom", "necessary", "custom"],
    )
    assert.strictEqual(rows.length, 3)
    assert.include(rows.at(-1)?.preferences, { marketing: true, measurement: false })
  })

  it("push keeps its rules after loading, and counts all calls so far", async () => {
    const { page } = await stage.visit()
    await settled(page)
    const counts = await page.evaluate(() => [
      window.cs.push(["on", "consent", () => undefined]),
      window.cs.push(["on", "ui", () => undefined], ["on", "error", () => undefined]),
    ])
    const [first = 0, second] = counts
    assert.isAtLeast(first, 1)
    assert.strictEqual(second, first + 2)
  })

  it("a call that throws, a read and an unknown name are reported, and the rest runs", async () => {
    const calls = [
      `["onInit", () => { throw new Error("planned") }]`,
      `["has", "marketing"]`,
      `["noSuchThing"]`,
      `["on", "ready", () => { window.reached = true }]`,
    ]
    const visitor = await stage.newVisitor()
    const warnings: Array<string> = []
    visitor.page.on("console", (message) => {
      if (["warning", "error"].includes(message.type())) warnings.push(message.text())
    })
    await visitor.page.goto(stage.site.page({ head: `${queue(...calls)}${stage.tag()}` }))
    await settled(visitor.page)
    assert.isTrue(await visitor.page.evaluate(() => "reached" in window))
    for (const word of ["planned", "has", "noSuchThing"])
      assert.isTrue(
        warnings.some((text) => text.includes(word)),
        `${word} in ${warnings.join(" | ")}`,
      )
  })

  it("events: listeners and the document hear the same; late ones hear what is, not what was", async () => {
    const visitor = await stage.newVisitor()
    await visitor.page.goto(stage.site.page({ head: `${listening}${stage.tag()}` }))
    await surfacesOf(visitor.page).accept.click()
    await waitFor(visitor.page, "consent")
    const heard = await heardOn(visitor.page)
    assert.isTrue(heard.indexOf("ready") < heard.indexOf("consent"), heard.join())
    assert.deepStrictEqual(
      heard.filter((name) => name === "error"),
      [],
    )
    const late = await visitor.page.evaluate(() => {
      const names: Array<string> = []
      for (const name of ["ready", "consent", "ui", "error"] as const) window.cs.on(name, () => names.push(name))
      return names
    })
    assert.deepStrictEqual(late, ["ready", "ui"])
  })

  it("what cannot be drawn keeps nothing waiting: the page is ready, and what it queued is done", async () => {
    const broken = { i18n: { messages: { "*": { cookieBanner: null } } } }
    for (const [config, sabotaged] of [
      [broken, false],
      [{}, true],
    ] as const) {
      const visitor = await stage.newVisitor()
      if (sabotaged)
        await visitor.context.addInitScript(() => {
          Element.prototype.attachShadow = () => {
            throw new Error("planned")
          }
        })
      const url = stage.site.page({ head: `${queue(`["acceptAll"]`)}${stage.tag({ config })}` })
      await visitor.page.goto(url)
      await settled(visitor.page)
      assert.strictEqual((await stage.backend.saved(url))[0]?.action, "accept_all")
      assert.deepStrictEqual(await visitor.page.evaluate(() => window.cs.acceptAll()), { ok: true })
    }
  })

  it("a listener that throws fails no action", async () => {
    const throwing = `() => { throw new Error("planned") }`
    const head = queue(
      `["on", "consent", ${throwing}]`,
      `["config", { onChoiceRecorded: ${throwing}, onPermissionsChanged: ${throwing} }]`,
    )
    const visitor = await stage.newVisitor()
    const url = stage.site.page({ head: `${head}${stage.tag()}` })
    await visitor.page.goto(url)
    await settled(visitor.page)
    assert.isTrue((await visitor.page.evaluate(() => window.cs.acceptAll())).ok)
    assert.strictEqual((await stage.backend.saved(url)).length, 1)
  })

  it("onChoiceRecorded hears a person, never what was stored before", async () => {
    const count = `sessionStorage.choices = Number(sessionStorage.choices || 0) + 1`
    const head = queue(`["config", { onChoiceRecorded: () => { ${count} } }]`)
    const visitor = await stage.newVisitor()
    const url = stage.site.page({ head: `${head}${stage.tag()}` })
    await visitor.page.goto(url)
    await surfacesOf(visitor.page).accept.click()
    await stage.backend.saved(url)
    await visitor.page.reload()
    await settled(visitor.page)
    assert.isTrue(await visitor.page.evaluate(() => window.cs.has("marketing")))
    assert.strictEqual(await visitor.page.evaluate(() => sessionStorage["choices"]), "1")
  })
})
