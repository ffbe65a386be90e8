/**
 * The outcome of an attempt, whatever the server does; over a real connection.
 *
 * @module
 */
import { getEventListeners } from "node:events"
import { setImmediate } from "node:timers/promises"
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import type { Result } from "../answer/Result.js"
import type { ConsentClient } from "../ConsentClient.js"
import { makeConsentClient } from "../CreateConsentClient.js"
import type { ClientOptions } from "../options/ClientOptions.js"
import {
  answers,
  begins,
  breaks,
  type LoopbackServer,
  problem,
  refusingUrl,
  resets,
  silent,
  startBabbler,
  startLoopbackServer,
  statusBody,
  type Step,
  well,
} from "../testing/LoopbackServer.js"
import { makeTestEnvironment } from "../testing/TestEnvironment.js"
import type { ClientEvent, OnEvent } from "../event/ClientEvent.js"

let server: LoopbackServer
let elsewhere: LoopbackServer
beforeAll(async () => {
  server = await startLoopbackServer()
  elsewhere = await startLoopbackServer()
})
afterAll(async () => {
  await server.close()
  await elsewhere.close()
})

type Fetch = typeof globalThis.fetch

const timeoutMs = 7000

/** A client that tries once, its clock, and its events. */
const setUp = (options: Partial<ClientOptions> = {}) => {
  const environment = makeTestEnvironment()
  const events: Array<ClientEvent> = []
  const onEvent: OnEvent = (event) => events.push(event)
  const shared = { baseUrl: server.url, apiKey: "key-1", timeoutMs, retry: false, onEvent } as const
  return { client: makeConsentClient({ ...shared, ...options }, environment), environment, events }
}

/** The result of one call of a client that tries once. */
const asked = async <Data>(step: Step, run: (client: ConsentClient) => Promise<Result<Data>>) => {
  server.script(step)
  const result = await run(setUp().client)
  assert.lengthOf(server.heard(), 1)
  return result
}

const status = (client: ConsentClient) => client.status()

/** Its error, for comparison. */
const errorOf = (result: Result<unknown>): object => (result.ok ? {} : result.error)

const codeOf = (result: Result<unknown>) => (result.ok ? "ok" : result.error.code)

/** The global `fetch`, and a promise that its response has begun. */
const watchedFetch = () => {
  let seen = () => {}
  const head = new Promise<void>((resolve) => {
    seen = resolve
  })
  const fetch: Fetch = async (input, init) => {
    const response = await globalThis.fetch(input, init)
    seen()
    return response
  }
  return { fetch, head }
}

const never = new Promise<never>(() => {})

/** Runs a function and returns its unhandled rejections. */
const unhandledIn = async (run: () => Promise<unknown>) => {
  const unhandled: Array<unknown> = []
  const note = (cause: unknown) => unhandled.push(cause)
  process.on("unhandledRejection", note)
  await run()
  await setImmediate()
  process.off("unhandledRejection", note)
  return unhandled
}

describe("timeoutMs applies to each attempt, including the response's body", () => {
  it("no answer", async () => {
    server.script(silent)
    const { client, environment, events } = setUp()
    const result = client.status()
    await server.hears(1)
    assert.deepStrictEqual(environment.pending(), [timeoutMs])
    await environment.fire(timeoutMs)
    assert.deepInclude(errorOf(await result), { code: "TIMEOUT", status: undefined, retryable: true })
    assert.deepStrictEqual(
      events.map(({ type }) => type),
      ["request"],
    )
    assert.isFalse(await server.heard()[0]?.over)
  })

  it("an endless response", async () => {
    server.script(begins)
    const { fetch, head } = watchedFetch()
    const { client, environment, events } = setUp({ fetch })
    const result = client.status()
    await head
    await environment.fire(timeoutMs)
    assert.strictEqual(codeOf(await result), "TIMEOUT")
    assert.lengthOf(events, 1)
    assert.isFalse(await server.heard()[0]?.over)
  })

  it("the full time for each attempt, and a call's own timeout before the client's", async () => {
    server.script(silent, silent, well)
    const { client, environment } = setUp({ retry: { initialDelayMs: 8 } })
    const result = client.status({ timeoutMs: 300 })
    for (const [index, pause] of [4, 8].entries()) {
      await server.hears(index + 1)
      await environment.fire(300)
      await environment.fire(pause)
    }
    assert.strictEqual(codeOf(await result), "ok")
    assert.deepStrictEqual(environment.set(), [300, 4, 300, 8, 300])
    assert.deepStrictEqual(environment.pending(), [])
  })

  it("also for a fetch that ignores signals, whatever it does later", async () => {
    let fail = () => {}
    const late = new Promise<never>((_, reject) => {
      fail = () => reject(new Error("much later"))
    })
    const deaf: Readonly<Record<string, Fetch>> = {
      "never answers": () => never,
      "answers without end": async () => new Response(new ReadableStream({ pull: () => never })),
      "fails later": () => late,
    }
    const unhandled = await unhandledIn(async () => {
      for (const [how, fetch] of Object.entries(deaf)) {
        const { client, environment } = setUp({ fetch })
        const result = client.status()
        await environment.fire(timeoutMs)
        assert.strictEqual(codeOf(await result), "TIMEOUT", how)
      }
      fail()
    })
    assert.deepStrictEqual(unhandled, [])
  })
})

