/**
 * The storage ports of Consent Service on SQL databases. The modules that load a driver are separate: import
 * `@consent-service/adapter-sql/sqlite`, `/postgres` or `/mysql`.
 *
 * @module
 */
export * as ClientFromUrl from "./ClientFromUrl.js"
export * as DatabaseUnusable from "./client/DatabaseUnusable.js"
export * as DatabaseUrl from "./DatabaseUrl.js"
export * as Distribution from "./distribution/Distribution.js"
export * as Migrations from "./Migrations.js"
export * as Readiness from "./Readiness.js"
export * as SqlConsentStore from "./SqlConsentStore.js"
export * as SqlDocumentStore from "./SqlDocumentStore.js"
export * as SqlArchive from "./SqlArchive.js"
export * as SqlEvidenceLog from "./SqlEvidenceLog.js"
export * as SqlStores from "./SqlStores.js"
export * as SqliteBackup from "./SqliteBackup.js"
export * as Tables from "./schema/Tables.js"
export * as Verification from "./Verification.js"
