/**
 * What a call sends, how often and when, and its events; over a real connection, with a test clock.
 *
 * @module
 */
import { setImmediate } from "node:timers/promises"
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { makeConsentClient } from "../CreateConsentClient.js"
import type { ConsentClient } from "../ConsentClient.js"
import type { CallOptions } from "../options/CallOptions.js"
import type { ClientOptions } from "../options/ClientOptions.js"
import {
  answers,
  begins,
  type Heard,
  type LoopbackServer,
  problem,
  resets,
  silent,
  startLoopbackServer,
  type Step,
  well,
} from "../testing/LoopbackServer.js"
import { makeTestEnvironment, type TestEnvironmentOptions } from "../testing/TestEnvironment.js"
import { clientVersion, policyContract } from "./Version.js"
import type { ClientEvent, OnEvent } from "../event/ClientEvent.js"

let server: LoopbackServer
beforeAll(async () => {
  server = await startLoopbackServer()
})
afterAll(() => server.close())

/** Pauses end immediately; the longer timeouts never fire. */
const pauses = { impatience: 9999 }

/** Requests the status from a scripted server. */
const ask = async (
  steps: ReadonlyArray<Step>,
  options: Partial<ClientOptions> = {},
  call: CallOptions = {},
  time: TestEnvironmentOptions = {},
) => {
  server.script(...steps)
  const environment = makeTestEnvironment({ ...pauses, ...time })
  const result = await makeConsentClient({ baseUrl: server.url, ...options }, environment).status(call)
  return { result, heard: server.heard(), delays: environment.fired(), environment }
}

/** The requests of a call, whatever their outcome. */
const sentBy = async (run: (client: ConsentClient) => Promise<unknown>, options: Partial<ClientOptions> = {}) => {
  server.script(answers(400))
  await run(makeConsentClient({ baseUrl: server.url, apiKey: "key-1", ...options }, makeTestEnvironment()))
  const [first] = server.heard()
  assert.isDefined(first)
  assert.lengthOf(server.heard(), 1)
  return first
}

const transient = [408, 429, 500, 502, 503, 504] as const
const final = [400, 401, 403, 404, 405, 409, 410, 413, 422, 501, 505]

const busy = (status: number, retryAfter?: string): Step =>
  answers(status, problem("INTERNAL_ERROR"), retryAfter === undefined ? {} : { "retry-after": retryAfter })

const now = Date.UTC(2026, 2, 1)
const dateIn = (seconds: number): string => new Date(now + seconds * 1000).toUTCString()

describe("retried after a network error, a timeout, 408, 429, 500, 502, 503 and 504", () => {
  for (const status of transient)
    it(`${status}`, async () => {
      const { delays, heard, result } = await ask([busy(status), well])
      assert.isTrue(result.ok)
      assert.lengthOf(heard, 2)
      assert.deepStrictEqual(delays, [100])
    })

  it("a network error", async () => {
    const { delays, heard, result } = await ask([resets, well])
    assert.isTrue(result.ok)
    assert.lengthOf(heard, 2)
    assert.deepStrictEqual(delays, [100])
  })

  it("a timeout, of the response or of its body", async () => {
    server.script(silent, begins, well)
    const environment = makeTestEnvironment({ impatience: 5000 })
    const asked = makeConsentClient({ baseUrl: server.url, timeoutMs: 7000 }, environment).status()
    for (const count of [1, 2]) {
      await server.hears(count)
      await environment.fire(7000)
    }
    assert.isTrue((await asked).ok)
    assert.deepStrictEqual(environment.fired(), [7000, 100, 7000, 200])
  })

  it("after nothing else", async () => {
    for (const status of final) {
      const { delays, heard, result } = await ask([busy(status, "1"), well])
      assert.strictEqual(result.ok ? null : result.error.status, status)
      assert.strictEqual(result.ok ? null : result.error.retryable, false)
      assert.lengthOf(heard, 1)
      assert.deepStrictEqual(delays, [])
    }
    for (const strange of [answers(200, "<html>"), answers(200, { version: 1 }), answers(204)])
      assert.lengthOf((await ask([strange, well])).heard, 1)
  })

  it("at most maxRetries times, and then with the last error", async () => {
    const steps = [...transient, ...transient].map((status) => busy(status))
    for (const maxRetries of [0, 1, 2, 10]) {
      const { heard, result } = await ask(steps, { retry: { maxRetries } })
      assert.lengthOf(heard, maxRetries + 1)
      assert.strictEqual(result.ok ? null : result.error.status, transient[maxRetries % 6])
      assert.strictEqual(result.ok ? null : result.error.retryable, true)
    }
    assert.lengthOf((await ask(steps, { retry: false })).heard, 1)
  })

  it("with the same request each time", async () => {
    server.script(busy(503), resets, answers(400))
    const client = makeConsentClient({ baseUrl: server.url, apiKey: "key-1" }, makeTestEnvironment(pauses))
    await client.subjects.identify("sub_1", { externalId: "user-1" }, { headers: { "x-team": "a" } })
    const facts = server.heard().map(({ body, headers, method, target }) => ({ body, headers, method, target }))
    assert.lengthOf(facts, 3)
    assert.strictEqual(facts[0]?.body, '{"externalId":"user-1"}')
    assert.deepStrictEqual(facts[1], facts[0])
    assert.deepStrictEqual(facts[2], facts[0])
  })
})