describe("NETWORK_ERROR, with the cause", () => {
  const expectBroken = (result: Result<unknown>, sent = true) => {
    const error = result.ok ? undefined : result.error
    assert.deepInclude(error, { code: "NETWORK_ERROR", status: undefined, retryable: true })
    assert.instanceOf(error?.cause, Error)
    assert.match(String(error?.requestId), /^[0-9a-f-]{36}$/)
    assert.strictEqual(server.heard().length, sent ? 1 : 0)
  }

  it("no server listens", async () => {
    server.script()
    expectBroken(await setUp({ baseUrl: await refusingUrl() }).client.status(), false)
  })

  it("the connection ends before the response", async () => expectBroken(await asked(resets, status)))

  it("the connection ends in the middle of the response", async () => {
    expectBroken(await asked(breaks, status))
    let cut = () => {}
    server.script((response, request) => {
      begins(response, request)
      cut = () => request.socket.resetAndDestroy()
    })
    const { fetch, head } = watchedFetch()
    const result = setUp({ fetch }).client.status()
    await head
    cut()
    expectBroken(await result)
  })

  it("the response is not HTTP, or empty", async () => {
    server.script()
    for (const words of ["", "hello\r\n\r\n", "HTTP/1.1 200 OK\r\ncontent-le"]) {
      const babbler = await startBabbler(words)
      expectBroken(await setUp({ baseUrl: babbler.url }).client.status(), false)
      await babbler.close()
    }
  })

  it("a fetch that throws, fails, returns nothing, or an unreadable response", async () => {
    server.script()
    const throws: Fetch = () => {
      throw new Error("no network")
    }
    const gone = new Response("{}")
    await gone.text()
    const odd: ReadonlyArray<Fetch> = [
      throws,
      () => Promise.reject(new TypeError("no network")),
      () => Promise.resolve(JSON.parse("null")),
      () => Promise.resolve(gone),
    ]
    for (const fetch of odd) expectBroken(await setUp({ fetch }).client.status(), false)
  })
})

describe("no call rejects", () => {
  it("over a fetch whose response has no headers, as in some tests", async () => {
    const bare = (code: number, body: unknown) =>
      Object.defineProperty(new Response(JSON.stringify(body), { status: code }), "headers", { value: undefined })
    const answerTo = async (response: Response) => {
      const result = await setUp({ fetch: async () => response }).client.status({ requestId: "mine" })
      return [codeOf(result), result.ok ? result.requestId : result.error.requestId]
    }
    assert.deepStrictEqual(await answerTo(bare(200, statusBody)), ["ok", "mine"])
    assert.deepStrictEqual(await answerTo(bare(500, problem("INTERNAL_ERROR"))), ["INTERNAL_ERROR", "mine"])
  })
})

describe("a redirect is an undocumented response", () => {
  for (const code of [301, 302, 303, 307, 308])
    it(`${code}: the key is sent to no other server`, async () => {
      elsewhere.script(well)
      const location = `${elsewhere.url}/status`
      for (const run of [
        status,
        (client: ConsentClient) => client.subjects.identify("sub_1", { externalId: "user-1" }),
      ]) {
        server.script(answers(code, undefined, { location }))
        const result = await run(setUp({ retry: { initialDelayMs: 0 } }).client)
        assert.deepInclude(errorOf(result), { code: "UNEXPECTED_RESPONSE", status: code })
        assert.lengthOf(server.heard(), 1)
      }
      assert.deepStrictEqual(elsewhere.heard(), [])
    })
})

