/** Databases and clients for this package's tests. */
import { Observer } from "@consent-service/core/ports"
import { createTestDatabase, type Engine } from "@consent-service/test-engines"
import * as SqlClient from "@effect/sql/SqlClient"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import { clientFromUrl } from "../ClientFromUrl.js"
import { DatabaseUrl, parseDatabaseUrl } from "../DatabaseUrl.js"
import { layer as mysqlLayer } from "../Mysql.js"
import * as Migrations from "../Migrations.js"
import { layer as postgresLayer, type ServerOptions } from "../Postgres.js"
import { layer as builtInSqliteLayer } from "../NodeSqlite.js"
import { layer as betterSqliteLayer } from "../Sqlite.js"
import { type Tables, tablesOf } from "../schema/Tables.js"

/** An empty database, dropped with the scope. */
export const freshDatabase = (engine: Engine): Effect.Effect<string, never, Scope.Scope> =>
  Effect.map(
    Effect.acquireRelease(
      Effect.promise(() => createTestDatabase(engine)),
      ({ drop }) => Effect.promise(drop),
    ),
    ({ url }) => url,
  )

/** `CONSENT_TEST_SQLITE=built-in` runs the tests of SQLite on `node:sqlite`, where this Node has it. */
const sqliteLayer = process.env["CONSENT_TEST_SQLITE"] === "built-in" ? builtInSqliteLayer : betterSqliteLayer

/** A client for a test database's URL. */
export const clientLayer = (url: string, options: ServerOptions = {}): Layer.Layer<SqlClient.SqlClient> =>
  DatabaseUrl.$match(Either.getOrThrow(parseDatabaseUrl(url)), {
    Sqlite: ({ filename }) => Layer.orDie(sqliteLayer(filename)),
    Postgres: (server) => postgresLayer(server.url, options),
    Mysql: (server) => mysqlLayer(server.url, options),
  })

/** A separate client, as another process would have. */
export const openClient = (
  url: string,
  options: ServerOptions = {},
): Effect.Effect<SqlClient.SqlClient, never, Scope.Scope> =>
  Effect.map(Layer.build(clientLayer(url, options)), Context.get(SqlClient.SqlClient))

/** Like {@link openClient}, as a service opens it. */
export const openServingClient = (url: string): Effect.Effect<SqlClient.SqlClient, never, Scope.Scope> =>
  Effect.map(Layer.build(Layer.orDie(clientFromUrl(url, "serving"))), Context.get(SqlClient.SqlClient))

/** `CONSENT_TEST_SQLITE_THREAD=0` leaves out the thread that writes, in which no mutant is active. */
const onThreads = process.env["CONSENT_TEST_SQLITE_THREAD"] !== "0"

/** The ways to open a database, by name: those that differ on this engine. */
export const waysToOpen = (
  engine: Engine,
): ReadonlyArray<readonly [string, (url: string) => Effect.Effect<SqlClient.SqlClient, never, Scope.Scope>]> =>
  engine === "sqlite"
    ? [["one connection", openClient], ...(onThreads ? [["a thread that writes", openServingClient] as const] : [])]
    : [["a pool", openClient]]

/** Runs an effect on a client. */
export const on =
  (sql: SqlClient.SqlClient) =>
  <A, E>(effect: Effect.Effect<A, E, SqlClient.SqlClient>): Effect.Effect<A, E> =>
    effect.pipe(
      Effect.provideService(SqlClient.SqlClient, sql),
      Effect.provideService(Observer, () => {}),
    )

/** A client of a separate up-to-date database. */
export const migratedClient = (engine: Engine): Effect.Effect<SqlClient.SqlClient, unknown, Scope.Scope> =>
  Effect.tap(Effect.flatMap(freshDatabase(engine), openClient), (sql) => on(sql)(Migrations.migrate()))

export const tables: Tables = tablesOf("cs_")

/** Every row of every table of the ledger. */
export const contentsOf = (sql: SqlClient.SqlClient, among: Tables = tables): Effect.Effect<unknown, unknown> =>
  Effect.all([
    sql`select * from ${sql(among.subject)} order by id`,
    sql`select * from ${sql(among.consent)} order by tenant, id`,
    sql`select * from ${sql(among.policyDecision)} order by tenant, id`,
  ])
