/** Compositions by hand in which a store and the HTTP side got different tenants. */
import { toFetchHandler } from "@consent-service/adapter-http/shell/FetchShell"
import { ConsentHttp } from "@consent-service/adapter-http/ConsentHttp"
import {
  Archive,
  ConsentStore,
  DocumentStore,
  Instance,
  Observer,
  Tenant,
  TenantMismatch,
  Tokens,
} from "@consent-service/core/ports"
import * as SqlConsentStore from "@consent-service/adapter-sql/SqlConsentStore"
import * as Migrations from "@consent-service/adapter-sql/Migrations"
import * as SqlStores from "@consent-service/adapter-sql/SqlStores"
import * as Sqlite from "@consent-service/adapter-sql/sqlite"
import { assert, describe, it } from "@effect/vitest"
import * as Cause from "effect/Cause"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { aSave } from "../testing/TestInstance.js"

const observer = Layer.succeed(Observer, () => {})
const outside = Layer.mergeAll(observer, Instance.layer(), Sqlite.layer(":memory:"))

/** The defect of building a layer; null on success. */
const mismatchOf = <A, E>(layer: Layer.Layer<A, E>): Effect.Effect<TenantMismatch | null> =>
  Effect.map(Effect.exit(Effect.scoped(Layer.build(layer))), (exit) => {
    if (Exit.isSuccess(exit)) return null
    const defect = Option.getOrNull(Cause.dieOption(exit.cause))
    return defect instanceof TenantMismatch ? defect : assert.fail(Cause.pretty(exit.cause))
  })

const stores = SqlStores.layer()
const [red, blue] = [Tenant.layer("red"), Tenant.layer("blue")]

describe("a composition by hand (threat: reading or writing another tenant's data)", () => {
  it.live("is built for one tenant, and for none", () =>
    Effect.gen(function* () {
      const http = ConsentHttp.layer().pipe(Layer.provide(Layer.merge(stores, Tokens.layer())))
      assert.isNull(yield* mismatchOf(http.pipe(Layer.provide(outside))))
      assert.isNull(yield* mismatchOf(http.pipe(Layer.provide(red), Layer.provide(outside))))
    }),
  )

  it.live.each<[string, Layer.Layer<ConsentHttp, unknown>]>([
    [
      "provides a tenant to the HTTP side only",
      ConsentHttp.layer().pipe(Layer.provide(Layer.mergeAll(stores, Tokens.layer(), red)), Layer.provide(outside)),
    ],
    [
      "provides a tenant to the stores only",
      ConsentHttp.layer().pipe(
        Layer.provide(Layer.merge(Layer.provide(stores, red), Tokens.layer())),
        Layer.provide(outside),
      ),
    ],
    [
      "provides two tenants",
      ConsentHttp.layer().pipe(
        Layer.provide(Layer.merge(Layer.provide(stores, red), Tokens.layer())),
        Layer.provide(blue),
        Layer.provide(outside),
      ),
    ],
    [
      "swaps one store for another tenant's",
      ConsentHttp.layer().pipe(
        Layer.provide(Layer.provide(SqlConsentStore.layer(), blue)),
        Layer.provide(Layer.merge(stores, Tokens.layer())),
        Layer.provide(red),
        Layer.provide(outside),
      ),
    ],
  ])("that %s is not built", ([, layer]) =>
    Effect.map(mismatchOf(layer), (mismatch) => assert.match(String(mismatch?.message), /provide Tenant\.layer once/)),
  )

  it.live("that shares one layer of stores between two tenants is not built", () =>
    Effect.gen(function* () {
      const instance = (tenant: string) =>
        Layer.map(
          ConsentHttp.layer().pipe(
            Layer.provide(Layer.merge(stores, Tokens.layer())),
            Layer.provide(Tenant.layer(tenant)),
          ),
          (context) => Context.make(Context.GenericTag<unknown>(tenant), Context.get(context, ConsentHttp)),
        )
      const both = Layer.merge(instance("red"), instance("blue")).pipe(Layer.provide(outside))
      assert.isNotNull(yield* mismatchOf(both))
    }),
  )

  it.live("gives each of two tenants of one graph their own records", () =>
    Effect.gen(function* () {
      const client = Sqlite.layer(":memory:")
      const handlerOf = (tenant: string) =>
        ConsentHttp.layer().pipe(
          Layer.provide(Layer.merge(SqlStores.layer(), Tokens.layer())),
          Layer.provide(Tenant.layer(tenant)),
          Layer.provide(Layer.mergeAll(observer, Instance.layer(), client)),
          Layer.map((context) => {
            const { kernel } = Context.get(context, ConsentHttp)
            return Context.make(
              Context.GenericTag<(request: Request) => Promise<Response>>(tenant),
              toFetchHandler(kernel),
            )
          }),
        )
      const built = yield* Layer.build(Layer.mergeAll(handlerOf("red"), handlerOf("blue"), client))
      yield* Migrations.migrate().pipe(Effect.provide(Layer.merge(Layer.succeedContext(built), observer)))
      const send = (tenant: string, path: string, init?: RequestInit) =>
        Effect.promise(() =>
          Context.unsafeGet(
            built,
            Context.GenericTag<(request: Request) => Promise<Response>>(tenant),
          )(new Request(`http://consent.test${path}`, init)),
        )
      const save = aSave()
      const saved = yield* send("red", "/subjects", { method: "POST", body: JSON.stringify(save) })
      assert.strictEqual(saved.status, 200)
      assert.strictEqual((yield* send("red", `/subjects/${save.subjectId}`)).status, 200)
      assert.strictEqual((yield* send("blue", `/subjects/${save.subjectId}`)).status, 404)
    }).pipe(Effect.scoped),
  )

  it.live("names each port of another tenant", () =>
    Effect.gen(function* () {
      const ports = [ConsentStore, DocumentStore, Archive]
      const built = yield* Layer.build(Layer.provide(stores, Layer.merge(red, outside)))
      const theirs = yield* Layer.build(Layer.provide(SqlStores.layer(), Layer.merge(blue, outside)))
      for (const port of ports) {
        const mixed = Layer.succeedContext(Context.merge(built, Context.pick(port)(theirs)))
        const http = ConsentHttp.layer().pipe(
          Layer.provide(Layer.merge(mixed, Tokens.layer())),
          Layer.provide(Layer.mergeAll(red, observer, Instance.layer())),
        )
        const mismatch = yield* mismatchOf(http)
        assert.deepStrictEqual([mismatch?.actual, mismatch?.expected], ["blue", "red"], port.key)
        assert.strictEqual(port.key.split("/").at(-1), mismatch?.store)
      }
    }).pipe(Effect.scoped),
  )
})