describe("the caller's signal aborts the call with ABORTED, and nothing more is sent", () => {
  const expectAborted = (
    result: Result<unknown>,
    set: ReturnType<typeof setUp>,
    heard: number,
    signal: AbortSignal,
  ) => {
    assert.deepInclude(errorOf(result), { code: "ABORTED", status: undefined, retryable: false })
    assert.lengthOf(server.heard(), heard)
    assert.deepStrictEqual(set.environment.pending(), [])
    assert.deepStrictEqual(getEventListeners(signal, "abort"), [])
  }
  const retry = { initialDelayMs: 200 }

  it("before", async () => {
    server.script(well)
    const set = setUp({ retry })
    const signal = AbortSignal.abort(new Error("no more"))
    expectAborted(await set.client.status({ signal }), set, 0, signal)
  })

  it("while waiting for the response", async () => {
    server.script(silent, well)
    const set = setUp({ retry })
    const controller = new AbortController()
    const result = set.client.status({ signal: controller.signal })
    await server.hears(1)
    controller.abort()
    expectAborted(await result, set, 1, controller.signal)
    assert.isFalse(await server.heard()[0]?.over)
  })

  it("while reading the body", async () => {
    server.script(begins, well)
    const { fetch, head } = watchedFetch()
    const set = setUp({ retry, fetch })
    const controller = new AbortController()
    const result = set.client.status({ signal: controller.signal })
    await head
    controller.abort()
    expectAborted(await result, set, 1, controller.signal)
    assert.isFalse(await server.heard()[0]?.over)
  })

  it("during the wait before the next attempt", async () => {
    server.script(answers(503), well)
    const set = setUp({ retry })
    const controller = new AbortController()
    const result = set.client.status({ signal: controller.signal })
    await set.environment.waitsFor(100)
    controller.abort()
    expectAborted(await result, set, 1, controller.signal)
  })

  it("in between, by the listener that receives the failure", async () => {
    for (const type of ["request", "response", "retry"]) {
      server.script(answers(503), well)
      const controller = new AbortController()
      const onEvent: OnEvent = (event) => {
        if (event.type === type) controller.abort()
      }
      const set = setUp({ retry, onEvent })
      const result = await set.client.status({ signal: controller.signal })
      expectAborted(result, set, type === "request" ? 0 : 1, controller.signal)
    }
  })

  it("also where fetch ignores signals", async () => {
    server.script()
    const set = setUp({ retry, fetch: () => never })
    const controller = new AbortController()
    const result = set.client.status({ signal: controller.signal })
    controller.abort()
    expectAborted(await result, set, 0, controller.signal)
  })
})

describe("a call cleans up after itself", () => {
  const { signal } = new AbortController()
  const listeners = () => getEventListeners(signal, "abort").length

  it("leaves no timer and no listener on a shared signal, and never has more than one", async () => {
    for (const steps of [[well], [answers(404)], [answers(503), resets, well], [breaks, answers(200, "<html>")]]) {
      const counts = new Set<number>()
      const environment = makeTestEnvironment({ impatience: 400 })
      const fetch: Fetch = (input, init) => {
        counts.add(listeners())
        return globalThis.fetch(input, init)
      }
      server.script(...steps)
      await makeConsentClient({ baseUrl: server.url, fetch }, environment).status({ signal })
      assert.lengthOf(server.heard(), steps.length)
      assert.deepStrictEqual([...counts], [1])
      assert.strictEqual(listeners(), 0)
      assert.deepStrictEqual(environment.pending(), [])
    }
  })

  it("also after a timeout", async () => {
    server.script(silent)
    const { client, environment } = setUp()
    const result = client.status({ signal })
    await server.hears(1)
    assert.strictEqual(listeners(), 1)
    await environment.fire(timeoutMs)
    assert.strictEqual(codeOf(await result), "TIMEOUT")
    assert.strictEqual(listeners(), 0)
    assert.deepStrictEqual(environment.pending(), [])
  })

  it("except for a connection, which the next call reuses", async () => {
    const { client } = setUp()
    const before = server.connections()
    server.script(...Array<Step>(10).fill(well))
    for (let count = 0; count < 10; count += 1) assert.strictEqual(codeOf(await client.status()), "ok")
    assert.isAtMost(server.connections() - before, 2)
  })
})

const submission = {
  type: "cookie_banner",
  subjectId: "sub_1",
  domain: "shop.example",
  givenAt: new Date(0),
  preferences: { marketing: true },
}

describe("an undocumented response is an UNEXPECTED_RESPONSE", () => {
  const html = "<html><h1>Bad Gateway</h1></html>"
  const table: ReadonlyArray<readonly [name: string, step: Step, retryable: boolean]> = [
    ["502 in HTML", answers(502, html, { "content-type": "text/html" }), true],
    ["502 without a body", answers(502), true],
    ["500 with another service's JSON", answers(500, { error: "boom" }), true],
    ["500 with a code that is not a string", answers(500, { message: "no", cause: { code: 7 } }), true],
    ["404 of a proxy", answers(404, html), false],
    ["200 in HTML", answers(200, html), false],
    ["200 without a body", answers(200), false],
    ["200 with half of it", answers(200, JSON.stringify(statusBody).slice(0, -1)), false],
    ["200 of a wrong shape", answers(200, { ...statusBody, version: 1 }), false],
    ["200 with a time that is invalid", answers(200, { ...statusBody, timestamp: "yesterday" }), false],
    ["200 with null", answers(200, null), false],
    ["201", answers(201, statusBody), false],
    ["204", answers(204), false],
    ["304 where nothing was asked to be new", answers(304), false],
  ]
  for (const [name, step, retryable] of table)
    it(name, async () => {
      const result = await asked(step, status)
      const expected = { code: "UNEXPECTED_RESPONSE", status: Number.parseInt(name), retryable, serverCode: undefined }
      assert.deepInclude(errorOf(result), expected)
    })

  it("with the service's code where the route does not document it", async () => {
    const result = await asked(answers(429, problem("RATE_LIMITED")), status)
    const expected = { code: "UNEXPECTED_RESPONSE", serverCode: "RATE_LIMITED", status: 429, retryable: true }
    assert.deepInclude(errorOf(result), expected)
    assert.include(result.ok ? "" : result.error.message, "RATE_LIMITED!")
  })
})

