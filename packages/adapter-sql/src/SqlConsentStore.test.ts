import { toHistoryRecord } from "@consent-service/core/consent"
import { describeEngines, type Engine, serverEngines } from "@consent-service/test-engines"
import { freshSubjectId, makeDraft } from "@consent-service/testkit/Drafts"
import { assert, it } from "@effect/vitest"
import type * as SqlClient from "@effect/sql/SqlClient"
import type { Connection } from "@effect/sql/SqlConnection"
import { SqlError } from "@effect/sql/SqlError"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import { inspect } from "node:util"
import * as Migrations from "./Migrations.js"
import * as SqlConsentStore from "./SqlConsentStore.js"
import { type Intercept, intercepted, renaming } from "./testing/InterceptedClient.js"
import { contentsOf, freshDatabase, migratedClient, on, openClient, tables } from "./testing/TestDatabase.js"

const ledgerOn = (sql: SqlClient.SqlClient) => on(sql)(SqlConsentStore.make({ tenant: "t" }))

const operations = (sql: SqlClient.SqlClient) =>
  Effect.map(ledgerOn(sql), (ledger) => [
    Effect.asVoid(ledger.append(makeDraft())),
    Effect.asVoid(ledger.history(freshSubjectId())),
    Effect.asVoid(ledger.linkedHistories("user")),
    Effect.asVoid(ledger.linkedActs("user", ["dpa"])),
    ledger.ping,
  ])

/** A client that records its statements. */
const watched = (engine: Engine, sql: SqlClient.SqlClient) => {
  const seen: Array<string> = []
  const intercept: Intercept = (text, run) =>
    Effect.zipRight(
      Effect.sync(() => seen.push(text)),
      run,
    )
  return Effect.map(intercepted(engine, sql, intercept), (client) => ({ client, seen }))
}

describeEngines("SqlConsentStore and the schema", (engine) => {
  it.scopedLive("serves nothing before the migrations, and everything after them, without a restart", () =>
    Effect.gen(function* () {
      const sql = yield* Effect.flatMap(freshDatabase(engine), openClient)
      const all = yield* operations(sql)
      for (const operation of all) {
        const error = yield* Effect.flip(operation)
        assert.strictEqual(error._tag, "SchemaMismatch")
        assert.match(error.message, /lacks the migrations 1-baseline, .*4-vendor-choice.*: run the migrations/)
      }
      yield* on(sql)(Migrations.migrate())
      yield* Effect.all(all)
    }),
  )

  it.scopedLive("serves nothing from a newer schema", () =>
    Effect.gen(function* () {
      const sql = yield* migratedClient(engine)
      yield* sql`insert into ${sql(tables.migrations)} ${sql.insert({ id: "9-later", checksum: "x", applied_at: 0 })}`
      for (const operation of yield* operations(sql)) {
        const error = yield* Effect.flip(operation)
        assert.strictEqual(error._tag, "SchemaMismatch")
        assert.match(error.message, /newer version .*9-later.*: update/)
      }
    }),
  )

  it.scopedLive("checks the schema once for all concurrent calls", () =>
    Effect.gen(function* () {
      const { client, seen } = yield* watched(engine, yield* migratedClient(engine))
      const ledger = yield* ledgerOn(client)
      yield* Effect.all(Effect.replicate(ledger.ping, 10), { concurrency: "unbounded" })
      yield* ledger.ping
      assert.strictEqual(seen.filter((text) => text.includes("checksum")).length, 1)
    }),
  )
})

const wrongTenants: ReadonlyArray<readonly [string, string]> = [
  ["the empty text, which stands for no tenant", ""],
  ["an unpaired surrogate, which the drivers replace by the same character as any other", "x\ud800"],
  ["U+0000, which PostgreSQL cannot store", "a\u0000b"],
  ["more than 255 characters, which MySQL cannot store", "t".repeat(256)],
]

