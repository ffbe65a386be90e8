import { assert, describe, it } from "@effect/vitest"
import * as FastCheck from "effect/FastCheck"
import type { ConsentError } from "../answer/ConsentError.js"
import type { Result } from "../answer/Result.js"
import type { AllowDecision } from "../consent/DecideAllowed.js"
import { makeConsentClient } from "../CreateConsentClient.js"
import { urlOf } from "../request/Route.js"
import { makeTestEnvironment } from "../testing/TestEnvironment.js"

/** A method as untyped code calls it: method parameters are compared bivariantly. */
interface Untyped {
  call(...args: ReadonlyArray<unknown>): Promise<Result<unknown> | AllowDecision>
}

const baseUrl = "https://consent.example/api/cs"

/** All methods of a client with unusable responses, and the requests that were sent. */
const watched = (apiKey?: string) => {
  const requests: Array<Request> = []
  const fetch: typeof globalThis.fetch = async (...request) => {
    requests.push(new Request(...request))
    return Response.json({})
  }
  const client = makeConsentClient({ baseUrl, apiKey, fetch }, makeTestEnvironment())
  const methods = {
    status: { call: client.status },
    init: { call: client.init },
    manifest: { call: client.manifest },
    "subjects.get": { call: client.subjects.get },
    "subjects.create": { call: client.subjects.create },
    "subjects.identify": { call: client.subjects.identify },
    "subjects.list": { call: client.subjects.list },
    "consents.check": { call: client.consents.check },
    "consents.allows": { call: client.consents.allows },
    "consents.list": { call: client.consents.list },
    "persons.get": { call: client.persons.get },
    "persons.page": { call: client.persons.page },
    "erasures.create": { call: client.erasures.create },
    "erasures.get": { call: client.erasures.get },
    "holds.place": { call: client.holds.place },
    "holds.release": { call: client.holds.release },
    "holds.list": { call: client.holds.list },
    "evidence.pack": { call: client.evidence.pack },
    "evidence.receipt": { call: client.evidence.receipt },
    "experiments.summary": { call: client.experiments.summary },
    "legalDocuments.publish": { call: client.legalDocuments.publish },
  } satisfies Readonly<Record<string, Untyped>>
  const untyped: Readonly<Record<keyof typeof methods, Untyped>> = methods
  return { methods: untyped, requests }
}

type Method = keyof ReturnType<typeof watched>["methods"]

const errorOf = (result: Result<unknown> | AllowDecision): ConsentError | undefined =>
  "error" in result ? result.error : undefined

const publish = { version: "2", hash: "sha256:00", effectiveDate: "2026-11-21" }
const consent = { type: "other", subjectId: "sub_1", domain: "shop.example", givenAt: 1000 }
const banner = { ...consent, type: "cookie_banner", preferences: { marketing: false } }
const at = new Date(Date.UTC(2026, 10, 21))
const anyone = { externalId: "user-42", reason: "art. 17" }
const erasure = { ...anyone, requestId: "ticket-1" }

