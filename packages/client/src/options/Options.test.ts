import { afterEach, assert, describe, it, vi } from "@effect/vitest"
import * as FastCheck from "effect/FastCheck"
import { type ConfigurationIssue, ConsentConfigurationError } from "./ConfigurationError.js"
import { defaultRetry } from "../retry/Retry.js"
import { callIssues, type CallOptions, callSettings } from "./CallOptions.js"
import { type ClientSettings, clientSettings } from "./ClientOptions.js"

const baseUrl = "https://consent.example"
const longestTimer = 2_147_483_647

/** As untyped code calls it: method parameters are compared bivariantly. */
const untyped: { settings(options: unknown): ClientSettings } = { settings: clientSettings }

/** The problems of options; empty for valid ones. Any other error fails the test. */
const issuesOf = (options: unknown): ReadonlyArray<ConfigurationIssue> => {
  try {
    untyped.settings(options)
    return []
  } catch (error) {
    if (error instanceof ConsentConfigurationError) return error.issues
    throw error
  }
}

const namesOf = (options: unknown): ReadonlyArray<string> => issuesOf(options).map(({ option }) => option)

type Cases = ReadonlyArray<readonly [option: string, value: unknown]>

const texts = { "x-tenant": "", "X-Other": "a b" }

/** Options of both client and call: just inside, and just outside the limits. */
const sharedGood: Cases = [
  ["timeoutMs", undefined],
  ["timeoutMs", 1],
  ["timeoutMs", longestTimer],
  ["headers", {}],
  ["headers", texts],
  ["retry", false],
  ["retry", {}],
  ["retry", { maxRetries: 0, initialDelayMs: 0, maxDelayMs: 0 }],
  ["retry", { maxRetries: 10, initialDelayMs: longestTimer, maxDelayMs: longestTimer }],
  ["retry", { maxRetries: undefined }],
]

const sharedBad: Cases = [
  ["headers", new Headers({ a: "1" })],
  ["headers", new Map([["a", "1"]])],
  ...[0, -1, 1.5, longestTimer + 1, Number.NaN, Number.POSITIVE_INFINITY, "1", null].map(
    (value) => ["timeoutMs", value] as const,
  ),
  ...[null, [], "x", { a: 1 }, { a: undefined }, { "a b": "x" }, { "": "x" }, { a: "x\ny" }, { a: "€" }].map(
    (value) => ["headers", value] as const,
  ),
  ...[null, true, 2, "x", []].map((value) => ["retry", value] as const),
]

const retryBad: ReadonlyArray<readonly [member: string, value: unknown]> = [
  ...[-1, 11, 1.5, Number.NaN, "2", null, false].map((value) => ["maxRetries", value] as const),
  ...[-1, 0.5, longestTimer + 1, "200", null].flatMap((value) => [
    ["initialDelayMs", value] as const,
    ["maxDelayMs", value] as const,
  ]),
  ["tries", 2],
]

const good: Cases = [
  ...[baseUrl, "https://h:8443/api/cs", "http://h", "HTTPS://H/", "https://h/a%3Fb"].map(
    (value) => ["baseUrl", value] as const,
  ),
  ...[undefined, "k", "!~", "Bearer"].map((value) => ["apiKey", value] as const),
  ["fetch", fetch],
  ["onEvent", () => {}],
]

const bad: Cases = [
  ...[undefined, null, 1, "", "/api/cs", "consent.example", "//consent.example", "ftp://h", "ws://h", "file:///x"].map(
    (value) => ["baseUrl", value] as const,
  ),
  ...["https://h?", "https://h/?a=1", "https://h#", "https://h/#a", "https://u@h", "https://:p@h"].map(
    (value) => ["baseUrl", value] as const,
  ),
  ...[null, 1, "", " ", "a b", "k\n", "clé", "k\u007f"].map((value) => ["apiKey", value] as const),
  ["fetch", null],
  ["fetch", "fetch"],
  ["onEvent", null],
  ["onEvent", {}],
  ["api_key", "k"],
  ["tenantId", undefined],
]

