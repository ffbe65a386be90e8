/**
 * The errors of a store, in three kinds that need different responses.
 *
 * @module
 */
import * as Data from "effect/Data"

/**
 * The store cannot be reached, is overloaded or did not respond in time; a retry may help.
 *
 * @example
 * ```ts
 * import { StoreUnreachable } from "@consent-service/core/ports"
 * import * as Effect from "effect/Effect"
 *
 * const ping = Effect.tryPromise({
 *   try: () => fetch("http://127.0.0.1:5984"),
 *   catch: (cause) => new StoreUnreachable({ operation: "ping", cause }),
 * })
 * ```
 */
export class StoreUnreachable extends Data.TaggedError("StoreUnreachable")<{
  readonly operation: string
  readonly cause: unknown
}> {}

/**
 * The store rejected the operation.
 *
 * @example
 * ```ts
 * import { ConsentStore, StoreFailed } from "@consent-service/core/ports"
 * import * as Effect from "effect/Effect"
 *
 * const refused = new StoreFailed({ operation: "append", cause: new Error("disk full") })
 * const evidence = Effect.flatMap(ConsentStore, (store) => store.evidence("cns_11")).pipe(
 *   Effect.catchTag("StoreFailed", ({ operation }) => Effect.logError(operation, "failed")),
 * )
 * ```
 */
export class StoreFailed extends Data.TaggedError("StoreFailed")<{
  readonly operation: string
  readonly cause: unknown
}> {}

/**
 * The store's schema is older or newer than this code; the operator must migrate the schema or update the service.
 *
 * @example
 * ```ts
 * import { ConsentStore } from "@consent-service/core/ports"
 * import * as Effect from "effect/Effect"
 *
 * const ready = Effect.flatMap(ConsentStore, (store) => store.ping).pipe(
 *   Effect.catchTag("SchemaMismatch", ({ message }) => Effect.dieMessage(message)),
 * )
 * ```
 */
export class SchemaMismatch extends Data.TaggedError("SchemaMismatch")<{
  /** The finding and the fix, for the log. */
  readonly message: string
}> {}

/** All errors of a store. */
export type StoreError = StoreUnreachable | StoreFailed | SchemaMismatch
