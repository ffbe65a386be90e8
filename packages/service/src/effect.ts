/**
 * The service and each of its parts as layers, for programs written with Effect. Telemetry is in `consent-service/otel`.
 *
 * @module
 */
export { ConsentHttp, type ConsentHttpOptions } from "@consent-service/adapter-http/ConsentHttp"
export { toFetchHandler } from "@consent-service/adapter-http/shell/FetchShell"
export * as SqlStores from "@consent-service/adapter-sql/SqlStores"
export {
  Archive,
  Cache,
  ConsentStore,
  DocumentStore,
  Instance,
  type Observation,
  type Observe,
  Observer,
  type StoreError,
  type Stores,
  Tenant,
  TenantMismatch,
  Tokens,
} from "@consent-service/core/ports"
export * as ConsentLog from "./composition/ConsentLog.js"
export { ConsentService } from "./composition/ConsentService.js"
export * as VendorLists from "./composition/VendorLists.js"
export { type ConfigurationIssue, ConsentConfigurationError } from "./configuration/ConsentConfigurationError.js"
export { type ConsentServiceOptions, type DefinedOptions, defineConfig } from "./options/Options.js"
export * as SessionReports from "./sessions/SessionSink.js"
