import { describeEngines } from "@consent-service/test-engines"
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { aSave, instanceOn, startInstance } from "../testing/TestInstance.js"

describe("a database that is not there", () => {
  const away = instanceOn("postgres://user@127.0.0.1:1/none")
  afterAll(() => away.service.dispose())

  it("costs only the routes that need it: 503 with Retry-After, and the reason in the log", async () => {
    assert.strictEqual((await away.send("/init")).status, 200)
    assert.strictEqual((await away.send("/manifest")).status, 200)
    for (const answer of [await away.send("/status"), await away.post(aSave()), await away.send("/subjects/sub_abc")]) {
      assert.strictEqual(answer.status, 503)
      assert.strictEqual(answer.body.cause.code, "SERVICE_UNAVAILABLE")
      assert.isAtMost(Number(answer.headers.get("retry-after")), 5)
      assert.notInclude(JSON.stringify(answer.body), "127.0.0.1")
      const event = away.events.find(({ requestId }) => requestId === answer.headers.get("x-request-id"))
      assert.include(event, { level: "error", status: 503 })
      assert.match(String(event?.["failure"]), /ECONNREFUSED|connect/i)
    }
  })
})

describeEngines("a database that is not migrated", (engine) => {
  it("is 503 on the routes that need it, is never migrated automatically, and works after migration", async () => {
    const { createTestDatabase } = await import("@consent-service/test-engines")
    const database = await createTestDatabase(engine)
    const instance = instanceOn(database.url)
    const refused = await instance.post(aSave())
    assert.deepStrictEqual([refused.status, refused.body.cause.code], [503, "SERVICE_UNAVAILABLE"])
    assert.match(String(instance.events.at(-1)?.["failure"]), /migrat/i)
    assert.strictEqual((await instance.send("/status")).status, 503)
    assert.strictEqual((await instance.send("/init")).status, 200)
    assert.include(await instance.service.migrate(), "4-vendor-choice")
    assert.strictEqual((await instance.post(aSave())).status, 200)
    assert.deepStrictEqual(await instance.service.migrate(), [])
    await instance.service.dispose()
    await database.drop()
  })
})

describe("the surface [sqlite]", () => {
  let instance: Awaited<ReturnType<typeof startInstance>>
  beforeAll(async () => {
    instance = await startInstance("sqlite", { basePath: "/api/consent", disableGeoLocation: false })
  })
  afterAll(() => instance.stop())

  it("answers under its prefix and without it", async () => {
    assert.strictEqual((await instance.send("/api/consent/init/")).status, 200)
    assert.strictEqual((await instance.send("/init")).status, 200)
    assert.strictEqual((await instance.send("/api/consentinit")).status, 404)
  })

  it("every answer carries the contract and a request id; a valid one is kept", async () => {
    for (const path of ["/init", "/nowhere", "/subjects/x"]) {
      const { headers } = await instance.send(path, { headers: { "x-request-id": "abc:1.2_3-x" } })
      assert.strictEqual(headers.get("x-cs-policy-contract"), "1")
      assert.strictEqual(headers.get("x-request-id"), "abc:1.2_3-x")
    }
    const made = (await instance.send("/init", { headers: { "x-request-id": "no spaces" } })).headers.get(
      "x-request-id",
    )
    assert.match(made ?? "", /^[0-9a-f-]{36}$/)
  })

  it("logs one wide event a request, without ids, addresses or bodies of visitors", async () => {
    instance.events.length = 0
    const save = aSave({
      externalSubjectId: "customer-4711@example.com",
      metadata: { note: "canary-metadata" },
      tcString: "canary-tc-string",
      uiSource: "canary-ui-source",
      model: "canary-model",
      identityToken: "canary-token",
    })
    const { body, headers } = await instance.post(save, {
      headers: { "x-forwarded-for": "203.0.113.9", "user-agent": "canary-user-agent", cookie: "canary-cookie" },
    })
    await instance.send(`/subjects/${save.subjectId}`)
    assert.strictEqual(instance.events.length, 2)
    const [event] = instance.events
    assert.deepInclude(event, {
      level: "info",
      event: "request",
      method: "POST",
      route: "/subjects",
      status: 200,
      requestId: headers.get("x-request-id"),
      consent: {
        id: body.consentId,
        created: true,
        decisionId: null,
        decisionSource: null,
        receipts: ["marketing", "measurement"],
        vendors: null,
      },
    })
    assert.isNumber(event?.["durationMs"])
    const log = JSON.stringify(instance.events)
    for (const secret of [save.subjectId, "customer-4711", "203.0.113", "canary"]) assert.notInclude(log, secret)
  })

  it("logs a preflight too", async () => {
    instance.events.length = 0
    await instance.send("/init", { method: "OPTIONS", headers: { origin: "https://shop.example" } })
    assert.deepInclude(instance.events[0], { event: "request", method: "OPTIONS", status: 204 })
  })

  describe("CORS", () => {
    const from = (origin: string, init: RequestInit = {}): RequestInit => ({ ...init, headers: { origin } })
    const cors = async (path: string, origin: string, method = "GET") => {
      const { headers, status } = await instance.send(path, from(origin, { method }))
      const header = (name: string) => headers.get(`access-control-${name}`)
      return {
        status,
        origin: header("allow-origin"),
        credentials: header("allow-credentials"),
        methods: header("allow-methods"),
        vary: headers.get("vary"),
      }
    }

    it("/init is open to any origin, with credentials for a trusted one only", async () => {
      assert.deepInclude(await cors("/init", "https://evil.example"), { origin: "*", credentials: null })
      assert.deepInclude(await cors("/init", "https://shop.example"), {
        origin: "https://shop.example",
        credentials: "true",
      })
      assert.deepInclude(await cors("/init", "https://evil.example", "OPTIONS"), {
        status: 204,
        origin: "*",
        methods: "GET, HEAD, OPTIONS",
      })
    })

    it("every other route answers trusted origins only", async () => {
      for (const path of ["/manifest", "/subjects/sub_abc", "/nowhere", "/subjects/init"]) {
        const vary = path === "/manifest" ? "Origin, Accept-Encoding" : "Origin"
        assert.deepInclude(await cors(path, "https://evil.example"), { origin: null, vary })
        assert.deepInclude(await cors(path, "https://www.shop.example"), {
          origin: "https://www.shop.example",
          credentials: "true",
        })
      }
      assert.deepInclude(await cors("/subjects", "https://evil.example", "OPTIONS"), {
        status: 204,
        origin: null,
        methods: null,
      })
      assert.deepInclude(await cors("/subjects", "https://shop.example", "OPTIONS"), {
        status: 204,
        origin: "https://shop.example",
      })
    })
  })
})

describe("invalid policy rules [sqlite]", () => {
  it("never stop the service: every resolution is `failed`, and the log names each error", async () => {
    const rules = JSON.parse('[{ "id": "x", "match": {}, "model": "opt-in", "prompt": "notice" }, { "id": "x" }]')
    const instance = await startInstance("sqlite", { manifest: { policyRules: rules } })
    const { body } = await instance.send("/init?country=DE")
    assert.deepStrictEqual(body.policyResolution, {
      version: 1,
      status: "failed",
      policy: null,
      reason: "invalid-configuration",
    })
    const manifest = (await instance.send("/manifest")).body
    assert.strictEqual(manifest.policyFailure.reason, "invalid-configuration")
    const told = instance.events.find(({ event }) => event === "policy-rules-invalid")
    assert.deepStrictEqual(told?.["errors"], manifest.policyFailure.errors)
    await instance.stop()
  })
})
