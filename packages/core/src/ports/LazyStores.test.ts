import { assert, describe, it } from "@effect/vitest"
import { Cause, Context, Effect, Exit, Layer, Option, Scope } from "effect"
import { Tenant, TenantMismatch } from "../tenant/Tenant.js"
import { Archive } from "./Archive.js"
import { ConsentStore } from "./ConsentStore.js"
import { DocumentStore } from "./DocumentStore.js"
import { lazyStores, type Stores } from "./LazyStores.js"

/** Stores that count how often they are built and queried, of the tenant in context unless one is given. */
const counting = (own?: string | null) => {
  const log: Array<string> = []
  const layer: Layer.Layer<Stores> = Layer.unwrapEffect(
    Effect.map(Tenant, (inContext) => {
      const tenant = own === undefined ? inContext : own
      log.push(`built for ${tenant}`)
      return Layer.mergeAll(
        Layer.mock(ConsentStore, { tenant, ping: Effect.sync(() => void log.push("asked")) }),
        Layer.mock(DocumentStore, { tenant }),
        Layer.mock(Archive, { tenant }),
      )
    }),
  )
  return { layer, log }
}

const ping = (stores: Context.Context<Stores>) => Context.get(stores, ConsentStore).ping

describe("lazy stores", () => {
  it.scoped("are built once for the tenant in context, on first use", () =>
    Effect.gen(function* () {
      const { layer, log } = counting()
      const { stores } = yield* lazyStores(layer, "closed")
      assert.deepStrictEqual(log, [])
      const tenants = [
        Context.get(stores, ConsentStore),
        Context.get(stores, DocumentStore),
        Context.get(stores, Archive),
      ]
      assert.deepStrictEqual(
        tenants.map(({ tenant }) => tenant),
        ["red", "red", "red"],
      )
      yield* ping(stores)
      yield* ping(stores)
      assert.deepStrictEqual(log, ["built for red", "asked", "asked"])
    }).pipe(Effect.provide(Tenant.layer("red"))),
  )

  it.scoped.each(["blue", null])("of another tenant never run an operation: %j", (own) =>
    Effect.gen(function* () {
      const { layer, log } = counting(own)
      const { stores } = yield* lazyStores(layer, "closed")
      for (const _ of [1, 2]) {
        const exit = yield* Effect.exit(ping(stores))
        const defect = Exit.isFailure(exit) ? Option.getOrNull(Cause.dieOption(exit.cause)) : null
        assert.instanceOf(defect, TenantMismatch)
      }
      assert.notInclude(log, "asked")
    }).pipe(Effect.provide(Tenant.layer("red"))),
  )

  it.scoped("fail operations while they cannot be built, and are built by a later one when possible", () =>
    Effect.gen(function* () {
      const { layer, log } = counting()
      let away = true
      const flaky = Layer.unwrapEffect(Effect.suspend(() => (away ? Effect.fail("away") : Effect.succeed(layer))))
      const { stores } = yield* lazyStores(flaky, "closed")
      assert.deepInclude(yield* Effect.flip(ping(stores)), {
        _tag: "StoreUnreachable",
        operation: "ping",
        cause: "away",
      })
      away = false
      yield* ping(stores)
      assert.deepStrictEqual(log, ["built for null", "asked"])
    }),
  )

  it.effect("fail operations after their scope has closed", () =>
    Effect.gen(function* () {
      const scope = yield* Scope.make()
      const { stores } = yield* Scope.extend(lazyStores(counting().layer, "closed"), scope)
      yield* ping(stores)
      yield* Scope.close(scope, Exit.void)
      assert.deepInclude(yield* Effect.flip(ping(stores)), { _tag: "StoreUnreachable", cause: "closed" })
    }),
  )
})
