/**
 * The law of the ports `EvidenceLog`, `EvidenceReader`, `Erasures`, `Records` and `Statistics`, and of what the other stores queue, as a suite that any
 * implementation can run at the top level of a vitest file.
 *
 * Every law has a tenant of its own, so the database may hold others, and the suite may run again on it.
 *
 * @module
 */
import { layer as testLayer } from "@effect/vitest"
import type * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import { erasureLaws } from "./laws/ErasureLaws.js"
import { logBackfillLaws } from "./laws/LogBackfillLaws.js"
import { logGrowthLaws } from "./laws/LogGrowthLaws.js"
import { logQueueLaws } from "./laws/LogQueueLaws.js"
import { logReadLaws } from "./laws/LogReadLaws.js"
import { logRecoveryLaws } from "./laws/LogRecoveryLaws.js"
import { recordsLaws } from "./laws/RecordsLaws.js"
import { retentionLaws } from "./laws/RetentionLaws.js"
import { statisticsLaws } from "./laws/StatisticsLaws.js"
import { type LogUnderTest, TestedLog } from "./laws/LogUnderTest.js"

/** The settings of the suite. */
export interface EvidenceLogLawsOptions<E> {
  /** Opens the stores, once for the whole suite. */
  readonly makeStore: Effect.Effect<LogUnderTest, E, Scope.Scope>
  /** Milliseconds a law may take; 120,000 by default. */
  readonly timeoutMs?: number
}

/**
 * Declares a suite of that name that checks every law of the ports.
 *
 * @example
 * ```ts
 * import { evidenceLogLaws } from "@consent-service/testkit/EvidenceLogLaws"
 * import * as MemoryStores from "@consent-service/testkit/MemoryStores"
 * import * as Effect from "effect/Effect"
 *
 * evidenceLogLaws("the log of the shop", {
 *   makeStore: Effect.sync(() => ({ stores: MemoryStores.loggedStores() })),
 * })
 * ```
 */
export const evidenceLogLaws = <E>(name: string, options: EvidenceLogLawsOptions<E>): void => {
  const { makeStore, timeoutMs = 120_000 } = options
  // On the real clock: a store may wait, for a lock or for the network.
  testLayer(Layer.scoped(TestedLog, makeStore), { excludeTestServices: true, timeout: timeoutMs })(name, (it) => {
    erasureLaws(it, timeoutMs)
    logBackfillLaws(it, timeoutMs)
    logGrowthLaws(it, timeoutMs)
    logQueueLaws(it, timeoutMs)
    logReadLaws(it, timeoutMs)
    logRecoveryLaws(it, timeoutMs)
    recordsLaws(it, timeoutMs)
    retentionLaws(it, timeoutMs)
    statisticsLaws(it, timeoutMs)
  })
}
