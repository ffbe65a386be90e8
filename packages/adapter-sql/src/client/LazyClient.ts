/**
 * A client that connects when it is first used. The drivers' own clients connect when they are built and fail when the
 * server is unavailable, and a failed build stays failed: a service started before its database would never recover.
 */
import { untilSuccess } from "@consent-service/core/primitives"
import * as Reactivity from "@effect/experimental/Reactivity"
import * as SqlClient from "@effect/sql/SqlClient"
import { SqlError } from "@effect/sql/SqlError"
import type { Compiler } from "@effect/sql/Statement"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as ExecutionStrategy from "effect/ExecutionStrategy"
import * as Layer from "effect/Layer"
import * as Scope from "effect/Scope"
import { bounded } from "../statement/Guard.js"
import { owning } from "../statement/Owners.js"
import { type CountedPool, countPool, PoolUsage } from "./PoolUsage.js"
import { checkedConnections, type ConnectionCheck, type Stopping } from "./ServerConnections.js"

/** How to connect to a server. */
export interface LazyOptions {
  readonly connect: Effect.Effect<SqlClient.SqlClient, SqlError, Scope.Scope | Reactivity.Reactivity>
  readonly compiler: Compiler
  /** Runs first on each new connection. */
  readonly check: (sql: SqlClient.SqlClient) => ConnectionCheck
  /** How to stop what a new connection will do on the server; gets the driver's connection, too, and may send statements on it. */
  readonly stopping: (sql: SqlClient.SqlClient, driver: object) => Effect.Effect<Stopping, SqlError>
  readonly timeoutMs: number
  /** How many connections the pool has at most. */
  readonly maxConnections: number
}

/**
 * A client that connects with `connect` on first use and, while that fails or takes too long, on each later use.
 */
export const layerLazy = ({
  check,
  compiler,
  connect,
  maxConnections,
  stopping,
  timeoutMs,
}: LazyOptions): Layer.Layer<SqlClient.SqlClient | PoolUsage> =>
  Layer.scopedContext(
    Effect.gen(function* () {
      const scope = yield* Effect.scope
      let pool: CountedPool | null = null
      const context = yield* Effect.context<Reactivity.Reactivity>()
      const attempt = Effect.flatMap(Scope.fork(scope, ExecutionStrategy.sequential), (attemptScope) =>
        connect.pipe(
          Scope.extend(attemptScope),
          Effect.onError((cause) => Scope.close(attemptScope, Exit.failCause(cause))),
        ),
      )
      const checked = Effect.map(attempt, (sql) => {
        pool = countPool(sql.reserve, maxConnections)
        return checkedConnections({
          reserve: pool.reserve,
          check: check(sql),
          stopping: (driver) => stopping(sql, driver),
          timeoutMs,
        })
      })
      const connections = untilSuccess(
        checked.pipe(
          bounded(timeoutMs),
          Effect.catchTag("TimedOut", ({ message }) => new SqlError({ cause: { code: "ETIMEDOUT", message } })),
          Effect.provide(context),
        ),
      )
      // Uninterruptible: PostgreSQL's client leaks a connection that arrives after its caller has left.
      const acquirer = Effect.uninterruptible(Effect.flatMap(connections, ({ forStatements }) => forStatements))
      const forTransactions = Effect.flatMap(connections, (each) => each.forTransactions)
      const client = yield* owning(({ lend }) =>
        SqlClient.make({
          acquirer,
          transactionAcquirer: Effect.uninterruptible(Effect.map(forTransactions, lend)),
          compiler,
          spanAttributes: [],
        }),
      )
      const counts = () => pool?.counts() ?? { limit: maxConnections, used: 0, waiting: 0 }
      return Context.make(SqlClient.SqlClient, client).pipe(Context.add(PoolUsage, counts))
    }),
  ).pipe(Layer.provide(Reactivity.layer))