describe("waits a random time up to the doubled initial delay, at most maxDelayMs", () => {
  const delaysWith = async (random: number, retry: ClientOptions["retry"]) =>
    (await ask(Array<Step>(11).fill(busy(500)), { retry }, {}, { random })).delays

  it("by default 200 ms, doubled twice", async () => {
    assert.deepStrictEqual(await delaysWith(0, {}), [0, 0])
    assert.deepStrictEqual(await delaysWith(0.999, {}), [199, 399])
  })

  it("capped, in whole milliseconds", async () => {
    const most = [199, 399, 799, 1598, 3196, 4995, 4995, 4995, 4995, 4995]
    assert.deepStrictEqual(await delaysWith(0.999, { maxRetries: 10 }), most)
    assert.deepStrictEqual(await delaysWith(0.5, { maxRetries: 3, initialDelayMs: 9, maxDelayMs: 20 }), [4, 9, 10])
    assert.deepStrictEqual(await delaysWith(0.999, { initialDelayMs: 0 }), [0, 0])
    assert.deepStrictEqual(await delaysWith(0.999, { maxDelayMs: 0 }), [0, 0])
  })
})

describe("Retry-After replaces the backoff, and ends the retries when longer than maxDelayMs", () => {
  const delayAfter = async (status: number, retryAfter: string) => {
    const { delays, heard, result } = await ask([busy(status, retryAfter), well], {}, {}, { now })
    assert.lengthOf(heard, delays.length + 1)
    assert.strictEqual(result.ok, delays.length === 1)
    return delays[0] ?? null
  }
  const expectAll = async (table: Readonly<Record<string, number | null>>) => {
    for (const status of transient)
      for (const [retryAfter, delay] of Object.entries(table))
        assert.strictEqual(await delayAfter(status, retryAfter), delay, `${status}, ${retryAfter}`)
  }

  it("seconds", () =>
    expectAll({ "0": 0, "3": 3000, "5": 5000, "6": null, "86400": null, [`1${"0".repeat(400)}`]: null }))

  it("a date; a past one means now", () =>
    expectAll({ [dateIn(2)]: 2000, [dateIn(5)]: 5000, [dateIn(6)]: null, [dateIn(0)]: 0, [dateIn(-9)]: 0 }))

  it("any other value is ignored", () =>
    expectAll({ soon: 100, "": 100, "-1": 100, "1.5": 100, "1, 2": 100, "2026-03-01T00:00:02Z": 100, "9999": null }))

  it("by the clock at the time of the response", async () => {
    server.script(busy(503, dateIn(4)), well)
    const environment = makeTestEnvironment({ ...pauses, now })
    const onEvent: OnEvent = ({ type }) => {
      if (type === "request") environment.pass(1000)
    }
    await makeConsentClient({ baseUrl: server.url, onEvent }, environment).status()
    assert.deepStrictEqual(environment.fired(), [3000])
  })
})

