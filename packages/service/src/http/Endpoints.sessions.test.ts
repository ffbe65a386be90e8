import { defaultTablePrefix, tablesOf } from "@consent-service/adapter-sql/Tables"
import { describeAboveStores } from "@consent-service/test-engines"
import * as SqlClient from "@effect/sql/SqlClient"
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { vi } from "vitest"
import { clientFromUrl } from "@consent-service/adapter-sql/ClientFromUrl"
import type { ConsentServiceOptions } from "../options/Options.js"
import { instanceOn, startInstance } from "../testing/TestInstance.js"

/* Endpoints: reports of resolutions. */

type OnReport = NonNullable<NonNullable<ConsentServiceOptions["sessions"]>["onReport"]>
type Taken = Parameters<OnReport>

/** A receiver that records its reports. */
const keeping = () => {
  const taken: Array<Taken> = []
  const onReport: OnReport = (...given) => void taken.push(given)
  return { taken, sessions: { onReport } }
}

const report = {
  source: "render",
  revision: "r1",
  resolution: "matched",
  policy: { id: "europe", fingerprint: "f", matchedBy: "country", model: "opt-in" },
  country: "DE",
  region: null,
  language: "de",
  gpc: false,
}

const server = { "x-cs-version": "3.0.0" }

const sending =
  (send: ReturnType<typeof instanceOn>["send"]) =>
  (change: Readonly<Record<string, unknown>> = {}, headers: Readonly<Record<string, string>> = server) =>
    send("/sessions", { method: "POST", headers, body: JSON.stringify({ ...report, ...change }) })

const countRows = (url: string): Promise<number> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const { consent, legalDocument, manifestArchive, policyDecision, subject } = tablesOf(defaultTablePrefix)
    let rows = 0
    for (const table of [consent, legalDocument, manifestArchive, policyDecision, subject]) {
      rows += (yield* sql`select * from ${sql(table)}`).length
    }
    return rows
  }).pipe(Effect.provide(clientFromUrl(url)), Effect.runPromise)

const journeyId = "0f8fad5b-d9cb-469f-a165-70867728950e"