const calls: ReadonlyArray<readonly [Method, ReadonlyArray<unknown>, line: string, body?: unknown]> = [
  ["status", [], "GET /status"],
  ["init", [], "GET /init"],
  ["manifest", [], "GET /manifest"],
  ["manifest", [{ language: "de" }], "GET /manifest?language=de"],
  ["subjects.get", ["sub_1"], "GET /subjects/sub_1"],
  ["subjects.get", ["sub_1", { types: ["a", "b_c"] }], "GET /subjects/sub_1?type=a%2Cb_c"],
  ["subjects.create", [banner], "POST /subjects", banner],
  ["subjects.create", [{ ...consent, givenAt: at, x: [1] }], "POST /subjects", { ...consent, givenAt: +at, x: [1] }],
  ["subjects.identify", ["sub_1", { externalId: "ü 1" }], "PATCH /subjects/sub_1", { externalId: "ü 1" }],
  ["subjects.list", [{ externalId: "ü&=1" }], "GET /subjects?externalId=%C3%BC%26%3D1"],
  ["consents.check", [{ externalId: "1", types: ["a", "b"] }], "GET /consents/check?externalId=1&type=a%2Cb"],
  ["consents.allows", ["1", "marketing"], "GET /subjects?externalId=1"],
  ["evidence.receipt", [{ subjectId: "s", consentId: "c/1" }], "GET /subjects/s/receipts/c%2F1"],
  [
    "evidence.receipt",
    [{ subjectId: "s", consentId: "c", withhold: ["act", "trace"] }],
    "GET /subjects/s/receipts/c?withhold=act%2Ctrace",
  ],
  ["consents.list", [], "GET /consents"],
  [
    "consents.list",
    [{ from: at, to: "2026-12-01", domain: "d", type: "t", country: "DE", action: "custom", after: "cns_1", limit: 5 }],
    "GET /consents?from=2026-11-21T00%3A00%3A00.000Z&to=2026-12-01&domain=d&type=t&country=DE&action=custom&after=cns_1&limit=5",
  ],
  ["persons.get", [{ subjectId: "sub_1" }], "GET /person?subjectId=sub_1"],
  ["persons.page", [{ externalId: "ü" }], "GET /person.html?externalId=%C3%BC"],
  ["erasures.create", [erasure], "POST /erasures", erasure],
  ["erasures.create", [{ ...anyone, dryRun: true }], "POST /erasures", { ...anyone, dryRun: true }],
  ["erasures.get", ["t/1"], "GET /erasures/t%2F1"],
  [
    "holds.place",
    ["case 1", { scope: { type: "t", from: at }, reason: "r" }],
    "PUT /holds/case%201",
    { scope: { type: "t", from: "2026-11-21T00:00:00.000Z" }, reason: "r" },
  ],
  ["holds.release", ["case 1"], "DELETE /holds/case%201"],
  ["holds.list", [], "GET /holds"],
  ["evidence.pack", [{ consentIds: ["cns_1"] }], "POST /evidence-packs", { consentIds: ["cns_1"] }],
  ["experiments.summary", ["x"], "GET /experiments/x/summary"],
  [
    "experiments.summary",
    ["x", { from: "2026-11-21", to: at, domain: "d" }],
    "GET /experiments/x/summary?from=2026-11-21&to=2026-11-21T00%3A00%3A00.000Z&domain=d",
  ],
  ["legalDocuments.publish", ["dpa_eu", publish], "PUT /legal-documents/dpa_eu/current", publish],
  [
    "legalDocuments.publish",
    ["dpa", { ...publish, effectiveDate: at }],
    "PUT /legal-documents/dpa/current",
    { ...publish, effectiveDate: "2026-11-21T00:00:00.000Z" },
  ],
]

describe("what is sent", () => {
  it.each(calls.map(([method, args, line, body]) => [method, args, line, body] as const))(
    "by %s of %j is %s",
    async (method, args, expected, expectedBody) => {
      const { methods, requests } = watched("k")
      await methods[method].call(...args)
      const [request, ...others] = requests
      assert.deepStrictEqual(others, [])
      assert.strictEqual(`${request?.method} ${request?.url.replace(baseUrl, "")}`, expected)
      const body = await request?.text()
      assert.deepStrictEqual<unknown>(body === "" ? undefined : JSON.parse(body ?? ""), expectedBody)
    },
  )

  it("by init and manifest sends the visitor and the known version as headers", async () => {
    const { methods, requests } = watched()
    await methods.init.call({ language: "de-AT", country: "AT", region: "9", gpc: true })
    await methods.init.call({ gpc: false })
    await methods.manifest.call({ ifNoneMatch: '"1"' })
    const names = ["accept-language", "x-cs-country", "x-cs-region", "x-cs-gpc", "if-none-match"]
    assert.deepStrictEqual(
      requests.map(({ headers }) => names.map((name) => headers.get(name))),
      [
        ["de-AT", "AT", "9", "1", null],
        [null, null, null, "0", null],
        [null, null, null, null, '"1"'],
      ],
    )
  })
})

const types = [[], [""], ["a,b"], [1], "a", null, [undefined], Array(1)]
const noText = [undefined, null, "", 1, {}, "a\ud800"]
const noId = [...noText, ".", ".."]

