/**
 * What the ledger's laws need of an implementation.
 *
 * @module
 */
import type { ConsentLedger } from "@consent-service/core/ports/ConsentLedger"
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"

/** What the ledger port offers. */
export type Ledger = Context.Tag.Service<ConsentLedger>

/** One store, and the ledgers of any number of tenants over it. */
export interface StoreUnderTest {
  /**
   * A tenant's ledger; null is the scope without a tenant. The laws ask several times for one tenant, as several
   * processes would.
   */
  readonly ledger: (tenant: string | null) => Effect.Effect<Ledger, unknown, Scope.Scope>
  /**
   * Everything the store holds, in any comparable form. When given, the laws also check behind the port that an
   * append which does not insert leaves nothing behind.
   */
  readonly contents?: Effect.Effect<unknown, unknown>
}

/** The store under test, as the laws see it. */
export class TestedStore extends Context.Tag("@consent-service/testkit/StoreUnderTest")<
  TestedStore,
  StoreUnderTest
>() {}
