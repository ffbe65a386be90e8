/**
 * Which client a transaction's connection belongs to. `@effect/sql` has one tag for the connections of all clients: a statement of
 * one client would run in the database of another one whose transaction it is in.
 *
 * Known are the clients that this package opens. A client that an integrator brings, or wraps around our client, is not checked.
 */
import type { SqlClient } from "@effect/sql/SqlClient"
import type { Connection, Row } from "@effect/sql/SqlConnection"
import type { Statement } from "@effect/sql/Statement"
import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"

/** Of lent connections, and of what acquires connections for a client's statements. */
const owners = new WeakMap<object, symbol>()

/** A client's statements all have the same; null if a version of `@effect/sql` has none. */
const acquirerOf = (statement: Statement<Row>): object | null =>
  Predicate.hasProperty(statement, "acquirer") && Predicate.isObject(statement.acquirer) ? statement.acquirer : null

/** Marks what belongs to one client. */
export interface Ownership {
  /** Marks a connection that is lent for a transaction. */
  readonly lend: <A extends Connection>(connection: A) => A
  /** Marks the client itself. */
  readonly own: (client: SqlClient) => SqlClient
}

/** For a new client. */
export const makeOwnership = (): Ownership => {
  const owner = Symbol("client")
  return {
    lend: (connection) => {
      owners.set(connection, owner)
      return connection
    },
    own: (client) => {
      const acquirer = acquirerOf(client.unsafe<Row>("select 1"))
      if (acquirer !== null) owners.set(acquirer, owner)
      return client
    },
  }
}

/** Opens a client whose connections for transactions are known to be its own. */
export const owning = <E, R>(
  make: (ownership: Ownership) => Effect.Effect<SqlClient, E, R>,
): Effect.Effect<SqlClient, E, R> =>
  Effect.suspend(() => {
    const ownership = makeOwnership()
    return Effect.map(make(ownership), ownership.own)
  })

/** Whether a statement would run in the database of another client. */
export const isOfAnother = (statement: Statement<Row>, connection: Connection): boolean => {
  const acquirer = acquirerOf(statement)
  const owner = acquirer === null ? undefined : owners.get(acquirer)
  return owner !== undefined && owner !== owners.get(connection)
}
