/** A client whose statements a test can watch, fail or answer. */
import type { Engine } from "@consent-service/test-engines"
import * as Reactivity from "@effect/experimental/Reactivity"
import * as SqlClient from "@effect/sql/SqlClient"
import type { Connection } from "@effect/sql/SqlConnection"
import type { SqlError } from "@effect/sql/SqlError"
import { type Compiler, defaultTransforms, makeCompilerSqlite } from "@effect/sql/Statement"
import * as MysqlClient from "@effect/sql-mysql2/MysqlClient"
import * as PgClient from "@effect/sql-pg/PgClient"
import * as Effect from "effect/Effect"

/** Intercepts a statement before its connection runs it. */
export type Intercept = <A>(
  sql: string,
  run: Effect.Effect<A, SqlError>,
  connection: Connection,
  params: ReadonlyArray<unknown>,
) => Effect.Effect<A, SqlError>

type Transform = (name: string) => string

const compilers: Readonly<Record<Engine, (transform?: Transform) => Compiler>> = {
  sqlite: makeCompilerSqlite,
  postgres: PgClient.makeCompiler,
  mysql: MysqlClient.makeCompiler,
}

const wrap = (connection: Connection, intercept: Intercept): Connection => ({
  execute: (sql, params, transform) => intercept(sql, connection.execute(sql, params, transform), connection, params),
  executeRaw: (sql, params) => intercept(sql, connection.executeRaw(sql, params), connection, params),
  executeValues: (sql, params) => intercept(sql, connection.executeValues(sql, params), connection, params),
  executeUnprepared: (sql, params, transform) =>
    intercept(
      sql,
      Effect.suspend(() => connection.executeUnprepared(sql, params, transform)),
      connection,
      params,
    ),
  executeStream: connection.executeStream,
})

/** Runs what another process does before a statement is run: outside of the transaction that the statement is in. */
export const byAnotherProcess = (work: Effect.Effect<unknown, unknown>): Effect.Effect<void> =>
  Effect.asVoid(Effect.promise(() => Effect.runPromise(work)))

/** A client of an engine over fake connections. */
export const clientOver = (engine: Engine, acquirer: Connection.Acquirer): Effect.Effect<SqlClient.SqlClient> =>
  SqlClient.make({ acquirer, compiler: compilers[engine](), spanAttributes: [] }).pipe(Effect.provide(Reactivity.layer))

/** A client like the given one, whose statements pass through `intercept`, `BEGIN` and `COMMIT` included. */
export const intercepted = (
  engine: Engine,
  sql: SqlClient.SqlClient,
  intercept: Intercept,
): Effect.Effect<SqlClient.SqlClient> =>
  clientOver(engine, Effect.uninterruptible(Effect.map(sql.reserve, (connection) => wrap(connection, intercept))))

/** A client that renames columns in queries and results, as an integrator's may. */
export const renaming = (
  engine: Engine,
  sql: SqlClient.SqlClient,
  names: { readonly query: Transform; readonly result?: Transform },
): Effect.Effect<SqlClient.SqlClient> =>
  SqlClient.make({
    acquirer: Effect.uninterruptible(sql.reserve),
    compiler: compilers[engine](names.query),
    spanAttributes: [],
    transformRows: names.result && defaultTransforms(names.result).array,
  }).pipe(Effect.provide(Reactivity.layer))
