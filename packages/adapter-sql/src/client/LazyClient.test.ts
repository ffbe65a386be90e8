import { describeEngines, type Engine } from "@consent-service/test-engines"
import { assert, it } from "@effect/vitest"
import type { SqlClient } from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Schedule from "effect/Schedule"
import { freshDatabase, openClient } from "../testing/TestDatabase.js"

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
