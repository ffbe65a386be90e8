/**
 * The declared HTTP API and its schemas.
 *
 * @module
 */
export * from "../Api.js"
export * from "../api/ApiKey.js"
export { PersonReport } from "../api/DisclosureGroup.js"
export * from "../api/ErasureSchemas.js"
export * from "../api/ErrorAnswer.js"
export type { EvidenceAccess } from "../api/EvidenceGroup.js"
export * from "../api/EvidenceSchemas.js"
export { RecordItem, RecordPage } from "../api/RecordGroup.js"
export * from "../api/Schemas.js"
export { StatisticsReport } from "../api/StatisticsGroup.js"
