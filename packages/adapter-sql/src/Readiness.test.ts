import { Tenant } from "@consent-service/core/ports"
import { describeEngines } from "@consent-service/test-engines"
import { assert, describe, it } from "@effect/vitest"
import * as SqlClient from "@effect/sql/SqlClient"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Migrations from "./Migrations.js"
import { DatabaseHealth, layerFromUrl } from "./SqlStores.js"
import * as SqlConsentStore from "./SqlConsentStore.js"
import { databaseReadiness } from "./Readiness.js"
import { clientLayer, freshDatabase, on, openClient, tables } from "./testing/TestDatabase.js"

/** The readiness checks of one process, with stores that live as long as the test. */
const processOn = (url: string, maxConnections?: number) =>
  Effect.gen(function* () {
    const client = clientLayer(url, maxConnections === undefined ? {} : { maxConnections })
    const context = yield* Layer.build(
      Layer.provideMerge(SqlConsentStore.layer(), client).pipe(Layer.provide(Tenant.layer(null))),
    )
    return { look: Effect.provide(databaseReadiness(), context), sql: Context.get(context, SqlClient.SqlClient) }
  })

/** The trace of a newer version. */
const migrateFurther = (sql: SqlClient.SqlClient) =>
  sql`insert into ${sql(tables.migrations)} (id, checksum, applied_at) values ('9999_later', 'x', 1)`

describeEngines("the readiness of a database", (engine) => {
  it.scopedLive("is behind until its migrations have run, then ready", () =>
    Effect.gen(function* () {
      const url = yield* freshDatabase(engine)
      const { look, sql } = yield* processOn(url)
      assert.strictEqual(yield* look, "schema-behind")
      yield* on(sql)(Migrations.migrate())
      assert.strictEqual(yield* look, "ready")
      const written = yield* sql`select count(*) as n from ${sql(tables.consent)}`
      assert.strictEqual(Number(written[0]?.["n"]), 0)
    }),
  )

  it.scopedLive(
    "is newer for a process that starts after a newer version migrated, and ready for one that already serves",
    () =>
      Effect.gen(function* () {
        const url = yield* freshDatabase(engine)
        const serving = yield* processOn(url)
        yield* on(serving.sql)(Migrations.migrate())
        assert.strictEqual(yield* serving.look, "ready")
        yield* migrateFurther(serving.sql)
        assert.strictEqual(yield* serving.look, "ready")
        assert.strictEqual(yield* (yield* processOn(url)).look, "schema-newer")
      }),
  )

  it.scopedLive("is altered when a migration ran with other statements", () =>
    Effect.gen(function* () {
      const { look, sql } = yield* processOn(yield* freshDatabase(engine))
      yield* on(sql)(Migrations.migrate())
      yield* sql`update ${sql(tables.migrations)} set checksum = 'other'`
      assert.strictEqual(yield* look, "schema-altered")
    }),
  )

  it.scopedLive("is read-only while it accepts no writes, and ready again afterwards", () =>
    Effect.gen(function* () {
      const url = yield* freshDatabase(engine)
      yield* on(yield* openClient(url))(Migrations.migrate())
      const { look, sql } = yield* processOn(url, 1)
      assert.strictEqual(yield* look, "ready")
      const session = {
        sqlite: "pragma query_only = on",
        postgres: "set session characteristics as transaction read only",
        mysql: "set session transaction read only",
      }[engine]
      yield* sql.unsafe(session).unprepared
      assert.strictEqual(yield* look, "read-only")
      // The servers dropped the connection: the next one may reach a server that accepts writes.
      if (engine === "sqlite") yield* sql.unsafe("pragma query_only = off").unprepared
      assert.strictEqual(yield* look, "ready")
    }),
  )
})

describe("the readiness of a database that is unavailable", () => {
  it.scopedLive("is unreachable where nothing listens, and unusable where the URL names no database", () =>
    Effect.gen(function* () {
      const at = (url: string) => Effect.map(Layer.build(layerFromUrl(url)), Context.get(DatabaseHealth))
      const away = yield* at("postgres://user:password@127.0.0.1:1/consent")
      assert.strictEqual(yield* away.readiness, "unreachable")
      assert.deepStrictEqual(away.pool(), { limit: 10, used: 0, waiting: 0 })
      const nowhere = yield* at("sqlite:/no-such-folder/consent.db")
      assert.strictEqual(yield* nowhere.readiness, "unusable")
      assert.isNull(nowhere.pool())
    }),
  )
})