describe("an option of a client", () => {
  it.each([...good, ...sharedGood])("%s may be %j", (option, value) => {
    assert.deepStrictEqual(issuesOf({ baseUrl, [option]: value }), [])
  })

  it.each([...bad, ...sharedBad])("%s must not be %j, and only it is named", (option, value) => {
    assert.deepStrictEqual(namesOf({ baseUrl, [option]: value }), [option])
  })

  it.each(retryBad)("retry.%s must not be %j, and only it is named", (member, value) => {
    assert.deepStrictEqual(namesOf({ baseUrl, retry: { [member]: value } }), [`retry.${member}`])
  })
})

describe("only configuration errors throw, one error listing all problems", () => {
  /** One invalid value per option, in the order in which they are reported. */
  const wrong = {
    baseUrl: "ftp://h",
    apiKey: " ",
    fetch: 1,
    headers: [],
    timeoutMs: 0,
    onEvent: "x",
    retry: { maxRetries: 11, initialDelayMs: -1, maxDelayMs: 0.5, tries: 1 },
    key: "k",
    url: "x",
  }
  const retries = ["retry.maxRetries", "retry.initialDelayMs", "retry.maxDelayMs", "retry.tries"]
  const all = ["baseUrl", "apiKey", "fetch", "headers", "timeoutMs", "onEvent", ...retries, "key", "url"]

  it("when everything is invalid, with a line in its message for each", () => {
    const issues = issuesOf(wrong)
    assert.deepStrictEqual(
      issues.map(({ option }) => option),
      all,
    )
    const error = new ConsentConfigurationError(issues)
    assert.deepStrictEqual(
      error.message.split("\n"),
      issues.map(({ message, option }) => `${option}: ${message}`),
    )
    assert.instanceOf(error, TypeError)
    assert.strictEqual(error.name, "ConsentConfigurationError")
  })

  it("for any subset of invalid options", () => {
    FastCheck.assert(
      FastCheck.property(FastCheck.subarray(Object.entries(wrong)), (some) => {
        const options = { baseUrl, ...Object.fromEntries(some) }
        const named = all.filter((option) => some.some(([name]) => name === option.split(".")[0]))
        assert.deepStrictEqual(namesOf(options), named)
      }),
    )
  })

  it.each([[undefined], [null], [1], ["x"], [[]], [() => {}]])("also for options that are %j", (options) => {
    assert.include(namesOf(options), "baseUrl")
  })

  it("whatever the options are", () => {
    const anything = FastCheck.anything({ withBigInt: true, withDate: true, withNullPrototype: true })
    const options = FastCheck.record(
      { baseUrl: anything, apiKey: anything, headers: anything, retry: anything, timeoutMs: anything },
      { requiredKeys: [] },
    )
    FastCheck.assert(
      FastCheck.property(FastCheck.oneof(options, anything), (given) => {
        assert.isNotEmpty(issuesOf(given))
      }),
    )
  })

  it("never contains the key", () => {
    const apiKey = "secret key"
    assert.notInclude(new ConsentConfigurationError(issuesOf({ baseUrl, apiKey })).message, apiKey)
  })
})

