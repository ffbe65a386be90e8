/** A client that is cut off at a chosen statement, like a killed process or a lost connection. */
import type { Engine } from "@consent-service/test-engines"
import type * as SqlClient from "@effect/sql/SqlClient"
import type { Connection } from "@effect/sql/SqlConnection"
import { SqlError } from "@effect/sql/SqlError"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import { type Intercept, intercepted } from "./InterceptedClient.js"
import { openClient } from "./TestDatabase.js"

/** Ends the connection on the server. SQLite has none: there the statement only fails. */
const endConnection = (engine: Engine, admin: SqlClient.SqlClient, connection: Connection) =>
  Effect.gen(function* () {
    if (engine === "sqlite") return
    const query = engine === "postgres" ? "select pg_backend_pid() as id" : "select connection_id() as id"
    const [row] = yield* connection.executeUnprepared(query, [], undefined)
    yield* engine === "postgres"
      ? admin`select pg_terminate_backend(${row.id})`
      : admin`kill ${admin.literal(String(Number(row.id)))}`.unprepared
  })

/** A client that is cut off, and whether that happened. */
export interface EndedClient {
  readonly client: SqlClient.SqlClient
  readonly ended: () => boolean
}

/**
 * A separate client on a test database that is cut off right before or right after its statement of that index.
 *
 * @param admin - another client of the same database
 */
export const endingAt = (
  engine: Engine,
  url: string,
  admin: SqlClient.SqlClient,
  index: number,
  when: "before" | "after",
): Effect.Effect<EndedClient, never, Scope.Scope> => {
  let seen = 0
  const broken = Effect.fail(new SqlError({ message: "ended", cause: { code: "ECONNRESET", message: "ended" } }))
  const intercept: Intercept = (_, run, connection) =>
    Effect.suspend(() => {
      if (seen++ !== index) return run
      const ended = Effect.zipRight(endConnection(engine, admin, connection), broken)
      return when === "before" ? ended : Effect.zipRight(run, ended)
    })
  return openClient(url).pipe(
    Effect.flatMap((sql) => intercepted(engine, sql, intercept)),
    Effect.map((client) => ({ client, ended: () => seen > index })),
  )
}
