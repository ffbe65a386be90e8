/**
 * A SQLite client on the runtime's own SQLite, `node:sqlite`: no package to install and nothing to compile. Node 22.16 and
 * newer, Bun and Deno have it.
 */
import { recent } from "@consent-service/core/primitives"
import * as Reactivity from "@effect/experimental/Reactivity"
import * as SqlClient from "@effect/sql/SqlClient"
import type { Connection } from "@effect/sql/SqlConnection"
import { SqlError } from "@effect/sql/SqlError"
import * as Statement from "@effect/sql/Statement"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Predicate from "effect/Predicate"
import * as Record from "effect/Record"
import { listsAllColumns } from "./AllColumns.js"

type Row = Readonly<{ [column: string]: unknown }>

interface PreparedStatement {
  readonly all: (...params: ReadonlyArray<unknown>) => ReadonlyArray<Row>
  readonly setReturnArrays: (enabled: boolean) => void
  readonly setReadBigInts: (enabled: boolean) => void
}

interface Database {
  readonly prepare: (sql: string) => PreparedStatement
  readonly exec: (sql: string) => void
  readonly close: () => void
}

/** The part of `node:sqlite` that is used. */
interface BuiltInModule {
  readonly DatabaseSync: new (filename: string) => Database
}

/** Node before 22.16 has a version without `setReturnArrays`. */
const isBuiltIn = (module: unknown): module is BuiltInModule =>
  Predicate.hasProperty(module, "DatabaseSync") &&
  Predicate.hasProperty(module, "StatementSync") &&
  Predicate.isFunction(module.StatementSync) &&
  Predicate.hasProperty(module.StatementSync.prototype, "setReturnArrays")

// Not an import: a bundler would resolve the module, and Node 20 does not have it.
const builtIn = (): BuiltInModule | null => {
  const module: unknown = globalThis.process?.getBuiltinModule?.("node:sqlite")
  return isBuiltIn(module) ? module : null
}

/** SQLite's primary result codes that mean "try again", under the names that better-sqlite3 gives them. */
const codeNames: ReadonlyMap<number, string> = new Map([
  [5, "SQLITE_BUSY"],
  [6, "SQLITE_LOCKED"],
])

const primaryCode = (error: unknown): number =>
  Predicate.hasProperty(error, "errcode") && Predicate.isNumber(error.errcode) ? error.errcode & 0xff : -1

const toSqlError = (error: unknown): SqlError => {
  const message = error instanceof Error ? error.message : String(error)
  const code = codeNames.get(primaryCode(error))
  return new SqlError({ cause: code === undefined ? error : { code, message }, message: "Failed to execute statement" })
}

const attempt = <A>(run: () => A): Effect.Effect<A, SqlError> => Effect.try({ try: run, catch: toSqlError })

/** How many statements stay prepared. */
const preparedAtMost = 200

/**
 * Prepares each statement once. In a prepared statement, `*` means the columns at the time of preparation, even
 * after a migration, so such statements are prepared again when the schema has changed.
 */
const preparing = (database: Database): ((sql: string) => PreparedStatement) => {
  const readVersion = database.prepare("select schema_version as version from pragma_schema_version")
  let prepared = recent<PreparedStatement>({ bound: preparedAtMost })
  let preparedFor: unknown
  return (sql) => {
    const version = listsAllColumns.test(sql) ? readVersion.all()[0]?.["version"] : preparedFor
    if (version !== preparedFor) prepared = recent({ bound: preparedAtMost })
    preparedFor = version
    return prepared.findOrMake(sql, () => database.prepare(sql))
  }
}

const isOutOfRange = (error: unknown): boolean =>
  Predicate.hasProperty(error, "code") && error.code === "ERR_OUT_OF_RANGE"

const rounded = (row: Row): Row => Record.map(row, (value) => (Predicate.isBigInt(value) ? Number(value) : value))

