/**
 * Reports how much of a server's connection pool is in use.
 *
 * @module
 */
import type { Connection } from "@effect/sql/SqlConnection"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"

/** The connections of a pool at this moment. */
export interface PoolCounts {
  /** The maximum number of connections. */
  readonly limit: number
  /** How many are in use. */
  readonly used: number
  /** How many callers wait for one. */
  readonly waiting: number
}

/** The pool of the client in context. Only clients of servers that this package opens have one. */
export class PoolUsage extends Context.Tag("@consent-service/adapter-sql/client/PoolUsage")<
  PoolUsage,
  () => PoolCounts
>() {}

/** A pool that is counted. */
export interface CountedPool {
  readonly reserve: Connection.Acquirer
  readonly counts: () => PoolCounts
}

/** Counts the callers that wait for a connection of a pool, and those that have one. */
export const countPool = (reserve: Connection.Acquirer, limit: number): CountedPool => {
  let [used, waiting] = [0, 0]
  const arrived = (exit: Exit.Exit<unknown, unknown>): void => {
    waiting -= 1
    if (Exit.isSuccess(exit)) used += 1
  }
  const released = Effect.sync(() => {
    used -= 1
  })
  return {
    reserve: Effect.suspend(() => {
      waiting += 1
      return reserve.pipe(
        Effect.onExit((exit) => Effect.sync(() => arrived(exit))),
        Effect.tap(() => Effect.addFinalizer(() => released)),
      )
    }),
    counts: () => ({ limit, used, waiting }),
  }
}
