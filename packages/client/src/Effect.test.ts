import { assert, describe, it } from "@effect/vitest"
import * as Cause from "effect/Cause"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as FastCheck from "effect/FastCheck"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import type { ClientCode } from "./answer/ErrorCode.js"
import { ConsentConfigurationError } from "./options/ConfigurationError.js"
import type { MethodCodes } from "./ConsentClient.js"
import { ConsentClient, type EffectClientOptions, fromPromiseClient, layer, make } from "./effect.js"
import { createMockClient, err, type MockMethods, ok } from "./testing.js"

type Fetch = typeof globalThis.fetch

const baseUrl = "https://consent.example"
const consent = { type: "other", subjectId: "sub_1", domain: "shop.example", givenAt: 1 }
const linked = { subject: { id: "sub_1", externalId: "user-1", identityProvider: "external" } }
const release = { version: "1", hash: "sha256:00", effectiveDate: "2026-01-01" }

const over = (methods: MockMethods) => fromPromiseClient(createMockClient(methods))

const clientOf = (fetch: Fetch, options: Partial<EffectClientOptions> = {}) =>
  make({ baseUrl, fetch, retry: false, ...options })

const creating = (code: MethodCodes["create"] | ClientCode) =>
  over({
    subjects: {
      create: async () =>
        err({ code, message: `no: ${code}`, status: 422, reason: "why", issues: [{ path: "a", message: "b" }] }),
    },
  }).subjects.create(consent)

