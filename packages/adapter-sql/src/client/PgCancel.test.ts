import { describeWith, startPgBouncer, whyNoPgBouncer } from "@consent-service/test-engines/private"
import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Schedule from "effect/Schedule"
import { freshDatabase, openClient } from "../testing/TestDatabase.js"
import { cancelPgStatement } from "./PgCancel.js"

const patiently = Schedule.intersect(Schedule.spaced("50 millis"), Schedule.recurs(200))

describeWith("an abandoned statement of a transaction through PgBouncer", whyNoPgBouncer(), () => {
  it.scopedLive("is canceled, though its statements have no time limit and the pool has no other connection", () =>
    Effect.gen(function* () {
      const direct = yield* freshDatabase("postgres")
      const { through } = yield* Effect.acquireRelease(
        Effect.promise(() => startPgBouncer(direct)),
        ({ stop }) => Effect.promise(stop),
      )
      const sql = yield* openClient(through(direct), { maxConnections: 1 })
      const observer = yield* openClient(direct)
      const countSleeping = Effect.map(
        observer`select 1 as found from pg_stat_activity
          where datname = current_database() and state = 'active' and query like 'select pg_sleep(60)%'`,
        (rows) => rows.length,
      )
      const running = yield* Effect.fork(sql.withTransaction(sql`select pg_sleep(60)`))
      yield* Effect.repeat(countSleeping, { until: (count) => count === 1, schedule: patiently })
      assert.isTrue(Exit.isInterrupted(yield* Fiber.interrupt(running)))
      yield* Effect.repeat(countSleeping, { until: (count) => count === 0, schedule: patiently })
      assert.strictEqual(yield* countSleeping, 0)
      assert.deepStrictEqual(yield* sql`select 1 as one`, [{ one: 1 }])
    }),
  )
})

it.live("a connection without an address or a secret has nothing to cancel, nor has a server that is gone", () =>
  Effect.gen(function* () {
    yield* cancelPgStatement({})
    yield* cancelPgStatement({ host: "127.0.0.1", port: 1 })
    yield* cancelPgStatement({ host: "127.0.0.1", port: 1, processID: 1, secretKey: -1 })
  }),
)
