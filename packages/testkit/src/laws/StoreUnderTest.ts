/**
 * The store that the laws of the `ConsentStore` port run on.
 *
 * @module
 */
import type { ConsentStore } from "@consent-service/core/ports"
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"

/** The operations of the `ConsentStore` port. */
export type Store = Context.Tag.Service<ConsentStore>

/** One database, and the stores of any number of tenants over it. */
export interface StoreUnderTest {
  /**
   * A tenant's store; null is the scope without a tenant. The laws call it several times for one tenant, as several
   * processes would.
   */
  readonly store: (tenant: string | null) => Effect.Effect<Store, unknown, Scope.Scope>
  /**
   * Everything the database holds, in any comparable form. When given, the laws also check behind the port that an
   * append which does not insert leaves nothing behind.
   */
  readonly contents?: Effect.Effect<unknown, unknown>
  /**
   * Whether the key of a record contains its subject, as where rows are divided by it; false by default. An id is made of the
   * subject, among others, so that no two subjects have records of one id. Where they had, each would be a record of its own.
   */
  readonly keyedBySubject?: boolean
}

/**
 * The store under test, as the laws see it.
 *
 * @example
 * ```ts
 * import { makeDraft } from "@consent-service/testkit/Drafts"
 * import { TestedStore } from "@consent-service/testkit/StoreUnderTest"
 * import * as Effect from "effect/Effect"
 *
 * const law = Effect.gen(function* () {
 *   const { store } = yield* TestedStore
 *   const shop = yield* store("shop")
 *   return yield* shop.append(makeDraft())
 * })
 * ```
 */
export class TestedStore extends Context.Tag("@consent-service/testkit/StoreUnderTest")<
  TestedStore,
  StoreUnderTest
>() {}
