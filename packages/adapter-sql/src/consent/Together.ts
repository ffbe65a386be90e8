/** What work for several callers needs: a separate fiber, a turn of the event loop, and whom it may be for. */
import { TransactionConnection } from "@effect/sql/SqlClient"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type * as Fiber from "effect/Fiber"
import * as Option from "effect/Option"
import * as Runtime from "effect/Runtime"

/** Starts a separate fiber, without the transaction, the span and the interruption of its starter. */
export const forkDetached = Runtime.runFork(Runtime.defaultRuntime)

/** Whether a caller is within its own transaction, which decides whether its writes are kept. */
export const isInTransaction = ({ currentContext }: Fiber.RuntimeFiber<unknown, unknown>): boolean =>
  Option.isSome(Context.getOption(currentContext, TransactionConnection))

/** Goes on in the next turn of the event loop, after what has arrived by now. */
export const nextTurn = Effect.async<void>((resume) => {
  const handle = setImmediate(() => resume(Effect.void))
  return Effect.sync(() => clearImmediate(handle))
})
