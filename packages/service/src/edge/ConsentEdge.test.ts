import { assert, describe, it } from "@effect/vitest"
import { type BundleName, bundleFiles } from "@consent-service/browser"
import type { LogEvent } from "@consent-service/core/ports"
import { inForm } from "@consent-service/test-engines/form"
import { syntheticVendorList } from "@consent-service/testkit/vendor-list/SyntheticVendorList"
import * as FastCheck from "effect/FastCheck"
import { readFileSync } from "node:fs"
import { afterAll, beforeAll, vi } from "vitest"
import { createConsentService } from "../ConsentService.js"
import type { ConsentServiceOptions } from "../options/Options.js"
import { aSave, newSubjectId, policyRules } from "../testing/TestInstance.js"
import { createConsentEdge } from "./ConsentEdge.js"
import type { ConsentEdgeOptions, OriginOptions } from "./EdgeOptions.js"

const host = "https://consent.shop.example"
/** The service, as only the edge reaches it. */
const internal = "https://consent.internal.example"
const key = "edge-key-0123456789abcdef"
const apiKey = "api-key-0123456789abcdef"

/** The common options of the service and its edge. */
const shared = {
  tenantId: "shop",
  basePath: "/consent",
  trustedOrigins: ["shop.example"],
  policySnapshot: { signingKey: "0123456789abcdef0123456789abcdef" },
  manifest: {
    policyRules: [{ id: "tcf", match: { countries: ["IT"] }, model: "iab", prompt: "choice" }, ...policyRules],
    iab: { enabled: true, cmpId: 28 },
    customTranslations: { de: { cookieBanner: { title: "Kekse?" } }, fr: { cookieBanner: { title: "Des cookies ?" } } },
  },
  gvl: { bundled: { en: { ...syntheticVendorList } } },
  observability: { level: "silent" },
} satisfies Partial<ConsentEdgeOptions>

const files = bundleFiles()
const textOf = (name: BundleName): string => readFileSync(files?.[name] ?? "", "utf8")
const scriptTexts = {
  full: textOf("full"),
  fullFirst: textOf("fullFirst"),
  fullSurfaces: textOf("fullSurfaces"),
  fullRest: textOf("fullRest"),
  headless: textOf("headless"),
  tools: textOf("tools"),
  declaration: textOf("declaration"),
}

const edgeBefore = (fetch: OriginOptions["fetch"], options: Partial<ConsentEdgeOptions> = {}) =>
  createConsentEdge({ ...shared, scriptTexts, ...options, origin: { url: `${internal}/consent`, key, fetch } })

type ServiceOptions = Partial<
  Pick<ConsentServiceOptions, "edgeKeys" | "ipAddress" | "observability" | "policySnapshot" | "rateLimit">
>

const serviceWith = async (options: ServiceOptions = {}) => {
  const service = createConsentService({
    ...shared,
    database: "sqlite::memory:",
    apiKeys: [apiKey],
    edgeKeys: [key],
    rateLimit: false,
    ...options,
  })
  await service.migrate()
  return service
}

/** Everything a client sees of an answer. */
/** An edge compresses nothing, so its responses do not depend on `Accept-Encoding`. */
const withoutEncoding = ([name, value]: readonly [string, string]) =>
  [name, name === "vary" ? value.replace(", Accept-Encoding", "") : value] as const

const seen = async (response: Response) => ({
  status: response.status,
  headers: Object.fromEntries(Array.from(response.headers, withoutEncoding)),
  body: Buffer.from(await response.arrayBuffer()).toString("base64"),
})

const post = (body: unknown, headers: Readonly<Record<string, string>> = {}) =>
  new Request(`${host}/consent/subjects`, {
    method: "POST",
    headers: { "content-type": "application/json", origin: "https://shop.example", ...headers },
    body: typeof body === "string" ? body : JSON.stringify(body),
  })

const subject = newSubjectId()

