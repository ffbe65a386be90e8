import { describeAboveStores } from "@consent-service/test-engines"
import { afterAll, assert, beforeAll, it } from "@effect/vitest"
import type { ConsentServiceOptions } from "../options/Options.js"
import { instanceOn, startInstance } from "../testing/TestInstance.js"

/* The session report of `/init` about its own resolution. */

type OnReport = NonNullable<NonNullable<ConsentServiceOptions["sessions"]>["onReport"]>
type Taken = Parameters<OnReport>

const journeyId = "0f8fad5b-d9cb-469f-a165-70867728950e"

describeAboveStores("GET /init reports its own resolution", (engine) => {
  const taken: Array<Taken> = []
  const sessions: ConsentServiceOptions["sessions"] = { onReport: (...given) => void taken.push(given) }
  let instance: Awaited<ReturnType<typeof startInstance>>
  beforeAll(async () => {
    instance = await startInstance(engine, { sessions, tenantId: "red" })
  })
  afterAll(() => instance.stop())

  /** The reports of one request. */
  const reportsOf = async (query: string, headers: Readonly<Record<string, string>> = {}, method = "GET") => {
    taken.length = 0
    assert.strictEqual((await instance.send(`/init${query}`, { method, headers })).status, 200)
    return taken.slice()
  }

  const reportOf = async (query: string, headers: Readonly<Record<string, string>> = {}) =>
    (await reportsOf(query, headers))[0] ?? assert.fail("nothing was reported")

  it("with every field of the report, and of the visitor", async () => {
    const { body } = await instance.send("/init?country=DE")
    const { body: manifest } = await instance.send("/manifest")
    const query = `?country=DE&region=BY&gpc=1&experiment=hero%3Dshort%2520one&journey=${journeyId}&journeyScope=tab&stored=0`
    const headers = {
      "accept-language": "de-AT",
      "user-agent": "visitor",
      "x-forwarded-for": "198.51.100.7",
      "x-cs-client-ip": "203.0.113.9",
      "x-cs-version": "3.0.0",
      cookie: "a=b",
      origin: "https://www.shop.example:8443",
    }
    const [report, visitor] = await reportOf(query, headers)
    assert.deepStrictEqual<unknown>(report, {
      source: "init",
      revision: manifest.revision,
      resolution: "matched",
      policy: {
        id: "europe",
        fingerprint: body.policyResolution.fingerprints.policy,
        matchedBy: "country",
        model: "opt-in",
      },
      country: "DE",
      region: "BY",
      jurisdiction: "GDPR",
      language: "de",
      gpc: true,
      experiment: { id: "hero", arm: "short one" },
      journey: { id: journeyId, scope: "tab", prompt: "due", storedChoice: false, domain: "www.shop.example" },
      tenantId: "red",
    })
    assert.deepStrictEqual(visitor, {
      ip: "198.51.100.0",
      userAgent: "visitor",
      headers: {
        "accept-language": "de-AT",
        "user-agent": "visitor",
        "x-cs-version": "3.0.0",
        "x-cs-country": "DE",
        "x-cs-region": "BY",
        "x-cs-gpc": "1",
      },
    })
    assert.deepInclude(instance.events.at(-1)?.["session"], { source: "init", resolution: "matched", gpc: true })
  })

  it("the address is the connection's where no header has one", async () => {
    taken.length = 0
    const { handler } = instance.service
    await handler(new Request("http://consent.test/init", { headers: { "x-cs-client-ip": "203.0.113.9" } }))
    await handler(new Request("http://consent.test/init"), { peer: "198.51.100.7" })
    assert.deepStrictEqual(
      taken.map(([, { ip }]) => ip),
      [null, "198.51.100.0"],
    )
  })

  it.each([
    ["gpc=1", {}, true],
    ["gpc=0", { "sec-gpc": "1", "x-cs-gpc": "1" }, false],
    ["gpc=yes", { "sec-gpc": "1" }, true],
    ["gpc=", { "x-cs-gpc": "0", "sec-gpc": "1" }, false],
    ["", { "x-cs-gpc": "true", "sec-gpc": "1" }, true],
    ["", { "sec-gpc": "true" }, false],
    ["", {}, false],
  ] as const)("GPC: ?%s with %j is %j", async (query, headers, gpc) => {
    assert.strictEqual((await reportOf(`?${query}`, headers))[0].gpc, gpc)
  })

  it.each([
    ["?experiment=hero%3Dshort", {}, { id: "hero", arm: "short" }],
    ["", { "x-cs-experiment": "hero=a%3Db" }, { id: "hero", arm: "a=b" }],
    ["?experiment=hero%3Dq", { "x-cs-experiment": "hero=h" }, { id: "hero", arm: "q" }],
    ["?experiment=", { "x-cs-experiment": "hero=h" }, { id: "hero", arm: "h" }],
    ["?experiment=hero", {}, undefined],
    ["?experiment=%3Dshort", {}, undefined],
    ["?experiment=hero%3D", {}, undefined],
    ["?experiment=hero%3D%2525E0%25A4", {}, undefined],
    [`?experiment=${"x".repeat(129)}%3Da`, {}, undefined],
    [`?experiment=${"x".repeat(128)}%3Da`, {}, { id: "x".repeat(128), arm: "a" }],
  ] as const)("experiment: %j with %j is %j", async (query, headers, experiment) => {
    assert.deepStrictEqual<unknown>((await reportOf(query, headers))[0].experiment, experiment)
  })

  it.each([
    [`journey=${journeyId.toUpperCase()}&journeyScope=page&stored=1`, "stored"],
    [`csJourney=${journeyId}&csJourneyScope=page&csStored=0`, "due"],
    [`journey=${journeyId}&journeyScope=page&stored=0&country=JP`, "not-required"],
    [`journey=${journeyId}&journeyScope=page&stored=1&contract=2`, "not-required"],
    [`journey=${journeyId}&journeyScope=page`, null],
    [`journey=${journeyId}&journeyScope=page&stored=yes`, null],
    [`journey=${journeyId}&stored=1`, null],
    [`journey=x&journeyScope=page&stored=1`, null],
    [`journey=${journeyId}&csJourneyScope=page&csStored=0`, null],
  ])("journey: %s has the prompt %j", async (query, prompt) => {
    const [{ journey }] = await reportOf(`?${query}&country=DE`)
    if (prompt === null) return assert.isUndefined(journey)
    const storedChoice = /tored=1/.test(query)
    assert.deepStrictEqual<unknown>(journey, { id: journeyId, scope: "page", prompt, storedChoice })
  })

  it("the journey's domain is that of an http(s) origin only", async () => {
    const query = `?journey=${journeyId}&journeyScope=tab&stored=1`
    const domainOf = async (origin: string) => (await reportOf(query, { origin }))[0].journey?.domain
    assert.strictEqual(await domainOf("http://localhost:3000"), "localhost")
    for (const origin of ["null", "capacitor://localhost", "chrome-extension://abc"]) {
      assert.isUndefined(await domainOf(origin))
    }
  })

  it("an unmatched, failed or unconfigured resolution is reported as such", async () => {
    const [unsupported] = await reportOf("?country=DE&contract=2")
    assert.deepInclude(unsupported, { resolution: "failed", policy: null })
    const bare = instanceOn(instance.url, { sessions, manifest: {} })
    taken.length = 0
    await bare.send("/init")
    assert.deepInclude(taken[0]?.[0], { resolution: "unconfigured", policy: null, tenantId: null })
    await bare.service.dispose()
  })

  it("HEAD and speculative requests report nothing", async () => {
    assert.deepStrictEqual(await reportsOf("", {}, "HEAD"), [])
    for (const name of ["sec-purpose", "purpose", "x-purpose", "x-moz"]) {
      for (const value of ["prefetch", "prefetch;prerender", "Prerender"]) {
        assert.deepStrictEqual(await reportsOf("", { [name]: value }), [], `${name}: ${value}`)
      }
    }
    assert.deepStrictEqual(await reportsOf("", { "next-router-prefetch": "1" }), [])
    assert.lengthOf(await reportsOf("", { "next-router-prefetch": "0", purpose: "navigate" }), 1)
  })

  it("the answer does not wait for the receiver; the runtime's waitUntil, or background, does", async () => {
    let release = () => {}
    const open = new Promise<void>((resolve) => void (release = resolve))
    const inBackground: Array<Promise<unknown>> = []
    const slow = instanceOn(instance.url, {
      sessions: { onReport: () => open },
      background: { run: (task: Promise<unknown>) => void inBackground.push(task) },
    })
    const kept: Array<Promise<unknown>> = []
    const context = {
      kept,
      waitUntil(task: Promise<unknown>) {
        this.kept.push(task)
      },
    }
    const answer = await slow.service.handler(new Request("http://consent.test/init"), context)
    assert.deepStrictEqual([answer.status, kept.length, inBackground.length], [200, 1, 0])
    await slow.send("/init")
    assert.deepStrictEqual([kept.length, inBackground.length], [1, 1])
    let ended = false
    const all = Promise.all([...kept, ...inBackground]).then(() => void (ended = true))
    await new Promise(setImmediate)
    assert.isFalse(ended)
    release()
    await all
    await slow.service.dispose()
  })

  it.each(["throws", "rejects"])("a receiver that %s never fails the request; the log says so", async (how) => {
    const failing = instanceOn(instance.url, {
      sessions: {
        onReport: () => {
          if (how === "throws") throw new Error("full")
          return Promise.reject(new Error("full"))
        },
      },
    })
    assert.strictEqual((await failing.send("/init")).status, 200)
    await failing.service.dispose()
    const told = failing.events.find(({ event }) => event === "resolution-report-failed")
    assert.deepInclude(told, { level: "error", session: { sink: "failed", source: "init" }, failure: "Error: full" })
  })
})