describeAboveStores("POST /sessions", (engine) => {
  const { sessions, taken } = keeping()
  let instance: Awaited<ReturnType<typeof startInstance>>
  let post: ReturnType<typeof sending>
  beforeAll(async () => {
    instance = await startInstance(engine, { sessions, tenantId: "red" })
    post = sending(instance.send)
  })
  afterAll(() => instance.stop())

  it("passes the report on, logs it, answers 204 without a body, and writes nothing to the database", async () => {
    taken.length = 0
    const full = {
      source: "route",
      adapter: "next",
      tenantId: "blue",
      experiment: { id: "hero", arm: "short" },
      journey: {
        id: journeyId.toUpperCase(),
        scope: "tab",
        prompt: "due",
        storedChoice: false,
        domain: "shop.example",
      },
      unknown: 1,
    }
    const { body, headers, status } = await post(full, { ...server, "user-agent": "visitor" })
    assert.deepStrictEqual([status, body, headers.get("cache-control")], [204, null, "no-store"])
    const [[taker, visitor] = []] = taken
    assert.deepStrictEqual<unknown>(taker, {
      ...report,
      source: "route",
      adapter: "next",
      tenantId: "red",
      experiment: full.experiment,
      journey: { ...full.journey, id: journeyId },
      jurisdiction: "GDPR",
    })
    assert.deepStrictEqual(visitor, {
      ip: null,
      userAgent: "visitor",
      headers: { "user-agent": "visitor", "x-cs-version": "3.0.0" },
    })
    assert.deepInclude(instance.events.at(-1)?.["session"], { source: "route", revision: "r1", tenantId: "red" })
    assert.strictEqual(await countRows(instance.url), 0)
  })

  it("needs no database at all", async () => {
    const away = instanceOn("postgres://user@127.0.0.1:1/none")
    assert.strictEqual((await sending(away.send)()).status, 204)
    await away.service.dispose()
  })

  it("is refused with 400 BAD_REQUEST: first a browser, then an invalid body, then the source init", async () => {
    taken.length = 0
    const wrong: ReadonlyArray<readonly [Readonly<Record<string, string>>, string, string]> = [
      [{ ...server, origin: "https://shop.example" }, "{", "Origin"],
      [{ ...server, origin: "null" }, "{", "Origin"],
      [{}, "{", "X-CS-Version"],
      [{ "x-cs-version": " " }, "{", "X-CS-Version"],
      [server, "{", "body"],
      [server, "", "body"],
      [server, "[]", "body"],
      [server, JSON.stringify({ ...report, source: "init", gpc: undefined }), "gpc"],
      [server, JSON.stringify({ ...report, source: "init" }), "source"],
      [server, JSON.stringify({ ...report, source: "browser" }), "source"],
      [server, JSON.stringify({ ...report, policy: { ...report.policy, model: "x" } }), "policy.model"],
      [server, JSON.stringify({ ...report, journey: { id: "1", scope: "tab", prompt: "due" } }), "journey.id"],
    ]
    for (const [headers, body, path] of wrong) {
      const answer = await instance.send("/sessions", { method: "POST", headers, body })
      assert.deepStrictEqual([answer.status, answer.body.cause.code], [400, "BAD_REQUEST"], body)
      assert.strictEqual(answer.body.cause.issues[0].path, path)
      assert.include(answer.body.message, path)
    }
    for (const field of Object.keys(report)) {
      const answer = await post({ [field]: undefined })
      assert.deepStrictEqual([answer.status, answer.body.cause.issues[0].path], [400, field])
    }
    assert.deepStrictEqual(taken, [])
  })

  it("the visitor's address comes from x-cs-client-ip only, masked or not as configured", async () => {
    const connection = {
      "x-forwarded-for": "203.0.113.9",
      "x-client-ip": "203.0.113.9",
      "cf-connecting-ip": "203.0.113.9",
    }
    const kept = async (ipAddress: ConsentServiceOptions["ipAddress"], sent: string | null) => {
      const receiver = keeping()
      const one = instanceOn(instance.url, {
        sessions: receiver.sessions,
        ...(ipAddress === undefined ? {} : { ipAddress }),
      })
      await sending(one.send)({}, { ...server, ...connection, ...(sent === null ? {} : { "x-cs-client-ip": sent }) })
      await one.service.dispose()
      return receiver.taken[0]?.[1].ip
    }
    assert.isNull(await kept(undefined, null))
    assert.isNull(await kept(undefined, "not-an-ip"))
    assert.strictEqual(await kept(undefined, "198.51.100.7"), "198.51.100.0")
    assert.strictEqual(await kept(undefined, "198.51.100.7:4711, 203.0.113.9"), "198.51.100.0")
    assert.strictEqual(await kept(undefined, "2001:db8:85a3::8a2e:370:7334"), "2001:db8:85a3::")
    assert.strictEqual(await kept({ masking: false }, "198.51.100.7"), "198.51.100.7")
    assert.isNull(await kept({ tracking: false }, "198.51.100.7"))
    assert.isNull(await kept({ ipAddressHeaders: ["x-forwarded-for"] }, null))
  })

  it("the receiver sees the allowed headers only, never a cookie, an authorization or an address", async () => {
    taken.length = 0
    const allowed = {
      "user-agent": "visitor",
      "x-cs-version": "3.0.0",
      "x-cs-policy-contract": "1",
      "cf-ipcountry": "DE",
      "x-cs-region": "BY",
      "accept-language": "de",
      "x-cs-gpc": "1",
      "sec-gpc": "1",
    }
    const secret = {
      cookie: "a=b",
      authorization: "Bearer x",
      "x-forwarded-for": "203.0.113.9",
      "x-cs-client-ip": "203.0.113.9",
      referer: "https://shop.example/",
    }
    await post({}, { ...allowed, ...secret })
    assert.deepStrictEqual(taken[0]?.[1].headers, allowed)
  })

  it("waits for the receiver", async () => {
    let release = () => {}
    const open = new Promise<void>((resolve) => void (release = resolve))
    let done = false
    const waiting = instanceOn(instance.url, { sessions: { onReport: () => open.then(() => void (done = true)) } })
    const answer = sending(waiting.send)().then(({ status }) => ({ status, done }))
    setImmediate(release)
    assert.deepStrictEqual(await answer, { status: 204, done: true })
    await waiting.service.dispose()
  })

  const failures: ReadonlyArray<readonly [string, OnReport]> = [
    [
      "throws",
      () => {
        throw new Error("full")
      },
    ],
    ["rejects", () => Promise.reject(new Error("full"))],
  ]

  it.each(failures)("a receiver that %s never fails the request, and is logged", async (_, onReport) => {
    const failing = instanceOn(instance.url, { sessions: { onReport } })
    assert.strictEqual((await sending(failing.send)()).status, 204)
    const told = failing.events.find(({ event }) => event === "resolution-report-failed")
    assert.deepInclude(told, { level: "error", session: { sink: "failed", source: "render" }, failure: "Error: full" })
    await failing.service.dispose()
  })

  it("needs an API key where sessions.apiKey is on, before any other check", async () => {
    const apiKey = "a-key-of-the-backend"
    const receiver = keeping()
    const guarded = instanceOn(instance.url, {
      apiKeys: [apiKey],
      sessions: { ...receiver.sessions, apiKey: true },
    })
    const sendReport = sending(guarded.send)
    for (const headers of [
      server,
      {},
      { ...server, authorization: "Bearer another" },
      { origin: "https://shop.example" },
    ]) {
      const { body, status } = await sendReport({}, headers)
      assert.deepStrictEqual([status, body.cause.code], [401, "UNAUTHORIZED"])
    }
    assert.strictEqual((await sendReport({}, { ...server, authorization: `Bearer ${apiKey}` })).status, 204)
    assert.strictEqual(receiver.taken.length, 1)
    const { paths } = guarded.service.getOpenAPISpec()
    assert.deepStrictEqual(paths["/sessions"]?.["post"]?.security, [{ bearerAuth: [] }])
    await guarded.service.dispose()
  })

  describe("without a receiver", () => {
    it("is answered and logged anyway", async () => {
      const deaf = instanceOn(instance.url)
      assert.strictEqual((await sending(deaf.send)()).status, 204)
      assert.deepInclude(deaf.events.at(-1)?.["session"], { source: "render", tenantId: null })
      await deaf.service.dispose()
    })
  })
})

