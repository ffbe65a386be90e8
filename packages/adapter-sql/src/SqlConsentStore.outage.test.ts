import { toHistoryRecord } from "@consent-service/core/consent"
import { describeEngines, serverEngines, type Engine } from "@consent-service/test-engines"
import { makeDraft } from "@consent-service/testkit/Drafts"
import { assert, it } from "@effect/vitest"
import type * as SqlClient from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schedule from "effect/Schedule"
import * as Migrations from "./Migrations.js"
import * as SqlConsentStore from "./SqlConsentStore.js"
import { endingAt } from "./testing/EndedClient.js"
import { openProxy } from "./testing/FaultProxy.js"
import { contentsOf, freshDatabase, on, openClient } from "./testing/TestDatabase.js"

const timeoutMs = 1_000

const ledgerOn = (sql: SqlClient.SqlClient) => on(sql)(SqlConsentStore.make({ timeoutMs }))

/** A migrated database, a client of it, and another client that goes through a proxy. */
const behindProxy = (engine: Engine) =>
  Effect.gen(function* () {
    const url = yield* freshDatabase(engine)
    const direct = yield* openClient(url)
    yield* on(direct)(Migrations.migrate())
    const proxy = yield* openProxy(url)
    const sql = yield* openClient(proxy.url)
    return { direct, proxy, sql, ledger: yield* ledgerOn(sql) }
  })

const patiently = Schedule.intersect(Schedule.spaced("20 millis"), Schedule.recurs(500))

describeEngines("SqlConsentStore during an append that is cut off", (engine) => {
  for (const when of ["before", "after"] as const) {
    it.scopedLive(`at any statement, ${when} it: repeating the append leaves one record`, () =>
      Effect.gen(function* () {
        const url = yield* freshDatabase(engine)
        const sql = yield* openClient(url)
        yield* on(sql)(Migrations.migrate())
        const ledger = yield* ledgerOn(sql)
        for (let index = 0; ; index++) {
          const draft = makeDraft()
          const before = yield* contentsOf(sql)
          const whole = yield* Effect.scoped(
            Effect.gen(function* () {
              const { client, ended } = yield* endingAt(engine, url, sql, index, when)
              const result = yield* Effect.either(Effect.flatMap(ledgerOn(client), ({ append }) => append(draft)))
              if (!ended()) return true
              assert.strictEqual(result._tag, "Left")
              if (result._tag === "Left") assert.strictEqual(result.left._tag, "StoreUnreachable")
              return false
            }),
          )
          if (whole) return assert.isAbove(index, 5)
          const landed = Option.isSome(yield* ledger.history(draft.record.subjectId))
          if (!landed) assert.deepStrictEqual(yield* contentsOf(sql), before)
          assert.strictEqual((yield* ledger.append(draft))._tag, landed ? "Existing" : "Inserted")
          assert.deepStrictEqual(Option.getOrThrow(yield* ledger.history(draft.record.subjectId)).records, [
            toHistoryRecord(draft.record),
          ])
        }
      }),
    )
  }
})

describeEngines("SqlConsentStore during a group that is cut off", (engine) => {
  for (const when of ["before", "after"] as const) {
    it.scopedLive(
      `at any statement, ${when} it: every answer is true, and repeating the appends leaves one record each`,
      () =>
        Effect.gen(function* () {
          const url = yield* freshDatabase(engine)
          const sql = yield* openClient(url)
          yield* on(sql)(Migrations.migrate())
          const ledger = yield* ledgerOn(sql)
          for (let index = 0; ; index++) {
            const drafts = Array.from({ length: 3 }, () => makeDraft())
            const whole = yield* Effect.scoped(
              Effect.gen(function* () {
                const { client, ended } = yield* endingAt(engine, url, sql, index, when)
                const { append } = yield* ledgerOn(client)
                const results = yield* Effect.all(
                  drafts.map((draft) => Effect.either(append(draft))),
                  { concurrency: "unbounded" },
                )
                for (const result of results) {
                  if (ended()) assert.strictEqual(result._tag === "Left" && result.left._tag, "StoreUnreachable")
                  else assert.strictEqual(result._tag === "Right" && result.right._tag, "Inserted")
                }
                return !ended()
              }),
            )
            if (whole) return assert.isAbove(index, 5)
            const landed = yield* Effect.forEach(drafts, (draft) => ledger.history(draft.record.subjectId))
            assert.strictEqual(new Set(landed.map(Option.isSome)).size, 1)
            for (const [position, draft] of drafts.entries()) {
              const before = landed[position]
              const expected = before !== undefined && Option.isSome(before) ? "Existing" : "Inserted"
              assert.strictEqual((yield* ledger.append(draft))._tag, expected)
              assert.deepStrictEqual(Option.getOrThrow(yield* ledger.history(draft.record.subjectId)).records, [
                toHistoryRecord(draft.record),
              ])
            }
          }
        }),
    )
  }
})

