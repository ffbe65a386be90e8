import type { Observation } from "@consent-service/core/observation/Observation"
import { Observer } from "@consent-service/core/ports/Observer"
import { describeEngines } from "@consent-service/test-engines"
import { freshSubjectId } from "@consent-service/testkit/Drafts"
import { assert, it } from "@effect/vitest"
import type * as SqlClient from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { createMigrationsTable } from "./internal/Schema.js"
import { checksumOf, databaseOf } from "./internal/SchemaState.js"
import * as Migrations from "./Migrations.js"
import * as SqlConsentLedger from "./SqlConsentLedger.js"
import { freshDatabase, migratedClient, on, openClient, tables } from "./testing/TestDatabase.js"

const ids = ["1-baseline", "2-hot-path-indexes", "3-consent-receipts", "4-vendor-choice"]

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

  it.scopedLive("plans every statement without running any", () =>
    Effect.gen(function* () {
      const sql = yield* emptyClient
      const plan = yield* on(sql)(Migrations.plan())
      assert.deepStrictEqual(
        plan.map(({ id }) => id),
        ids,
      )
      assert.deepStrictEqual(
        plan.map(({ statements }) => statements.length),
        [3, 1, 1, 1],
      )
      assert.match(plan[3]!.statements[0]!, /^alter table .cs_consent. add column .vendor_choice. /)
      assert.deepStrictEqual(yield* on(sql)(Migrations.plan()), plan)
    }),
  )

  it.scopedLive("ten at once: each migration runs once, and all of them find the schema up to date", () =>
    Effect.gen(function* () {
      const url = yield* freshDatabase(engine)
      const clients = yield* Effect.replicateEffect(openClient(url), 10)
      const ran = yield* Effect.forEach(clients, (sql) => on(sql)(Migrations.migrate()), { concurrency: "unbounded" })
      assert.deepStrictEqual(ran.flat().sort(), ids)
      for (const sql of clients) {
        assert.deepStrictEqual(yield* on(sql)(Migrations.status()), Migrations.SchemaStatus.UpToDate())
      }
    }),
  )

  it.scopedLive("several prefixes live in one database", () =>
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

  it.scopedLive("refuses a schema that a newer version migrated, and leaves it alone", () =>
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

  it.scopedLive("refuses a schema that was migrated with other statements", () =>
    Effect.gen(function* () {
      const sql = yield* migratedClient(engine)
      yield* sql`update ${sql(tables.migrations)} set checksum = ${"x"} where id = ${"2-hot-path-indexes"}`
      yield* sql`delete from ${sql(tables.migrations)} where id = ${"4-vendor-choice"}`
      assert.deepStrictEqual(
        yield* on(sql)(Migrations.status()),
        Migrations.SchemaStatus.Altered({ altered: ["2-hot-path-indexes"] }),
      )
      const error = yield* Effect.flip(on(sql)(Migrations.migrate()))
      assert.strictEqual(error._tag, "SchemaMismatch")
      assert.match(error.message, /2-hot-path-indexes/)
    }),
  )

  for (const already of ids.keys()) {
    it.scopedLive(`upgrades from ${ids[already]} with a record in place`, () =>
      Effect.gen(function* () {
        const sql = yield* emptyClient
        yield* migrateAsOf(sql, already)
        const subject = freshSubjectId()
        const subjectRow = { id: subject, tenant: "t", created_at: 5 }
        const recordRow = {
          type: "cookie_banner",
          domain: "example.com",
          given_at: 4,
          created_at: 5,
          content_digest: "d",
        }
        yield* sql`insert into ${sql(tables.subject)} ${sql.insert(subjectRow)}`
        yield* sql`insert into ${sql(tables.consent)} ${sql.insert({ id: "cns_1", tenant: "t", subject_id: subject, ...recordRow })}`
        assert.deepStrictEqual(yield* on(sql)(Migrations.migrate()), ids.slice(already + 1))
        const ledger = yield* on(sql)(SqlConsentLedger.make({ tenant: "t" }))
        const { createdAt, records } = Option.getOrThrow(yield* ledger.history(subject))
        const [record] = records
        assert.deepStrictEqual(
          [createdAt, records.length, record?.id, record?.givenAt, record?.choice, record?.vendorChoice],
          [5, 1, "cns_1", 4, null, null],
        )
      }),
    )
  }
})

/** Brings an empty database where an earlier version left it. */
const migrateAsOf = (sql: SqlClient.SqlClient, last: number) =>
  Effect.gen(function* () {
    const database = yield* on(sql)(databaseOf("cs_"))
    yield* createMigrationsTable(database)
    for (const migration of database.migrations.slice(0, last + 1)) {
      yield* Effect.forEach(migration.steps, ({ statement }) => statement)
      const row = { id: migration.id, checksum: checksumOf(migration), applied_at: 0 }
      yield* sql`insert into ${sql(tables.migrations)} ${sql.insert(row)}`
    }
  })