describe("a call as an effect", () => {
  it.effect("succeeds with the data", () =>
    Effect.gen(function* () {
      const client = over({ subjects: { identify: async () => ok(linked) } })
      assert.strictEqual(yield* client.subjects.identify("sub_1", { externalId: "user-1" }), linked)
    }),
  )

  it.effect.each(["INVALID_INPUT", "MISSING_API_KEY"] as const)(
    "fails with ConsentCallInvalid, and what is wrong with the input, for %s",
    (code) =>
      Effect.gen(function* () {
        const error = yield* Effect.flip(creating(code))
        assert(error._tag === "ConsentCallInvalid", error._tag)
        assert.deepStrictEqual(
          [error.code, error.message, error.issues],
          [code, `no: ${code}`, [{ path: "a", message: "b" }]],
        )
      }),
  )

  it.effect.each(["NETWORK_ERROR", "TIMEOUT", "UNEXPECTED_RESPONSE"] as const)(
    "fails with ConsentServiceUnreachable, and the whole error, for %s",
    (code) =>
      Effect.gen(function* () {
        const error = yield* Effect.flip(creating(code))
        assert(error._tag === "ConsentServiceUnreachable", error._tag)
        assert.deepStrictEqual([error.code, error.message, error.error.status], [code, `no: ${code}`, 422])
      }),
  )

  it.effect.each(["STALE_POLICY", "CONFLICT", "RATE_LIMITED", "DATABASE_ERROR"] as const)(
    "fails with ConsentRefused, the status and the reason, for %s",
    (code) =>
      Effect.gen(function* () {
        const error = yield* Effect.flip(creating(code))
        assert(error._tag === "ConsentRefused", error._tag)
        const { message, reason, status } = error
        assert.deepStrictEqual([error.code, message, status, reason], [code, `no: ${code}`, 422, "why"])
        assert.strictEqual(error.error.code, code)
      }),
  )

  it.effect("has the codes of its method in its type, which a handler can distinguish", () =>
    Effect.gen(function* () {
      const client = over({ subjects: { get: async () => err({ code: "NOT_FOUND" }) } })
      const handled: Effect.Effect<string> = client.subjects.get("sub_1").pipe(
        Effect.map(({ subject }) => subject.id),
        Effect.catchTags({
          ConsentCallInvalid: ({ code }) => Effect.succeed(code satisfies "INVALID_INPUT" | "MISSING_API_KEY"),
          ConsentServiceUnreachable: ({ code }) =>
            Effect.succeed(code satisfies "NETWORK_ERROR" | "TIMEOUT" | "UNEXPECTED_RESPONSE"),
          ConsentRefused: ({ code }) =>
            Effect.succeed(
              code satisfies "NOT_FOUND" | "RATE_LIMITED" | "DATABASE_ERROR" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE",
            ),
        }),
      )
      assert.strictEqual(yield* handled, "NOT_FOUND")
    }),
  )

  it.effect("is interrupted where another party aborted the call", () =>
    Effect.gen(function* () {
      assert.isTrue(Exit.isInterrupted(yield* Effect.exit(creating("ABORTED"))))
    }),
  )

  it.effect("passes its arguments, with a signal, to the method of its name", () =>
    Effect.gen(function* () {
      const mock = createMockClient()
      const client = fromPromiseClient(mock)
      const options = { timeoutMs: 5 }
      const account = { externalId: "user-1" }
      const expected: ReadonlyArray<readonly [Effect.Effect<unknown, unknown>, string, ...ReadonlyArray<unknown>]> = [
        [client.status(options), "status"],
        [client.init({ gpc: true }, options), "init", { gpc: true }],
        [client.manifest({ language: "de" }, options), "manifest", { language: "de" }],
        [client.subjects.get("s", { types: ["a"] }, options), "subjects.get", "s", { types: ["a"] }],
        [client.subjects.create(consent, options), "subjects.create", consent],
        [client.subjects.identify("s", account, options), "subjects.identify", "s", account],
        [client.subjects.list(account, options), "subjects.list", account],
        [client.consents.check({ ...account, types: ["a"] }, options), "consents.check", { ...account, types: ["a"] }],
        [client.consents.list({ limit: 5 }, options), "consents.list", { limit: 5 }],
        [client.persons.get(account, options), "persons.get", account],
        [client.persons.page(account, options), "persons.page", account],
        [client.erasures.create({ ...account, reason: "r" }, options), "erasures.create", { ...account, reason: "r" }],
        [client.erasures.get("t", options), "erasures.get", "t"],
        [client.holds.place("h", { scope: {}, reason: "r" }, options), "holds.place", "h", { scope: {}, reason: "r" }],
        [client.holds.release("h", options), "holds.release", "h"],
        [client.holds.list(options), "holds.list"],
        [client.evidence.pack(account, options), "evidence.pack", account],
        [client.experiments.summary("x", { domain: "d" }, options), "experiments.summary", "x", { domain: "d" }],
        [client.legalDocuments.publish("dpa", release, options), "legalDocuments.publish", "dpa", release],
      ]
      for (const [effect, method, ...args] of expected) {
        const exit = yield* Effect.exit(effect)
        assert.isTrue(Exit.isFailure(exit) && Cause.isDie(exit.cause), `${method} has an answer`)
        const call = mock.calls.at(-1)
        assert.strictEqual(call?.method, method)
        assert.deepStrictEqual(call?.args.slice(0, -1), args)
        const { signal, ...given } = { signal: null, ...Object(call?.args.at(-1)) }
        assert.instanceOf(signal, AbortSignal)
        assert.deepStrictEqual(given, options)
      }
      yield* Effect.exit(client.consents.allows("user-1", "marketing", { type: "other" }))
      assert.deepStrictEqual(mock.calls.at(-2)?.args.slice(0, 2), ["user-1", "marketing"])
    }),
  )
})

describe("interruption", () => {
  it.effect("ends the request", () =>
    Effect.gen(function* () {
      const asked = yield* Deferred.make<AbortSignal | null | undefined>()
      const client = yield* clientOf((_, init) => {
        Deferred.unsafeDone(asked, Effect.succeed(init?.signal))
        return new Promise(() => {})
      })
      const fiber = yield* Effect.fork(client.status())
      const signal = yield* Deferred.await(asked)
      assert.isFalse(signal?.aborted)
      assert.isTrue(Exit.isInterrupted(yield* Fiber.interrupt(fiber)))
      assert.isTrue(signal?.aborted)
    }),
  )

  it.effect("ends the wait before the next attempt", () =>
    Effect.gen(function* () {
      const waits = yield* Deferred.make<number>()
      let requests = 0
      const client = yield* clientOf(
        async () => {
          requests += 1
          return new Response(null, { status: 503, headers: { "retry-after": "1000000" } })
        },
        {
          retry: { maxDelayMs: 2_000_000_000 },
          onEvent: (event) => {
            if (event.type === "retry") Deferred.unsafeDone(waits, Effect.succeed(event.delayMs))
          },
        },
      )
      const fiber = yield* Effect.fork(client.status())
      assert.strictEqual(yield* Deferred.await(waits), 1_000_000_000)
      assert.isTrue(Exit.isInterrupted(yield* Fiber.interrupt(fiber)))
      assert.strictEqual(requests, 1)
    }),
  )
})

