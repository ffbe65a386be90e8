/** Forms of statements that several engines share. */
import { type SqlClient, TransactionConnection } from "@effect/sql/SqlClient"
import type { Connection, Row } from "@effect/sql/SqlConnection"
import type { SqlError } from "@effect/sql/SqlError"
import type { Fragment, Statement } from "@effect/sql/Statement"
import * as Arr from "effect/Array"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { runAhead } from "./Ahead.js"
import { textOf } from "./Columns.js"
import { UnexpectedAnswer } from "./Guard.js"
import { isOfAnother } from "./Owners.js"

const ofAnother = Effect.die(
  new UnexpectedAnswer({
    message: "this store belongs to another database client than the transaction in whose scope it is used",
  }),
)

/**
 * Runs a statement on the connection of the transaction that it is in, or else in another way.
 *
 * @throws a defect in the transaction of another client, to whose database it would go
 */
const onItsConnection = <A>(
  statement: Statement<Row>,
  within: (connection: Connection, text: string, parameters: ReadonlyArray<unknown>) => Effect.Effect<A, SqlError>,
  outside: () => Effect.Effect<A, SqlError>,
): Effect.Effect<A, SqlError> =>
  Effect.withFiberRuntime(({ currentContext }) => {
    const held = Context.getOption(currentContext, TransactionConnection)
    if (Option.isNone(held)) return outside()
    const [connection] = held.value
    return isOfAnother(statement, connection) ? ofAnother : within(connection, ...statement.compile(true))
  })

/**
 * A statement's rows as the driver returns them, without the transforms of the integrator's client. Within a transaction it
 * goes straight to the transaction's connection: the client's way there, with a scope and a span, costs more than the statement.
 */
export const rowsOf = (statement: Statement<Row>): Effect.Effect<ReadonlyArray<Row>, SqlError> =>
  onItsConnection(
    statement,
    (connection, text, parameters) => connection.execute(text, parameters, undefined),
    () => statement.withoutTransform,
  )

/** What the driver answers to a statement that has no rows; on the connection of the transaction, as {@link rowsOf}. */
export const answerOf = (statement: Statement<Row>): Effect.Effect<unknown, SqlError> =>
  onItsConnection(
    statement,
    (connection, text, parameters) => connection.executeRaw(text, parameters),
    () => statement.raw,
  )

/** Runs a statement without its rows. Within a transaction, an error may be that of the transaction's next statement. */
export const discardRows = (statement: Statement<Row>): Effect.Effect<void, SqlError> =>
  onItsConnection(statement, runAhead, () => Effect.asVoid(statement.withoutTransform))

/** Groups rows by a text column, in their original order. */
export const rowsBy = (rows: ReadonlyArray<Row>, column: string): ReadonlyMap<string, Arr.NonEmptyArray<Row>> => {
  const groups = new Map<string, Arr.NonEmptyArray<Row>>()
  for (const row of rows) {
    const key = textOf(row[column])
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [row])
    else group.push(row)
  }
  return groups
}

/** Whether a query returns any row. */
export const found = (query: Statement<Row>): Effect.Effect<boolean, SqlError> =>
  Effect.map(rowsOf(query), (rows) => rows.length > 0)

/** Insert-once for engines that can return the inserted rows. */
export const insertReturning = (sql: SqlClient) => (insert: Statement<Row>, key: Fragment) =>
  found(sql`${insert} on conflict ${key} do nothing returning 1 as inserted`)

/** How many rows a statement changes, for engines that can return them. */
export const changedReturning = (sql: SqlClient) => (statement: Statement<Row>) =>
  Effect.map(rowsOf(sql`${statement} returning 1 as changed`), (rows) => rows.length)

/** The most values in one statement: the engines limit the number of parameters. */
export const mostListed = 128

/**
 * Splits values into lists for `in`. The lists have few lengths and are padded
 * with one of their own values, because the engines keep a prepared statement for every length.
 */
export const listsOf = (values: ReadonlyArray<string>): ReadonlyArray<ReadonlyArray<string>> =>
  Arr.chunksOf(new Set(values), mostListed).map((list) =>
    Array.from({ length: 2 ** Math.ceil(Math.log2(list.length)) }, (_, index) => list[index] ?? list[0]),
  )

/** The rows that queries of any number of values find, with each value queried once. */
export const rowsListed = <A>(
  values: ReadonlyArray<string>,
  query: (list: ReadonlyArray<string>) => Effect.Effect<ReadonlyArray<A>, SqlError>,
): Effect.Effect<ReadonlyArray<A>, SqlError> => Effect.map(Effect.forEach(listsOf(values), query), Arr.flatten)
