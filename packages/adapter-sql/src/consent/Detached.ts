/** Work for several callers, and which callers it may be for. */
import { TransactionConnection } from "@effect/sql/SqlClient"
import * as Context from "effect/Context"
import type * as Fiber from "effect/Fiber"
import * as Option from "effect/Option"
import * as Runtime from "effect/Runtime"

/** Starts a separate fiber, without the transaction, the span and the interruption of its starter. */
export const forkDetached = Runtime.runFork(Runtime.defaultRuntime)

/** Whether a caller is within its own transaction, which decides whether its writes are kept. */
export const isInTransaction = ({ currentContext }: Fiber.RuntimeFiber<unknown, unknown>): boolean =>
  Option.isSome(Context.getOption(currentContext, TransactionConnection))
