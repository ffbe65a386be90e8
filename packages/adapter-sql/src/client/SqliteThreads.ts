/**
 * A client for a SQLite file with two connections: one that reads in the caller's thread, and one that writes in a thread of its
 * own. A commit waits for the disk; reads and everything else of the process do not wait with it.
 */
import { makeFairSemaphore } from "@consent-service/core/primitives"
import * as Reactivity from "@effect/experimental/Reactivity"
import * as SqlClient from "@effect/sql/SqlClient"
import type { Connection } from "@effect/sql/SqlConnection"
import type { SqlError } from "@effect/sql/SqlError"
import * as Statement from "@effect/sql/Statement"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Stream from "effect/Stream"
import { owning } from "../statement/Owners.js"
import { busyTimeout, queryOnly } from "../statement/SqlitePragmas.js"
import { makeSqliteWriter, type SqliteWriterOptions } from "./SqliteWriter.js"

/** Whether a statement only reads. Of the others some do, too; the writer runs them all. */
const reads = (sql: string): boolean => /^\s*select\b/i.test(sql)

type Use = <A>(sql: string, run: (connection: Connection) => Effect.Effect<A, SqlError>) => Effect.Effect<A, SqlError>

/** Each statement on the connection that `use` has for it. */
const routed = (use: Use): Connection => ({
  execute: (sql, ...rest) => use(sql, (connection) => connection.execute(sql, ...rest)),
  executeRaw: (sql, ...rest) => use(sql, (connection) => connection.executeRaw(sql, ...rest)),
  executeValues: (sql, ...rest) => use(sql, (connection) => connection.executeValues(sql, ...rest)),
  executeUnprepared: (sql, ...rest) => use(sql, (connection) => connection.executeUnprepared(sql, ...rest)),
  executeStream: () => Stream.die("SQLite has no streams"),
})

const makeClient = (options: SqliteWriterOptions) =>
  owning(({ lend }) =>
    Effect.gen(function* () {
      const reader = yield* (yield* SqlClient.SqlClient).reserve
      // A statement that writes here would be a second writer, in the wrong thread.
      yield* reader.executeUnprepared(queryOnly, [], undefined)
      yield* reader.executeUnprepared(busyTimeout, [], undefined)
      const writer = yield* makeSqliteWriter(options)
      const turns = makeFairSemaphore(1)
      return yield* SqlClient.make({
        acquirer: Effect.succeed(
          routed((sql, run) => (reads(sql) ? run(reader) : turns.run(Effect.flatMap(writer, run)))),
        ),
        transactionAcquirer: Effect.zipRight(turns.hold(1), Effect.map(writer, lend)),
        compiler: Statement.makeCompilerSqlite(),
        spanAttributes: [["db.system.name", "sqlite"]],
      })
    }),
  )

/** Replaces a client of SQLite, which is left to read, with such a client. */
export const withWriterThread = <E>(
  client: Layer.Layer<SqlClient.SqlClient, E>,
  options: SqliteWriterOptions,
): Layer.Layer<SqlClient.SqlClient, E | SqlError> =>
  Layer.scoped(SqlClient.SqlClient, makeClient(options)).pipe(Layer.provide(Layer.merge(client, Reactivity.layer)))
