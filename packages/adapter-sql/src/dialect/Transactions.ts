/** Transactions with custom statements, for engines where the client's are unsuitable. */
import * as SqlClient from "@effect/sql/SqlClient"
import type { Connection } from "@effect/sql/SqlConnection"
import type { SqlError } from "@effect/sql/SqlError"
import * as Effect from "effect/Effect"
import * as Scope from "effect/Scope"
import type { Dialect } from "./Dialect.js"

/** Suspended, because a client may throw instead of failing. */
export const execute = (connection: Connection, text: string): Effect.Effect<unknown, SqlError> =>
  Effect.suspend(() => connection.executeUnprepared(text, [], undefined))

/** The statements that begin and end a transaction. */
export interface TransactionStatements {
  readonly begin: (connection: Connection) => Effect.Effect<unknown, SqlError>
  readonly commit: (connection: Connection) => Effect.Effect<unknown, SqlError>
  readonly rollback: (connection: Connection) => Effect.Effect<unknown, SqlError>
}

/** Transactions with these statements; a nested one is a savepoint. */
export const transactionOf = (sql: SqlClient.SqlClient, statements: TransactionStatements): Dialect["transaction"] =>
  SqlClient.makeWithTransaction({
    transactionTag: SqlClient.TransactionConnection,
    spanAttributes: [],
    acquireConnection: Effect.flatMap(Scope.make(), (scope) =>
      Effect.map(Scope.extend(sql.reserve, scope), (connection) => [scope, connection] as const),
    ),
    savepoint: (connection, id) => execute(connection, `savepoint s${id}`),
    rollbackSavepoint: (connection, id) => execute(connection, `rollback to s${id}`),
    ...statements,
  })

/** Transactions that begin with these statements; a nested one is a savepoint. */
export const transactionBegunBy = (sql: SqlClient.SqlClient, ...texts: ReadonlyArray<string>): Dialect["transaction"] =>
  transactionOf(sql, {
    begin: (connection) => Effect.forEach(texts, (text) => execute(connection, text), { discard: true }),
    commit: (connection) => execute(connection, "commit"),
    rollback: (connection) => execute(connection, "rollback"),
  })