describeEngines(
  "SqlConsentStore and its server",
  (engine) => {
    it.scopedLive("recovers from a server that was down at startup", () =>
      Effect.gen(function* () {
        const { ledger, proxy } = yield* behindProxy(engine)
        yield* proxy.refuse
        assert.strictEqual((yield* Effect.flip(ledger.ping))._tag, "StoreUnreachable")
        assert.strictEqual((yield* Effect.flip(ledger.append(makeDraft())))._tag, "StoreUnreachable")
        yield* proxy.accept
        assert.strictEqual((yield* ledger.append(makeDraft()))._tag, "Inserted")
      }),
    )

    it.scopedLive("recovers from a server that was silent at startup", () =>
      Effect.gen(function* () {
        const { ledger, proxy } = yield* behindProxy(engine)
        yield* proxy.fallSilent
        // The server never responds, so the timeout ends the wait.
        assert.strictEqual((yield* Effect.flip(ledger.ping))._tag, "StoreUnreachable")
        yield* proxy.refuse
        yield* proxy.speak
        yield* proxy.accept
        yield* Effect.retry(ledger.ping, patiently)
      }),
    )

    it.scopedLive("recovers from a server that went down", () =>
      Effect.gen(function* () {
        const { ledger, proxy } = yield* behindProxy(engine)
        yield* Effect.replicateEffect(ledger.append(makeDraft()), 10, { concurrency: "unbounded" })
        yield* proxy.refuse
        for (let attempt = 0; attempt < 20; attempt++) {
          assert.strictEqual((yield* Effect.flip(ledger.append(makeDraft())))._tag, "StoreUnreachable")
        }
        yield* proxy.accept
        yield* Effect.retry(ledger.append(makeDraft()), patiently)
      }),
    )

    it.scopedLive("gives up on a server that becomes silent, and recovers when it responds again", () =>
      Effect.gen(function* () {
        const { ledger, proxy } = yield* behindProxy(engine)
        yield* ledger.append(makeDraft())
        yield* proxy.fallSilent
        const operations = Array.from({ length: 15 }, () => Effect.flip(ledger.append(makeDraft())))
        const errors = yield* Effect.all(operations, { concurrency: "unbounded" })
        for (const error of errors) assert.strictEqual(error._tag, "StoreUnreachable")
        yield* proxy.speak
        yield* Effect.retry(ledger.append(makeDraft()), patiently)
      }),
    )

    it.scopedLive("gives up in time on a row that another transaction locks, and frees its connections", () =>
      Effect.gen(function* () {
        const { direct, ledger } = yield* behindProxy(engine)
        const draft = makeDraft()
        const row = `insert into cs_subject (id, tenant, created_at) values ('${draft.record.subjectId}', '', 1)`
        const holder = yield* direct.reserve
        const run = (text: string) => holder.executeUnprepared(text, [], undefined)
        yield* Effect.all([run("begin"), run(row)])
        const waiting = Array.from({ length: 10 }, () => Effect.flip(ledger.append(draft)))
        for (const error of yield* Effect.all(waiting, { concurrency: "unbounded" })) {
          assert.strictEqual(error._tag, "StoreUnreachable")
        }
        yield* run("rollback")
        assert.strictEqual((yield* Effect.retry(ledger.append(draft), patiently))._tag, "Inserted")
      }),
    )
  },
  serverEngines,
)

// MySQL's driver cannot stop a statement that waits for a lock, so there the whole group runs out of time.
describeEngines(
  "SqlConsentStore's groups and a lock",
  (engine) => {
    it.scopedLive("one append has to wait for a row that another transaction locks; the others do not", () =>
      Effect.gen(function* () {
        const { direct, sql } = yield* behindProxy(engine)
        // Long enough for a slow machine: the others are retried in the time that is left after the group timed out.
        const ledger = yield* on(sql)(SqlConsentStore.make({ timeoutMs: 4 * timeoutMs }))
        const blocked = makeDraft()
        const row = `insert into cs_subject (id, tenant, created_at) values ('${blocked.record.subjectId}', '', 1)`
        const holder = yield* direct.reserve
        const run = (text: string) => holder.executeUnprepared(text, [], undefined)
        yield* Effect.all([run("begin"), run(row)])
        const drafts = [blocked, ...Array.from({ length: 20 }, () => makeDraft())]
        const results = yield* Effect.forEach(drafts, (draft) => Effect.either(ledger.append(draft)), {
          concurrency: "unbounded",
        })
        assert.deepStrictEqual(
          results.map((result) => (result._tag === "Left" ? result.left._tag : result.right._tag)),
          ["StoreUnreachable", ...Array.from({ length: 20 }, () => "Inserted")],
        )
        yield* run("rollback")
        assert.strictEqual((yield* Effect.retry(ledger.append(blocked), patiently))._tag, "Inserted")
      }),
    )
  },
  ["postgres"],
)
