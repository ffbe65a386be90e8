/** The errors of commands on a whole database that cannot be used. */
import { SchemaMismatch } from "@consent-service/core/ports"
import * as Cause from "effect/Cause"
import type * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { DatabaseUnusable } from "../client/DatabaseUnusable.js"
import { mapCause, troubleOf } from "../statement/Guard.js"

/** The error for a cause, without any stored data. */
export const toUnusable = (cause: Cause.Cause<unknown>): DatabaseUnusable => {
  const { message, transient } = troubleOf(cause)
  return new DatabaseUnusable({
    message: `the database ${transient ? "does not answer" : "refuses"}: ${message}`,
    transient,
  })
}

/** Fails with `SchemaMismatch` where the schema is the reason, else with `DatabaseUnusable`. */
export const orUnusable: <A, E, R>(
  effect: Effect.Effect<A, E, R>,
) => Effect.Effect<A, DatabaseUnusable | SchemaMismatch, R> = mapCause((cause) => {
  const failure = Cause.failureOption(cause)
  return Option.isSome(failure) && failure.value instanceof SchemaMismatch ? failure.value : toUnusable(cause)
})
