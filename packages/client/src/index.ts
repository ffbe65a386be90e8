/**
 * The server SDK of Consent Service: for a site's own backend to check, record, link and publish. Promises of
 * results, no dependencies, and no Node APIs: it runs wherever there are `fetch` and `crypto`.
 *
 * @module
 */
export * from "./answer/Answers.js"
export { ConsentError, isConsentError, type ErrorFacts, type InputIssue } from "./answer/ConsentError.js"
export type { ClientCode, ErrorCode, ServiceCode } from "./answer/ErrorCode.js"
export { type Failure, type Result, type Success, unwrap } from "./answer/Result.js"
export { ConsentConfigurationError, type ConfigurationIssue } from "./options/ConfigurationError.js"
export type { AllowDecision, DecidingRecord, NotAllowedReason } from "./consent/DecideAllowed.js"
export type {
  ConsentClient,
  ConsentMethods,
  ErasureMethods,
  EvidenceMethods,
  ExperimentMethods,
  HoldMethods,
  LegalDocumentMethods,
  MethodCodes,
  PersonMethods,
  SubjectMethods,
} from "./ConsentClient.js"
export { createConsentClient } from "./CreateConsentClient.js"
export type * from "./methods/Inputs.js"
export type { CallOptions } from "./options/CallOptions.js"
export type { ClientOptions } from "./options/ClientOptions.js"
export type { ClientEvent, OnEvent, RequestEvent, ResponseEvent, RetryEvent } from "./event/ClientEvent.js"
export type { RetryOptions } from "./retry/Retry.js"
export { newSubjectId } from "./subject/NewSubjectId.js"
export { createIdentityToken, type IdentityTokenOptions } from "./token/IdentityToken.js"
export type * as Wire from "./wire/Wire.js"
