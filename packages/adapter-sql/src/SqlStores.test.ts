import { ConsentStore, Observer, Tenant } from "@consent-service/core/ports"
import { makeDraft } from "@consent-service/testkit/Drafts"
import { assert, describe, it } from "@effect/vitest"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Scope from "effect/Scope"
import { existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { vi } from "vitest"
import * as SqlStores from "./SqlStores.js"

const folder = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "cs-stores-"))),
  (path) => Effect.sync(() => rmSync(path, { recursive: true })),
)

const observer = Layer.succeed(Observer, () => {})

const messageOf = (error: unknown): string =>
  error instanceof Error ? `${error.message} ${messageOf(error.cause)}` : ""

describe("SqlStores.layerFromUrl", () => {
  it.scopedLive("opens the database on first use, for the tenant in context", () =>
    Effect.gen(function* () {
      const file = join(yield* folder, "consents.db")
      const layer = SqlStores.layerFromUrl(`sqlite:${file}`)
      const context = yield* Layer.build(Layer.provide(Layer.merge(layer, observer), Tenant.layer("shop")))
      assert.isFalse(existsSync(file))
      const store = Context.get(context, ConsentStore)
      assert.strictEqual(store.tenant, "shop")
      const migrate = Context.get(context, SqlStores.Migrator).migrate
      assert.isNotEmpty(yield* Effect.provideService(migrate, Observer, () => {}))
      const draft = makeDraft()
      assert.strictEqual((yield* store.append(draft))._tag, "Inserted")
      yield* store.ping
      const found = yield* store.evidence(draft.record.id)
      assert.deepStrictEqual(Option.getOrNull(found)?.record, draft.record)
    }),
  )

  it.scopedLive("fails operations while the database cannot be opened, and opens it when it becomes available", () =>
    Effect.gen(function* () {
      const missing = join(yield* folder, "later")
      const context = yield* Layer.build(SqlStores.layerFromUrl(`sqlite:${join(missing, "consents.db")}`))
      const store = Context.get(context, ConsentStore)
      const error = yield* Effect.flip(store.ping)
      assert.strictEqual(error._tag, "StoreUnreachable")
      assert.include(messageOf(error), "cannot open the SQLite file")
      mkdirSync(missing)
      yield* Effect.provideService(Context.get(context, SqlStores.Migrator).migrate, Observer, () => {})
      yield* store.ping
    }),
  )

  it.scopedLive("fails operations after its scope has closed", () =>
    Effect.gen(function* () {
      const scope = yield* Scope.make()
      const context = yield* Layer.buildWithScope(SqlStores.layerFromUrl("sqlite::memory:"), scope)
      yield* Effect.provideService(Context.get(context, SqlStores.Migrator).migrate, Observer, () => {})
      yield* Context.get(context, ConsentStore).append(makeDraft())
      yield* Scope.close(scope, Exit.void)
      const error = yield* Effect.flip(Context.get(context, ConsentStore).append(makeDraft()))
      assert.include(messageOf(error), "disposed")
    }),
  )

  it.scopedLive("names the package to install when a driver is missing", () =>
    Effect.gen(function* () {
      vi.doMock("@effect/sql-pg/PgClient", () => {
        throw new Error("Cannot find package '@effect/sql-pg'")
      })
      yield* Effect.addFinalizer(() => Effect.sync(() => vi.doUnmock("@effect/sql-pg/PgClient")))
      const context = yield* Layer.build(SqlStores.layerFromUrl("postgres://user@127.0.0.1/consents"))
      const error = yield* Effect.flip(Context.get(context, ConsentStore).ping)
      assert.strictEqual(error._tag, "StoreUnreachable")
      assert.include(messageOf(error), "npm install @effect/sql-pg@0.53")
    }),
  )
})
