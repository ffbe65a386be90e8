/**
 * A self-hosted consent-management backend: options in, a Fetch handler out.
 *
 * @module
 */
export type { OpenApiDocument } from "@consent-service/adapter-http/openapi"
export type { FetchContext } from "@consent-service/adapter-http/shell/FetchShell"
export type { Notice } from "@consent-service/core/consent"
export {
  diffPolicyRules,
  type Finding,
  type PolicyChange,
  type PolicyDiff,
  type PolicyProof,
  provePolicyRules,
  type StatementResult,
} from "@consent-service/core/policy/prove"
export {
  composeRules as composePacks,
  type FlatPolicyRule,
  inspectPolicyRules,
  policyBuilder,
  type PolicyMatch,
  policyMatchers,
  policyPresets,
  type PolicyRule,
  PolicyRulesInvalid,
  recommendedPolicyRules,
  type RuleInspection,
  type RuleCheckOptions,
  validatePolicyRules,
} from "@consent-service/core/policy"
export type { SessionReport } from "@consent-service/core/visitor"
export type { LogEvent, LogLevel, ReportedVisitor } from "@consent-service/core/ports"
export { type ConsentService, createConsentService } from "./ConsentService.js"
export { type SharingOptions, sharedConsentService } from "./SharedConsentService.js"
export { type ConfigurationIssue, ConsentConfigurationError } from "./configuration/ConsentConfigurationError.js"
export {
  type ConsentServiceOptions,
  type DatabaseConnection,
  type DefinedOptions,
  defineConfig,
  type SigningOptions,
  type SqlClientLayer,
  type Storage,
  type StoresLayer,
} from "./options/Options.js"
export type { ShownOptions } from "./options/ShownOptions.js"
export type { Readiness } from "./health/Readiness.js"
export type { ExternalCache, PromiseCache } from "./cache/ExternalCache.js"
export { recommendedRetention, retentionPresets } from "./options/RetentionPresets.js"
export type { RetentionRuleOptions } from "./options/RetentionOption.js"
export type { ObservabilityOptions } from "./options/ObservabilityOptions.js"
export type { TelemetryOptions } from "./options/TelemetryOptions.js"
export {
  type DocumentVersion,
  type LegalDocumentTokenOptions,
  type LegalDocumentVerdict,
  signLegalDocumentSnapshot,
  verifyLegalDocumentSnapshot,
} from "./token/LegalDocumentTokens.js"