describe("an http: base URL with a key is accepted for localhost, 127.0.0.1 and [::1] only", () => {
  it.each(["localhost", "localhost:3000", "LOCALHOST", "127.0.0.1", "127.0.0.1:8080", "[::1]", "[0:0:0:0:0:0:0:1]:81"])(
    "http://%s",
    (host) => {
      assert.deepStrictEqual(issuesOf({ baseUrl: `http://${host}/api/cs`, apiKey: "k" }), [])
    },
  )

  const others = [
    "127.0.0.2",
    "0.0.0.0",
    "[::2]",
    "[::ffff:127.0.0.1]",
    "localhost.example",
    "my.localhost",
    "10.0.0.1",
  ]

  it.each([...others, "localhost.", "127.0.0.1.example"])("not http://%s, but that without a key", (host) => {
    assert.deepStrictEqual(namesOf({ baseUrl: `http://${host}`, apiKey: "k" }), ["baseUrl"])
    assert.deepStrictEqual(issuesOf({ baseUrl: `http://${host}` }), [])
    assert.deepStrictEqual(issuesOf({ baseUrl: `https://${host}`, apiKey: "k" }), [])
  })

  it("no other domain", () => {
    FastCheck.assert(
      FastCheck.property(FastCheck.domain(), (host) => {
        assert.deepStrictEqual(namesOf({ baseUrl: `http://${host}`, apiKey: "k" }), ["baseUrl"])
        assert.deepStrictEqual(issuesOf({ baseUrl: `https://${host}`, apiKey: "k" }), [])
      }),
    )
  })
})

describe("settings of a client", () => {
  afterEach(() => {
    vi.unstubAllGlobals()
  })

  it.each([
    ["https://h", "https://h/"],
    ["https://h/", "https://h/"],
    ["https://h/api/cs", "https://h/api/cs/"],
    ["https://h/api/cs/", "https://h/api/cs/"],
    ["https://h:8443/a//", "https://h:8443/a/"],
    ["https://H/ä b", "https://h/%C3%A4%20b/"],
  ])("keep the base path of %s and end with one slash", (given, expected) => {
    assert.strictEqual(clientSettings({ baseUrl: given }).baseUrl, expected)
  })

  it("timeoutMs is 10000, maxRetries 2, initialDelayMs 200 and maxDelayMs 5000 by default", () => {
    const { apiKey, headers, onEvent, retry, timeoutMs } = clientSettings({ baseUrl })
    assert.strictEqual(timeoutMs, 10_000)
    assert.deepStrictEqual(retry, { maxRetries: 2, initialDelayMs: 200, maxDelayMs: 5000 })
    assert.deepStrictEqual({ apiKey, headers, onEvent }, { apiKey: undefined, headers: {}, onEvent: undefined })
  })

  it.each<[unknown, ClientSettings["retry"]]>([
    [undefined, defaultRetry],
    [{}, defaultRetry],
    [false, null],
    [{ maxRetries: 0 }, { maxRetries: 0, initialDelayMs: 200, maxDelayMs: 5000 }],
    [
      { initialDelayMs: 0, maxDelayMs: undefined },
      { maxRetries: 2, initialDelayMs: 0, maxDelayMs: 5000 },
    ],
  ])("with the retries %j are %j", (retry, expected) => {
    assert.deepStrictEqual(untyped.settings({ baseUrl, retry }).retry, expected)
  })

  it("do not change with the options object", () => {
    const headers = { a: "1" }
    const settings = clientSettings({ baseUrl, headers })
    headers.a = "2"
    assert.deepStrictEqual(settings.headers, { a: "1" })
  })

  it("use the global fetch at the time of the call, with the global object, where the options have none", async () => {
    const settings = clientSettings({ baseUrl })
    vi.stubGlobal("fetch", function (this: unknown, url: string) {
      return Promise.resolve(Response.json([url, this === globalThis]))
    })
    assert.deepStrictEqual(await (await settings.fetch("x:y")).json(), ["x:y", true])
  })

  it("requires a runtime with fetch, or one in the options", () => {
    vi.stubGlobal("fetch", undefined)
    assert.deepStrictEqual(namesOf({ baseUrl }), ["fetch"])
    assert.deepStrictEqual(issuesOf({ baseUrl, fetch: () => {} }), [])
  })
})

