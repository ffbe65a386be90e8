/**
 * The connections of a database server's pool: each is checked before its first use, and one whose server refuses its
 * work is closed when it is released, so that the next one may reach the server that has taken over.
 */
import { TransactionConnection } from "@effect/sql/SqlClient"
import type { Connection } from "@effect/sql/SqlConnection"
import { SqlError } from "@effect/sql/SqlError"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Predicate from "effect/Predicate"
import * as Scope from "effect/Scope"
import { droppable } from "./Droppable.js"
import { stoppable } from "./Stoppable.js"
import { wrapped } from "./Wrapped.js"
import { isWrongServer, readDriverError } from "../statement/DriverError.js"
import { bounded, type TimedOut, type UnexpectedAnswer } from "../statement/Guard.js"

/** A check of a connection before its first use; it fails for a connection that must not be used. */
export type ConnectionCheck = Effect.Effect<void, SqlError | UnexpectedAnswer>

/**
 * The driver's own connection, which is always the same object: the clients wrap it in a new `pg` or `conn` each time.
 */
const driverConnectionOf = (connection: Connection): object => {
  if (Predicate.hasProperty(connection, "pg") && Predicate.isObject(connection.pg)) return connection.pg
  if (Predicate.hasProperty(connection, "conn") && Predicate.isObject(connection.conn)) return connection.conn
  return connection
}

/** Closes a connection that is on loan from the pool; neither driver returns a closed one to its pool. */
const close = (driver: object): void => {
  // mysql2 has both: its `end` returns the connection to the pool.
  if (Predicate.hasProperty(driver, "destroy") && Predicate.isFunction(driver.destroy)) driver.destroy()
  else if (Predicate.hasProperty(driver, "end") && Predicate.isFunction(driver.end)) driver.end(() => {})
}

/** Calls `discard` when a statement shows that the server refuses its work. */
const watched = (connection: Connection, discard: () => void): Connection =>
  wrapped(connection, (statement) =>
    Effect.tapError(statement, (error) => Effect.sync(() => isWrongServer(readDriverError(error)) && discard())),
  )

/** How the work of a connection is stopped on its server. */
export interface Stopping {
  readonly stop: Effect.Effect<void>
  /**
   * Whether it stops a statement and leaves the connection usable, so that a transaction can be rolled back, or ends the
   * connection, which is only for statements by themselves.
   */
  readonly within: "transactions" | "statements"
}

/** A connection that passed its check. */
interface Checked {
  /** Kept open when a statement is interrupted. */
  readonly forTransactions: Connection
  /** Closed when a statement is interrupted. */
  readonly forStatements: Connection
  /** Closes the connection if it was discarded. Runs before the pool gets it back: a rollback still needs it open. */
  readonly release: Effect.Effect<void>
}

/** How long a statement that was stopped may take to end: a server that works needs milliseconds. */
const patienceMs = 1_000

const makeChecked = (connection: Connection, driver: object, { stop, within }: Stopping): Checked => {
  let discarded = false
  const watch = (one: Connection) =>
    watched(one, () => {
      discarded = true
    })
  const drop = Effect.zipRight(
    Effect.sync(() => close(driver)),
    stop,
  )
  const options = { stop, close: () => close(driver), patienceMs }
  return {
    ...(within === "transactions"
      ? {
          forTransactions: watch(stoppable(connection, options)),
          forStatements: watch(stoppable(connection, { ...options, stop: drop })),
        }
      : { forTransactions: watch(connection), forStatements: droppable(watch(connection), drop) }),
    release: Effect.sync(() => discarded && close(driver)),
  }
}

const toSqlError = (error: SqlError | UnexpectedAnswer | TimedOut): SqlError => {
  if (error._tag === "SqlError") return error
  const cause = error._tag === "TimedOut" ? { code: "ETIMEDOUT", message: error.message } : error
  return new SqlError({ cause, message: error.message })
}

/** A pool, and how its connections are checked and released. */
export interface PoolOptions {
  /** Acquires a connection of the pool. */
  readonly reserve: Connection.Acquirer
  /** Sends its statements through the client that the pool belongs to. */
  readonly check: ConnectionCheck
  /** Runs after the check, in the same way. */
  readonly stopping: (driver: object) => Effect.Effect<Stopping, SqlError>
  /** How long the check may take. */
  readonly timeoutMs: number
}

/** Connections that passed their check. */
export interface CheckedConnections {
  readonly forTransactions: Connection.Acquirer
  /** For single statements: an interrupted one closes its connection. */
  readonly forStatements: Connection.Acquirer
}

/**
 * Connections that passed their check, which runs once for each. One that fails it is closed, because it may lack a
 * setting that only new connections get.
 */
export const checkedConnections = ({ check, reserve, stopping, timeoutMs }: PoolOptions): CheckedConnections => {
  const known = new WeakMap<object, Checked>()

  const examine = (connection: Connection, driver: object): Effect.Effect<Checked, SqlError> =>
    Effect.zipRight(check, stopping(driver)).pipe(
      Effect.provideService(TransactionConnection, [connection, 0] as const),
      bounded(timeoutMs),
      Effect.mapError(toSqlError),
      Effect.onError(() => Effect.sync(() => close(driver))),
      Effect.map((how) => {
        const checked = makeChecked(connection, driver, how)
        known.set(driver, checked)
        return checked
      }),
    )

  const lend = (reservation: Scope.CloseableScope, checked: Checked) =>
    Effect.flatMap(Effect.scope, (scope) =>
      Effect.as(
        Scope.addFinalizerExit(scope, (exit) => Effect.zipRight(checked.release, Scope.close(reservation, exit))),
        checked,
      ),
    )

  // In a separate scope: a transaction that cannot acquire a connection does not close its own scope.
  const acquire = Effect.flatMap(Scope.make(), (reservation) =>
    Effect.flatMap(Scope.extend(reserve, reservation), (connection) => {
      const driver = driverConnectionOf(connection)
      const checked = known.get(driver)
      if (checked !== undefined) return lend(reservation, checked)
      return examine(connection, driver).pipe(
        Effect.onError((cause) => Scope.close(reservation, Exit.failCause(cause))),
        Effect.flatMap((first) => lend(reservation, first)),
      )
    }),
  )

  return {
    forTransactions: Effect.map(acquire, ({ forTransactions }) => forTransactions),
    forStatements: Effect.map(acquire, ({ forStatements }) => forStatements),
  }
}
