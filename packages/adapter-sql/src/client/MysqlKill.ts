/**
 * Ends the connection of an abandoned statement on its server: the driver cannot cancel a statement, and a server continues it
 * until it has rows to send.
 */
import * as Reactivity from "@effect/experimental/Reactivity"
import type { SqlClient } from "@effect/sql/SqlClient"
import type { Row } from "@effect/sql/SqlConnection"
import type { SqlError } from "@effect/sql/SqlError"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import { rowsOf } from "../statement/Queries.js"

/** A client with one connection, outside of the pool that the abandoned statement was in. */
export type ConnectAside = Effect.Effect<SqlClient, SqlError, Scope.Scope | Reactivity.Reactivity>

/** Connections to one address may lead to several servers in turn. */
const attempts = 3

/** The columns of a connection that no connection of another server shares: servers count their ids alike. */
const place = "id, host, @@hostname as server, @@port as port"

const findOwn = (sql: SqlClient): Effect.Effect<Row | undefined, SqlError> =>
  Effect.map(
    rowsOf(sql`select ${sql.literal(place)} from information_schema.processlist where id = connection_id()`),
    ([row]) => row,
  )

/** Whether the connection is on the server that this client is connected to; if so, it is ended. */
const killFrom = (sql: SqlClient, { host, id, port, server }: Row): Effect.Effect<boolean, SqlError> =>
  Effect.scoped(
    // Both statements on one connection: the pool could open another, to another server.
    Effect.flatMap(sql.reserve, (connection) =>
      Effect.flatMap(
        connection.executeUnprepared(
          `select id from information_schema.processlist where id = ? and host = ? and @@hostname = ? and @@port = ?`,
          [id, host, server, port],
          undefined,
        ),
        (found) =>
          found.length === 0
            ? Effect.succeed(false)
            : Effect.as(connection.executeUnprepared(`kill ${Number(id)}`, [], undefined), true),
      ),
    ),
  )

/** Finds the connection by which a statement of the given client runs; the result ends it, from the background. */
export const makeKill =
  (connect: ConnectAside) =>
  (sql: SqlClient): Effect.Effect<Effect.Effect<void>, SqlError> =>
    Effect.map(findOwn(sql), (own) => {
      if (own === undefined) return Effect.void
      const attempt = Effect.scoped(Effect.flatMap(connect, (aside) => killFrom(aside, own))).pipe(
        Effect.provide(Reactivity.layer),
      )
      const kill = Effect.repeat(attempt, { until: (killed) => killed, times: attempts - 1 })
      return kill.pipe(Effect.disconnect, Effect.timeout("5 seconds"), Effect.ignore, Effect.forkDaemon, Effect.asVoid)
    })
