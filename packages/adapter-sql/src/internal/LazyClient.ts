/**
 * A client that connects when it is first used. The drivers' own clients connect when they are built and fail when the
 * server is away, and what failed to build stays failed: a service started before its database would never recover.
 */
import * as Reactivity from "@effect/experimental/Reactivity"
import * as SqlClient from "@effect/sql/SqlClient"
import { SqlError } from "@effect/sql/SqlError"
import type { Compiler } from "@effect/sql/Statement"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as ExecutionStrategy from "effect/ExecutionStrategy"
import * as Layer from "effect/Layer"
import * as Scope from "effect/Scope"
import { bounded } from "./Guard.js"
import { untilSuccess } from "./Once.js"

/**
 * The client that `connect` makes, connected on first use and, while that fails or takes too long, on each use after it.
 */
export const layerLazy = (
  connect: Effect.Effect<SqlClient.SqlClient, SqlError, Scope.Scope | Reactivity.Reactivity>,
  compiler: Compiler,
  timeoutMs: number,
): Layer.Layer<SqlClient.SqlClient> =>
  Layer.scoped(
    SqlClient.SqlClient,
    Effect.gen(function* () {
      const scope = yield* Effect.scope
      const context = yield* Effect.context<Reactivity.Reactivity>()
      const attempt = Effect.flatMap(Scope.fork(scope, ExecutionStrategy.sequential), (attemptScope) =>
        connect.pipe(
          Scope.extend(attemptScope),
          Effect.onError((cause) => Scope.close(attemptScope, Exit.failCause(cause))),
        ),
      )
      const client = untilSuccess(
        attempt.pipe(
          bounded(timeoutMs),
          Effect.catchTag("TimedOut", ({ message }) => new SqlError({ cause: { code: "ETIMEDOUT", message } })),
          Effect.provide(context),
        ),
      )
      // Not to be interrupted: PostgreSQL's client forgets a connection that arrives after its caller has left.
      const acquirer = Effect.uninterruptible(Effect.flatMap(client, ({ reserve }) => reserve))
      return yield* SqlClient.make({ acquirer, compiler, spanAttributes: [] })
    }),
  ).pipe(Layer.provide(Reactivity.layer))
