/** PostgreSQL behind PgBouncer in transaction mode: another server connection may serve each transaction. */
import { describeWith, type PgBouncer, startPgBouncer, whyNoPgBouncer } from "@consent-service/test-engines/private"
import { consentStoreLaws } from "@consent-service/testkit/ConsentStoreLaws"
import { makeDraft } from "@consent-service/testkit/Drafts"
import { assert, it } from "@effect/vitest"
import * as SqlClient from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"
import { afterAll } from "vitest"
import * as Migrations from "./Migrations.js"
import * as SqlConsentStore from "./SqlConsentStore.js"
import { ids } from "./testing/Schemas.js"
import { contentsOf, freshDatabase, on, openClient } from "./testing/TestDatabase.js"

describeWith("PostgreSQL through PgBouncer in transaction mode", whyNoPgBouncer(), () => {
  let bouncer: PgBouncer | undefined
  const pooled = Effect.gen(function* () {
    const direct = yield* freshDatabase("postgres")
    bouncer ??= yield* Effect.promise(() => startPgBouncer(direct))
    return { direct, url: bouncer.through(direct) }
  })
  afterAll(() => bouncer?.stop())

  it.scopedLive("a URL with the timeouts set to 0 connects; a default one is refused with the reason", () =>
    Effect.gen(function* () {
      const { url } = yield* pooled
      for (const query of [
        "?statement_timeout=0",
        "?statement_timeout=0&lock_timeout=0&idle_in_transaction_session_timeout=0",
      ]) {
        const sql = yield* openClient(url.replace("?statement_timeout=0", query))
        assert.strictEqual((yield* on(sql)(Migrations.status()))._tag, "Behind")
      }
      const sql = yield* openClient(url.replace("?statement_timeout=0", ""))
      const error = yield* Effect.flip(on(sql)(Migrations.status()))
      assert.include(error.message, "statement_timeout")
    }),
  )

  it.scopedLive("ten processes migrate concurrently: each migration runs once", () =>
    Effect.gen(function* () {
      const { url } = yield* pooled
      const clients = yield* Effect.replicateEffect(openClient(url, { maxConnections: 2 }), 10)
      const ran = yield* Effect.forEach(clients, (sql) => on(sql)(Migrations.migrate()), { concurrency: "unbounded" })
      assert.sameMembers(ran.flat(), [...ids])
      assert.strictEqual(ran.flat().length, ids.length)
    }),
  )

  it.scopedLive("refuses a database that may lose records", () =>
    Effect.gen(function* () {
      const { direct, url } = yield* pooled
      const admin = yield* openClient(direct)
      yield* on(admin)(Migrations.migrate())
      yield* admin`alter database ${admin(new URL(direct).pathname.slice(1))} set synchronous_commit = off`
      const { append } = yield* on(yield* openClient(url))(SqlConsentStore.make())
      const error = yield* Effect.flip(append(makeDraft()))
      assert.strictEqual(error._tag, "StoreFailed")
      assert.include(JSON.stringify(error), "synchronous_commit is off")
    }),
  )

  consentStoreLaws("SqlConsentStore", {
    makeStore: Effect.gen(function* () {
      const { url } = yield* pooled
      const sql = yield* openClient(url)
      yield* on(sql)(Migrations.migrate())
      return {
        store: (tenant) =>
          Effect.flatMap(openClient(url), (client) =>
            Effect.provideService(SqlConsentStore.make({ tenant }), SqlClient.SqlClient, client),
          ),
        contents: contentsOf(sql),
      }
    }),
  })
})
