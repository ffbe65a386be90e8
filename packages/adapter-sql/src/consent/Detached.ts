/** Work for several callers, and which callers it may be for. */
import { TransactionConnection } from "@effect/sql/SqlClient"
import * as Context from "effect/Context"
import type * as Fiber from "effect/Fiber"
import * as Option from "effect/Option"
import * as Runtime from "effect/Runtime"

/** A fiber of its own: without the transaction, the span and the interruption of whoever happens to start it. */
export const forkDetached = Runtime.runFork(Runtime.defaultRuntime)

/** Whether a caller is within a transaction of his own: what is done there lives and dies with that. */
export const isInTransaction = ({ currentContext }: Fiber.RuntimeFiber<unknown, unknown>): boolean =>
  Option.isSome(Context.getOption(currentContext, TransactionConnection))
