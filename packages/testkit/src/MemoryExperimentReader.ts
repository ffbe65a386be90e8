/**
 * The reader of experiments in memory, for tests: the laws of the port and nothing else.
 *
 * @module
 */
import type { ConsentRecord } from "@consent-service/core/consent/ConsentRecord"
import {
  type DecisionCount,
  type ExperimentQuery,
  ExperimentReader,
} from "@consent-service/core/ports/ExperimentReader"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { MemoryStore } from "./MemoryConsentLedger.js"

const isAskedFor = (record: ConsentRecord, { domain, experimentId, from, to }: ExperimentQuery): boolean =>
  record.experiment?.id === experimentId &&
  (from === null || record.givenAt >= from) &&
  (to === null || record.givenAt <= to) &&
  (domain === null || record.domain === domain)

const decisionsIn = (
  store: MemoryStore,
  tenant: string | null,
  query: ExperimentQuery,
): ReadonlyArray<DecisionCount> => {
  const counts = new Map<string, DecisionCount>()
  for (const record of store.records.values()) {
    if (store.subjects.get(record.subjectId)?.tenant !== tenant || !isAskedFor(record, query)) continue
    const decision = {
      arm: record.experiment?.arm ?? "",
      action: record.consentAction,
      surface: record.uiSource,
      timeToDecisionMs: record.timeToDecisionMs,
    }
    const key = JSON.stringify(decision)
    counts.set(key, { ...decision, count: (counts.get(key)?.count ?? 0) + 1 })
  }
  return Array.from(counts.values())
}

/** The reader of a tenant's experiments, over the store of his ledger. */
export const make = (store: MemoryStore, tenant: string | null): Context.Tag.Service<ExperimentReader> => ({
  decisions: (query) => Effect.sync(() => decisionsIn(store, tenant, query)),
})

/** {@link make} as a layer. */
export const layerMemory = (options: {
  readonly tenant?: string | null
  readonly store: MemoryStore
}): Layer.Layer<ExperimentReader> => Layer.sync(ExperimentReader, () => make(options.store, options.tenant ?? null))
