import { assert, describe, it } from "@effect/vitest"
import * as FastCheck from "effect/FastCheck"
import { makeConsentClient } from "../CreateConsentClient.js"
import type { CallOptions } from "../options/CallOptions.js"
import { makeTestEnvironment } from "../testing/TestEnvironment.js"
import { ConsentError, isConsentError } from "./ConsentError.js"
import type { ErrorCode } from "./ErrorCode.js"
import { err, type Failure, ok, type Result, unwrap } from "./Result.js"

type Fetch = typeof globalThis.fetch

const consent = { type: "other", subjectId: "sub_1", domain: "shop.example", givenAt: 1 }

/** A client that gets an answer, and the number of its requests; timeouts pass immediately where configured. */
const clientOf = (fetch: Fetch, { apiKey, isLate = false }: { apiKey?: string; isLate?: boolean } = {}) => {
  const counted = { requests: 0 }
  const counting: Fetch = (...request) => {
    counted.requests += 1
    return fetch(...request)
  }
  const options = { baseUrl: "https://consent.example", apiKey, fetch: counting, retry: false } as const
  return { client: makeConsentClient(options, makeTestEnvironment({ impatience: isLate ? 10_000 : -1 })), counted }
}

const errorOf = (result: Result<unknown>): ConsentError => {
  assert.isFalse(result.ok)
  return result.ok ? new ConsentError({ code: "CONFLICT", message: "" }) : result.error
}

const answer =
  (status: number, body: unknown): Fetch =>
  async () =>
    Response.json(body, { status })

const refusal = (status: number, code: string, more: object = {}) =>
  answer(status, { message: "no", cause: { code, ...more } })

const never: Fetch = () => new Promise(() => {})
const requestId = "req-1"

const read = (fetch: Fetch, options: CallOptions = {}, isLate = false) =>
  clientOf(fetch, { isLate }).client.subjects.get("sub_1", {}, { requestId, ...options })

describe("the client's own codes", () => {
  it("INVALID_INPUT where validation failed, with issues that carry a path; nothing is sent", async () => {
    const { client, counted } = clientOf(never)
    const error = errorOf(await client.subjects.get(".."))
    assert.strictEqual(error.code, "INVALID_INPUT")
    assert.deepStrictEqual(error.issues, [{ path: "id", message: "must not be . or .." }])
    assert.deepStrictEqual(
      [counted.requests, error.status, error.requestId, error.retryable],
      [0, undefined, undefined, false],
    )
  })

  it("MISSING_API_KEY where a method needs a key that the client lacks; nothing is sent", async () => {
    const { client, counted } = clientOf(never)
    const error = errorOf(await client.subjects.list({ externalId: "user-1" }))
    assert.strictEqual(error.code, "MISSING_API_KEY")
    assert.deepStrictEqual(
      [counted.requests, error.status, error.requestId, error.retryable],
      [0, undefined, undefined, false],
    )
  })

  it("INVALID_INPUT before MISSING_API_KEY", async () => {
    assert.strictEqual(errorOf(await clientOf(never).client.subjects.list({ externalId: "" })).code, "INVALID_INPUT")
  })

  it("NETWORK_ERROR where no response came, with its cause", async () => {
    const cause = new TypeError("fetch failed")
    const error = errorOf(await read(() => Promise.reject(cause)))
    assert.strictEqual(error.cause, cause)
    assert.deepStrictEqual(
      [error.code, error.status, error.requestId, error.retryable],
      ["NETWORK_ERROR", undefined, requestId, true],
    )
  })

  it("TIMEOUT where no complete response came in time", async () => {
    const half: Fetch = async () => new Response(new ReadableStream({ start: (one) => one.enqueue(new Uint8Array(1)) }))
    for (const fetch of [never, half]) {
      const error = errorOf(await read(fetch, {}, true))
      assert.deepStrictEqual(
        [error.code, error.status, error.requestId, error.retryable],
        ["TIMEOUT", undefined, requestId, true],
      )
    }
  })

  it("ABORTED where the caller's signal was aborted before anything was sent", async () => {
    const { client, counted } = clientOf(never)
    const error = errorOf(await client.status({ requestId, signal: AbortSignal.abort() }))
    assert.deepStrictEqual(
      [error.code, error.status, error.requestId, error.retryable],
      ["ABORTED", undefined, undefined, false],
    )
    assert.strictEqual(counted.requests, 0)
  })

  it("ABORTED where the caller's signal aborts a running call", async () => {
    const stop = new AbortController()
    const during: Fetch = () => {
      stop.abort()
      return new Promise(() => {})
    }
    const error = errorOf(await read(during, { signal: stop.signal }))
    assert.deepStrictEqual(
      [error.code, error.status, error.requestId, error.retryable],
      ["ABORTED", undefined, requestId, false],
    )
  })

  it.each<[string, number, Fetch, boolean]>([
    ["of no JSON", 200, async () => new Response("<html>"), false],
    ["of another shape", 200, answer(200, { subject: {} }), false],
    ["of nothing", 204, async () => new Response(null, { status: 204 }), false],
    ["that leads elsewhere", 302, async () => new Response(null, { status: 302, headers: { location: "/" } }), false],
    ["that is not an error of this service", 503, answer(503, { error: "busy" }), true],
  ])("UNEXPECTED_RESPONSE for an answer %s", async (_, status, fetch, retryable) => {
    const error = errorOf(await read(fetch))
    assert.deepStrictEqual([error.code, error.status, error.retryable], ["UNEXPECTED_RESPONSE", status, retryable])
    assert.strictEqual(error.serverCode, undefined)
  })

  it("UNEXPECTED_RESPONSE for a code that the route does not document, which is in serverCode", async () => {
    for (const code of ["STALE_POLICY", "TEAPOT", "TIMEOUT", "toString"]) {
      const error = errorOf(await read(refusal(409, code)))
      assert.deepStrictEqual([error.code, error.serverCode, error.status], ["UNEXPECTED_RESPONSE", code, 409])
    }
  })
})

