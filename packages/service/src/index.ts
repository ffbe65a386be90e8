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
  type DefinedOptions,
  defineConfig,
  type ResolvedOptions,
  type SigningOptions,
  type SqlClientLayer,
} from "./options/Options.js"
export type { ExternalCache, PromiseCache } from "./cache/ExternalCache.js"
export type { LogEvent, LogLevel } from "./logging/LogEvent.js"
export type { ObservabilityOptions } from "./logging/ObservabilityOptions.js"
export type { FetchContext } from "@consent-service/adapter-http/shell/FetchShell"
export type { OpenApiDocument } from "@consent-service/adapter-http/openapi/OpenApiDocument"
export type { ReportedVisitor } from "@consent-service/core/ports/ResolutionReports"
export type { SessionReport } from "@consent-service/core/session/SessionReport"
export type { TelemetryOptions } from "./telemetry/TelemetryOptions.js"
export { composePacks, type FlatPolicyRule, policyBuilder } from "@consent-service/core/policy/PolicyBuilder"
export {
  inspectPolicyRules,
  PolicyRulesInvalid,
  type RuleInspection,
  type RuleSetting,
  validatePolicyRules,
} from "@consent-service/core/policy/CheckRules"
export { diffPolicyRules, type PolicyChange, type PolicyDiff } from "@consent-service/core/policy/DiffRules"
export { policyMatchers } from "@consent-service/core/policy/PolicyMatchers"
export { policyPresets, recommendedPolicyRules } from "@consent-service/core/policy/PolicyPresets"
export type { PolicyMatch, PolicyRule } from "@consent-service/core/policy/PolicyRule"
export { type PolicyProof, provePolicyRules, type StatementResult } from "@consent-service/core/policy/ProveRules"
export type { Finding } from "@consent-service/core/policy/RuleFindings"
export {
  type DocumentVersion,
  type LegalDocumentSnapshotOptions,
  type LegalDocumentVerdict,
  signLegalDocumentSnapshot,
  verifyLegalDocumentSnapshot,
} from "./token/LegalDocumentTokens.js"
export type { Notice } from "@consent-service/core/consent/ReconstructNotice"
