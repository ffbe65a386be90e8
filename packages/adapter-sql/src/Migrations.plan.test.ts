import { describeEngines } from "@consent-service/test-engines"
import { assert, it } from "@effect/vitest"
import * as SqlClient from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"
import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { databaseOf } from "./schema/SchemaState.js"
import * as Migrations from "./Migrations.js"
import { layerForReading } from "./Sqlite.js"
import { type Intercept, intercepted } from "./testing/InterceptedClient.js"
import { ids, migrateAsOf, schemaOf } from "./testing/Schemas.js"
import { freshDatabase, migratedClient, on, openClient, tables } from "./testing/TestDatabase.js"

/** Like an operator who runs the printed statements by hand. */
const runByHand = (sql: SqlClient.SqlClient, plan: ReadonlyArray<Migrations.PlannedMigration>) =>
  Effect.forEach(
    plan.flatMap(({ statements }) => statements),
    (text) => sql.unsafe(text).unprepared,
  )

describeEngines("a plan", (engine) => {
  for (const count of [...ids.keys(), ids.length]) {
    it.scopedLive(
      `after ${count} of the migrations it changes nothing, and running it by hand completes the rest`,
      () =>
        Effect.gen(function* () {
          const sql = yield* Effect.flatMap(freshDatabase(engine), openClient)
          yield* migrateAsOf(sql, count)
          const before = yield* schemaOf(engine, sql)
          const sent: Array<string> = []
          const watch: Intercept = (text, run) =>
            Effect.zipRight(
              Effect.sync(() => sent.push(text)),
              run,
            )
          const plan = yield* on(yield* intercepted(engine, sql, watch))(Migrations.plan())
          assert.deepStrictEqual(
            plan.map(({ id }) => id),
            ids.slice(count),
          )
          assert.isNotEmpty(sent)
          for (const text of sent) assert.match(text, /^select /)
          assert.deepStrictEqual(yield* schemaOf(engine, sql), before)

          yield* runByHand(sql, plan)
          assert.deepStrictEqual(yield* on(sql)(Migrations.status()), Migrations.SchemaStatus.UpToDate())
          assert.deepStrictEqual(yield* on(sql)(Migrations.migrate()), [])
          assert.deepStrictEqual(yield* schemaOf(engine, sql), yield* schemaOf(engine, yield* migratedClient(engine)))
        }),
    )
  }

  it.scopedLive("omits the finished statements of a killed run", () =>
    Effect.gen(function* () {
      const sql = yield* Effect.flatMap(freshDatabase(engine), openClient)
      const database = yield* on(sql)(databaseOf("cs_"))
      const [first, ...others] = database.migrations[0]!.steps
      yield* database.createMigrationsTable
      yield* first!.statement
      const plan = yield* on(sql)(Migrations.plan())
      assert.strictEqual(plan[0]?.statements.length, others.length + 1)
      assert.notMatch(plan[0]?.statements.join() ?? "", new RegExp(`create table .${tables.subject}`))
      yield* runByHand(sql, plan)
      assert.deepStrictEqual(yield* on(sql)(Migrations.status()), Migrations.SchemaStatus.UpToDate())
      assert.deepStrictEqual(yield* schemaOf(engine, sql), yield* schemaOf(engine, yield* migratedClient(engine)))
    }),
  )
})

describeEngines(
  "an SQLite client for reading",
  (engine) => {
    const fileOf = Effect.map(freshDatabase(engine), (url) => url.slice("sqlite:".length))
    const plan = (file: string) => Effect.provide(Migrations.plan(), layerForReading(file))

    it.scopedLive("does not create a missing file", () =>
      Effect.gen(function* () {
        const file = yield* fileOf
        assert.strictEqual((yield* plan(file)).length, ids.length)
        assert.isFalse(existsSync(file))
        const error = yield* Effect.flip(plan(`${file}/nowhere/test.db`))
        assert.match(error.message, /cannot open the SQLite file .*directory does not exist/)
      }),
    )

    it.scopedLive("does not change a file, and creates no other files", () =>
      Effect.gen(function* () {
        const file = yield* fileOf
        writeFileSync(file, "")
        assert.strictEqual((yield* plan(file)).length, ids.length)
        assert.strictEqual(readFileSync(file).length, 0)
        yield* Effect.scoped(Effect.flatMap(openClient(`sqlite:${file}`), (sql) => migrateAsOf(sql, 1)))
        const before = readFileSync(file)
        assert.strictEqual((yield* plan(file)).length, ids.length - 1)
        assert.isTrue(before.equals(readFileSync(file)))
        assert.deepStrictEqual([existsSync(`${file}-wal`), existsSync(`${file}-shm`)], [false, false])
      }),
    )

    it.scopedLive("cannot write", () =>
      Effect.gen(function* () {
        const file = yield* fileOf
        writeFileSync(file, "")
        const write = Effect.flatMap(SqlClient.SqlClient, (sql) => sql`create table t (a)`)
        const error = yield* Effect.flip(Effect.provide(write, layerForReading(file)))
        assert.match(String(error._tag === "SqlError" && error.cause), /readonly/)
      }),
    )
  },
  ["sqlite"],
)
