/**
 * A client whose single connection is acquired synchronously when it is free. The driver's own client passes even a
 * free connection through the scheduler, which costs several times what a statement does. It also releases the
 * connection before the statement runs, so the statement could end up in another caller's transaction.
 */
import { makeFairSemaphore } from "@consent-service/core/primitives"
import * as Reactivity from "@effect/experimental/Reactivity"
import * as SqlClient from "@effect/sql/SqlClient"
import * as Statement from "@effect/sql/Statement"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { owning } from "../statement/Owners.js"

const reserveForGood = owning(({ lend }) =>
  Effect.gen(function* () {
    const client = yield* SqlClient.SqlClient
    const acquire = Effect.as(makeFairSemaphore(1).hold(1), lend(yield* client.reserve))
    return yield* SqlClient.make({
      acquirer: acquire,
      transactionAcquirer: acquire,
      compiler: Statement.makeCompilerSqlite(),
      spanAttributes: [["db.system.name", "sqlite"]],
    })
  }),
)

/** Replaces SQLite's own client with such a client. */
export const withSoleConnection = <E>(
  client: Layer.Layer<SqlClient.SqlClient, E>,
): Layer.Layer<SqlClient.SqlClient, E> =>
  Layer.scoped(SqlClient.SqlClient, Effect.orDie(reserveForGood)).pipe(
    Layer.provide(Layer.merge(client, Reactivity.layer)),
  )
