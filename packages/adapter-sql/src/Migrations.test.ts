import { type Observation, Observer } from "@consent-service/core/ports"
import { describeEngines } from "@consent-service/test-engines"
import { mysqlQuery } from "@consent-service/test-engines/private"
import { assert, describe, it } from "@effect/vitest"
import { SqlError } from "@effect/sql/SqlError"
import * as Effect from "effect/Effect"
import * as Migrations from "./Migrations.js"
import { type Intercept, intercepted } from "./testing/InterceptedClient.js"
import { ids, migrateAsOf } from "./testing/Schemas.js"
import { freshDatabase, migratedClient, on, openClient, tables } from "./testing/TestDatabase.js"

describe("the list of migrations", () => {
  it("is numbered without a gap, and number 4 is 4-vendor-choice", () => {
    assert.deepStrictEqual(
      ids.map((id) => id.split("-")[0]),
      ids.map((_, index) => String(index + 1)),
    )
    assert.strictEqual(ids[3], "4-vendor-choice")
    for (const id of ids) assert.match(id, /^[1-9][0-9]*(-[a-z]+)+$/)
  })
})

describeEngines("Migrations", (engine) => {
  const emptyClient = Effect.flatMap(freshDatabase(engine), openClient)

  it.scopedLive("brings an empty database up to date, and a second run finds nothing to do", () =>
    Effect.gen(function* () {
      const sql = yield* emptyClient
      assert.deepStrictEqual(yield* on(sql)(Migrations.status()), Migrations.SchemaStatus.Behind({ pending: ids }))
      assert.deepStrictEqual(yield* on(sql)(Migrations.migrate()), ids)
      assert.deepStrictEqual(yield* on(sql)(Migrations.status()), Migrations.SchemaStatus.UpToDate())
      assert.deepStrictEqual(yield* on(sql)(Migrations.migrate()), [])
      assert.deepStrictEqual(yield* on(sql)(Migrations.plan()), [])
    }),
  )

  it.scopedLive("reports each migration it ran", () =>
    Effect.gen(function* () {
      const sql = yield* emptyClient
      const seen: Array<Observation> = []
      yield* on(sql)(
        Effect.provideService(Migrations.migrate(), Observer, (observation) => void seen.push(observation)),
      )
      assert.deepStrictEqual(
        seen.map((observation) => (observation._tag === "MigrationApplied" ? observation.id : observation._tag)),
        ids,
      )
    }),
  )

  it.scopedLive("ten concurrent runs: each migration runs once, and all of them find the schema up to date", () =>
    Effect.gen(function* () {
      const url = yield* freshDatabase(engine)
      const clients = yield* Effect.replicateEffect(openClient(url), 10)
      const ran = yield* Effect.forEach(clients, (sql) => on(sql)(Migrations.migrate()), { concurrency: "unbounded" })
      assert.sameMembers(ran.flat(), [...ids])
      assert.strictEqual(ran.flat().length, ids.length)
      for (const sql of clients) {
        assert.deepStrictEqual(yield* on(sql)(Migrations.status()), Migrations.SchemaStatus.UpToDate())
      }
    }),
  )

  it.scopedLive("several prefixes share one database", () =>
    Effect.gen(function* () {
      const sql = yield* emptyClient
      const prefixes = ["cs_", "Other_", ""]
      yield* Effect.forEach(prefixes, (tablePrefix) => on(sql)(Migrations.migrate({ tablePrefix })), {
        concurrency: "unbounded",
      })
      for (const tablePrefix of prefixes) {
        assert.deepStrictEqual(yield* on(sql)(Migrations.status({ tablePrefix })), Migrations.SchemaStatus.UpToDate())
      }
    }),
  )

  it.scopedLive("refuses a schema that a newer version migrated, and does not change it", () =>
    Effect.gen(function* () {
      const sql = yield* migratedClient(engine)
      yield* sql`insert into ${sql(tables.migrations)} ${sql.insert({ id: "9-later", checksum: "x", applied_at: 0 })}`
      assert.deepStrictEqual(
        yield* on(sql)(Migrations.status()),
        Migrations.SchemaStatus.Newer({ unknown: ["9-later"] }),
      )
      for (const refused of [Effect.asVoid(Migrations.migrate()), Effect.asVoid(Migrations.plan())]) {
        const error = yield* Effect.flip(on(sql)(refused))
        assert.strictEqual(error._tag, "SchemaMismatch")
        assert.match(error.message, /newer version .*9-later.*update/)
      }
    }),
  )

  it.scopedLive("refuses a schema that a newer version migrates while this one waits for the lock", () =>
    Effect.gen(function* () {
      const url = yield* freshDatabase(engine)
      const other = yield* openClient(url)
      yield* migrateAsOf(other, 1)
      let waited = false
      // In a separate fiber, so not on the connection that is about to lock.
      const newerVersion = Effect.promise(() => {
        waited = true
        const row = { id: "99-later", checksum: "x", applied_at: 0 }
        return Effect.runPromise(other`insert into ${other(tables.migrations)} ${other.insert(row)}`)
      })
      const sql = yield* intercepted(engine, yield* openClient(url), (text, run) =>
        !waited && /begin immediate|pg_try_advisory_xact_lock|get_lock/.test(text)
          ? Effect.zipRight(newerVersion, run)
          : run,
      )
      const error = yield* Effect.flip(on(sql)(Migrations.migrate()))
      assert.isTrue(waited)
      assert.strictEqual(error._tag, "SchemaMismatch")
      assert.match(error.message, /newer version .*99-later/)
      const rows = yield* other`select id from ${other(tables.migrations)} order by id`
      assert.deepStrictEqual(
        rows.map(({ id }) => String(id)),
        ["1-baseline", "99-later"],
      )
    }),
  )

  it.scopedLive("refuses a schema that was migrated with other statements", () =>
    Effect.gen(function* () {
      const sql = yield* migratedClient(engine)
      yield* sql`update ${sql(tables.migrations)} set checksum = ${"x"} where id = ${"2-hot-path-indexes"}`
      yield* sql`delete from ${sql(tables.migrations)} where id = ${ids.at(-1)}`
      assert.deepStrictEqual(
        yield* on(sql)(Migrations.status()),
        Migrations.SchemaStatus.Altered({ altered: ["2-hot-path-indexes"] }),
      )
      const error = yield* Effect.flip(on(sql)(Migrations.migrate()))
      assert.strictEqual(error._tag, "SchemaMismatch")
      assert.match(error.message, /2-hot-path-indexes/)
    }),
  )
})

