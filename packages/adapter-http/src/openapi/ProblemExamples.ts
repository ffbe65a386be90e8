/**
 * Problems as the document shows them: one of every kind, rendered as it would be answered.
 *
 * @module
 */
import { SchemaMismatch, StoreFailed, StoreUnreachable } from "@consent-service/core/ports"
import { type Problem, problemTable, type ProblemTag, renderProblem } from "../answer/Problem.js"

const issues = (path: string, message: string) => [{ path, message }]

/** A problem of every kind. Their causes are for the log and show nowhere. */
const samples: { readonly [Tag in ProblemTag]: () => Extract<Problem, { readonly _tag: Tag }> } = {
  InputInvalid: () => ({ _tag: "InputInvalid", issues: issues("domain", "is missing") }),
  ReceiptContradictsPreferences: () => ({
    _tag: "ReceiptContradictsPreferences",
    issues: issues("receipts.marketing", "is true, and the preference is false"),
  }),
  ReceiptOutsideScope: () => ({
    _tag: "ReceiptOutsideScope",
    issues: issues("receipts.marketing", "is not offered by the policy"),
  }),
  GrantOutsideScope: () => ({
    _tag: "GrantOutsideScope",
    issues: issues("preferences.marketing", "is not offered by the policy"),
  }),
  SnapshotRequired: () => ({ _tag: "SnapshotRequired" }),
  SnapshotInvalid: () => ({ _tag: "SnapshotInvalid" }),
  SnapshotExpired: () => ({ _tag: "SnapshotExpired" }),
  PolicyChanged: () => ({ _tag: "PolicyChanged" }),
  PolicyInputsIncomplete: () => ({ _tag: "PolicyInputsIncomplete" }),
  PolicyDecisionDiffers: () => ({ _tag: "PolicyDecisionDiffers" }),
  DocumentUnknown: () => ({ _tag: "DocumentUnknown" }),
  DocumentAmbiguous: () => ({ _tag: "DocumentAmbiguous" }),
  DocumentSnapshotRequired: () => ({ _tag: "DocumentSnapshotRequired" }),
  DocumentSnapshotInvalid: () => ({ _tag: "DocumentSnapshotInvalid" }),
  DocumentSnapshotExpired: () => ({ _tag: "DocumentSnapshotExpired" }),
  ActDiffers: () => ({ _tag: "ActDiffers" }),
  SubjectHeldElsewhere: () => ({ _tag: "SubjectHeldElsewhere" }),
  SubjectFull: () => ({ _tag: "SubjectFull" }),
  Unauthorized: () => ({ _tag: "Unauthorized" }),
  ExternalIdRequired: () => ({ _tag: "ExternalIdRequired" }),
  TypeRequired: () => ({ _tag: "TypeRequired" }),
  ReportInvalid: () => ({ _tag: "ReportInvalid", issues: issues("source", "is missing") }),
  EffectiveDateUnusable: () => ({ _tag: "EffectiveDateUnusable" }),
  IdentityTokenInvalid: () => ({ _tag: "IdentityTokenInvalid" }),
  HeldByVerified: () => ({ _tag: "HeldByVerified" }),
  DocumentDiverged: () => ({ _tag: "DocumentDiverged" }),
  VendorListUnknown: () => ({ _tag: "VendorListUnknown" }),
  HostUnusable: () => ({ _tag: "HostUnusable" }),
  ScriptUnavailable: () => ({ _tag: "ScriptUnavailable", cause: null }),
  DocsUnavailable: () => ({ _tag: "DocsUnavailable" }),
  Overloaded: () => ({ _tag: "Overloaded" }),
  RateLimited: () => ({ _tag: "RateLimited", retryAfterSeconds: 3 }),
  SubjectUnknown: () => ({ _tag: "SubjectUnknown" }),
  RouteUnknown: () => ({ _tag: "RouteUnknown" }),
  MethodUnsupported: () => ({ _tag: "MethodUnsupported", allow: "GET, HEAD, OPTIONS" }),
  BodyTooLarge: () => ({ _tag: "BodyTooLarge", limit: 65_536 }),
  BodyIncomplete: () => ({ _tag: "BodyIncomplete" }),
  StoreUnhealthy: () => ({ _tag: "StoreUnhealthy", cause: null }),
  StoreUnreachable: () => new StoreUnreachable({ operation: "", cause: null }),
  SchemaMismatch: () => new SchemaMismatch({ message: "" }),
  StoreFailed: () => new StoreFailed({ operation: "", cause: null }),
  Unexpected: () => ({ _tag: "Unexpected", cause: null }),
}

const isProblemTag = (name: string): name is ProblemTag => Object.hasOwn(problemTable, name)

/** Every kind of problem. */
export const allProblemTags: ReadonlyArray<ProblemTag> = Object.keys(problemTable).filter(isProblemTag)

/** A problem of a kind, rendered. */
export const sampleProblem = (tag: ProblemTag) => renderProblem(samples[tag]())
