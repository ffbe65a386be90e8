/**
 * All problems that the service can answer with, and the one table of their status, code and message. A problem without
 * a row does not compile.
 *
 * @module
 */

/** Problems that only a transport can detect, or that only a response needs to name. */
type SurfaceProblem =
  | { readonly _tag: "RouteUnknown" }
  | { readonly _tag: "MethodUnsupported"; readonly allow: string }
  | { readonly _tag: "BodyTooLarge"; readonly limit: number }
  | { readonly _tag: "BodyIncomplete" }
  /** Refused before any route: what is no HTTP, or has more headers or expectations than a server takes. */
  | { readonly _tag: "RequestMalformed" }
  | { readonly _tag: "RequestTimedOut" }
  | { readonly _tag: "ExpectationUnknown" }
  | { readonly _tag: "HeadersTooLarge" }
  | { readonly _tag: "Unauthorized" }
  | { readonly _tag: "ExternalIdRequired" }
  | { readonly _tag: "TypeRequired" }
  | { readonly _tag: "ReportInvalid"; readonly issues: ReadonlyArray<InputIssue> }
  | { readonly _tag: "EffectiveDateUnusable" }
  | { readonly _tag: "IdentityTokenInvalid" }
  | { readonly _tag: "HeldByVerified" }
  | { readonly _tag: "DocumentDiverged" }
  | { readonly _tag: "VendorListUnknown" }
  | { readonly _tag: "HostUnusable" }
  | { readonly _tag: "ScriptUnavailable"; readonly cause: unknown }
  | { readonly _tag: "ScriptDigestUnknown" }
  /** An edge got no response from its origin; whether a save was recorded is unknown. */
  | { readonly _tag: "OriginUnreachable"; readonly cause: unknown }
  | { readonly _tag: "DocsUnavailable" }
  | { readonly _tag: "Overloaded" }
  | { readonly _tag: "RateLimited"; readonly retryAfterSeconds: number }
  | { readonly _tag: "SubjectUnknown" }
  | { readonly _tag: "ReceiptUnknown" }
  /** Nothing is on record about the person that an erasure names. */
  | { readonly _tag: "PersonUnknown" }
  /** Ids that a pack is requested for, and that no record has. */
  | { readonly _tag: "RecordsUnknown"; readonly ids: ReadonlyArray<string> }
  | { readonly _tag: "ErasureUnknown" }
  | { readonly _tag: "HoldUnknown" }
  /** A legal hold forbids an erasure. */
  | { readonly _tag: "Held"; readonly holdId: string }
  /** A hold of that name is there with another scope or reason, or was released. */
  | { readonly _tag: "HoldDiffers" }
  | { readonly _tag: "TileUnknown" }
  /** Nothing is counted where there is no evidence log. */
  | { readonly _tag: "StatisticsOff" }
  /** No key is configured that signs the log. */
  | { readonly _tag: "LogUnsigned" }
  /** A key is configured, but there is no checkpoint yet. */
  | { readonly _tag: "CheckpointMissing" }
  | { readonly _tag: "ActDiffers" }
  | { readonly _tag: "SubjectHeldElsewhere" }
  | { readonly _tag: "SubjectFull" }
  | { readonly _tag: "StoreUnhealthy"; readonly cause: unknown }
  | { readonly _tag: "Unexpected"; readonly cause: unknown }

import { inWords, type StoreError } from "@consent-service/core/ports"
import type { InputIssue, Refusal } from "@consent-service/core/consent"
import type { LogInconsistent } from "@consent-service/core/evidence-log"
/**
 * Every response that a request can get instead of the requested one: refusals of a save, trouble with a store,
 * and problems of the HTTP surface itself.
 */
export type Problem = Refusal | StoreError | LogInconsistent | SurfaceProblem

type ProblemByTag = { readonly [Tag in Problem["_tag"]]: Extract<Problem, { readonly _tag: Tag }> }

/** How a problem becomes a response. */
interface Row<P> {
  readonly status: number
  readonly code: string
  readonly reason?: string
  readonly message: (problem: P) => string
  readonly issues?: (problem: P) => ReadonlyArray<InputIssue>
  readonly headers?: (problem: P) => Readonly<Record<string, string>>
}

type Rows = { readonly [Tag in Problem["_tag"]]: Row<ProblemByTag[Tag]> }

const said = (message: string) => () => message

interface WithIssues {
  readonly issues: ReadonlyArray<InputIssue>
}

