/**
 * The evidence log as it is stored: how it grows, receipts of its records, and what it publishes.
 *
 * @module
 */
export * from "../evidence-log/CompareHead.js"
export * from "../evidence-log/LogInconsistent.js"
export { keyEntryId, makeReadKeys, type LogKey, type LogKeys } from "../evidence-log/LogKeys.js"
export * from "../evidence-log/LogReading.js"
export { type DrawSalt, makePublish } from "../evidence-log/QueuedEntries.js"
export * from "../evidence-log/Receipts.js"
export * from "../evidence-log/Sequencer.js"
export * from "../evidence-log/ThinCheckpoints.js"
