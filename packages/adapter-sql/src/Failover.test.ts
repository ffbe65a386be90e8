/** Servers whose role or settings change while the service runs. */
import type { StoreError } from "@consent-service/core/ports"
import { describeEngines } from "@consent-service/test-engines"
import {
  describeWith,
  galeraLibrary,
  mysqlQuery,
  startMysql,
  whyNoGalera,
  whyNoMysql,
} from "@consent-service/test-engines/private"
import { makeDraft } from "@consent-service/testkit/Drafts"
import { assert, it } from "@effect/vitest"
import type * as SqlClient from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schedule from "effect/Schedule"
import * as Migrations from "./Migrations.js"
import * as SqlConsentStore from "./SqlConsentStore.js"
import { freshDatabase, on, openClient } from "./testing/TestDatabase.js"

/** A ledger with one connection, so that a test knows which one. */
const ledgerOn = (url: string) =>
  Effect.gen(function* () {
    const sql = yield* openClient(url, { maxConnections: 1 })
    return { sql, ...(yield* on(sql)(SqlConsentStore.make())) }
  })

const patiently = Schedule.intersect(Schedule.spaced("20 millis"), Schedule.recurs(500))

/** The first error that is not about a closed connection. */
const refusalOf = <A>(operation: Effect.Effect<A, StoreError>) =>
  Effect.flip(operation).pipe(
    Effect.filterOrFail(({ _tag }) => _tag === "StoreFailed"),
    Effect.retry(patiently),
  )

const migrated = (url: string) => Effect.scoped(Effect.flatMap(openClient(url), (sql) => on(sql)(Migrations.migrate())))

describeEngines(
  "a PostgreSQL server whose role or settings change",
  (engine) => {
    const setUp = Effect.gen(function* () {
      const url = yield* freshDatabase(engine)
      yield* migrated(url)
      const admin = yield* openClient(url)
      const name = admin.literal(`"${new URL(url).pathname.slice(1)}"`)
      const endConnectionsOf = (sql: SqlClient.SqlClient) =>
        Effect.flatMap(
          sql`select pg_backend_pid() as pid`,
          ([row]) => admin`select pg_terminate_backend(${row?.["pid"]})`,
        )
      return { url, admin, name, endConnectionsOf }
    })

    it.scopedLive(
      "a read-only server counts as unreachable, and the connection is dropped, so that the next one reaches another server",
      () =>
        Effect.gen(function* () {
          const { admin, name, url } = yield* setUp
          yield* admin`alter database ${name} set default_transaction_read_only = on`
          const { append, ping } = yield* ledgerOn(url)
          yield* ping
          assert.strictEqual((yield* Effect.flip(append(makeDraft())))._tag, "StoreUnreachable")
          // Open connections keep the setting.
          yield* admin`set default_transaction_read_only = off`
          yield* admin`alter database ${name} reset default_transaction_read_only`
          assert.strictEqual((yield* append(makeDraft()))._tag, "Inserted")
        }),
    )

    for (const setting of ["synchronous_commit"]) {
      it.scopedLive(`a new connection with ${setting} off is refused, even when earlier ones had it on`, () =>
        Effect.gen(function* () {
          const { admin, endConnectionsOf, name, url } = yield* setUp
          const { append, history, sql } = yield* ledgerOn(url)
          yield* append(makeDraft())
          yield* admin`alter database ${name} set ${admin.literal(setting)} = off`
          yield* endConnectionsOf(sql)
          const draft = makeDraft()
          const error = yield* refusalOf(append(draft))
          assert.include(JSON.stringify(error), `${setting} is off`)
          yield* admin`alter database ${name} reset ${admin.literal(setting)}`
          assert.isTrue(Option.isNone(yield* history(draft.record.subjectId)))
          assert.strictEqual((yield* append(draft))._tag, "Inserted")
        }),
      )
    }
  },
  ["postgres"],
)

/** A private server with an empty database, and a user who cannot write while the server is read-only. */
const privateMysql = (options: ReadonlyArray<string> = []) =>
  Effect.gen(function* () {
    const { url } = yield* Effect.acquireRelease(
      Effect.promise(() => startMysql(options)),
      ({ stop }) => Effect.promise(stop),
    )
    const run = (statement: string) => Effect.promise(() => mysqlQuery(url, statement))
    // A Galera node accepts connections before it is ready.
    yield* Effect.retry(
      Effect.tryPromise(() => mysqlQuery(url, "create database consent")),
      patiently,
    )
    yield* run("create user app@'127.0.0.1'")
    yield* run("grant all on consent.* to app@'127.0.0.1'")
    const target = new URL(url)
    target.username = "app"
    target.pathname = "/consent"
    yield* migrated(target.href)
    return { run, url: target.href }
  })

const connectionId = (sql: SqlClient.SqlClient) => Effect.map(sql`select connection_id() as id`, ([row]) => row?.["id"])

describeWith("a MariaDB server whose role or settings change", whyNoMysql(), () => {
  it.scopedLive(
    "read-only is unreachable, and the connection is dropped, so that the next server is reached",
    () =>
      Effect.gen(function* () {
        const { run, url } = yield* privateMysql()
        const { append, sql } = yield* ledgerOn(url)
        yield* append(makeDraft())
        const before = yield* connectionId(sql)
        yield* run("set global read_only = 1")
        assert.strictEqual((yield* Effect.flip(append(makeDraft())))._tag, "StoreUnreachable")
        assert.notStrictEqual(yield* connectionId(sql), before)
        yield* run("set global read_only = 0")
        assert.strictEqual((yield* append(makeDraft()))._tag, "Inserted")
      }),
    60_000,
  )

  it.scopedLive(
    "a new connection to a server that flushes its log later is refused, also when earlier ones were not",
    () =>
      Effect.gen(function* () {
        const { run, url } = yield* privateMysql()
        const { append, sql } = yield* ledgerOn(url)
        yield* append(makeDraft())
        yield* run("set global innodb_flush_log_at_trx_commit = 2")
        yield* run(`kill ${String(yield* connectionId(sql))}`)
        const error = yield* refusalOf(append(makeDraft()))
        assert.include(JSON.stringify(error), "innodb_flush_log_at_trx_commit is not 1")
        yield* run("set global innodb_flush_log_at_trx_commit = 1")
        assert.strictEqual((yield* append(makeDraft()))._tag, "Inserted")
      }),
    60_000,
  )
})

describeWith("a Galera node", whyNoGalera(), () => {
  it.scopedLive(
    "without a quorum is unreachable, and its connections are dropped",
    () =>
      Effect.gen(function* () {
        const { run, url } = yield* privateMysql([
          "--binlog-format=ROW",
          "--wsrep-on=ON",
          `--wsrep-provider=${galeraLibrary()}`,
          "--wsrep-cluster-address=gcomm://",
          "--wsrep-node-address=127.0.0.1",
          "--wsrep-provider-options=gmcast.listen_addr=tcp://127.0.0.1:0",
        ])
        const { append, sql } = yield* ledgerOn(url)
        yield* append(makeDraft())
        const before = yield* connectionId(sql)
        yield* run("set global wsrep_reject_queries = ALL")
        assert.strictEqual((yield* Effect.flip(append(makeDraft())))._tag, "StoreUnreachable")
        yield* run("set global wsrep_reject_queries = NONE")
        assert.notStrictEqual(yield* connectionId(sql), before)
        assert.strictEqual((yield* append(makeDraft()))._tag, "Inserted")
      }),
    60_000,
  )
})