const issuesOf = ({ issues }: WithIssues): ReadonlyArray<InputIssue> => issues.slice(0, 5)

const list = (prefix: string) => (problem: WithIssues) =>
  `${prefix}: ${issuesOf(problem)
    .map(({ message, path }) => `${path}: ${message}`)
    .join("; ")}`

/** Clients give up when they must wait for more than five seconds. */
const retryAfter = () => ({ "retry-after": "2" })

/** The table. */
export const problemTable = {
  InputInvalid: { status: 400, code: "INPUT_VALIDATION_FAILED", message: list("Invalid input"), issues: issuesOf },
  ReceiptContradictsPreferences: {
    status: 400,
    code: "CHOICE_PREFERENCE_MISMATCH",
    message: list("A receipt differs from the preferences"),
    issues: issuesOf,
  },
  ReceiptOutsideScope: {
    status: 400,
    code: "CHOICE_OUT_OF_SCOPE",
    message: list("A receipt grants what the policy does not offer"),
    issues: issuesOf,
  },
  GrantOutsideScope: {
    status: 400,
    code: "PURPOSE_NOT_ALLOWED",
    message: list("The preferences grant what the policy does not offer"),
    issues: issuesOf,
  },
  SnapshotRequired: {
    status: 409,
    code: "POLICY_SNAPSHOT_REQUIRED",
    message: said("policySnapshotToken: is required; /init returns one with the policy"),
  },
  SnapshotInvalid: {
    status: 409,
    code: "POLICY_SNAPSHOT_INVALID",
    message: said("policySnapshotToken: cannot be verified"),
  },
  SnapshotExpired: {
    status: 409,
    code: "POLICY_SNAPSHOT_EXPIRED",
    message: said("policySnapshotToken, givenAt: the token has expired, and givenAt is outside its replay window"),
  },
  PolicyChanged: {
    status: 422,
    code: "STALE_POLICY",
    reason: "policy-changed",
    message: said("policySnapshotToken: the policy that it names has changed"),
  },
  PolicyInputsIncomplete: {
    status: 422,
    code: "STALE_POLICY",
    reason: "incomplete-inputs",
    message: said("policyId, fingerprint: the policy that was shown must be named with its fingerprint"),
  },
  PolicyDecisionDiffers: {
    status: 422,
    code: "STALE_POLICY",
    reason: "decision-mismatch",
    message: said("policyId, fingerprint: these inputs now resolve to another policy"),
  },
  DocumentUnknown: { status: 404, code: "NOT_FOUND", message: said("Legal document not found") },
  DocumentAmbiguous: {
    status: 409,
    code: "CONFLICT",
    message: said("policyHash, policyId: refer to different versions of the document"),
  },
  DocumentSnapshotRequired: {
    status: 409,
    code: "POLICY_SNAPSHOT_REQUIRED",
    message: said("documentSnapshotToken: is required"),
  },
  DocumentSnapshotInvalid: {
    status: 409,
    code: "POLICY_SNAPSHOT_INVALID",
    message: said("documentSnapshotToken: cannot be verified, or names another version"),
  },
  DocumentSnapshotExpired: {
    status: 409,
    code: "POLICY_SNAPSHOT_EXPIRED",
    message: said("documentSnapshotToken: has expired"),
  },
  ActDiffers: {
    status: 409,
    code: "CONFLICT",
    message: said("givenAt: this act is already recorded with other purposes, receipts or vendor grants"),
  },
  SubjectHeldElsewhere: {
    status: 409,
    code: "SUBJECT_CONFLICT",
    message: said("subjectId: already exists; generate a new one"),
  },
  Unauthorized: {
    status: 401,
    code: "UNAUTHORIZED",
    message: said("Authorization: a valid API key is required, as Bearer <key>"),
    headers: () => ({ "www-authenticate": "Bearer" }),
  },
  ExternalIdRequired: { status: 400, code: "EXTERNAL_ID_REQUIRED", message: said("externalId: is required") },
  TypeRequired: { status: 400, code: "TYPE_REQUIRED", message: said("type: at least one consent type is required") },
  ReportInvalid: { status: 400, code: "BAD_REQUEST", message: list("Invalid report"), issues: issuesOf },
  EffectiveDateUnusable: {
    status: 422,
    code: "INPUT_VALIDATION_FAILED",
    message: said("effectiveDate: must be an ISO 8601 calendar date, such as 2026-01-31 or 2026-01-31T09:00:00Z"),
  },
  IdentityTokenInvalid: {
    status: 401,
    code: "IDENTITY_TOKEN_INVALID",
    message: said("identityToken: cannot be verified, has expired, or names another externalId or identityProvider"),
    headers: () => ({ "www-authenticate": 'Bearer error="invalid_token"' }),
  },
  HeldByVerified: {
    status: 409,
    code: "IDENTITY_CONFLICT",
    message: said("externalId: the subject has a verified link to another identity"),
  },
  DocumentDiverged: {
    status: 409,
    code: "CONFLICT",
    message: said("hash: this document is already published with another version or effectiveDate"),
  },
  VendorListUnknown: { status: 404, code: "NOT_FOUND", message: said("Vendor list not found") },
  HostUnusable: {
    status: 400,
    code: "INPUT_VALIDATION_FAILED",
    message: said("Host: must be a host name with an optional port"),
  },
  ScriptUnavailable: {
    status: 503,
    code: "SCRIPT_UNAVAILABLE",
    message: said("This script is not available right now"),
    headers: retryAfter,
  },
  DocsUnavailable: {
    status: 503,
    code: "SERVICE_UNAVAILABLE",
    message: said("The documentation page is not available"),
    headers: retryAfter,
  },
  Overloaded: {
    status: 503,
    code: "SERVICE_UNAVAILABLE",
    message: said("Too many saves; try again in a moment"),
    headers: () => ({ "retry-after": "1" }),
  },
  RateLimited: {
    status: 429,
    code: "RATE_LIMITED",
    message: ({ retryAfterSeconds }) => `Too many requests; try again in ${retryAfterSeconds} s`,
    headers: ({ retryAfterSeconds }) => ({ "retry-after": String(retryAfterSeconds) }),
  },
  SubjectFull: {
    status: 429,
    code: "RATE_LIMITED",
    message: said("subjectId: has reached the limit of acts per subject; this act is not recorded"),
    // A day: clients give up on such a wait, and room does not appear with time.
    headers: () => ({ "retry-after": "86400" }),
  },
  SubjectUnknown: { status: 404, code: "NOT_FOUND", message: said("Subject not found") },
  ReceiptUnknown: {
    status: 404,
    code: "NOT_FOUND",
    message: said("Receipt not found: this subject has no such record, or it is not in the evidence log"),
  },
  PersonUnknown: { status: 404, code: "NOT_FOUND", message: said("Nothing is on record about this person") },
  RecordsUnknown: {
    status: 404,
    code: "NOT_FOUND",
    message: ({ ids }) => `consentIds: no record has the id ${JSON.stringify(ids[0])}`,
  },
  ErasureUnknown: { status: 404, code: "NOT_FOUND", message: said("Erasure not found") },
  HoldUnknown: { status: 404, code: "NOT_FOUND", message: said("Legal hold not found") },
  Held: {
    status: 409,
    code: "HELD",
    message: ({ holdId }) => `The legal hold ${JSON.stringify(holdId)} forbids this erasure; nothing was erased`,
  },
  HoldDiffers: {
    status: 409,
    code: "CONFLICT",
    message: said("id: a legal hold of this name exists with another scope or reason, or was released"),
  },
  TileUnknown: {
    status: 404,
    code: "NOT_FOUND",
    message: said("Tile not found: the newest checkpoint does not cover it"),
  },
  StatisticsOff: {
    status: 404,
    code: "STATISTICS_OFF",
    message: said("Statistics are counted with the evidence log, which is turned off: `evidence: false`"),
  },
  LogUnsigned: {
    status: 503,
    code: "LOG_UNSIGNED",
    message: said("No key signs the evidence log of this service"),
    // An hour: clients give up on such a wait, and a key does not appear with time.
    headers: () => ({ "retry-after": "3600" }),
  },
  CheckpointMissing: {
    status: 503,
    code: "SERVICE_UNAVAILABLE",
    message: said("The evidence log has no checkpoint yet"),
    headers: () => ({ "retry-after": "1" }),
  },
  ScriptDigestUnknown: {
    status: 404,
    code: "NOT_FOUND",
    message: said("No script has this digest now; `consent-service script-tag` prints the tag of the current one"),
  },
  RouteUnknown: { status: 404, code: "NOT_FOUND", message: said("Path not found") },
  MethodUnsupported: {
    status: 405,
    code: "METHOD_NOT_ALLOWED",
    message: ({ allow }) => `Method not allowed; this path answers ${allow}`,
    headers: ({ allow }) => ({ allow }),
  },
  BodyTooLarge: {
    status: 413,
    code: "PAYLOAD_TOO_LARGE",
    message: ({ limit }) => `The body must be at most ${limit} bytes`,
  },
  BodyIncomplete: {
    status: 400,
    code: "INPUT_VALIDATION_FAILED",
    message: said("The body ended before it was complete"),
  },
  RequestMalformed: { status: 400, code: "BAD_REQUEST", message: said("The request is not valid HTTP") },
  RequestTimedOut: { status: 408, code: "BAD_REQUEST", message: said("The request took too long to arrive") },
  ExpectationUnknown: { status: 417, code: "BAD_REQUEST", message: said("Expect: must be 100-continue") },
  HeadersTooLarge: { status: 431, code: "BAD_REQUEST", message: said("The headers must be at most 16 KiB together") },
  OriginUnreachable: {
    status: 503,
    code: "SERVICE_UNAVAILABLE",
    message: said("The service is not available right now"),
    headers: retryAfter,
  },
  StoreUnhealthy: {
    status: 503,
    code: "SERVICE_UNAVAILABLE",
    message: said("Database health check failed"),
    headers: retryAfter,
  },
  StoreUnreachable: {
    status: 503,
    code: "SERVICE_UNAVAILABLE",
    message: said("The service is not available right now"),
    headers: retryAfter,
  },
  SchemaMismatch: {
    status: 503,
    code: "SERVICE_UNAVAILABLE",
    message: said("The service is not available right now"),
    headers: retryAfter,
  },
  StoreFailed: { status: 500, code: "DATABASE_ERROR", message: said("A database error occurred") },
  LogInconsistent: { status: 500, code: "INTERNAL_ERROR", message: said("An unexpected error occurred") },
  Unexpected: { status: 500, code: "INTERNAL_ERROR", message: said("An unexpected error occurred") },
} as const satisfies Rows