/**
 * The rows of a statement. Rows with an integer beyond JavaScript's numbers are read again and rounded, as in the other
 * drivers: one spoiled row must not hide the rows around it. Only a query is run a second time.
 */
const allRows = (sql: string, statement: PreparedStatement, params: ReadonlyArray<unknown>): ReadonlyArray<Row> => {
  try {
    return statement.all(...params)
  } catch (error) {
    if (!isOutOfRange(error) || !/^\s*select\b/i.test(sql)) throw error
    statement.setReadBigInts(true)
    try {
      return statement.all(...params).map(rounded)
    } finally {
      statement.setReadBigInts(false)
    }
  }
}

type Transform = Parameters<Connection["execute"]>[2]

const connectionOf = (database: Database): Connection => {
  const prepared = preparing(database)
  const rowsOf = (
    prepare: (sql: string) => PreparedStatement,
    sql: string,
    params: ReadonlyArray<unknown>,
    transform?: Transform,
  ): Effect.Effect<ReadonlyArray<object>, SqlError> => {
    const rows = attempt(() => allRows(sql, prepare(sql), params))
    return transform === undefined ? rows : Effect.map(rows, transform)
  }
  return {
    execute: (sql, params, transform) => rowsOf(prepared, sql, params, transform),
    executeRaw: (sql, params) => rowsOf(prepared, sql, params),
    executeValues: (sql, params) =>
      attempt(() => {
        const statement = database.prepare(sql)
        statement.setReturnArrays(true)
        return statement.all(...params).map((row) => Object.values(row))
      }),
    executeUnprepared: (sql, params, transform) => rowsOf((text) => database.prepare(text), sql, params, transform),
    executeStream: () => Effect.dieMessage("SQLite has no streams"),
  }
}

/** The waiting time of better-sqlite3, until the dialect sets another. */
const busyTimeoutMs = 5_000

/** How a file is opened. */
export interface SqliteFileOptions {
  readonly filename: string
  /** Does not change the journal mode of the file. */
  readonly disableWAL?: boolean
}

/** The runtimes that {@link builtInSqlite} works on, for messages. */
export const runtimesWithSqlite = "Node 22.16 or newer, Bun or Deno, which have SQLite built in"

/** Opens SQLite files: `@effect/sql-sqlite-node`, or the runtime itself. */
export interface SqliteDriver {
  /** Whether it is the runtime's own. */
  readonly isBuiltIn?: boolean
  readonly layer: (options: SqliteFileOptions) => Layer.Layer<SqlClient.SqlClient, unknown>
}

/** Fails with the message of the runtime's error, which is about the file. */
const opening = <A>(run: () => A): Effect.Effect<A, SqlError> =>
  Effect.try({
    try: run,
    catch: (cause) => new SqlError({ cause, message: cause instanceof Error ? cause.message : String(cause) }),
  })

const clientOf = (module: BuiltInModule, { disableWAL = false, filename }: SqliteFileOptions) =>
  Effect.gen(function* () {
    const database = yield* Effect.acquireRelease(
      opening(() => new module.DatabaseSync(filename)),
      (opened) => Effect.sync(() => opened.close()),
    )
    yield* opening(() => {
      database.exec(`pragma busy_timeout = ${busyTimeoutMs}`)
      if (!disableWAL) database.exec("pragma journal_mode = wal")
    })
    return yield* SqlClient.make({
      acquirer: Effect.succeed(connectionOf(database)),
      compiler: Statement.makeCompilerSqlite(),
      spanAttributes: [["db.system.name", "sqlite"]],
    })
  })

/**
 * The driver on the runtime's own SQLite; null where the runtime has none. Callers must use a client's
 * only connection for one thing at a time.
 */
export const builtInSqlite = (): SqliteDriver | null => {
  const module = builtIn()
  if (module === null) return null
  return {
    isBuiltIn: true,
    layer: (options) =>
      Layer.scoped(SqlClient.SqlClient, clientOf(module, options)).pipe(Layer.provide(Reactivity.layer)),
  }
}
