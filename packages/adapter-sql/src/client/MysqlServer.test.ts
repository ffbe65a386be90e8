/** A server whose defaults would lose records, with a time zone that has an autumn. */
import { describeWith, mysqlQuery, startMysql, whyNoMysql } from "@consent-service/test-engines/private"
import { freshSubjectId, makeDraft } from "@consent-service/testkit/Drafts"
import * as MysqlClient from "@effect/sql-mysql2/MysqlClient"
import { assert, it } from "@effect/vitest"
import * as SqlClient from "@effect/sql/SqlClient"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import { dialectOf } from "../dialect/DialectOf.js"
import * as Migrations from "../Migrations.js"
import * as SqlConsentStore from "../SqlConsentStore.js"
import * as SqlEvidenceLog from "../SqlEvidenceLog.js"
import { rowsOf } from "../statement/Queries.js"
import { on, openClient } from "../testing/TestDatabase.js"

const hostile = ["--autocommit=0", "--completion-type=CHAIN", "--transaction-isolation=READ-UNCOMMITTED"]

/** The end of summer time in Berlin in 2024: 01:00 UTC. */
const autumn = Date.UTC(2024, 9, 27, 1) / 1_000

/** A zone that is two hours ahead until then, and one hour afterwards. */
const zone = [
  "insert into mysql.time_zone values (1, 'N')",
  "insert into mysql.time_zone_name values ('Test/Berlin', 1)",
  "insert into mysql.time_zone_transition_type values (1, 0, 7200, 1, 'CEST'), (1, 1, 3600, 0, 'CET')",
  `insert into mysql.time_zone_transition values (1, 0, 0), (1, ${autumn}, 1)`,
]

const openServer = Effect.gen(function* () {
  const { url } = yield* Effect.acquireRelease(
    Effect.promise(() => startMysql(hostile)),
    ({ stop }) => Effect.promise(stop),
  )
  yield* Effect.promise(() => mysqlQuery(url, "create database consent"))
  for (const statement of zone) yield* Effect.promise(() => mysqlQuery(url, statement))
  return `${url}consent`
})

const withoutProvision = (url: string) =>
  Effect.map(Layer.build(MysqlClient.layer({ url: Redacted.make(url) })), Context.get(SqlClient.SqlClient))

const keepsWhatItAcknowledges = (url: string) =>
  Effect.gen(function* () {
    const [sql, other] = [yield* openClient(url), yield* openClient(url, { maxConnections: 2 })]
    yield* on(sql)(Migrations.migrate())
    const store = yield* on(sql)(SqlConsentStore.make())
    const reader = yield* on(other)(SqlConsentStore.make())
    const subjectId = freshSubjectId()
    const countRead = Effect.map(reader.history(subjectId), (found) => Option.getOrThrow(found).records.length)
    for (const expected of [1, 2, 3]) {
      yield* store.append(makeDraft({ subjectId }))
      assert.deepStrictEqual(yield* Effect.all([countRead, countRead, countRead]), [expected, expected, expected])
    }
    const { queue } = yield* on(sql)(SqlEvidenceLog.makeStatistics())
    yield* queue({ id: "prompts", queuedAt: 1, contributions: [] })
    assert.lengthOf(yield* other`select id from cs_statistic_queue`, 1)
  })

const knowsTheTime = (url: string) =>
  Effect.gen(function* () {
    const sql = yield* openClient(url, { maxConnections: 1 })
    for (const minutes of [-50, 10]) {
      const at = autumn + minutes * 60
      const now = sql.withTransaction(
        Effect.gen(function* () {
          yield* sql`set session time_zone = 'Test/Berlin', session timestamp = ${sql.literal(`${at}.5`)}`
          return yield* rowsOf(sql`select ${dialectOf(sql).now ?? sql.literal("null")} as now`)
        }),
      )
      assert.strictEqual(Number((yield* now)[0]?.["now"]), at * 1_000 + 500)
    }
  })

const refusesOthersConnections = (url: string) =>
  Effect.gen(function* () {
    const { ping } = yield* on(yield* withoutProvision(url))(SqlConsentStore.make())
    const error = yield* Effect.flip(ping)
    assert.strictEqual(error._tag, "StoreFailed")
    assert.include(JSON.stringify(error), "autocommit is off")
  })

describeWith(
  "a server without autocommit, whose transactions chain and read what is not committed",
  whyNoMysql(),
  () => {
    it.scopedLive(
      "loses nothing: each connection gets its own settings, a client that does not is refused, and its clock has no repeated hour",
      () =>
        Effect.gen(function* () {
          const url = yield* openServer
          yield* keepsWhatItAcknowledges(url)
          yield* refusesOthersConnections(url)
          yield* knowsTheTime(url)
        }),
    )
  },
)