/** A problem's name in the table. */
export type ProblemTag = keyof typeof problemTable

const rows: Rows = problemTable

const render = <Tag extends ProblemTag>(tag: Tag, problem: ProblemByTag[Tag]) => {
  const row = rows[tag]
  const issues = row.issues?.(problem)
  return {
    status: row.status,
    code: row.code,
    headers: row.headers?.(problem) ?? {},
    body: {
      message: row.message(problem),
      cause: {
        code: row.code,
        ...(row.reason === undefined ? {} : { reason: row.reason }),
        ...(issues === undefined ? {} : { issues }),
      },
    },
  }
}

/**
 * The status, code, headers and body of a problem, with at most its first five issues.
 *
 * @example
 * ```ts
 * import { renderProblem } from "@consent-service/adapter-http/answer"
 *
 * const { body, status } = renderProblem({ _tag: "Unauthorized" })
 * status // 401
 * body.cause.code // "UNAUTHORIZED"
 * ```
 */
export const renderProblem = (problem: Problem) => render(problem._tag, problem)

/**
 * The internal cause, for the log only; null for client errors.
 *
 * @example
 * ```ts
 * import { failureOf } from "@consent-service/adapter-http/answer"
 *
 * failureOf({ _tag: "Unexpected", cause: new Error("no memory") }) // "Unexpected: Error: no memory"
 * failureOf({ _tag: "Unauthorized" }) // null
 * ```
 */
export const failureOf = (problem: Problem): string | null => {
  switch (problem._tag) {
    case "SchemaMismatch":
      return problem.message
    case "LogUnsigned":
      return "LogUnsigned: no signing key of the evidence log is configured"
    case "CheckpointMissing":
      return "CheckpointMissing: the evidence log has not been signed yet"
    case "LogInconsistent":
      return `LogInconsistent: ${problem.message}`
    case "Overloaded":
      return "Overloaded: saves exceed limits.maxConcurrentSaves and limits.maxQueuedSaves"
    case "DocsUnavailable":
      return "DocsUnavailable: the files of the viewer cannot be read"
    case "StoreUnreachable":
    case "StoreFailed":
      return `${problem._tag} in ${problem.operation}: ${inWords(problem.cause)}`
    case "OriginUnreachable":
    case "StoreUnhealthy":
    case "ScriptUnavailable":
    case "Unexpected":
      return `${problem._tag}: ${inWords(problem.cause)}`
    default:
      return null
  }
}
