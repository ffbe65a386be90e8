/**
 * The codes an error can have: those the service documents, and those of this package.
 *
 * @module
 */

/** Codes of this package: nothing was sent, no response came, or an undocumented one. */
export type ClientCode =
  | "INVALID_INPUT"
  | "MISSING_API_KEY"
  | "NETWORK_ERROR"
  | "TIMEOUT"
  | "ABORTED"
  | "UNEXPECTED_RESPONSE"

/** Codes of the service, on the routes that this package calls. */
export type ServiceCode =
  | "CHOICE_OUT_OF_SCOPE"
  | "CHOICE_PREFERENCE_MISMATCH"
  | "CONFLICT"
  | "DATABASE_ERROR"
  | "EXTERNAL_ID_REQUIRED"
  | "HELD"
  | "IDENTITY_CONFLICT"
  | "IDENTITY_TOKEN_INVALID"
  | "INPUT_VALIDATION_FAILED"
  | "INTERNAL_ERROR"
  | "LOG_UNSIGNED"
  | "NOT_FOUND"
  | "PAYLOAD_TOO_LARGE"
  | "POLICY_SNAPSHOT_EXPIRED"
  | "POLICY_SNAPSHOT_INVALID"
  | "POLICY_SNAPSHOT_REQUIRED"
  | "PURPOSE_NOT_ALLOWED"
  | "RATE_LIMITED"
  | "SERVICE_UNAVAILABLE"
  | "STALE_POLICY"
  | "STATISTICS_OFF"
  | "SUBJECT_CONFLICT"
  | "TYPE_REQUIRED"
  | "UNAUTHORIZED"

/** Every code of a call's error: of the service, or of this package. */
export type ErrorCode = ClientCode | ServiceCode