describe("given members of retry override the client's", () => {
  const fails = Array<Step>(5).fill(busy(500))
  const client = { maxRetries: 1, initialDelayMs: 1000, maxDelayMs: 3000 }
  const delaysOf = async (retry: ClientOptions["retry"], call: CallOptions["retry"]) =>
    (await ask(fails, { retry }, { retry: call })).delays

  it("over a client that retries", async () => {
    assert.deepStrictEqual(await delaysOf(client, undefined), [500])
    assert.deepStrictEqual(await delaysOf(client, {}), [500])
    assert.deepStrictEqual(await delaysOf(client, { maxRetries: 3 }), [500, 1000, 1500])
    assert.deepStrictEqual(await delaysOf(client, { initialDelayMs: 10 }), [5])
    assert.deepStrictEqual(await delaysOf(client, { maxDelayMs: 100 }), [50])
    assert.deepStrictEqual(await delaysOf(client, false), [])
  })

  it("over a client that does not, missing members have the defaults", async () => {
    assert.deepStrictEqual(await delaysOf(false, undefined), [])
    assert.deepStrictEqual(await delaysOf(false, {}), [100, 200])
    assert.deepStrictEqual(await delaysOf(false, { maxRetries: 1 }), [100])
    assert.deepStrictEqual(await delaysOf(false, { initialDelayMs: 10 }), [5, 10])
  })
})

