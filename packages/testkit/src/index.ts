/**
 * What proves a store: the laws of the ports, arbitraries, and in-memory stores. Loads vitest; outside of vitest, import
 * single modules, such as `@consent-service/testkit/MemoryConsentStore`.
 *
 * @module
 */
export * as ArchiveLaws from "./ArchiveLaws.js"
export * as CacheLaws from "./CacheLaws.js"
export * as ConsentStoreLaws from "./ConsentStoreLaws.js"
export * as DocumentStoreLaws from "./DocumentStoreLaws.js"
export * as DraftArbitrary from "./draft/DraftArbitrary.js"
export * as Drafts from "./draft/Drafts.js"
export * as EvidenceLogLaws from "./EvidenceLogLaws.js"
export * as HostLaws from "./host/HostLaws.js"
export * as LogPublisherLaws from "./LogPublisherLaws.js"
export * as MemoryArchive from "./MemoryArchive.js"
export * as MemoryConsentStore from "./MemoryConsentStore.js"
export * as MemoryDocumentStore from "./MemoryDocumentStore.js"
export * as MemoryEvidenceLog from "./MemoryEvidenceLog.js"
export * as MemoryStatistics from "./MemoryStatistics.js"
export * as MemoryStores from "./MemoryStores.js"
export * as StoreUnderTest from "./laws/StoreUnderTest.js"
