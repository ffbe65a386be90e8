/**
 * Every storage port in memory, for tests.
 *
 * @module
 */
import type { Archive, ConsentStore, DocumentStore, EvidenceStores } from "@consent-service/core/ports"
import { Erasures, Records, Statistics, Tenant } from "@consent-service/core/ports"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { LogUnderTest } from "./laws/LogUnderTest.js"
import * as MemoryArchive from "./MemoryArchive.js"
import * as MemoryConsentStore from "./MemoryConsentStore.js"
import * as MemoryDocumentStore from "./MemoryDocumentStore.js"
import * as MemoryErasures from "./MemoryErasures.js"
import * as MemoryEvidenceLog from "./MemoryEvidenceLog.js"
import * as MemoryStatistics from "./MemoryStatistics.js"

/**
 * Every store over new memory, for the `Tenant` in context.
 *
 * @example
 * ```ts
 * import { Erasures, Tenant } from "@consent-service/core/ports"
 * import * as MemoryStores from "@consent-service/testkit/MemoryStores"
 * import * as Layer from "effect/Layer"
 *
 * const stores = Layer.provide(MemoryStores.layerMemory(), Tenant.layer("shop"))
 * ```
 */
export const layerMemory = (): Layer.Layer<ConsentStore | DocumentStore | Archive | EvidenceStores> =>
  Layer.unwrapEffect(
    Effect.map(Tenant, (tenant) => {
      const store = MemoryConsentStore.makeStore()
      const { logs } = store
      return Layer.mergeAll(
        MemoryConsentStore.layerMemory({ store }),
        MemoryDocumentStore.layerMemory({ logs }),
        MemoryArchive.layerMemory({ logs }),
        MemoryEvidenceLog.layerMemory({
          logs,
          records: MemoryConsentStore.factsIn(store, tenant),
          listRecords: MemoryConsentStore.listFacts(store, tenant),
          stored: MemoryConsentStore.storedIn(store, tenant),
        }),
        Layer.succeed(Erasures, MemoryErasures.make(new Map(), store, tenant)),
        Layer.succeed(Records, MemoryConsentStore.makeRecords(store, tenant)),
        Layer.succeed(Statistics, MemoryStatistics.make(logs, tenant, MemoryConsentStore.storedIn(store, tenant))),
      )
    }),
  )

/**
 * The stores of any number of tenants over one memory, as `evidenceLogLaws` takes them.
 *
 * @example
 * ```ts
 * import * as MemoryStores from "@consent-service/testkit/MemoryStores"
 *
 * const stores = MemoryStores.loggedStores()
 * ```
 */
export const loggedStores = (): LogUnderTest["stores"] => {
  const store = MemoryConsentStore.makeStore()
  const [documents, kept]: [MemoryDocumentStore.MemoryDocuments, MemoryArchive.ArchiveStore] = [new Map(), new Map()]
  const erasures: MemoryErasures.MemoryErasures = new Map()
  return (tenant) =>
    Effect.sync(() => ({
      erasures: MemoryErasures.make(erasures, store, tenant),
      records: MemoryConsentStore.makeRecords(store, tenant),
      statistics: MemoryStatistics.make(store.logs, tenant, MemoryConsentStore.storedIn(store, tenant)),
      log: MemoryEvidenceLog.makeLog(
        store.logs,
        tenant,
        MemoryConsentStore.listFacts(store, tenant),
        MemoryConsentStore.storedIn(store, tenant),
      ),
      reader: MemoryEvidenceLog.makeReader(store.logs, tenant, MemoryConsentStore.factsIn(store, tenant)),
      consents: MemoryConsentStore.make(store, tenant),
      documents: MemoryDocumentStore.make(documents, tenant, store.logs),
      archive: MemoryArchive.make(kept, tenant, store.logs),
    }))
}