describeEngines("SqlConsentStore and its tenant", (engine) => {
  for (const [what, tenant] of wrongTenants) {
    it.scopedLive(`cannot be ${what}`, () =>
      Effect.gen(function* () {
        const sql = yield* Effect.flatMap(freshDatabase(engine), openClient)
        const exit = yield* Effect.exit(on(sql)(SqlConsentStore.make({ tenant })))
        assert.isTrue(Exit.isFailure(exit) && Cause.isDie(exit.cause))
      }),
    )
  }

  it.scopedLive("can have 255 characters of four bytes", () =>
    Effect.gen(function* () {
      const sql = yield* migratedClient(engine)
      const ledger = yield* on(sql)(SqlConsentStore.make({ tenant: "\u{1f600}".repeat(255) }))
      assert.strictEqual((yield* ledger.append(makeDraft()))._tag, "Inserted")
    }),
  )
})

describeEngines("SqlConsentStore's statements", (engine) => {
  it.scopedLive("an append is one transaction of three writes, all of which bind the tenant", () =>
    Effect.gen(function* () {
      const { client, seen } = yield* watched(engine, yield* migratedClient(engine))
      const ledger = yield* ledgerOn(client)
      yield* ledger.ping
      seen.length = 0
      yield* ledger.append(makeDraft())
      assert.deepStrictEqual(
        seen.map((text) => /^\w+/.exec(text)?.[0].toLowerCase()),
        ["begin", "insert", "insert", "insert", "commit"],
      )
      const draft = makeDraft()
      yield* ledger.append(draft)
      yield* ledger.append(draft)
      yield* ledger.history(draft.record.subjectId)
      for (const text of seen.filter((each) => each.includes("cs_"))) assert.match(text, /\btenant\b/)
    }),
  )

  it.scopedLive("distinguishes unreadable rows from missing ones", () =>
    Effect.gen(function* () {
      const sql = yield* migratedClient(engine)
      const ledger = yield* ledgerOn(sql)
      const subjectId = freshSubjectId()
      for (const [index, text] of wrongJson.entries()) {
        const id = `cns_${index}`
        yield* ledger.append(makeDraft({ subjectId, id, givenAt: 1_000 - index }))
        const columns = { preferences: text, choice: text, vendor_choice: text, metadata: text }
        yield* sql`update ${sql(tables.consent)} set ${sql.update(columns)} where id = ${id}`
      }
      const { records } = Option.getOrThrow(yield* ledger.history(subjectId))
      assert.strictEqual(records.length, wrongJson.length)
      for (const { choice, id, preferences, vendorChoice } of records) {
        assert.deepStrictEqual([choice, preferences, vendorChoice], ["unreadable", "unreadable", "unreadable"])
        const again = yield* ledger.append(makeDraft({ subjectId, id }))
        const metadata = again._tag === "Existing" ? again.record.metadata : null
        assert.isTrue(metadata === "unreadable" || wrongForOthers.includes(JSON.stringify(metadata)))
      }
    }),
  )
})

/** Objects that are valid metadata, but neither preferences nor a choice nor a vendor map. */
const wrongForOthers: ReadonlyArray<string> = [
  '{"marketing":"yes"}',
  '{"version":2,"categories":{}}',
  '{"version":3,"categories":{"necessary":{"value":true,"confirmedAt":1,"basis":{"kind":"legacy-v2"}}}}',
  '{"version":3,"categories":{"marketing":{"value":true,"confirmedAt":-1,"basis":{"kind":"legacy-v2"}}}}',
  '{"version":1,"confirmedAt":1,"grants":{"Not An Id":true}}',
  '{"version":1,"confirmedAt":1,"grants":{"acme":1}}',
]

const wrongJson: ReadonlyArray<string> = ["", "{", "null", "true", "1", '"text"', "[]", '[{"a":1}]', ...wrongForOthers]

/** A value that no engine stores unchanged: too long for MySQL's identifiers, with a NUL for PostgreSQL's. */
const unstorable = `canary-${"x".repeat(2_000)}\0`

