/**
 * The routes of the service that this package calls, with the codes the service documents for each; a test compares
 * them with the declared API.
 *
 * @module
 */
import * as Read from "../answer/ReadAnswer.js"
import * as ReadRecords from "../answer/ReadRecords.js"

const failures = ["DATABASE_ERROR", "INTERNAL_ERROR", "SERVICE_UNAVAILABLE"] as const
const limits = ["PAYLOAD_TOO_LARGE", "RATE_LIMITED"] as const
const ok = [200] as const

export const statusRoute = {
  method: "GET",
  path: "/status",
  needsKey: false,
  codes: ["INTERNAL_ERROR", "SERVICE_UNAVAILABLE"],
  statuses: ok,
  read: Read.readStatus,
} as const

export const initRoute = {
  method: "GET",
  path: "/init",
  needsKey: false,
  codes: ["INTERNAL_ERROR"],
  statuses: ok,
  read: Read.readInit,
} as const

/** @param ifNoneMatch - the caller's `etag` */
export const manifestRoute = (ifNoneMatch: () => string | undefined) =>
  ({
    method: "GET",
    path: "/manifest",
    needsKey: false,
    codes: ["INTERNAL_ERROR"],
    statuses: [200, 304],
    read: Read.readManifest(ifNoneMatch),
  }) as const

export const readRoute = {
  method: "GET",
  path: "/subjects/:id",
  needsKey: false,
  codes: ["NOT_FOUND", "RATE_LIMITED", ...failures],
  statuses: ok,
  read: Read.readSubject,
} as const

export const saveRoute = {
  method: "POST",
  path: "/subjects",
  needsKey: false,
  codes: [
    "INPUT_VALIDATION_FAILED",
    "CHOICE_PREFERENCE_MISMATCH",
    "CHOICE_OUT_OF_SCOPE",
    "PURPOSE_NOT_ALLOWED",
    "NOT_FOUND",
    "CONFLICT",
    "SUBJECT_CONFLICT",
    "POLICY_SNAPSHOT_REQUIRED",
    "POLICY_SNAPSHOT_INVALID",
    "POLICY_SNAPSHOT_EXPIRED",
    "STALE_POLICY",
    ...limits,
    ...failures,
  ],
  statuses: ok,
  read: Read.readSaved,
} as const

export const linkRoute = {
  method: "PATCH",
  path: "/subjects/:id",
  needsKey: false,
  codes: [
    "EXTERNAL_ID_REQUIRED",
    "INPUT_VALIDATION_FAILED",
    "IDENTITY_TOKEN_INVALID",
    "NOT_FOUND",
    "IDENTITY_CONFLICT",
    ...limits,
    ...failures,
  ],
  statuses: ok,
  read: Read.readLinked,
} as const

export const receiptRoute = {
  method: "GET",
  path: "/subjects/:id/receipts/:consentId",
  needsKey: false,
  codes: ["INPUT_VALIDATION_FAILED", "LOG_UNSIGNED", "NOT_FOUND", "RATE_LIMITED", ...failures],
  statuses: [200, 202],
  read: Read.readReceipt,
} as const

export const listRoute = {
  method: "GET",
  path: "/subjects",
  needsKey: true,
  codes: ["UNAUTHORIZED", "EXTERNAL_ID_REQUIRED", ...failures],
  statuses: ok,
  read: Read.readSubjects,
} as const

/** @param types - the requested types, each of which the answer must have */
export const checkRoute = <const Type extends string>(types: () => ReadonlyArray<Type>) =>
  ({
    method: "GET",
    path: "/consents/check",
    needsKey: true,
    codes: ["UNAUTHORIZED", "EXTERNAL_ID_REQUIRED", "TYPE_REQUIRED", ...failures],
    statuses: ok,
    read: Read.readCheck(types),
  }) as const

export const summaryRoute = {
  method: "GET",
  path: "/experiments/:id/summary",
  needsKey: true,
  codes: ["UNAUTHORIZED", "INPUT_VALIDATION_FAILED", ...failures],
  statuses: ok,
  read: Read.readSummary,
} as const

export const publishRoute = {
  method: "PUT",
  path: "/legal-documents/:type/current",
  needsKey: true,
  codes: ["UNAUTHORIZED", "INPUT_VALIDATION_FAILED", "CONFLICT", "PAYLOAD_TOO_LARGE", ...failures],
  statuses: ok,
  read: Read.readPublished,
} as const

export const recordsRoute = {
  method: "GET",
  path: "/consents",
  needsKey: true,
  codes: ["UNAUTHORIZED", "INPUT_VALIDATION_FAILED", ...failures],
  statuses: ok,
  read: ReadRecords.readRecords,
} as const

const statisticsCodes = ["UNAUTHORIZED", "INPUT_VALIDATION_FAILED", "STATISTICS_OFF", ...failures] as const

export const statisticsRoute = {
  method: "GET",
  path: "/statistics",
  needsKey: true,
  codes: statisticsCodes,
  statuses: ok,
  read: ReadRecords.readStatistics,
} as const

export const statisticsFileRoute = {
  method: "GET",
  path: "/statistics",
  needsKey: true,
  codes: statisticsCodes,
  statuses: ok,
  read: ReadRecords.readStatisticsFile,
} as const

const personCodes = ["UNAUTHORIZED", "INPUT_VALIDATION_FAILED", "NOT_FOUND", ...failures] as const

export const personRoute = {
  method: "GET",
  path: "/person",
  needsKey: true,
  codes: personCodes,
  statuses: ok,
  read: ReadRecords.readPerson,
} as const

export const personPageRoute = {
  method: "GET",
  path: "/person.html",
  needsKey: true,
  codes: personCodes,
  statuses: ok,
  read: ReadRecords.readPersonPage,
} as const

export const eraseRoute = {
  method: "POST",
  path: "/erasures",
  needsKey: true,
  codes: ["UNAUTHORIZED", "INPUT_VALIDATION_FAILED", "NOT_FOUND", "HELD", "PAYLOAD_TOO_LARGE", ...failures],
  statuses: [200, 202],
  read: ReadRecords.readErasureAnswer,
} as const

export const erasureRoute = {
  method: "GET",
  path: "/erasures/:id",
  needsKey: true,
  codes: personCodes,
  statuses: [200, 202],
  read: ReadRecords.readErasure,
} as const

export const placeHoldRoute = {
  method: "PUT",
  path: "/holds/:id",
  needsKey: true,
  codes: ["UNAUTHORIZED", "INPUT_VALIDATION_FAILED", "CONFLICT", "PAYLOAD_TOO_LARGE", ...failures],
  statuses: ok,
  read: ReadRecords.readHold,
} as const

export const releaseHoldRoute = {
  method: "DELETE",
  path: "/holds/:id",
  needsKey: true,
  codes: personCodes,
  statuses: ok,
  read: ReadRecords.readHold,
} as const

export const holdsRoute = {
  method: "GET",
  path: "/holds",
  needsKey: true,
  codes: ["UNAUTHORIZED", ...failures],
  statuses: ok,
  read: ReadRecords.readHolds,
} as const

export const packRoute = {
  method: "POST",
  path: "/evidence-packs",
  needsKey: true,
  codes: ["UNAUTHORIZED", "INPUT_VALIDATION_FAILED", "NOT_FOUND", "PAYLOAD_TOO_LARGE", ...failures],
  statuses: [200, 202],
  isBinary: true,
  read: ReadRecords.readPack,
} as const