describe("an error of the service", () => {
  const save = (client: ConsentClient) => client.subjects.create(submission)

  it("has the reason of STALE_POLICY", async () => {
    const result = await asked(answers(422, problem("STALE_POLICY", { reason: "policy-changed" })), save)
    const expected = { code: "STALE_POLICY", message: "STALE_POLICY!", reason: "policy-changed", status: 422 }
    assert.deepInclude(errorOf(result), { ...expected, issues: undefined, retryable: false })
  })

  it("has the issues of invalid input", async () => {
    const issues = [{ path: "domain", message: "is none" }]
    const result = await asked(answers(400, problem("INPUT_VALIDATION_FAILED", { issues, more: 1 })), save)
    const expected = { code: "INPUT_VALIDATION_FAILED", status: 400, reason: undefined }
    assert.deepInclude(errorOf(result), expected)
    assert.deepStrictEqual(result.ok ? undefined : result.error.issues, issues)
  })
})

describe("a success", () => {
  const at = "2026-03-01T12:00:00.000Z"
  const dataOf = <Data>(result: Result<Data>): Data => (result.ok ? result.data : assert.fail(result.error.message))

  it("keeps members that are unknown to this client", async () => {
    const data = dataOf(await asked(answers(200, { ...statusBody, mood: { good: [1] } }), status))
    assert.deepStrictEqual<object>(data, { ...statusBody, timestamp: new Date(at), mood: { good: [1] } })
  })

  it("has its status, its headers and dates for times, and no `ok` of a save", async () => {
    const receipt = { subjectId: "sub_1", consentId: "cns_1", type: "cookie_banner", domain: "shop.example" }
    const body = { ok: true, ...receipt, givenAt: 0, createdAt: at }
    const step = answers(200, body, { "x-served-by": "a" })
    const result = await asked(step, (client) => client.subjects.create(submission))
    assert.deepStrictEqual(dataOf(result), { ...receipt, givenAt: new Date(0), createdAt: new Date(at) })
    assert.strictEqual(result.ok ? result.status : null, 200)
    assert.strictEqual(result.ok ? result.headers.get("x-served-by") : null, "a")
  })

  it("has dates in lists, too, and null for a missing time", async () => {
    const item = { id: "cns_1", type: "terms", domain: "shop.example", isLatestPolicy: true, more: 1 }
    const consents = [
      { ...item, givenAt: at, createdAt: at, policyEffectiveDate: null },
      { ...item, givenAt: at, createdAt: at, policyEffectiveDate: at },
    ]
    const subject = { id: "sub_1", externalId: "user-1", identityProvider: "external" }
    const body = { subjects: [{ ...subject, createdAt: at, consents }], more: 1 }
    const list = (client: ConsentClient) => client.subjects.list({ externalId: "user-1" })
    const then = new Date(at)
    const read = { ...item, givenAt: then, createdAt: then }
    const expected = [{ ...subject, createdAt: then, consents: [read, { ...read, policyEffectiveDate: then }] }]
    assert.deepStrictEqual<object>(dataOf(await asked(answers(200, body), list)), { subjects: expected, more: 1 })
  })

  it("for the manifest is the new one, or that the caller's is current", async () => {
    const manifest = { schemaVersion: 2, revision: "r1", translations: {}, more: 1 }
    const ask = async (step: Step) => dataOf(await asked(step, (client) => client.manifest({ ifNoneMatch: '"mine"' })))
    const etag = '"theirs"'
    assert.deepStrictEqual<object>(await ask(answers(200, manifest, { etag })), { status: "modified", manifest, etag })
    assert.strictEqual(server.heard()[0]?.headers["if-none-match"], '"mine"')
    assert.deepStrictEqual(await ask(answers(304, undefined, { etag })), { status: "not-modified", etag })
    assert.deepStrictEqual(await ask(answers(304)), { status: "not-modified", etag: '"mine"' })
    assert.deepStrictEqual<object>(await ask(answers(200, manifest)), { status: "modified", manifest, etag: null })
  })
})
