import { describeAboveStores, describeEngines } from "@consent-service/test-engines"
import { afterAll, assert, beforeAll, it } from "@effect/vitest"
import { instanceOn, startInstance } from "../testing/TestInstance.js"

/*
 * Endpoints: `/status`, `/manifest` and `/init`. `Policy.test.ts` tests slices of a manifest and that `/init` equals
 * what a host resolves from it, `PolicyTokens.test.ts` the token on `/init`, `Endpoints.init.test.ts` its report, and
 * `Surface.test.ts` that pages of any origin may read it.
 */

type Instance = Awaited<ReturnType<typeof startInstance>>

describeEngines("GET /status", (engine) => {
  let instance: Instance
  beforeAll(async () => {
    instance = await startInstance(engine, { version: "1.2.3" })
  })
  afterAll(() => instance.stop())

  it("returns version, time and the client's data", async () => {
    const headers = {
      "user-agent": "test",
      "x-forwarded-for": "203.0.113.9",
      "cf-ipcountry": "DE",
      "cf-region-code": "BY",
      "accept-language": "de-AT, de;q=0.9",
    }
    const before = Date.now()
    const { body, status } = await instance.send("/status", { headers })
    assert.strictEqual(status, 200)
    assert.deepStrictEqual(Object.keys(body).sort(), ["client", "timestamp", "version"])
    assert.strictEqual(body.version, "1.2.3")
    assert.strictEqual(new Date(body.timestamp).toISOString(), body.timestamp)
    assert.isAtLeast(Date.parse(body.timestamp), before)
    assert.deepStrictEqual(body.client, {
      ip: "203.0.113.0",
      acceptLanguage: "de-AT, de;q=0.9",
      userAgent: "test",
      region: { countryCode: "DE", regionCode: "BY" },
    })
  })

  it("defaults to null, en, or the package's version", async () => {
    const plain = instanceOn(instance.url)
    const { body } = await plain.send("/status")
    assert.strictEqual(body.version, "0.1.0")
    assert.deepStrictEqual(body.client, {
      ip: null,
      acceptLanguage: "en",
      userAgent: null,
      region: { countryCode: null, regionCode: null },
    })
    await plain.service.dispose()
  })
})

describeAboveStores("GET /manifest", (engine) => {
  let instance: Instance
  beforeAll(async () => {
    instance = await startInstance(engine)
  })
  afterAll(() => instance.stop())

  it("returns the policy configuration and its host, without visitor data", async () => {
    const { body, headers } = await instance.send("/manifest?country=DE", { headers: { "cf-ipcountry": "GB" } })
    assert.deepInclude(body, { schemaVersion: 2, hosting: "self-hosted", branding: "cs", appName: "cs" })
    assert.match(body.revision, /^[0-9a-f]{64}$/)
    assert.deepStrictEqual(
      body.policyPacks.map((entry: object) => Object.keys(entry).sort()),
      Array.from({ length: 3 }, () => ["fingerprints", "match", "rule"]),
    )
    assert.deepStrictEqual(body, (await instance.send("/manifest")).body)
    for (const name of ["cache-control", "cdn-cache-control"]) {
      assert.strictEqual(headers.get(name), "public, s-maxage=300, stale-while-revalidate=86400")
    }
    assert.strictEqual(headers.get("etag"), `"${body.revision}"`)
  })

  it("is not sent again to a client whose If-None-Match matches", async () => {
    const { headers } = await instance.send("/manifest")
    const etag = headers.get("etag") ?? ""
    for (const sent of [etag, `W/${etag}`, `"other", ${etag}`, `"other",W/${etag} , "more"`, "*", ` ${etag} `]) {
      const again = await instance.send("/manifest", { headers: { "if-none-match": sent } })
      assert.deepStrictEqual([again.status, again.body], [304, null], sent)
      for (const name of ["etag", "cache-control", "cdn-cache-control", "vary"]) {
        assert.strictEqual(again.headers.get(name), headers.get(name), name)
      }
    }
    for (const other of ['"other"', etag.slice(1, -1), "", `"${etag}"`]) {
      assert.strictEqual((await instance.send("/manifest", { headers: { "if-none-match": other } })).status, 200, other)
    }
  })

  it("has the same entity tag in every process with the same configuration, and another with another", async () => {
    const same = instanceOn(instance.url)
    const other = instanceOn(instance.url, { manifest: { appName: "Shop" } })
    const etag = (await instance.send("/manifest")).headers.get("etag")
    assert.strictEqual((await same.send("/manifest")).headers.get("etag"), etag)
    assert.notStrictEqual((await other.send("/manifest")).headers.get("etag"), etag)
    for (const { service } of [same, other]) await service.dispose()
  })
})