const wrong: ReadonlyArray<readonly [Method, ReadonlyArray<unknown>, ReadonlyArray<string>]> = [
  ["status", [null], ["options"]],
  ["status", [{ timeoutMs: 0, requestId: "" }], ["timeoutMs", "requestId"]],
  ["init", [null], ["input"]],
  ["init", [{ language: "", country: "a\nb", region: "€", gpc: 1 }], ["language", "country", "region", "gpc"]],
  ["manifest", [[]], ["input"]],
  ["manifest", [{ language: 1, ifNoneMatch: " " }, { retry: 1 }], ["language", "ifNoneMatch", "retry"]],
  ...noId.map((id) => ["subjects.get", [id], ["id"]] as const),
  ...types.map((some) => ["subjects.get", ["sub_1", { types: some }], ["types"]] as const),
  ["subjects.get", ["..", { types: [] }, { signal: 1 }], ["id", "types", "signal"]],
  ["subjects.create", [], ["input"]],
  ["subjects.create", [{}], ["type", "subjectId", "domain", "givenAt"]],
  ["subjects.create", [{ ...consent, type: "cookie_banner" }], ["preferences"]],
  ...[null, [], "x", { marketing: 1 }].map(
    (preferences) => ["subjects.create", [{ ...banner, preferences }], ["preferences"]] as const,
  ),
  ...[undefined, null, "1000", Number.NaN, Infinity, 8.64e15 + 1, -8.64e15 - 1, new Date(Number.NaN)].map(
    (givenAt) => ["subjects.create", [{ ...consent, givenAt }], ["givenAt"]] as const,
  ),
  [
    "subjects.create",
    [
      {
        ...consent,
        metadata: 1,
        externalSubjectId: "",
        identityProvider: "",
        identityToken: "",
        choice: 1,
        receipts: {},
      },
    ],
    ["metadata", "externalSubjectId", "identityProvider", "identityToken", "choice", "receipts"],
  ],
  ["subjects.identify", ["sub_1"], ["input"]],
  [
    "subjects.identify",
    [".", { identityProvider: "", identityToken: 1 }],
    ["id", "externalId", "identityProvider", "identityToken"],
  ],
  ["subjects.list", ["user-1"], ["input"]],
  ...noText.map((externalId) => ["subjects.list", [{ externalId }], ["externalId"]] as const),
  ["consents.check", [{}], ["externalId", "types"]],
  ...types.map((some) => ["consents.check", [{ externalId: "1", types: some }], ["types"]] as const),
  ["consents.allows", [undefined, "marketing"], ["externalId"]],
  ["consents.allows", ["1", undefined], ["category"]],
  ...noId.map((id) => ["experiments.summary", [id], ["id"]] as const),
  ["evidence.receipt", [], ["input"]],
  ...noId.map((id) => ["evidence.receipt", [{ subjectId: id, consentId: id }], ["subjectId", "consentId"]] as const),
  ...["trace", [1], ["ip"], Array(1)].map(
    (withhold) => ["evidence.receipt", [{ subjectId: "s", consentId: "c", withhold }], ["withhold"]] as const,
  ),
  ["consents.list", [null], ["input"]],
  ["consents.list", [{ from: 1, to: "", domain: "", limit: 0 }], ["from", "to", "domain", "limit"]],
  ["persons.get", [], ["input"]],
  ["persons.get", [{}], ["subjectId"]],
  ["persons.page", [{ subjectId: "sub_1", externalId: "1" }], ["subjectId"]],
  ["erasures.create", [], ["input"]],
  [
    "erasures.create",
    [{ subjectId: "s", parts: 1, requestId: "", dryRun: 1 }],
    ["reason", "parts", "requestId", "dryRun"],
  ],
  ["erasures.create", [{ reason: "r" }], ["subjectId"]],
  ...noId.map((id) => ["erasures.get", [id], ["requestId"]] as const),
  ["holds.place", ["..", undefined], ["id", "input"]],
  ["holds.place", ["h", { reason: "r" }], ["scope"]],
  ["holds.place", ["h", { scope: { from: 1 } }], ["reason", "scope.from"]],
  ...noId.map((id) => ["holds.release", [id], ["id"]] as const),
  ["evidence.pack", [{ subjectId: "s", consentIds: ["c"], withhold: 1 }], ["withhold", "subjectId"]],
  ["experiments.summary", ["x", { from: 1, to: new Date(Number.NaN), domain: "" }], ["from", "to", "domain"]],
  ["legalDocuments.publish", ["..", {}], ["type", "version", "hash", "effectiveDate"]],
]

describe("INVALID_INPUT has issues with a path each, before anything is sent", () => {
  it.each(wrong)("by %s of %j, for %j", async (method, args, paths) => {
    for (const apiKey of [undefined, "k"]) {
      const { methods, requests } = watched(apiKey)
      const error = errorOf(await methods[method].call(...args))
      assert.strictEqual(error?.code, "INVALID_INPUT")
      assert.deepStrictEqual(
        error?.issues?.map(({ path }) => path),
        paths,
      )
      for (const { message, path } of error?.issues ?? []) assert.include(error?.message, `${path}: ${message}`)
      assert.deepStrictEqual(requests, [])
    }
  })

  it("for values that JSON cannot express", async () => {
    const { methods, requests } = watched("k")
    const circle: { self?: unknown } = {}
    circle.self = circle
    for (const metadata of [circle, { one: 1n }]) {
      const error = errorOf(await methods["subjects.create"].call({ ...consent, metadata }))
      assert.deepStrictEqual([error?.code, error?.issues?.map(({ path }) => path)], ["INVALID_INPUT", ["input"]])
    }
    assert.deepStrictEqual(requests, [])
  })
})

