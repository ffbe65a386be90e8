import { makeDraft } from "@consent-service/testkit/Drafts"
import { assert, describe, it } from "@effect/vitest"
import * as SqlClient from "@effect/sql/SqlClient"
import * as SqliteClient from "@effect/sql-sqlite-node/SqliteClient"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { chmodSync, statSync } from "node:fs"
import { mkdir, writeFile } from "node:fs/promises"
import * as Migrations from "./Migrations.js"
import { layer } from "./Sqlite.js"
import * as SqlConsentStore from "./SqlConsentStore.js"
import { freshDatabase, migratedClient, on, openClient } from "./testing/TestDatabase.js"

const pragma = (sql: SqlClient.SqlClient, name: string) =>
  Effect.map(sql`pragma ${sql.literal(name)}`.unprepared, ([row]) => Object.values(row ?? {})[0])

const freshFile = Effect.map(freshDatabase("sqlite"), (url) => url.slice("sqlite:".length))

const openFailing = (filename: string) => Effect.flip(Effect.scoped(Layer.build(layer(filename))))

describe("durability", () => {
  const full = 2

  it.scopedLive("a ledger on a re-opened file syncs every commit", () =>
    Effect.gen(function* () {
      const url = yield* freshDatabase("sqlite")
      yield* Effect.scoped(Effect.flatMap(openClient(url), (sql) => on(sql)(Migrations.migrate())))
      const sql = yield* openClient(url)
      assert.strictEqual(yield* pragma(sql, "synchronous"), full)
      const ledger = yield* on(sql)(SqlConsentStore.make())
      yield* ledger.append(makeDraft())
      assert.strictEqual(yield* pragma(sql, "synchronous"), full)
      assert.strictEqual(yield* pragma(sql, "journal_mode"), "wal")
      assert.isAtMost(Number(yield* pragma(sql, "busy_timeout")), 50)
    }),
  )

  it.scopedLive("so does a ledger on a custom client, whatever its setting", () =>
    Effect.gen(function* () {
      const filename = yield* freshFile
      const own = SqliteClient.layer({ filename, disableWAL: true })
      const sql = Context.get(yield* Layer.build(own), SqlClient.SqlClient)
      yield* on(sql)(Migrations.migrate())
      yield* sql`pragma synchronous = off`.unprepared
      const ledger = yield* on(sql)(SqlConsentStore.make())
      yield* ledger.append(makeDraft())
      assert.strictEqual(yield* pragma(sql, "synchronous"), full)
    }),
  )

  it.scopedLive("a database in memory works, too", () =>
    Effect.gen(function* () {
      const sql = yield* openClient("sqlite::memory:")
      yield* on(sql)(Migrations.migrate())
      const ledger = yield* on(sql)(SqlConsentStore.make())
      assert.strictEqual((yield* ledger.append(makeDraft()))._tag, "Inserted")
    }),
  )
})

describe("the mode of the files", () => {
  const modesOf = (file: string) =>
    [file, `${file}-wal`, `${file}-shm`].map((name) => (statSync(name).mode & 0o777).toString(8))

  const withUmask = (umask: number) =>
    Effect.acquireRelease(
      Effect.sync(() => process.umask(umask)),
      (before) => Effect.sync(() => process.umask(before)),
    )

  for (const umask of [0o000, 0o022, 0o277]) {
    it.scopedLive(`of a new database is 0600 with umask ${umask.toString(8)}`, () =>
      Effect.gen(function* () {
        const file = yield* freshFile
        yield* withUmask(umask)
        const sql = yield* openClient(`sqlite:${file}`)
        yield* on(sql)(Migrations.migrate())
        assert.deepStrictEqual(modesOf(file), ["600", "600", "600"])
      }),
    )
  }

  it.scopedLive("of an existing database is unchanged", () =>
    Effect.gen(function* () {
      const file = yield* freshFile
      yield* Effect.promise(() => writeFile(file, ""))
      chmodSync(file, 0o660)
      const sql = yield* openClient(`sqlite:${file}`)
      yield* on(sql)(Migrations.migrate())
      assert.deepStrictEqual(modesOf(file), ["660", "660", "660"])
    }),
  )
})

describe("a lock held by another process", () => {
  const locked = (timeoutMs: number) =>
    Effect.gen(function* () {
      const url = yield* freshDatabase("sqlite")
      const other = yield* openClient(url)
      yield* on(other)(Migrations.migrate())
      const connection = yield* other.reserve
      const run = (text: string) => connection.executeUnprepared(text, [], undefined)
      const ledger = yield* on(yield* openClient(url))(SqlConsentStore.make({ timeoutMs }))
      yield* ledger.ping
      yield* run("begin immediate")
      return { ledger, release: run("rollback") }
    })

  it.scopedLive("does not block the process", () =>
    Effect.gen(function* () {
      const { ledger, release } = yield* locked(20_000)
      const append = yield* Effect.fork(ledger.append(makeDraft()))
      // A blocked thread would get here after the append has timed out.
      yield* Effect.repeatN(Effect.sleep("10 millis"), 30)
      assert.isTrue(Option.isNone(yield* Fiber.poll(append)))
      yield* release
      assert.strictEqual((yield* Fiber.join(append))._tag, "Inserted")
    }),
  )

  it.scopedLive("times out like any other operation", () =>
    Effect.gen(function* () {
      const { ledger, release } = yield* locked(600)
      assert.strictEqual((yield* Effect.flip(ledger.append(makeDraft())))._tag, "StoreUnreachable")
      yield* release
      assert.strictEqual((yield* ledger.append(makeDraft()))._tag, "Inserted")
    }),
  )
})

describe("a file that cannot be opened", () => {
  const inFreshFolder = Effect.map(freshFile, (file) => file.slice(0, file.lastIndexOf("/")))

  it.scopedLive("in a directory that does not exist is named with the reason, in one line", () =>
    Effect.gen(function* () {
      const file = `${yield* inFreshFolder}/missing/consent.db`
      const error = yield* openFailing(file)
      assert.strictEqual(error._tag, "DatabaseUnusable")
      assert.include(error.message, file)
      assert.match(error.message, /^cannot open the SQLite file .*directory does not exist$/)
    }),
  )

  it.scopedLive("because it is a directory", () =>
    Effect.gen(function* () {
      const folder = `${yield* inFreshFolder}/folder`
      yield* Effect.promise(() => mkdir(folder))
      const { message } = yield* openFailing(folder)
      assert.match(message, /^cannot open the SQLite file .*folder: unable to open database file$/)
    }),
  )

  it.scopedLive("because it is no database", () =>
    Effect.gen(function* () {
      const file = yield* freshFile
      yield* Effect.promise(() => writeFile(file, "no database, ".repeat(1_000)))
      const { message } = yield* openFailing(file)
      assert.match(message, /^cannot open the SQLite file .*: file is not a database$/)
    }),
  )
})

it.scopedLive("ten writers to one file all make progress", () =>
  Effect.gen(function* () {
    const sql = yield* migratedClient("sqlite")
    const [row] = yield* sql`pragma database_list`
    const clients = yield* Effect.replicateEffect(openClient(`sqlite:${String(row?.["file"])}`), 10)
    const ledgers = yield* Effect.forEach(clients, (client) => on(client)(SqlConsentStore.make()))
    const appends = ledgers.flatMap(({ append }) => Array.from({ length: 20 }, () => append(makeDraft())))
    const outcomes = yield* Effect.all(appends, { concurrency: "unbounded" })
    assert.isTrue(outcomes.every(({ _tag }) => _tag === "Inserted"))
  }),
)