const targets = [
  "/init",
  "/manifest",
  "/cs.js",
  "/cs.headless.js",
  "/cs.iab.js",
  `/gvl/${syntheticVendorList.vendorListVersion}/en`,
  "/gvl/1/en",
  "/gvl/x/en",
  "/status",
  `/subjects/${subject}`,
  "/subjects/%F0%9F",
  "/subjects",
  "/consents/check",
  "/spec.json",
  "/docs",
  "/docs/viewer.js",
  "/nothing",
  "/",
  "/manifest/",
]

const header = (name: string, ...values: ReadonlyArray<string>) =>
  FastCheck.option(FastCheck.constantFrom(...values), { nil: undefined }).map((value) =>
    value === undefined ? {} : { [name]: value },
  )

const headers = FastCheck.tuple(
  header("x-cs-country", "DE", "gb", "IT", "  ", "??"),
  header("cf-ipcountry", "IT", "US", "XX"),
  header("x-cs-region", "BY", "CA"),
  header("cf-region-code", "CA"),
  header("accept-language", "de-AT,de;q=0.9", "fr", "xx", "*", "de, ".repeat(100)),
  header("sec-gpc", "1", "0", "maybe"),
  header("x-cs-gpc", "0"),
  header("x-cs-vendors", "1,2", "none", "*"),
  header("x-cs-policy-contract", "1", "2"),
  header("x-cs-experiment", "hero:b", "\u{7f}"),
  header("origin", "https://shop.example", "https://elsewhere.example", "null"),
  header("if-none-match", "*", '"x"', 'W/"y", "z"'),
  header("authorization", `Bearer ${apiKey}`, "Bearer wrong"),
  header("cookie", "session=secret"),
).map((parts): Record<string, string> => Object.assign({}, ...parts))

interface Visit {
  readonly method: string
  readonly mount: string
  readonly target: string
  readonly query: string
  readonly headers: Readonly<Record<string, string>>
}

const queries = FastCheck.constantFrom(
  "",
  "?country=DE",
  "?country=gb&region=&gpc=1",
  "?language=de",
  "?language=zz&contract=2",
  "?contract=1&v=9",
  "?journey=0b8e8a3e-8d6f-4b1e-9f0a-3c1d2e4f5a6b&journeyScope=tab&stored=1",
  "?externalId=u-1&type=cookie_banner",
  "?vendors=1%2C2",
  "?a=%23&b=%2e%2e%2f",
)

const requests: FastCheck.Arbitrary<Visit> = FastCheck.record({
  method: FastCheck.constantFrom("GET", "GET", "GET", "GET", "HEAD", "OPTIONS", "DELETE", "PUT"),
  mount: FastCheck.constantFrom("/consent", ""),
  target: FastCheck.constantFrom(...targets),
  query: queries,
  headers,
})

