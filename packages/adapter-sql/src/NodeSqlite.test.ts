import { makeDraft } from "@consent-service/testkit/Drafts"
import { assert, describe, it } from "@effect/vitest"
import * as SqlClient from "@effect/sql/SqlClient"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { statSync } from "node:fs"
import { mkdir, writeFile } from "node:fs/promises"
import { builtInSqlite } from "./client/BuiltInSqlite.js"
import { clientFromUrl } from "./ClientFromUrl.js"
import * as Migrations from "./Migrations.js"
import { layer, layerForReading } from "./NodeSqlite.js"
import * as SqlConsentStore from "./SqlConsentStore.js"
import { driverErrors, isContention } from "./statement/DriverError.js"
import { freshDatabase, on } from "./testing/TestDatabase.js"

const hasSqlite = builtInSqlite() !== null

const freshFile = Effect.map(freshDatabase("sqlite"), (url) => url.slice("sqlite:".length))

const open = (client: Layer.Layer<SqlClient.SqlClient, unknown>) =>
  Effect.map(Layer.build(client), Context.get(SqlClient.SqlClient))

const openFailing = (filename: string) => Effect.flip(Effect.scoped(Layer.build(layer(filename))))

const withoutSqlite = () =>
  describe("node:sqlite on a Node without it", () => {
    it.effect("is reported with the runtimes that have it, in one line", () =>
      Effect.map(openFailing(":memory:"), ({ message }) => {
        assert.match(message, /^this runtime has no node:sqlite; use Node 22\.16 or newer, Bun or Deno.*$/)
      }),
    )
  })

const withSqlite = () =>
  describe("node:sqlite", () => {
    it.scopedLive("stores a record in a file of mode 0600, and a client from a URL reads it", () =>
      Effect.gen(function* () {
        const file = yield* freshFile
        const sql = yield* open(layer(file))
        yield* on(sql)(Migrations.migrate())
        const ledger = yield* on(sql)(SqlConsentStore.make())
        assert.strictEqual((yield* ledger.append(makeDraft()))._tag, "Inserted")
        const modes = [file, `${file}-wal`, `${file}-shm`].map((name) => (statSync(name).mode & 0o777).toString(8))
        assert.deepStrictEqual(modes, ["600", "600", "600"])
        const reader = yield* open(clientFromUrl(`sqlite:${file}`, "reading"))
        assert.lengthOf(yield* reader`select id from cs_consent`, 1)
      }),
    )

    it.scopedLive("a client for reading writes nothing", () =>
      Effect.gen(function* () {
        const file = yield* freshFile
        yield* on(yield* open(layer(file)))(Migrations.migrate())
        const sql = yield* open(layerForReading(file))
        const error = yield* Effect.flip(sql`create table t (a)`)
        assert.include(String(error.cause), "readonly")
      }),
    )

    it.scopedLive("sees a column that another connection has added", () =>
      Effect.gen(function* () {
        const file = yield* freshFile
        const [sql, other] = yield* Effect.all([open(layer(file)), open(layer(file))])
        yield* sql`create table t (a)`
        yield* sql`insert into t values (1)`
        const read = sql`select * from t`
        assert.deepStrictEqual(Object.keys((yield* read)[0] ?? {}), ["a"])
        yield* other`alter table t add column b`
        assert.deepStrictEqual(Object.keys((yield* read)[0] ?? {}), ["a", "b"])
      }),
    )

    it.scopedLive("returns the values of columns with the same name", () =>
      Effect.gen(function* () {
        const sql = yield* open(layer(":memory:"))
        assert.deepStrictEqual(yield* sql`select 1 as a, 2 as a`.values, [[1, 2]])
      }),
    )

    it.scopedLive("rounds an integer that is no JavaScript number, next to rows without one", () =>
      Effect.gen(function* () {
        const sql = yield* open(layer(":memory:"))
        const rows = yield* sql`select 9007199254740993 as a union all select 1`
        assert.deepStrictEqual(
          rows.map(({ a }) => a),
          [9007199254740992, 1],
        )
        assert.deepStrictEqual(
          (yield* sql`select 2 as a`).map(({ a }) => a),
          [2],
        )
      }),
    )

    it.scopedLive("reports another connection's lock as contention", () =>
      Effect.gen(function* () {
        const file = yield* freshFile
        const [sql, other] = yield* Effect.all([open(layer(file)), open(layer(file))])
        yield* sql`pragma busy_timeout = 1`.unprepared
        yield* other`begin immediate`.unprepared
        const cause = yield* Effect.flip(Effect.sandbox(sql`begin immediate`.unprepared))
        assert.isTrue(driverErrors(cause).some(isContention))
      }),
    )

    it.scopedLive("names a file that cannot be opened, in one line", () =>
      Effect.gen(function* () {
        const file = yield* freshFile
        const folder = `${file}-folder`
        yield* Effect.promise(() => mkdir(folder))
        yield* Effect.promise(() => writeFile(file, "no database, ".repeat(1_000)))
        assert.match(
          (yield* openFailing(folder)).message,
          /^cannot open the SQLite file .*unable to open database file$/,
        )
        assert.match((yield* openFailing(file)).message, /^cannot open the SQLite file .*file is not a database$/)
      }),
    )
  })

// The suite runs on Node 20, which lacks node:sqlite; npm run consumer -- --full runs this file on Node 22 and 24.
if (hasSqlite) withSqlite()
else withoutSqlite()
