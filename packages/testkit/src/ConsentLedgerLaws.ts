/**
 * The law of the `ConsentLedger` port, as a suite that any implementation can run.
 *
 * Call {@link consentLedgerLaws} at the top level of a vitest file, as this repository does for its own stores:
 *
 * ```ts
 * consentLedgerLaws("my store", {
 *   makeStore: Effect.map(openMyStore, (store) => ({ ledger: (tenant) => makeMyLedger(store, tenant) })),
 * })
 * ```
 *
 * Every law makes its own subjects and records, so the store may hold others, and the suite may run again on it.
 *
 * @module
 */
import { layer as testLayer } from "@effect/vitest"
import type * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import { accountLaws } from "./internal/AccountLaws.js"
import { concurrencyLaws } from "./internal/ConcurrencyLaws.js"
import { identityLaws } from "./internal/IdentityLaws.js"
import { recordLaws } from "./internal/RecordLaws.js"
import { tenancyLaws } from "./internal/TenancyLaws.js"
import { type StoreUnderTest, TestedStore } from "./StoreUnderTest.js"

/** What the suite is run on. */
export interface LedgerLawsOptions<E> {
  /** Opens the store, once for the whole suite; the scope closes after the last law. */
  readonly makeStore: Effect.Effect<StoreUnderTest, E, Scope.Scope>
  /** How many arbitrary records the round-trip law tries; 100 by default. */
  readonly runs?: number
  /** Milliseconds a law may take; 60,000 by default. */
  readonly timeoutMs?: number
}

/** Declares a suite of that name that checks every law of the `ConsentLedger` port. */
export const consentLedgerLaws = <E>(name: string, options: LedgerLawsOptions<E>): void => {
  const { makeStore, runs = 100, timeoutMs = 60_000 } = options
  // On the real clock: a store may wait, for a lock or for the network.
  testLayer(Layer.scoped(TestedStore, makeStore), { excludeTestServices: true, timeout: timeoutMs })(name, (it) => {
    recordLaws(it, { runs, timeoutMs })
    identityLaws(it, { timeoutMs })
    concurrencyLaws(it, { timeoutMs })
    tenancyLaws(it, { timeoutMs })
    accountLaws(it, { timeoutMs })
  })
}
