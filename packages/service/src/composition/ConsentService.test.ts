import { ConsentConfigurationError } from "../configuration/ConsentConfigurationError.js"
import { type LogEvent, type Observation, Observer, Tenant } from "@consent-service/core/ports"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit, Layer } from "effect"
import { aSave } from "../testing/TestInstance.js"
import { ConsentService } from "./ConsentService.js"

const sending =
  ({ handler }: ConsentService["Type"]) =>
  (path: string, init?: RequestInit) =>
    Effect.promise(() => handler(new Request(`http://consent.test${path}`, init)))

const quiet = { observability: { level: "silent" } } as const

describe("ConsentService.layer", () => {
  it.live("serves, migrates and shows evidence, all of it as effects", () =>
    Effect.gen(function* () {
      const service = yield* ConsentService
      const send = sending(service)
      assert.isNotEmpty(yield* service.migrate)
      const saved = yield* send("/subjects", { method: "POST", body: JSON.stringify(aSave()) })
      assert.strictEqual(saved.status, 200)
      const { consentId } = yield* Effect.promise(() => saved.json())
      assert.propertyVal(yield* service.reconstructNotice(consentId), "_tag", "Some")
      assert.propertyVal(yield* service.reconstructNotice("ci_unknown"), "_tag", "None")
      assert.strictEqual(service.getOpenAPISpec().openapi, "3.1.0")
    }).pipe(Effect.provide(ConsentService.layer({ ...quiet, database: "sqlite::memory:" }))),
  )

  it.effect("fails with every invalid option together", () =>
    Effect.gen(function* () {
      const wrong = { apiKeys: [""], hosting: "cloud" } as const
      // @ts-expect-error -- neither option is right, and records are kept nowhere
      const error = yield* Effect.flip(Layer.launch(ConsentService.layer(wrong)))
      assert.instanceOf(error, ConsentConfigurationError)
      const options = error instanceof ConsentConfigurationError ? error.issues.map(({ option }) => option) : []
      assert.sameMembers(options, ["apiKeys.0", "hosting", "database"])
    }),
  )

  it.live("sends an observer in context the same events as the log", () =>
    Effect.gen(function* () {
      const [events, observations]: [Array<LogEvent>, Array<Observation>] = [[], []]
      const layer = ConsentService.layer({
        database: "sqlite::memory:",
        observability: { level: "info", drain: (event) => events.push(event) },
      }).pipe(Layer.provide(Observer.layer((observation) => void observations.push(observation))))
      yield* Effect.flatMap(ConsentService, (service) => sending(service)("/status")).pipe(Effect.provide(layer))
      assert.include(
        events.map(({ event }) => event),
        "request",
      )
      assert.include(
        observations.map(({ _tag }) => _tag),
        "RequestHandled",
      )
    }),
  )
})

describe("the tenant of ConsentService.layer", () => {
  const tenantOf = (
    options: { readonly tenantId?: string; readonly requireTenantId?: boolean },
    inContext: string | null,
  ) =>
    Effect.map(ConsentService, (service) => service.options.tenantId).pipe(
      Effect.provide(
        ConsentService.layer({ ...quiet, ...options, database: "sqlite::memory:" }).pipe(
          Layer.provide(Tenant.layer(inContext)),
        ),
      ),
    )

  it.live("is tenantId, or the Tenant in context", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* tenantOf({ tenantId: "red" }, null), "red")
      assert.strictEqual(yield* tenantOf({}, "red"), "red")
      assert.strictEqual(yield* tenantOf({ requireTenantId: true }, "red"), "red")
      assert.strictEqual(yield* tenantOf({ tenantId: "red" }, "red"), "red")
      assert.isNull(yield* tenantOf({}, null))
    }),
  )

  it.live("is an error where the two differ, and where the one in context cannot be a tenant", () =>
    Effect.gen(function* () {
      for (const exit of [
        yield* Effect.exit(tenantOf({ tenantId: "red" }, "blue")),
        yield* Effect.exit(tenantOf({}, " padded ")),
      ]) {
        const issues = Exit.match(exit, {
          onSuccess: () => [],
          onFailure: (cause) => (cause._tag === "Fail" ? cause.error.issues : []),
        })
        assert.deepStrictEqual(
          issues.map(({ option }) => option),
          ["tenantId"],
        )
      }
    }),
  )
})