/** In a Galera cluster, a migration lock excludes the processes of one node only. */
describeEngines(
  "two nodes that migrate concurrently",
  (engine) => {
    const schemaChange = /^(create (table `cs_(?!migrations`)|index)|alter table|insert into `cs_migrations`)/i

    it.scopedLive("a step that fails because another node was faster counts as done", () =>
      Effect.gen(function* () {
        const url = yield* freshDatabase(engine)
        const failed: Array<string> = []
        const overtaken: Intercept = (text, run) =>
          schemaChange.test(text)
            ? Effect.zipRight(
                Effect.promise(() => mysqlQuery(url, text)),
                Effect.tapError(run, () => Effect.sync(() => failed.push(text))),
              )
            : run
        const sql = yield* intercepted(engine, yield* openClient(url), overtaken)
        assert.deepStrictEqual(yield* on(sql)(Migrations.migrate()), ids)
        assert.isAtLeast(failed.length, 2 * ids.length)
        assert.deepStrictEqual(yield* on(sql)(Migrations.status()), Migrations.SchemaStatus.UpToDate())
      }),
    )

    it.scopedLive("a step that fails and is not done fails the migration", () =>
      Effect.gen(function* () {
        const url = yield* freshDatabase(engine)
        const refused = new SqlError({ cause: { code: "ER_TABLEACCESS_DENIED_ERROR", message: "denied" } })
        const sql = yield* intercepted(engine, yield* openClient(url), (text, run) =>
          text.startsWith("create index") ? refused : run,
        )
        const error = yield* Effect.flip(on(sql)(Migrations.migrate()))
        assert.include(error.message, "denied")
        assert.deepStrictEqual(
          yield* on(sql)(Migrations.status()),
          Migrations.SchemaStatus.Behind({ pending: ids.slice(1) }),
        )
      }),
    )
  },
  ["mysql"],
)