describe("an edge", () => {
  let service: Awaited<ReturnType<typeof serviceWith>>
  beforeAll(async () => {
    // Only so that tokens of the same second are the same.
    vi.useFakeTimers({ toFake: ["Date"] })
    service = await serviceWith()
    await service.handler(post(aSave({ subjectId: subject }), { "x-cs-country": "US" }))
  })
  afterAll(async () => {
    vi.useRealTimers()
    await service.dispose()
  })

  it("answers every request as the service does, byte for byte", { timeout: 120_000 }, async () => {
    let here = 0
    const edge = edgeBefore((request) => service.handler(request))
    const lonely = edgeBefore(() => Promise.reject(new Error("down")))
    const check = async ({ headers: sent, method, mount, query, target }: Visit) => {
      const request = () =>
        new Request(`${host}${mount}${target}${query}`, { method, headers: { "x-request-id": "r-1", ...sent } })
      const byService = await seen(await service.handler(request()))
      assert.deepStrictEqual(await seen(await edge.handler(request())), byService)
      if (/^\/(init|manifest|cs\.js)/.test(target)) {
        here += 1
        assert.deepStrictEqual(await seen(await lonely.handler(request())), byService)
      }
    }
    await FastCheck.assert(FastCheck.asyncProperty(requests, check), { numRuns: inForm({ short: 300, full: 10_000 }) })
    assert.isAbove(here, 20)
  })

  it("forwards a save with the token it signed, and the service records what was shown", async () => {
    const edge = edgeBefore((request) => service.handler(request))
    const place = { "cf-ipcountry": "DE", "accept-language": "de" }
    const init = await edge.handler(new Request(`${host}/consent/init`, { headers: place }))
    const { policyResolution, policySnapshotToken } = await init.json()
    assert.strictEqual(policyResolution.policy.id, "europe")
    const save = aSave({ policySnapshotToken, preferences: { necessary: true, measurement: true } })
    const answer = await edge.handler(post(save, { ...place, "user-agent": "test" }), { peer: "203.0.113.7" })
    assert.strictEqual(answer.status, 200)
    assert.strictEqual(answer.headers.get("access-control-allow-origin"), "https://shop.example")
    const state = await service.handler(new Request(`${host}/consent/subjects/${save.subjectId}`))
    const [record] = (await state.json()).consents
    assert.strictEqual(record.runtimePolicySource, "snapshot_token")
    assert.strictEqual(record.jurisdiction, "GDPR")
  })

  it("refuses what the service would refuse, with the same responses", async () => {
    const edge = edgeBefore((request) => service.handler(request))
    const bodies = [
      "",
      "{",
      "[]",
      { type: "cookie_banner" },
      aSave({ domain: "not a host" }),
      aSave({ policySnapshotToken: "x" }),
      "x".repeat(70_000),
    ]
    for (const body of bodies) {
      const sent = { "x-request-id": "r-2" }
      assert.deepStrictEqual(
        await seen(await edge.handler(post(body, sent))),
        await seen(await service.handler(post(body, sent))),
      )
    }
  })
})

describe("a service behind an edge", () => {
  const forwarded: Array<Request> = []
  const spied = (handler: (request: Request) => Promise<Response>) => (request: Request) => {
    forwarded.push(request.clone())
    return handler(request)
  }

  it("forwards the visitor's signals, but neither cookies nor addresses that the visitor claims", async () => {
    const service = await serviceWith()
    const edge = edgeBefore(spied(service.handler))
    const request = post(aSave(), {
      cookie: "session=secret",
      "cf-ipcountry": "DE",
      "x-forwarded-for": "198.51.100.1",
      "x-cs-edge-key": "forged",
      "x-cs-edge-address": "198.51.100.2",
      "x-cs-edge-url": "https://evil.example/consent/cs.js",
      connection: "x-secret",
      "x-secret": "1",
      "user-agent": "browser",
      "accept-language": "de",
    })
    await edge.handler(request, { peer: "203.0.113.7" })
    const sent = Object.fromEntries(forwarded.at(-1)?.headers ?? [])
    assert.deepStrictEqual(
      { ...sent, "x-request-id": "" },
      {
        "accept-language": "de",
        "content-type": "application/json",
        origin: "https://shop.example",
        "user-agent": "browser",
        "x-cs-country": "DE",
        "x-cs-edge-address": "203.0.113.7",
        "x-cs-edge-key": key,
        "x-cs-edge-url": `${host}/consent/subjects`,
        "x-request-id": "",
      },
    )
    await service.dispose()
  })

  it("stores and limits by the address that an edge with a key names, and by no other edge's", async () => {
    const events: Array<LogEvent> = []
    const service = await serviceWith({
      rateLimit: { perNetwork: { capacity: 1, refillPerSecond: 0.001 } },
      policySnapshot: undefined,
      ipAddress: { masking: false },
      observability: { level: "info", drain: (event) => void events.push(event) },
    })
    const statuses = async (edge: ReturnType<typeof edgeBefore>, ...peers: ReadonlyArray<string>) => {
      const found: Array<number> = []
      for (const peer of peers) found.push((await edge.handler(post(aSave()), { peer })).status)
      return found
    }
    // The connection of an edge to the service.
    const connected = (request: Request) => service.handler(request, { peer: "192.0.2.1" })
    const edge = edgeBefore(connected)
    assert.deepStrictEqual(await statuses(edge, "203.0.113.7", "203.0.113.7", "203.0.114.8"), [200, 429, 200])
    const foreign = createConsentEdge({
      ...shared,
      origin: { url: `${host}/consent`, key: "not-one-of-the-keys", fetch: connected },
    })
    assert.deepStrictEqual(await statuses(foreign, "203.0.115.1", "203.0.116.1"), [200, 429])
    const status = await edge.handler(new Request(`${host}/consent/status`), { peer: "203.0.113.9" })
    assert.strictEqual((await status.json()).client.ip, "203.0.113.9")
    await service.dispose()
  })
})

