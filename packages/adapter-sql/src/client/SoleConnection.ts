/**
 * A client whose one connection is had at once when nobody else has it. The driver's own client passes even a free
 * connection through the scheduler, which costs several times what a statement does; and it gives the connection back
 * before the statement runs, which could then be within somebody else's transaction.
 */
import * as Reactivity from "@effect/experimental/Reactivity"
import * as SqlClient from "@effect/sql/SqlClient"
import * as Statement from "@effect/sql/Statement"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Scope from "effect/Scope"

/** What one has at a time, in the order of asking, for as long as a scope. */
export const makeTurns = (): Effect.Effect<void, never, Scope.Scope> => {
  const waiting = new Set<() => void>()
  let taken = false

  const release = Effect.sync(() => {
    for (const come of waiting) {
      waiting.delete(come)
      come()
      return
    }
    taken = false
  })

  const turn = Effect.async<void>((resume) => {
    const come = () => resume(Effect.void)
    waiting.add(come)
    // Whoever is interrupted when his turn has just come gives it on.
    return Effect.suspend(() => (waiting.delete(come) ? Effect.void : release))
  })

  const keep = Effect.flatMap(Effect.scope, (scope) => Scope.addFinalizer(scope, release))

  return Effect.uninterruptibleMask((restore) =>
    Effect.suspend(() => {
      if (taken) return Effect.zipRight(restore(turn), keep)
      taken = true
      return keep
    }),
  )
}

const reserveForGood = Effect.gen(function* () {
  const client = yield* SqlClient.SqlClient
  const acquire = Effect.as(makeTurns(), yield* client.reserve)
  return yield* SqlClient.make({
    acquirer: acquire,
    transactionAcquirer: acquire,
    compiler: Statement.makeCompilerSqlite(),
    spanAttributes: [["db.system.name", "sqlite"]],
  })
})

/** Puts such a client in the place of SQLite's own. */
export const withSoleConnection = <E>(
  client: Layer.Layer<SqlClient.SqlClient, E>,
): Layer.Layer<SqlClient.SqlClient, E> =>
  Layer.scoped(SqlClient.SqlClient, Effect.orDie(reserveForGood)).pipe(
    Layer.provide(Layer.merge(client, Reactivity.layer)),
  )
