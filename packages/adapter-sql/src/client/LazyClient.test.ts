import { describeEngines, type Engine } from "@consent-service/test-engines"
import { freshSubjectId, makeDraft } from "@consent-service/testkit/Drafts"
import { assert, it } from "@effect/vitest"
import type { SqlClient } from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Schedule from "effect/Schedule"
import * as Migrations from "../Migrations.js"
import * as SqlConsentStore from "../SqlConsentStore.js"
import { freshDatabase, on, openClient } from "../testing/TestDatabase.js"

const slowStatement = (engine: Engine, marker: string): string =>
  engine === "postgres" ? `select pg_sleep(20) as "${marker}"` : `select sleep(20) as \`${marker}\``

/** The ids of the server's connections whose current or last statement has a marker. */
const connectionsWith = (engine: Engine, sql: SqlClient, marker: string) =>
  Effect.map(
    engine === "postgres"
      ? sql`select pid as id from pg_stat_activity where query like ${`%${marker}%`} and pid <> pg_backend_pid()`
      : sql`select id from information_schema.processlist where info like ${`%${marker}%`} and id <> connection_id()`,
    (rows) => rows.map(({ id }) => Number(id)),
  )

const patiently = Schedule.intersect(Schedule.spaced("50 millis"), Schedule.recurs(100))

describeEngines(
  "an abandoned statement",
  (engine) => {
    it.scopedLive("is canceled on the server, and its connection is dropped, not reused", () =>
      Effect.gen(function* () {
        const url = yield* freshDatabase(engine)
        const [client, observer] = [yield* openClient(url, { maxConnections: 2 }), yield* openClient(url)]
        const marker = `slow_${crypto.randomUUID().replaceAll("-", "")}`
        const running = yield* Effect.fork(client.unsafe(slowStatement(engine, marker)).unprepared)
        const [id, ...others] = yield* Effect.repeat(connectionsWith(engine, observer, marker), {
          until: (ids) => ids.length > 0,
          schedule: patiently,
        }).pipe(Effect.zipRight(connectionsWith(engine, observer, marker)))
        assert.isNumber(id)
        assert.isEmpty(others)
        yield* Fiber.interrupt(running)
        const isConnected =
          engine === "postgres"
            ? observer`select 1 as found from pg_stat_activity where pid = ${id}`
            : observer`select 1 as found from information_schema.processlist where id = ${id}`
        yield* Effect.repeat(isConnected, { until: (rows) => rows.length === 0, schedule: patiently })
        assert.isEmpty(yield* isConnected)
        // No query waits behind a dropped one.
        const answers = yield* Effect.replicateEffect(client`select 1 as one`, 4, { concurrency: "unbounded" })
        assert.lengthOf(answers, 4)
      }),
    )
  },
  ["postgres", "mysql"],
)

describeEngines(
  "transactions that time out together on a locked row",
  (engine) => {
    it.scopedLive(
      "leave every connection of the pool usable while the row stays locked, and nothing on the server",
      () =>
        Effect.gen(function* () {
          const url = yield* freshDatabase(engine)
          const maxConnections = 3
          // The statement's own time limit must not be what ends the wait.
          const sql = yield* openClient(url, { maxConnections, timeoutMs: 90_000 })
          const observer = yield* openClient(url)
          yield* on(observer)(Migrations.migrate())
          const store = yield* on(sql)(SqlConsentStore.make({ timeoutMs: 1_000 }))
          const drafts = Array.from({ length: maxConnections }, () => makeDraft())
          yield* Effect.forEach(drafts, store.append, { concurrency: "unbounded" })
          const holder = yield* observer.reserve
          const hold = (text: string) => holder.executeUnprepared(text, [], undefined)
          yield* Effect.all([hold("begin"), hold("select 1 from cs_subject for update")])
          const account = { externalId: "u", identityProvider: "p", verified: false }
          const errors = yield* Effect.forEach(
            drafts,
            ({ record }) => Effect.flip(store.link(record.subjectId, account)),
            { concurrency: "unbounded" },
          )
          for (const { _tag } of errors) assert.strictEqual(_tag, "StoreUnreachable")
          // A slow machine may take more than one attempt; the connections' own time limit is over after the test's.
          yield* Effect.retry(store.history(freshSubjectId()), Schedule.recurs(10))
          const waiting = observer`select 1 as found from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`
          yield* Effect.repeat(waiting, { until: (rows) => rows.length === 0, schedule: patiently })
          assert.isEmpty(yield* waiting)
          yield* hold("rollback")
          for (const { record } of drafts) {
            assert.strictEqual((yield* store.link(record.subjectId, account))._tag, "Linked")
          }
        }),
    )
  },
  ["postgres"],
)
