/**
 * The stored evidence log: receipts of its records, and its public parts.
 *
 * @module
 */
export * from "../evidence-log/LogInconsistent.js"
export * from "../evidence-log/LogKeys.js"
export * from "../evidence-log/Backfill.js"
export * from "../evidence-log/CheckHead.js"
export * from "../evidence-log/EntryReceipt.js"
export * from "../evidence-log/LogReading.js"
export * from "../evidence-log/Mirror.js"
export * from "../evidence-log/Publish.js"
export * from "../evidence-log/PublishedErasures.js"
export * from "../evidence-log/Recover.js"
export * from "../evidence-log/Reopen.js"
export * from "../evidence-log/SaidErasure.js"
export * from "../evidence-log/Sequencer.js"
export * from "../evidence-log/StoredEntry.js"
export * from "../evidence-log/StoredStatement.js"
export * from "../evidence-log/ThinCheckpoints.js"
export * from "../evidence-log/Witnessing.js"
export * from "../evidence-log/Receipts.js"
export * from "../evidence-audit/Finding.js"
export type { KnownCheckpoint, KnownLeaf, Outside } from "../evidence-audit/Outside.js"
export * from "../evidence-audit/VerifyLog.js"
