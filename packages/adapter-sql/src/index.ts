/**
 * The storage ports of Consent Service on SQL databases. The modules that load a driver are not in here: import
 * `@consent-service/adapter-sql/sqlite`, `/postgres` or `/mysql`.
 *
 * @module
 */
export * as DatabaseUnusable from "./DatabaseUnusable.js"
export * as DatabaseUrl from "./DatabaseUrl.js"
export * as Migrations from "./Migrations.js"
export * as SqlConsentEvidence from "./SqlConsentEvidence.js"
export * as SqlConsentLedger from "./SqlConsentLedger.js"
export * as SqlDocumentRegistry from "./SqlDocumentRegistry.js"
export * as SqlExperimentReader from "./SqlExperimentReader.js"
export * as SqlIdentityLinks from "./SqlIdentityLinks.js"
export * as SqlManifestArchive from "./SqlManifestArchive.js"
export * as SqlStores from "./SqlStores.js"
export * as Tables from "./Tables.js"