describe("MISSING_API_KEY comes after input validation, and nothing is sent", () => {
  it.each(calls.map(([method, args]) => [method, args] as const))("%s of %j", async (method, args) => {
    const { methods, requests } = watched()
    const code = errorOf(await methods[method].call(...args))?.code
    const needsKey = /list|check|allows|summary|publish|persons|erasures|holds|pack/.test(method)
    assert.deepStrictEqual([code, requests.length], needsKey ? ["MISSING_API_KEY", 0] : ["UNEXPECTED_RESPONSE", 1])
  })
})

const anything = FastCheck.anything({
  maxDepth: 1,
  withBigInt: true,
  withDate: true,
  withMap: true,
  withNullPrototype: true,
  withSparseArray: true,
  withTypedArray: true,
})

const members = ["type", "subjectId", "domain", "externalId", "version", "hash", "category", "language"] as const
const anyText = FastCheck.oneof(FastCheck.string({ minLength: 1, unit: "binary" }), anything)
const anyTime = FastCheck.oneof(
  FastCheck.date({ noInvalidDate: false }),
  FastCheck.double(),
  FastCheck.string(),
  anything,
)

/** Similar to valid input, so that some cases pass the checks. */
const anyInput = FastCheck.record(
  {
    ...Object.fromEntries(members.map((name) => [name, anyText])),
    givenAt: anyTime,
    from: anyTime,
    effectiveDate: anyTime,
    types: FastCheck.oneof(FastCheck.array(FastCheck.string({ minLength: 1 })), FastCheck.sparseArray(anyText)),
    preferences: FastCheck.oneof(FastCheck.dictionary(FastCheck.string(), FastCheck.boolean()), anything),
    metadata: FastCheck.oneof(FastCheck.dictionary(FastCheck.string(), anything), anything),
  },
  { requiredKeys: [] },
)

const anyOptions = FastCheck.record(
  { signal: anything, timeoutMs: anything, headers: anything, retry: anything, requestId: anyText, type: anyText },
  { requiredKeys: [] },
)

const nearly = FastCheck.oneof(anyInput, anyOptions, anyText, FastCheck.constantFrom(undefined, null, "sub_1"))

describe("a call never throws or rejects, whatever untyped code passes", () => {
  const { methods, requests } = watched("k")

  it.each(Object.entries(methods))("%s, which sends nothing for INVALID_INPUT", (_, method) =>
    FastCheck.assert(
      FastCheck.asyncProperty(FastCheck.array(nearly, { maxLength: 3 }), async (args) => {
        const before = requests.length
        const result = await method.call(...args)
        const error = errorOf(result)
        if (error?.code !== "INVALID_INPUT") return assert.strictEqual(requests.length, before + 1)
        assert.strictEqual(requests.length, before)
        assert.isNotEmpty(error.issues)
        for (const { message, path } of error.issues ?? []) assert.isTrue(path !== "" && message !== "")
      }),
      { numRuns: 60 },
    ),
  )
})

describe("the address of a request", () => {
  /** Any string that can be one path segment. */
  const id = FastCheck.string({ minLength: 1, unit: "binary" }).filter((one) => one !== "." && one !== "..")

  it("has an id in one path segment, whatever its characters", () => {
    FastCheck.assert(
      FastCheck.property(
        FastCheck.oneof(id, FastCheck.constantFrom("a/b", "../x", "%2e%2e", "a?b#c", "...", "\\..")),
        (given) => {
          const { hash, origin, pathname, search } = new URL(
            urlOf(`${baseUrl}/`, "/experiments/:id/summary", { params: { id: given } }),
          )
          assert.deepStrictEqual([origin, hash, search], ["https://consent.example", "", ""])
          const parts = pathname.split("/").map(decodeURIComponent)
          assert.deepStrictEqual(parts, ["", "api", "cs", "experiments", given, "summary"])
        },
      ),
    )
  })

  it("has the requested options in its query, without undefined ones", () => {
    const value = FastCheck.option(FastCheck.string({ unit: "binary" }), { nil: undefined })
    FastCheck.assert(
      FastCheck.property(FastCheck.dictionary(FastCheck.string({ unit: "binary" }), value), (query) => {
        const url = new URL(urlOf(`${baseUrl}/`, "/subjects", { query }))
        assert.deepStrictEqual(
          [...url.searchParams],
          Object.entries(query).filter(([, given]) => given !== undefined),
        )
        assert.strictEqual(`${url.origin}${url.pathname}`, `${baseUrl}/subjects`)
      }),
    )
  })
})
