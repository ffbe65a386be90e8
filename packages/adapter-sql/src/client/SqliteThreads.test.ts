import { makeDraft } from "@consent-service/testkit/Drafts"
import { assert, describe, it } from "@effect/vitest"
import * as SqlClient from "@effect/sql/SqlClient"
import * as SqliteClient from "@effect/sql-sqlite-node/SqliteClient"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { existsSync } from "node:fs"
import { writeFile } from "node:fs/promises"
import { createRequire } from "node:module"
import { driverErrors, isUnreachable } from "../statement/DriverError.js"
import { discardRows } from "../statement/Queries.js"
import { writerPragmas } from "../statement/SqlitePragmas.js"
import { dialectOf } from "../dialect/DialectOf.js"
import * as Migrations from "../Migrations.js"
import * as SqlConsentStore from "../SqlConsentStore.js"
import { freshDatabase, on, openClient, openServingClient } from "../testing/TestDatabase.js"
import { withWriterThread } from "./SqliteThreads.js"

const countIn = (sql: SqlClient.SqlClient) =>
  Effect.map(sql`select count(*) as many from note`, ([row]) => Number(row?.["many"]))

const withNotes = Effect.gen(function* () {
  const url = yield* freshDatabase("sqlite")
  const sql = yield* openServingClient(url)
  yield* sql`create table note (text text not null)`
  return { sql, url }
})

/** Takes the thread that writes about a second. */
const longWrite = (sql: SqlClient.SqlClient) =>
  sql`insert into note with recursive n(i) as (select 1 union all select i + 1 from n where i < 1000000) select 'note ' || i from n`

describe("a SQLite file with a thread that writes", () => {
  it.scopedLive("is read while a write goes on", () =>
    Effect.gen(function* () {
      const { sql } = yield* withNotes
      const write = yield* Effect.fork(longWrite(sql))
      for (let read = 0; read < 20; read += 1) {
        yield* Effect.sleep("1 millis")
        assert.strictEqual(yield* countIn(sql), 0)
      }
      assert.isTrue(Option.isNone(yield* Fiber.poll(write)))
      yield* Fiber.join(write)
      assert.strictEqual(yield* countIn(sql), 1_000_000)
    }),
  )

  it.scopedLive("shows each write to the next read", () =>
    Effect.gen(function* () {
      const { sql } = yield* withNotes
      for (let written = 1; written <= 200; written += 1) {
        yield* sql`insert into note values ('one more')`
        assert.strictEqual(yield* countIn(sql), written)
      }
    }),
  )

  it.scopedLive(
    "shows a transaction to no other connection before it is committed, and nothing of one that fails",
    () =>
      Effect.gen(function* () {
        const { sql, url } = yield* withNotes
        const { transaction } = dialectOf(sql)
        const other = yield* openClient(url)
        /** Not in the transaction, which is in the context. */
        const countOutside = (client: SqlClient.SqlClient) => Effect.promise(() => Effect.runPromise(countIn(client)))
        yield* transaction(
          Effect.gen(function* () {
            yield* sql`insert into note values ('first')`
            assert.strictEqual(yield* countIn(sql), 1)
            assert.strictEqual(yield* countOutside(sql), 0)
            assert.strictEqual(yield* countOutside(other), 0)
          }),
        )
        const failing = transaction(Effect.zipRight(sql`insert into note values ('second')`, Effect.fail("no")))
        assert.strictEqual(yield* Effect.flip(failing), "no")
        assert.strictEqual(yield* countIn(sql), 1)
      }),
  )

  it.scopedLive("keeps statements of others out of a transaction", () =>
    Effect.gen(function* () {
      const { sql } = yield* withNotes
      const { transaction } = dialectOf(sql)
      const failing = transaction(Effect.zipRight(Effect.sleep("20 millis"), Effect.fail("no")))
      const fiber = yield* Effect.fork(Effect.flip(failing))
      yield* Effect.sleep("5 millis")
      yield* sql`insert into note values ('of another')`
      yield* Fiber.join(fiber)
      assert.strictEqual(yield* countIn(sql), 1)
    }),
  )

  it.scopedLive("is not left in a transaction by a caller that leaves during a statement", () =>
    Effect.gen(function* () {
      const { sql } = yield* withNotes
      const { transaction } = dialectOf(sql)
      const fiber = yield* Effect.fork(transaction(longWrite(sql)))
      yield* Effect.sleep("20 millis")
      yield* Fiber.interrupt(fiber)
      assert.strictEqual(yield* countIn(sql), 0)
      yield* transaction(sql`insert into note values ('after it')`)
      assert.strictEqual(yield* countIn(sql), 1)
    }),
  )

  it.scopedLive("has the error of a statement in the thread", () =>
    Effect.gen(function* () {
      const { sql } = yield* withNotes
      const exit = yield* Effect.exit(sql`insert into note values (${null})`)
      assert.isTrue(Exit.isFailure(exit))
      const [error] = Exit.isFailure(exit) ? driverErrors(exit.cause) : []
      assert.match(error?.code ?? "", /^SQLITE_CONSTRAINT|^ERR_SQLITE_ERROR$/)
      assert.include(error?.message, "NOT NULL constraint failed")
    }),
  )

  it.live("leaves no write-ahead log when it is closed", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const url = yield* freshDatabase("sqlite")
        const file = url.slice("sqlite:".length)
        const use = Effect.flatMap(openServingClient(url), (sql) => sql`create table note (text text)`)
        yield* Effect.scoped(use)
        assert.isTrue(existsSync(file))
        assert.isFalse(existsSync(`${file}-wal`))
      }),
    ),
  )
})