describe("a result has ok and, on failure, code, message, status, requestId and retryable", () => {
  it("on success data, status, requestId and headers", async () => {
    const body = { subject: { id: "sub_1", externalId: "user-1", identityProvider: "external" } }
    const { client } = clientOf(async () => Response.json(body, { headers: { "x-request-id": "theirs" } }))
    const result = await client.subjects.identify("sub_1", { externalId: "user-1" }, { requestId })
    if (!result.ok) throw result.error
    const { headers, ...facts } = result
    assert.deepStrictEqual(facts, { ok: true, data: body, status: 200, requestId: "theirs" })
    assert.strictEqual(headers.get("x-request-id"), "theirs")
  })

  it.each([
    [404, "NOT_FOUND", false],
    [500, "DATABASE_ERROR", true],
    [503, "SERVICE_UNAVAILABLE", true],
  ])("as the service answered %d %s", async (status, code, retryable) => {
    const error = errorOf(await read(refusal(status, code)))
    assert.deepStrictEqual(
      {
        code: error.code,
        message: error.message,
        status: error.status,
        requestId: error.requestId,
        retryable: error.retryable,
      },
      { code, message: "no", status, requestId, retryable },
    )
    assert.isUndefined(error.reason)
  })

  it.each(["policy-changed", "decision-mismatch", "incomplete-inputs"])(
    "and for STALE_POLICY the reason %s",
    async (reason) => {
      const { client } = clientOf(refusal(422, "STALE_POLICY", { reason }))
      const error = errorOf(await client.subjects.create(consent))
      assert.deepStrictEqual([error.code, error.status, error.reason], ["STALE_POLICY", 422, reason])
    },
  )

  it("and the service's input issues", async () => {
    const issues = [{ path: "domain", message: "must be a host" }]
    const { client } = clientOf(refusal(422, "INPUT_VALIDATION_FAILED", { issues }))
    assert.deepStrictEqual(errorOf(await client.subjects.create(consent)).issues, issues)
  })
})

const codes: ReadonlyArray<ErrorCode> = ["NOT_FOUND", "TIMEOUT", "STALE_POLICY", "INVALID_INPUT"]

const facts = FastCheck.record(
  {
    code: FastCheck.constantFrom(...codes),
    message: FastCheck.string(),
    status: FastCheck.integer({ min: 100, max: 599 }),
    requestId: FastCheck.string(),
    retryable: FastCheck.boolean(),
    reason: FastCheck.string(),
    serverCode: FastCheck.string(),
    issues: FastCheck.array(FastCheck.record({ path: FastCheck.string(), message: FastCheck.string() })),
  },
  { requiredKeys: ["code", "message"] },
)

describe("an error", () => {
  it("is an Error with all details, logged without cause and stack", () => {
    FastCheck.assert(
      FastCheck.property(facts, (given) => {
        const error = new ConsentError({ ...given, cause: new Error("secret") })
        assert.instanceOf(error, Error)
        const expected = { name: "ConsentError", retryable: false, ...given }
        assert.deepStrictEqual(JSON.parse(JSON.stringify(error)), JSON.parse(JSON.stringify(expected)))
        for (const [name, value] of Object.entries(expected)) assert.strictEqual(Reflect.get(error, name), value)
        assert.include(String(error.cause), "secret")
      }),
      { numRuns: 50 },
    )
  })

  it("has a cause only where there is one", () => {
    assert.notProperty(new ConsentError({ code: "CONFLICT", message: "no" }), "cause")
  })
})

describe("isConsentError", () => {
  const error = new ConsentError({ code: "NOT_FOUND", message: "no" })

  it("is true for errors of this package, and of given codes", () => {
    assert.isTrue(isConsentError(error))
    assert.isTrue(isConsentError(error, "CONFLICT", "NOT_FOUND"))
    assert.isFalse(isConsentError(error, "CONFLICT", "UNAUTHORIZED"))
  })

  it("is true for errors of another copy of this package", () => {
    const other = Object.assign(new Error("no"), {
      [Symbol.for("@consent-service/client/ConsentError")]: true,
      code: "NOT_FOUND",
    })
    assert.isTrue(isConsentError(other, "NOT_FOUND"))
    assert.isFalse(isConsentError(other, "CONFLICT"))
  })

  it("is false for everything else", () => {
    const looksAlike = Object.assign(new Error("no"), { name: "ConsentError", code: "NOT_FOUND" })
    for (const one of [looksAlike, error.toJSON(), JSON.parse(JSON.stringify(error)), err({ code: "NOT_FOUND" })])
      assert.isFalse(isConsentError(one))
    FastCheck.assert(FastCheck.property(FastCheck.anything(), (one) => assert.isFalse(isConsentError(one))))
  })
})

describe("unwrap", () => {
  it("returns the data of a success, even if empty", () => {
    for (const data of [1, null, undefined, false]) assert.strictEqual(unwrap(ok(data)), data)
  })

  it("throws the very error of a failure", () => {
    const failure: Failure = err({ code: "NOT_FOUND" })
    const thrown = (() => {
      try {
        return unwrap<unknown>(failure)
      } catch (error) {
        return { error }
      }
    })()
    assert.deepStrictEqual(thrown, { error: failure.error })
  })
})
