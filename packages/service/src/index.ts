/**
 * A self-hosted consent-management backend: options in, a Fetch handler out.
 *
 * @module
 */
export { type ConsentService, createConsentService } from "./ConsentService.js"
export { type ConfigurationIssue, ConsentConfigurationError } from "./options/ConsentConfigurationError.js"
export {
  type ConsentServiceOptions,
  type DatabaseConnection,
  defineConfig,
  type ResolvedOptions,
  type SqlClientLayer,
} from "./options/Options.js"
export type { LogEvent, LogLevel } from "./logging/LogEvent.js"