/** A client whose driver does something else with a statement, given as code for `prepare`. */
const openWithDriver = (prepare: string) =>
  Effect.gen(function* () {
    const filename = (yield* freshDatabase("sqlite")).slice("sqlite:".length)
    const { resolve } = createRequire(createRequire(import.meta.url).resolve("@effect/sql-sqlite-node/package.json"))
    const driver = `${filename}.driver.cjs`
    const text = `const Database = require(${JSON.stringify(resolve("better-sqlite3"))})
let failures = 0
module.exports = class extends Database {
  prepare(sql) {
    ${prepare}
    return super.prepare(sql)
  }
}`
    yield* Effect.promise(() => writeFile(driver, text))
    const layer = withWriterThread(SqliteClient.layer({ filename }), { filename, driver, pragmas: writerPragmas })
    const sql = Context.get(yield* Layer.build(layer), SqlClient.SqlClient)
    yield* sql`create table note (text text not null)`
    return { sql, transaction: dialectOf(sql).transaction }
  })

describe("statements that travel to the thread with the next one", () => {
  it.scopedLive("run nothing after a beginning that fails, even where all errors are ignored", () =>
    Effect.gen(function* () {
      const { sql, transaction } = yield* openWithDriver(
        `if (sql === "begin immediate" && failures++ === 0) throw Object.assign(new Error("is locked"), { code: "SQLITE_BUSY" })`,
      )
      const insert = (text: string) => Effect.ignore(sql`insert into note values (${text})`)
      const exit = yield* Effect.exit(transaction(Effect.zipRight(insert("first"), insert("second"))))
      assert.isTrue(Exit.isFailure(exit) && driverErrors(exit.cause).some(({ code }) => code === "SQLITE_BUSY"))
      assert.strictEqual(yield* countIn(sql), 0)
      yield* transaction(insert("of the next one"))
      assert.strictEqual(yield* countIn(sql), 1)
    }),
  )

  it.scopedLive("fail the commit that they come with, and leave nothing", () =>
    Effect.gen(function* () {
      const { sql } = yield* withNotes
      const { transaction } = dialectOf(sql)
      const stored = sql`insert into note values ('stored with it')`
      const exit = yield* Effect.exit(
        transaction(Effect.zipRight(stored, discardRows(sql`insert into note values (${null})`))),
      )
      const [error] = Exit.isFailure(exit) ? driverErrors(exit.cause) : []
      assert.include(error?.message, "NOT NULL constraint failed")
      assert.strictEqual(yield* countIn(sql), 0)
      yield* transaction(discardRows(sql`insert into note values ('of the next one')`))
      assert.strictEqual(yield* countIn(sql), 1)
    }),
  )

  it.scopedLive("are forgotten by a rollback", () =>
    Effect.gen(function* () {
      const { sql } = yield* withNotes
      const { transaction } = dialectOf(sql)
      const failing = Effect.zipRight(discardRows(sql`insert into note values ('left')`), Effect.fail("no"))
      assert.strictEqual(yield* Effect.flip(transaction(failing)), "no")
      yield* transaction(sql`insert into note values ('of the next one')`)
      assert.deepStrictEqual(yield* sql`select text from note`, [{ text: "of the next one" }])
    }),
  )

  it.scopedLive("that fail after their caller has left concern no later transaction", () =>
    Effect.gen(function* () {
      const { sql } = yield* withNotes
      const { transaction } = dialectOf(sql)
      const failsLate = sql`insert into note with recursive n(i) as (select 1 union all select i + 1 from n where i < 1000000)
        select case when i < 1000000 then 'note' end from n`
      const fiber = yield* Effect.fork(transaction(Effect.zipRight(discardRows(failsLate), countIn(sql))))
      yield* Effect.sleep("20 millis")
      yield* Fiber.interrupt(fiber)
      yield* transaction(sql`insert into note values ('of the next one')`)
      assert.deepStrictEqual(yield* sql`select text from note`, [{ text: "of the next one" }])
    }),
  )

  it.scopedLive("are seen by a read of their transaction", () =>
    Effect.gen(function* () {
      const { sql } = yield* withNotes
      const { transaction } = dialectOf(sql)
      const read = Effect.zipRight(discardRows(sql`insert into note values ('written before')`), countIn(sql))
      assert.strictEqual(yield* transaction(read), 1)
    }),
  )
})

it.scopedLive("a thread keeps the statements of saves prepared", () =>
  Effect.gen(function* () {
    const { sql } = yield* openWithDriver(
      `globalThis.prepared ??= new Set()
    if (/^insert.*cs_(subject|consent)"/.test(sql) && prepared.size === prepared.add(sql).size) throw new Error("prepared again: " + sql)`,
    )
    yield* on(sql)(Migrations.migrate())
    const { append } = yield* on(sql)(SqlConsentStore.make())
    for (let save = 0; save < 2; save += 1) {
      assert.strictEqual((yield* append(makeDraft()))._tag, "Inserted")
    }
  }),
)

it.scopedLive("a thread that ends fails what it had begun, and another takes over with full durability", () =>
  Effect.gen(function* () {
    const { sql, transaction } = yield* openWithDriver(`if (sql === "end the thread") process.exit()`)
    const exit = yield* Effect.exit(
      transaction(Effect.zipRight(sql`insert into note values ('lost')`, sql.unsafe("end the thread"))),
    )
    assert.isTrue(Exit.isFailure(exit) && driverErrors(exit.cause).some(isUnreachable))
    yield* transaction(sql`insert into note values ('stored')`)
    assert.deepEqual(yield* sql`select text from note`, [{ text: "stored" }])
    assert.deepEqual(yield* sql`pragma synchronous`.unprepared, [{ synchronous: 2 }])
  }),
)