describe("a script that an edge forwards", () => {
  const embedded = async (response: Response) => {
    const text = await response.text()
    return /backendURL\\*":\\*"([^"\\]*)/.exec(text)?.[1] ?? assert.fail(text.slice(0, 200))
  }

  it("embeds the address that the browser requested, although the service has another one", async () => {
    const service = await serviceWith()
    const edge = edgeBefore((request) => service.handler(request), { scriptTexts: {} })
    for (const path of ["/consent/cs.js", "/consent/cs.iab.js?language=de"]) {
      assert.strictEqual(await embedded(await edge.handler(new Request(`${host}${path}`))), `${host}/consent`)
    }
    await service.dispose()
  })

  it("embeds the address of the request where the edge's key is missing or unknown", async () => {
    const service = await serviceWith()
    const claimed = { "x-cs-edge-url": "https://evil.example/consent/cs.js" }
    for (const forged of [claimed, { ...claimed, "x-cs-edge-key": "not-one-of-the-keys" }]) {
      const answer = await service.handler(new Request(`${internal}/consent/cs.js`, { headers: forged }))
      assert.strictEqual(await embedded(answer), `${internal}/consent`)
    }
    await service.dispose()
  })
})

describe("a service that does not know the key of an edge", () => {
  it.each([{ edgeKeys: [key] }, { edgeKeys: [] }])("logs that once a minute, without the key: %j", async (options) => {
    const events: Array<LogEvent> = []
    vi.useFakeTimers({ toFake: ["performance"] })
    const drain = (event: LogEvent) => void events.push(event)
    const service = await serviceWith({ ...options, observability: { level: "warn", drain } })
    const save = async (sent: string) => {
      await service.handler(post(aSave(), { "x-cs-edge-key": sent }))
      return events.filter(({ event }) => event === "edge-key-unknown").length
    }
    if (options.edgeKeys.length > 0) assert.strictEqual(await save(key), 0)
    assert.deepStrictEqual([await save("not-one-of-the-keys"), await save("another-wrong-key")], [1, 1])
    vi.advanceTimersByTime(60_000)
    assert.deepStrictEqual([await save("not-one-of-the-keys"), await save("not-one-of-the-keys")], [2, 2])
    assert.notInclude(JSON.stringify(events), "not-one-of-the-keys")
    vi.useRealTimers()
    await service.dispose()
  })
})

describe("an origin that is not there", () => {
  const down: ReadonlyArray<readonly [string, OriginOptions["fetch"]]> = [
    ["refuses the connection", () => Promise.reject(new TypeError("fetch failed"))],
    [
      "never answers",
      ({ signal }) => new Promise((_, no) => signal.addEventListener("abort", () => no(signal.reason))),
    ],
    ["is a page of something else", async () => new Response("<h1>Welcome to nginx</h1>", { status: 200 })],
    ["redirects", async () => new Response(null, { status: 301, headers: { location: "https://elsewhere.example/" } })],
    [
      "breaks off in the middle of its answer",
      async () =>
        new Response(
          new ReadableStream({
            start: (controller) => controller.enqueue(new TextEncoder().encode('{"ok":true')),
            pull: () => Promise.reject(new Error("connection reset")),
          }),
          { headers: { "x-cs-policy-contract": "1" } },
        ),
    ],
    [
      "has no end",
      async () =>
        new Response(new ReadableStream({ pull: (controller) => controller.enqueue(new Uint8Array(1 << 20)) }), {
          headers: { "x-cs-policy-contract": "1" },
        }),
    ],
  ]

  it.each(down)("is a 503 for a save, and never an acknowledgement: %s", async (_, fetch) => {
    const events: Array<LogEvent> = []
    const edge = createConsentEdge({
      ...shared,
      observability: { level: "warn", drain: (event) => void events.push(event) },
      origin: { url: `${host}/consent`, key, fetch, timeoutMs: 50 },
    })
    const answer = await edge.handler(post(aSave()))
    assert.strictEqual(answer.status, 503)
    assert.strictEqual(answer.headers.get("retry-after"), "2")
    assert.strictEqual(answer.headers.get("access-control-allow-origin"), "https://shop.example")
    assert.strictEqual((await answer.json()).cause.code, "SERVICE_UNAVAILABLE")
    assert.match(JSON.stringify(events), /OriginUnreachable/)
    assert.notInclude(JSON.stringify(events), key)
  })
})

describe("forwarded requests of an edge", () => {
  const asked: Array<string> = []
  const edge = edgeBefore(async (request) => {
    asked.push(request.url)
    return new Response("{}", { headers: { "x-cs-policy-contract": "1", "set-cookie": "a=b", connection: "close" } })
  })

  it("is a route of the API at the origin's address, and nothing else", async () => {
    const paths = [
      "/admin",
      "//elsewhere.example/subjects/x",
      "/subjects/a/b",
      "/consent",
      "/subjects/..%2fadmin",
      "/gvl/../x",
    ]
    for (const path of paths) await edge.handler(new Request(`${host}/consent${path}`))
    assert.deepStrictEqual(
      asked.filter((url) => !url.startsWith(`${internal}/consent/subjects/`)),
      [],
    )
  })

  it("may have a parameter that takes the rest of the path", async () => {
    const tile = "/log/tile/0/x001/067.p/3"
    await edge.handler(new Request(`${host}/consent${tile}?a=b`))
    assert.strictEqual(asked.at(-1), `${internal}/consent${tile}?a=b`)
  })

  it("never reaches the origin when its body is longer than limits.maxBodyBytes", async () => {
    const before = asked.length
    const answer = await edge.handler(post("x".repeat(65_537)))
    assert.strictEqual(answer.status, 413)
    assert.lengthOf(asked, before)
  })

  it("comes back without cookies and without headers of the connection", async () => {
    const answer = await edge.handler(post(aSave()))
    assert.isNull(answer.headers.get("set-cookie"))
    assert.isNull(answer.headers.get("connection"))
  })
})

describe("invalid options of an edge", () => {
  it("are reported together, each with a fix", () => {
    const options: Record<string, unknown> = {
      origin: { url: "http://consent.example", key: "short" },
      database: "sqlite::memory:",
      gvl: { waitMs: 0 },
      nonsense: 1,
    }
    try {
      // @ts-expect-error -- what a caller without types can write
      createConsentEdge(options)
      assert.fail("was accepted")
    } catch (error) {
      assert.strictEqual(
        String(error),
        `ConsentConfigurationError: Invalid configuration:
  database: is not an option of an edge; set it on the service at origin.url
  nonsense: is not an option of an edge
  origin.url: must be an https: URL (http: on this machine only) without user name, password, query or fragment, got a string of 22 characters
  origin.key: must be 16 to 4000 visible ASCII characters without spaces, one of the service's edgeKeys, got a string of 5 characters
  gvl.waitMs: must be above 0: an edge fetches lists within requests`,
      )
    }
  })
})