describeAboveStores("the report of /init", (engine) => {
  it("sees the query as the headers it represents, and only the allowed headers", async () => {
    const { sessions, taken } = keeping()
    const instance = await startInstance(engine, { sessions })
    const sentWith = async (query: string, headers: Readonly<Record<string, string>>) => {
      taken.length = 0
      await instance.send(`/init${query}`, { headers })
      await vi.waitFor(() => assert.strictEqual(taken.length, 1))
      return taken[0]?.[1].headers
    }
    const headers = {
      "x-cs-version": "2.0.0",
      "x-cs-country": "FR",
      "cf-ipcountry": "IT",
      "x-cs-gpc": "0",
      cookie: "a=b",
      "x-cs-experiment": "hero=short",
    }
    const { cookie: _, "x-cs-experiment": __, ...allowed } = headers
    assert.deepStrictEqual(
      await sentWith("?v=3.1.0&country=DE&region=BY&contract=1&gpc=1&experiment=hero%3Dlong", headers),
      {
        "x-cs-version": "3.1.0",
        "x-cs-policy-contract": "1",
        "x-cs-country": "DE",
        "cf-ipcountry": "IT",
        "x-cs-region": "BY",
        "x-cs-gpc": "1",
      },
    )
    assert.deepStrictEqual(await sentWith("?v=&country=%20&region=&contract=&gpc=yes", headers), allowed)
    assert.deepStrictEqual(await sentWith("?v=3.1.0&country=DE", {}), { "x-cs-version": "3.1.0", "x-cs-country": "DE" })
    const hostile = "?v=1%0D%0Aevil:1&contract=1%0A&country=D%0AE&region=%E6%97%A5"
    assert.deepStrictEqual(await sentWith(hostile, headers), allowed, "values that no header can hold")
    await instance.stop()
  })
})
