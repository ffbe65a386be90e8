/** Whether work is within a transaction that its caller began. */
import { TransactionConnection } from "@effect/sql/SqlClient"
import * as Context from "effect/Context"
import type * as Fiber from "effect/Fiber"
import * as Option from "effect/Option"

/** Whether a caller is within its own transaction, which decides about its writes. */
export const isInTransaction = ({ currentContext }: Fiber.RuntimeFiber<unknown, unknown>): boolean =>
  Option.isSome(Context.getOption(currentContext, TransactionConnection))