describeAboveStores("GET /init", (engine) => {
  let instance: Instance
  beforeAll(async () => {
    instance = await startInstance(engine)
  })
  afterAll(() => instance.stop())

  it("returns jurisdiction, location, policy and texts, and is not cacheable", async () => {
    const acceptLanguage = { "accept-language": "de-AT,de;q=0.9" }
    const { body, headers } = await instance.send("/init?country=GB", { headers: acceptLanguage })
    assert.strictEqual(headers.get("cache-control"), "no-store")
    const vary = (headers.get("vary") ?? "").split(", ")
    for (const name of ["Origin", "x-cs-policy-contract", "x-cs-vendors"]) assert.include(vary, name)
    assert.deepStrictEqual(Object.keys(body).sort(), [
      "appName",
      "branding",
      "hosting",
      "jurisdiction",
      "location",
      "policyResolution",
      "translations",
      "vendors",
    ])
    assert.deepInclude(body, {
      jurisdiction: "UK_GDPR",
      location: { countryCode: "GB", regionCode: null },
      branding: "cs",
      hosting: "self-hosted",
      appName: "cs",
      vendors: [],
    })
    assert.strictEqual(body.translations.language, "de")
    assert.deepInclude(body.policyResolution, {
      version: 1,
      status: "matched",
      policyId: "statistics",
      matchedBy: "country",
    })
    assert.notProperty(body.translations.translations, "iab")
  })

  const location = async (query: string, headers: Record<string, string> = {}) => {
    const { countryCode, regionCode } = (await instance.send(`/init?${query}`, { headers })).body.location
    return [countryCode, regionCode]
  }

  it("country and region: the query, then x-cs-*, then the headers of edge networks in their order", async () => {
    const countries = ["x-cs-country", "cf-ipcountry", "x-vercel-ip-country", "x-amz-cf-ipcountry", "x-country-code"]
    const regions = ["x-cs-region", "cf-region-code", "x-vercel-ip-country-region", "x-region-code"]
    const sent = (names: ReadonlyArray<string>) => Object.fromEntries(names.map((name) => [name, name]))
    for (const [at, name] of [...countries, "x-country"].entries()) {
      const [country] = await location("", sent([...countries, "x-country"].slice(at)))
      assert.strictEqual(country, name)
    }
    for (const [at, name] of regions.entries())
      assert.strictEqual((await location("", sent(regions.slice(at))))[1], name)
    const all = sent([...countries, ...regions])
    assert.deepStrictEqual(await location("country=DE&region=BY", all), ["DE", "BY"])
    assert.deepStrictEqual(await location("country=&region=", all), ["x-cs-country", "x-cs-region"])
    assert.deepStrictEqual(await location("country=CA", { "cf-region-code": "QC" }), ["CA", "QC"])
    assert.deepStrictEqual(await location("", { "x-cs-country": " ", "x-country": "JP" }), ["JP", null])
  })

  it("contract: only 1 is supported, absent counts as 1, and the query beats the header", async () => {
    const header = "x-cs-policy-contract"
    const supported = async (query: string, headers: Record<string, string> = {}) => {
      const { body, status } = await instance.send(`/init?country=DE${query}`, { headers })
      assert.strictEqual(status, 200)
      if (body.policyResolution.status === "matched") return true
      assert.deepStrictEqual(body.policyResolution, {
        version: 1,
        status: "failed",
        policy: null,
        reason: "unsupported-contract",
      })
      assert.deepStrictEqual(Object.keys(body).sort(), [
        "appName",
        "branding",
        "hosting",
        "jurisdiction",
        "location",
        "policyResolution",
        "translations",
      ])
      return false
    }
    for (const value of ["", "&contract=1", "&contract=%201%20", "&contract="]) assert.isTrue(await supported(value))
    for (const value of ["2", "0", "latest", "1.5", "-1", "1x"]) {
      assert.isFalse(await supported(`&contract=${value}`), value)
      assert.isFalse(await supported("", { [header]: value }), value)
      assert.isTrue(await supported("&contract=1", { [header]: value }))
    }
    assert.isFalse(await supported("&contract=2", { [header]: "1" }))
    assert.isFalse(await supported("&contract=", { [header]: "2" }))
  })

  it("does not depend on version, experiment and GPC", async () => {
    const plain = await instance.send("/init?country=DE")
    for (const query of ["v=3.1.0", "experiment=hero%3Dshort", "experiment=%25", "gpc=1", "gpc=0", "gpc=yes"]) {
      const { body, status } = await instance.send(`/init?country=DE&${query}`, { headers: { "sec-gpc": "1" } })
      assert.deepStrictEqual([status, body], [200, plain.body], query)
    }
  })

  it("disableGeoLocation: the strictest jurisdiction, no location, the fallback rule", async () => {
    const nowhere = instanceOn(instance.url, { disableGeoLocation: true })
    const { body } = await nowhere.send("/init?country=US&region=CA", { headers: { "cf-ipcountry": "GB" } })
    assert.deepInclude(body, { jurisdiction: "GDPR", location: { countryCode: null, regionCode: null } })
    assert.deepInclude(body.policyResolution, { policyId: "europe", matchedBy: "fallback" })
    await nowhere.service.dispose()
  })
})