describeEngines("SqlConsentStore on a client that renames", (engine) => {
  const spoil = (name: string) => `spoilt_${name}`

  for (const names of [{ query: spoil }, { query: spoil, result: spoil }]) {
    it.scopedLive(`${Object.keys(names).join(" and ")} names: finds its tables anyway`, () =>
      Effect.gen(function* () {
        const sql = yield* Effect.flatMap(freshDatabase(engine), openClient)
        const client = yield* renaming(engine, sql, names)
        yield* on(client)(Migrations.migrate())
        const ledger = yield* ledgerOn(client)
        const draft = makeDraft()
        yield* ledger.append(draft)
        yield* ledger.append(draft)
        assert.deepStrictEqual(Option.getOrThrow(yield* ledger.history(draft.record.subjectId)).records, [
          toHistoryRecord(draft.record),
        ])
        assert.deepStrictEqual(yield* on(sql)(Migrations.status()), Migrations.SchemaStatus.UpToDate())
      }),
    )
  }
})

describeEngines("SqlConsentStore in trouble", (engine) => {
  for (const table of [tables.subject, tables.consent, tables.policyDecision]) {
    it.scopedLive(`an append without the table ${table} fails and stores nothing`, () =>
      Effect.gen(function* () {
        const sql = yield* migratedClient(engine)
        const ledger = yield* ledgerOn(sql)
        yield* ledger.ping
        yield* sql`alter table ${sql(table)} rename to ${sql("elsewhere")}`
        const error = yield* Effect.flip(ledger.append(makeDraft()))
        assert.strictEqual(error._tag, "StoreFailed")
        yield* sql`alter table ${sql("elsewhere")} rename to ${sql(table)}`
        assert.deepStrictEqual(yield* contentsOf(sql), [[], [], []])
      }),
    )
  }

  it.scopedLive("a ping fails when its tables are gone", () =>
    Effect.gen(function* () {
      const sql = yield* migratedClient(engine)
      const ledger = yield* ledgerOn(sql)
      yield* ledger.ping
      yield* sql`alter table ${sql(tables.subject)} rename to ${sql("elsewhere")}`
      assert.strictEqual((yield* Effect.flip(ledger.ping))._tag, "StoreFailed")
    }),
  )

  for (const statement of ["insert", "commit"]) {
    it.scopedLive(`an append is retried when its ${statement} loses a race`, () =>
      Effect.gen(function* () {
        let losses = 3
        const code = engine === "postgres" ? "40001" : engine === "mysql" ? "ER_LOCK_DEADLOCK" : "SQLITE_BUSY"
        // The servers roll the losing transaction back; SQLite leaves that to the caller.
        const rollBack = (connection: Connection) =>
          engine === "sqlite" ? Effect.void : connection.executeUnprepared("rollback", [], undefined)
        const client = yield* intercepted(engine, yield* migratedClient(engine), (text, run, connection) => {
          if (losses === 0 || !text.toLowerCase().startsWith(statement)) return run
          losses--
          return Effect.zipRight(rollBack(connection), new SqlError({ cause: { code, message: "lost" } }))
        })
        const ledger = yield* ledgerOn(client)
        const draft = makeDraft()
        assert.strictEqual((yield* ledger.append(draft))._tag, "Inserted")
        assert.strictEqual(losses, 0)
        assert.deepStrictEqual(Option.getOrThrow(yield* ledger.history(draft.record.subjectId)).records, [
          toHistoryRecord(draft.record),
        ])
      }),
    )
  }
})

// SQLite stores any text, so it refuses nothing.
describeEngines(
  "SqlConsentStore and what it cannot store",
  (engine) => {
    it.scopedLive("an error never repeats the input", () =>
      Effect.gen(function* () {
        const sql = yield* migratedClient(engine)
        const ledger = yield* ledgerOn(sql)
        const error = yield* Effect.flip(ledger.append(makeDraft({ domain: unstorable })))
        assert.strictEqual(error._tag, "StoreFailed")
        assert.notInclude(inspect(error, { depth: 10 }), "canary")
        assert.deepStrictEqual(yield* contentsOf(sql), [[], [], []])
      }),
    )
  },
  serverEngines,
)
