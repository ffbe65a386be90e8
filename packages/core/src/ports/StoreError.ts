/**
 * What can go wrong with a store, in the three ways that call for different answers.
 *
 * @module
 */
import * as Data from "effect/Data"

/** The store cannot be reached, is overloaded or did not answer in time; trying again may help. */
export class StoreUnreachable extends Data.TaggedError("StoreUnreachable")<{
  readonly operation: string
  readonly cause: unknown
}> {}

/** The store answered that it cannot do what was asked. */
export class StoreFailed extends Data.TaggedError("StoreFailed")<{
  readonly operation: string
  readonly cause: unknown
}> {}

/** The store's schema is older or newer than this code; the operator must migrate the schema or update the service. */
export class SchemaMismatch extends Data.TaggedError("SchemaMismatch")<{
  /** Says what was found and what to do, for the log. */
  readonly message: string
}> {}

/** Everything that can go wrong with a store. */
export type StoreError = StoreUnreachable | StoreFailed | SchemaMismatch
