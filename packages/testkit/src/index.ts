/**
 * What proves a store: the laws of the ports, arbitraries, and an in-memory ledger. Loads vitest; outside of it import
 * single modules, such as `@consent-service/testkit/MemoryConsentLedger`.
 *
 * @module
 */
export * as CacheLaws from "./CacheLaws.js"
export * as ConsentEvidenceLaws from "./ConsentEvidenceLaws.js"
export * as ConsentLedgerLaws from "./ConsentLedgerLaws.js"
export * as DocumentRegistryLaws from "./DocumentRegistryLaws.js"
export * as DraftArbitrary from "./DraftArbitrary.js"
export * as Drafts from "./Drafts.js"
export * as ExperimentReaderLaws from "./ExperimentReaderLaws.js"
export * as IdentityLinksLaws from "./IdentityLinksLaws.js"
export * as ManifestArchiveLaws from "./ManifestArchiveLaws.js"
export * as MemoryConsentLedger from "./MemoryConsentLedger.js"
export * as MemoryDocumentRegistry from "./MemoryDocumentRegistry.js"
export * as MemoryExperimentReader from "./MemoryExperimentReader.js"
export * as MemoryIdentityLinks from "./MemoryIdentityLinks.js"
export * as MemoryManifestArchive from "./MemoryManifestArchive.js"
export * as StoreUnderTest from "./StoreUnderTest.js"
