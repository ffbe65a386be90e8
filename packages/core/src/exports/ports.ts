/**
 * The ports: what a store, a cache, a vendor list or an observer supplies.
 *
 * @module
 */
export type { PendingEntry } from "../evidence/PendingEntry.js"
export type { DecisionCount, ExperimentQuery } from "../experiment/DecisionCount.js"
export * from "../instance/Instance.js"
export * from "../observation/InWords.js"
export * from "../observation/LogEvent.js"
export * from "../observation/Observation.js"
export * from "../observation/Redact.js"
export * from "../ports/Archive.js"
export * from "../ports/Cache.js"
export * from "../ports/CheckpointSigner.js"
export * from "../ports/ConsentStore.js"
export * from "../ports/DocumentStore.js"
export * from "../ports/EvidenceLog.js"
export * from "../ports/EvidenceReader.js"
export * from "../ports/EvidenceStores.js"
export * from "../ports/LazyStores.js"
export * from "../ports/Observer.js"
export * from "../ports/ResolutionReports.js"
export * from "../ports/Salts.js"
export * from "../ports/StoreError.js"
export * from "../ports/StoreOperations.js"
export * from "../ports/Tokens.js"
export * from "../ports/VendorLists.js"
export * from "../tenant/Tenant.js"