describe("each attempt sends the same x-request-id", () => {
  const idsOf = (heard: ReadonlyArray<Heard>) => heard.map(({ headers }) => headers["x-request-id"])

  it("a random one for each call", async () => {
    const ids = new Set<unknown>()
    for (const call of [{}, {}, { requestId: undefined }]) {
      const [first, ...others] = idsOf((await ask([busy(500), resets, well], {}, call)).heard)
      assert.match(String(first), /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
      assert.deepStrictEqual(others, [first, first])
      ids.add(first)
    }
    assert.strictEqual(ids.size, 3)
  })

  it("the caller's own", async () => {
    const { heard } = await ask([busy(500), resets, well], {}, { requestId: "order:7" })
    assert.deepStrictEqual(idsOf(heard), ["order:7", "order:7", "order:7"])
  })

  it("and the result has the response's, or else the request's", async () => {
    const idOf = async (step: Step) => {
      const { result } = await ask([step], { retry: false }, { requestId: "mine" })
      return result.ok ? result.requestId : result.error.requestId
    }
    const headers = { "x-request-id": "theirs" }
    assert.strictEqual(
      await idOf((response, request) => well(response.setHeader("x-request-id", "theirs"), request)),
      "theirs",
    )
    assert.strictEqual(await idOf(answers(500, problem("INTERNAL_ERROR"), headers)), "theirs")
    assert.strictEqual(await idOf(answers(502, "<html>", headers)), "theirs")
    assert.strictEqual(await idOf(answers(200, {}, headers)), "theirs")
    assert.strictEqual(await idOf(well), "mine")
    assert.strictEqual(await idOf(busy(500)), "mine")
    assert.strictEqual(await idOf(resets), "mine")
  })
})

describe("the client's own override the caller's", () => {
  const theirs = {
    Accept: "text/html",
    AUTHORIZATION: "Basic c2VjcmV0",
    "Content-Type": "text/plain",
    "X-Request-ID": "theirs",
    "x-cs-version": "9.9.9",
    "X-CS-Policy-Contract": "7",
  }
  const owned = {
    accept: "application/json",
    authorization: "Bearer key-1",
    "content-type": "application/json",
    "x-request-id": "mine",
    "x-cs-version": clientVersion,
    "x-cs-policy-contract": policyContract,
  }
  const link = (call: CallOptions) => (client: ConsentClient) =>
    client.subjects.identify("sub_1", { externalId: "user-1" }, { requestId: "mine", ...call })

  it("whether they come from the client or from the call", async () => {
    for (const { headers } of [
      await sentBy(link({ headers: theirs })),
      await sentBy(link({}), { headers: theirs }),
      await sentBy(link({})),
    ])
      assert.include(headers, owned)
  })

  it("without a key there is no authorization, even from the caller", async () => {
    const { headers } = await sentBy(link({ headers: theirs }), { apiKey: undefined, headers: theirs })
    assert.notProperty(headers, "authorization")
  })

  it("without a body there is no content-type but the caller's", async () => {
    assert.notProperty((await sentBy((client) => client.status())).headers, "content-type")
    const { headers } = await sentBy((client) => client.status({ headers: theirs }))
    assert.strictEqual(headers["content-type"], "text/plain")
  })

  it("all others are sent, and a call's override the client's, however they are spelled", async () => {
    const client = { headers: { "X-Team": "a", "x-zone": "1" } }
    const { headers } = await sentBy(link({ headers: { "x-team": "b", "x-step": "7" } }), client)
    assert.include(headers, { "x-team": "b", "x-zone": "1", "x-step": "7" })
  })
})

describe("the content of a request", () => {
  it("a visitor as headers, before those of the caller", async () => {
    const headers = { "Accept-Language": "fr", "x-cs-country": "FR" }
    const visitor = { language: "de-CH", country: "CH", region: "ZH", gpc: true }
    const sent = await sentBy((client) => client.init(visitor, { headers }))
    assert.strictEqual(sent.target, "/init")
    const expected = { "accept-language": "de-CH", "x-cs-country": "CH", "x-cs-region": "ZH", "x-cs-gpc": "1" }
    assert.include(sent.headers, expected)
    assert.include((await sentBy((client) => client.init({ gpc: false }))).headers, { "x-cs-gpc": "0" })
    const none = await sentBy((client) => client.init())
    assert.doesNotHaveAnyKeys(none.headers, ["x-cs-country", "x-cs-region", "x-cs-gpc"])
  })

  it("below the path of the base address", async () => {
    for (const base of ["/api/cs", "/api/cs/"]) {
      const { target } = await sentBy((client) => client.status(), { baseUrl: `${server.url}${base}` })
      assert.strictEqual(target, "/api/cs/status")
    }
  })

  it("any text in paths and queries", async () => {
    const odd = "a b&c=d/ü+%?#"
    const targetOf = async (run: (client: ConsentClient) => Promise<unknown>) => (await sentBy(run)).target
    const query = "a+b%26c%3Dd%2F%C3%BC%2B%25%3F%23"
    const path = "a%20b%26c%3Dd%2F%C3%BC%2B%25%3F%23"
    const from = new Date(now)
    assert.deepStrictEqual(
      [
        await targetOf((client) => client.subjects.get(odd)),
        await targetOf((client) => client.subjects.get("%2e%2e", { types: [odd, "b"] })),
        await targetOf((client) => client.subjects.list({ externalId: odd })),
        await targetOf((client) => client.consents.check({ externalId: odd, types: ["a", "b"] })),
        await targetOf((client) => client.experiments.summary(odd, { from, to: undefined, domain: odd })),
        await targetOf((client) => client.manifest({ language: odd })),
        await targetOf((client) => client.manifest()),
      ],
      [
        `/subjects/${path}`,
        `/subjects/%252e%252e?type=${query}%2Cb`,
        `/subjects?externalId=${query}`,
        `/consents/check?externalId=${query}&type=a%2Cb`,
        `/experiments/${path}/summary?from=2026-03-01T00%3A00%3A00.000Z&domain=${query}`,
        `/manifest?language=${query}`,
        "/manifest",
      ],
    )
  })

  it("JSON, to the method of the route", async () => {
    const document = { version: "2", hash: "sha256:00", effectiveDate: new Date(now) }
    const { body, method, target } = await sentBy((client) => client.legalDocuments.publish("ü", document))
    assert.deepStrictEqual({ method, target }, { method: "PUT", target: "/legal-documents/%C3%BC/current" })
    assert.deepStrictEqual(JSON.parse(body), { ...document, effectiveDate: "2026-03-01T00:00:00.000Z" })
  })

  it("nothing where the input is invalid or the key is missing", async () => {
    server.script()
    const environment = makeTestEnvironment()
    const events: Array<ClientEvent> = []
    const onEvent: OnEvent = (event) => events.push(event)
    const client = makeConsentClient({ baseUrl: server.url, onEvent }, environment)
    const codes = [
      await client.subjects.get(".."),
      await client.subjects.list({ externalId: "user-1" }),
      await client.subjects.list({ externalId: "" }),
      await client.status({ timeoutMs: 0 }),
    ].map((result) => (result.ok ? null : result.error.code))
    assert.deepStrictEqual(codes, ["INVALID_INPUT", "MISSING_API_KEY", "INVALID_INPUT", "INVALID_INPUT"])
    assert.deepStrictEqual([server.heard(), events, environment.set()], [[], [], []])
  })
})

describe("request, response and retry events, attempts counted from 0", () => {
  /** The events of a call, with codes instead of errors. Each request takes 35 ms of the test clock. */
  const eventsOf = async (steps: ReadonlyArray<Step>, run: (client: ConsentClient) => Promise<unknown>) => {
    const environment = makeTestEnvironment(pauses)
    const timed = steps.map(
      (step): Step =>
        (response, request) => {
          environment.pass(35)
          step(response, request)
        },
    )
    server.script(...timed)
    const events: Array<ClientEvent> = []
    const onEvent: OnEvent = (event) => events.push(event)
    await run(makeConsentClient({ baseUrl: server.url, apiKey: "key-1", onEvent }, environment))
    return events.map((event) => (event.type === "retry" ? { ...event, error: event.error.code } : event))
  }
  const requestId = "mine"

  it("of a success", async () => {
    const facts = { method: "GET", path: "/status", requestId, attempt: 0 }
    assert.deepStrictEqual(await eventsOf([well], (client) => client.status({ requestId })), [
      { type: "request", ...facts },
      { type: "response", ...facts, status: 200, durationMs: 35 },
    ])
  })

  it("of a failure", async () => {
    const facts = { method: "PATCH", path: "/subjects/:id", requestId, attempt: 0 }
    const link = (client: ConsentClient) => client.subjects.identify("sub_1", { externalId: "user-1" }, { requestId })
    assert.deepStrictEqual(await eventsOf([answers(404, problem("NOT_FOUND"))], link), [
      { type: "request", ...facts },
      { type: "response", ...facts, status: 404, durationMs: 35 },
    ])
  })

  it("for retries; without a response there is no response event", async () => {
    const facts = { method: "GET", path: "/status", requestId }
    const steps = [busy(503, "2"), resets, answers(502, "<html>", { "x-request-id": "theirs" })]
    assert.deepStrictEqual(await eventsOf(steps, (client) => client.status({ requestId })), [
      { type: "request", ...facts, attempt: 0 },
      { type: "response", ...facts, attempt: 0, status: 503, durationMs: 35 },
      { type: "retry", ...facts, attempt: 0, delayMs: 2000, error: "INTERNAL_ERROR" },
      { type: "request", ...facts, attempt: 1 },
      { type: "retry", ...facts, attempt: 1, delayMs: 200, error: "NETWORK_ERROR" },
      { type: "request", ...facts, attempt: 2 },
      { type: "response", ...facts, attempt: 2, status: 502, durationMs: 35 },
    ])
  })

  it("never with an id of a subject or of an account", async () => {
    const steps = [resets, answers(502), answers(404, problem("NOT_FOUND"))]
    for (const run of [
      (client: ConsentClient) => client.subjects.get("secret-1"),
      (client: ConsentClient) => client.subjects.list({ externalId: "secret-1" }),
      (client: ConsentClient) => client.subjects.identify("secret-1", { externalId: "secret-1" }),
    ]) {
      const events = await eventsOf(steps, run)
      assert.lengthOf(events, 7)
      assert.notInclude(JSON.stringify(events), "secret-1")
    }
  })
})

describe("errors of the callback are ignored", () => {
  const rejects: OnEvent = async () => {
    throw new Error("later")
  }
  const bad: Readonly<Record<string, OnEvent>> = {
    "a throw": () => {
      throw new Error("immediately")
    },
    "a rejection": rejects,
    "a promise that never ends": () => new Promise(() => {}),
  }
  for (const [how, onEvent] of Object.entries(bad))
    it(how, async () => {
      const unhandled: Array<unknown> = []
      const note = (cause: unknown) => unhandled.push(cause)
      process.on("unhandledRejection", note)
      const { delays, heard, result } = await ask([busy(500), resets, well], { onEvent })
      await setImmediate()
      process.off("unhandledRejection", note)
      assert.isTrue(result.ok)
      assert.lengthOf(heard, 3)
      assert.deepStrictEqual(delays, [100, 200])
      assert.deepStrictEqual(unhandled, [])
    })
})