describe("consents.allows as an effect", () => {
  const apiKey = "k"

  it.effect("never fails: it is no, with the reason, where the service is unavailable", () =>
    Effect.gen(function* () {
      const down = yield* clientOf(() => Promise.reject(new TypeError("down")), { apiKey })
      const keyless = yield* clientOf(() => Promise.reject(new TypeError("down")))
      const decisions = yield* Effect.all([
        down.consents.allows("user-1", "marketing"),
        down.consents.allows("", "marketing"),
        keyless.consents.allows("user-1", "marketing"),
      ])
      assert.deepStrictEqual(
        decisions.map((one) => !one.allowed && one.reason === "unavailable" && one.error.code),
        ["NETWORK_ERROR", "INVALID_INPUT", "MISSING_API_KEY"],
      )
    }),
  )

  it("never fails and is never yes, whatever else the service answers", () => {
    const value = FastCheck.jsonValue()
    const body = FastCheck.oneof(
      value,
      FastCheck.record({ subjects: value }),
      FastCheck.record({ subjects: FastCheck.array(FastCheck.record({ id: value, consents: value })) }),
    )
    return FastCheck.assert(
      FastCheck.asyncProperty(FastCheck.constantFrom(200, 200, 204, 302, 404, 503), body, async (status, json) => {
        const client = await Effect.runPromise(clientOf(async () => Response.json(json, { status }), { apiKey }))
        const exit = await Effect.runPromiseExit(client.consents.allows("user-1", "marketing"))
        assert.isTrue(Exit.isSuccess(exit) && !exit.value.allowed)
      }),
      { numRuns: 60 },
    )
  })
})

describe("a client as a service of an application", () => {
  const program = Effect.flatMap(ConsentClient, ({ subjects }) => subjects.identify("sub_1", { externalId: "user-1" }))

  it.effect("is created from options, whose key may be redacted", () =>
    Effect.gen(function* () {
      const keys: Array<string | null> = []
      const fetch: Fetch = async (_, init) => {
        keys.push(new Headers(init?.headers).get("authorization"))
        return Response.json(linked)
      }
      for (const apiKey of ["plain", Redacted.make("redacted"), undefined]) {
        const answer = yield* Effect.provide(program, layer({ baseUrl, fetch, apiKey }))
        assert.deepStrictEqual(answer, linked)
      }
      assert.deepStrictEqual(keys, ["Bearer plain", "Bearer redacted", null])
    }),
  )

  it.effect("may be a mock", () =>
    Effect.gen(function* () {
      const mock = over({ subjects: { identify: async () => ok(linked) } })
      assert.strictEqual(yield* Effect.provide(program, Layer.succeed(ConsentClient, mock)), linked)
    }),
  )

  it.effect("is not created from invalid options, all of which are named", () =>
    Effect.gen(function* () {
      const wrong = { baseUrl: "ftp://h", apiKey: Redacted.make("a b"), timeoutMs: 0, retry: { maxRetries: 11 } }
      for (const making of [make(wrong), Layer.launch(layer(wrong))]) {
        const error = yield* Effect.flip(making)
        assert.instanceOf(error, ConsentConfigurationError)
        assert.deepStrictEqual(
          error.issues.map(({ option }) => option),
          ["baseUrl", "apiKey", "timeoutMs", "retry.maxRetries"],
        )
      }
    }),
  )
})