describe("an option of a call", () => {
  const pathsOf = (options: unknown) => callIssues(options).map(({ path }) => path)

  it.each([
    ...sharedGood,
    ["signal", undefined],
    ["signal", AbortSignal.abort()],
    ["requestId", undefined],
    ["requestId", "a"],
    ["requestId", "A-z0.9_:"],
    ["requestId", "x".repeat(128)],
  ] satisfies Cases)("%s may be %j", (option, value) => {
    assert.deepStrictEqual(pathsOf({ [option]: value }), [])
  })

  it.each([
    ...sharedBad,
    ...[null, "", " ", "a b", "ä", "a\n", "a/b", "x".repeat(129), 1].map((value) => ["requestId", value] as const),
    ...[null, {}, new AbortController(), "x"].map((value) => ["signal", value] as const),
  ] satisfies Cases)("%s must not be %j", (option, value) => {
    assert.deepStrictEqual(pathsOf({ [option]: value }), [option])
  })

  it.each(retryBad)("retry.%s must not be %j", (member, value) => {
    assert.deepStrictEqual(pathsOf({ retry: { [member]: value } }), [`retry.${member}`])
  })

  it("is reported together with all other invalid options", () => {
    const wrong = { signal: 1, timeoutMs: 0, headers: 1, retry: { maxRetries: -1, maxDelayMs: -1 }, requestId: "" }
    const paths = ["signal", "timeoutMs", "headers", "retry.maxRetries", "retry.maxDelayMs", "requestId"]
    assert.deepStrictEqual(pathsOf(wrong), paths)
  })

  it.each([[null], [1], ["x"], [[]]])("cannot be read where the options are %j", (options) => {
    assert.deepStrictEqual(pathsOf(options), ["options"])
  })
})

describe("settings of a call", () => {
  const retry = { maxRetries: 5, initialDelayMs: 7, maxDelayMs: 70 }
  const client = clientSettings({ baseUrl, headers: { a: "1", b: "2" }, retry, timeoutMs: 99 })

  it("are those of the client by default", () => {
    const { headers, retry: kept, signal, timeoutMs } = callSettings({}, client)
    assert.deepStrictEqual(
      { headers, kept, signal, timeoutMs },
      { headers: { a: "1", b: "2" }, kept: retry, signal: undefined, timeoutMs: 99 },
    )
  })

  it("are those of the call where given", () => {
    const call = {
      headers: { b: "3" },
      requestId: "r",
      retry: false,
      signal: AbortSignal.abort(),
      timeoutMs: 1,
    } as const
    assert.deepStrictEqual(callSettings(call, client), { ...call, headers: { a: "1", b: "3" }, retry: null })
  })

  it("replace a header of the client, whatever its spelling", () => {
    const sent = new Headers({ ...callSettings({ headers: { B: "3" } }, client).headers })
    assert.deepStrictEqual(
      [...sent],
      [
        ["a", "1"],
        ["b", "3"],
      ],
    )
  })

  it.each<[CallOptions["retry"], number, number, number]>([
    [undefined, 5, 7, 70],
    [{}, 5, 7, 70],
    [{ maxRetries: 0 }, 0, 7, 70],
    [{ initialDelayMs: 1, maxDelayMs: 2 }, 5, 1, 2],
  ])("with the retries %j keep the client's others", (given, maxRetries, initialDelayMs, maxDelayMs) => {
    assert.deepStrictEqual(callSettings({ retry: given }, client).retry, { maxRetries, initialDelayMs, maxDelayMs })
  })

  it("fall back to the default retries over a client without any, but only where requested", () => {
    const without = clientSettings({ baseUrl, retry: false })
    assert.deepStrictEqual(callSettings({ retry: { maxRetries: 1 } }, without).retry, {
      ...defaultRetry,
      maxRetries: 1,
    })
    assert.isNull(callSettings({}, without).retry)
  })

  it("have an id that is unique, also across clients", () => {
    const ids = Array.from({ length: 100 }, () => callSettings({}, client).requestId)
    assert.strictEqual(new Set(ids).size, 100)
    for (const requestId of ids) assert.deepStrictEqual(callIssues({ requestId }), [])
  })
})
