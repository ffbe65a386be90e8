/**
 * The law of the `ConsentStore` port, as a suite that any implementation can run.
 *
 * Call {@link consentStoreLaws} at the top level of a vitest file, as this repository does for its own stores.
 *
 * Every law makes its own subjects and records, so the database may hold others, and the suite may run again on it.
 *
 * @module
 */
import { layer as testLayer } from "@effect/vitest"
import type * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import { accountLaws } from "./laws/AccountLaws.js"
import { boundLaws } from "./laws/BoundLaws.js"
import { concurrencyLaws } from "./laws/ConcurrencyLaws.js"
import { evidenceLaws } from "./laws/EvidenceLaws.js"
import { experimentLaws } from "./laws/ExperimentLaws.js"
import { identityLaws } from "./laws/IdentityLaws.js"
import { linkLaws } from "./laws/LinkLaws.js"
import { recordLaws } from "./laws/RecordLaws.js"
import { tenancyLaws } from "./laws/TenancyLaws.js"
import { type StoreUnderTest, TestedStore } from "./laws/StoreUnderTest.js"

/** The settings of the suite. */
export interface ConsentStoreLawsOptions<E> {
  /** Opens the store, once for the whole suite; the scope closes after the last law. */
  readonly makeStore: Effect.Effect<StoreUnderTest, E, Scope.Scope>
  /** How many arbitrary records the round-trip law tries; 100 by default. The laws of evidence and links try half as many. */
  readonly runs?: number
  /** Milliseconds a law may take; 120,000 by default. */
  readonly timeoutMs?: number
}

/**
 * Declares a suite of that name that checks every law of the `ConsentStore` port.
 *
 * @example
 * ```ts
 * import { consentStoreLaws } from "@consent-service/testkit/ConsentStoreLaws"
 * import * as MemoryConsentStore from "@consent-service/testkit/MemoryConsentStore"
 * import * as Effect from "effect/Effect"
 *
 * consentStoreLaws("the store of the shop", {
 *   makeStore: Effect.sync(() => {
 *     const memory = MemoryConsentStore.makeStore()
 *     return { store: (tenant: string | null) => Effect.succeed(MemoryConsentStore.make(memory, tenant)) }
 *   }),
 * })
 * ```
 */
export const consentStoreLaws = <E>(name: string, options: ConsentStoreLawsOptions<E>): void => {
  const { makeStore, runs = 100, timeoutMs = 120_000 } = options
  // On the real clock: a store may wait, for a lock or for the network.
  testLayer(Layer.scoped(TestedStore, makeStore), { excludeTestServices: true, timeout: timeoutMs })(name, (it) => {
    recordLaws(it, { runs, timeoutMs })
    identityLaws(it, { timeoutMs })
    concurrencyLaws(it, { timeoutMs })
    tenancyLaws(it, { timeoutMs })
    accountLaws(it, { timeoutMs })
    boundLaws(it, { timeoutMs })
    linkLaws(it, { runs: Math.ceil(runs / 2), timeoutMs })
    experimentLaws(it, { timeoutMs })
    evidenceLaws(it, { runs: Math.ceil(runs / 2), timeoutMs })
  })
}
