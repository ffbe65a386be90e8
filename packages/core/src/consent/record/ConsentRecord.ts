/**
 * The record of one act: the decision, its policy, and the source of that policy. A record is written once and never
 * changed.
 *
 * @module
 */
import type { PendingEntry } from "../../evidence/PendingEntry.js"
import type { Jurisdiction } from "../../location/Jurisdiction.js"
import type { PolicyModel } from "../../policy/PolicyRule.js"
import type { MatchedBy } from "../../policy/PolicyResolution.js"
import type { ResolvedPolicy } from "../../policy/ResolvedPolicy.js"
import { compareCodeUnits } from "../../schema/Order.js"
import type { SubjectId } from "../../subject/SubjectId.js"
import type { VendorChoice } from "../../vendor/VendorChoice.js"
import type { ActBound } from "./ActBound.js"
import type { Choice } from "./Receipt.js"

/** The property of records from a store that holds the stored text of `vendorChoice`. Not enumerable. */
export const vendorText: unique symbol = Symbol("stored text of vendorChoice")

/** How the policy of a visitor was determined. */
export type DecisionSource = "snapshot_token" | "snapshot_token_replayed" | "write_time_fallback"

/** The visitor's action, as experiment summaries name it. */
export type ConsentAction = "accept_all" | "reject_all" | "opt_out" | "custom"

/** A stored JSON value, possibly of an older shape; null when none was stored. */
export type Stored<A> = A | "unreadable" | null

/** The complete policy of a record, so that the decision can be reproduced without the manifest. */
export interface PolicyDecision {
  /** Derived from the content: equal decisions are stored once. */
  readonly id: string
  readonly policyId: string
  /** The policy fingerprint. */
  readonly fingerprint: string
  readonly matchedBy: MatchedBy
  readonly model: PolicyModel
  readonly country: string | null
  readonly region: string | null
  /** The `Accept-Language` that selected the texts. */
  readonly language: string
  readonly manifestRevision: string
  /** The digest of the texts that were served, under which they are archived; null in decisions from before the archive. */
  readonly textsDigest: string | null
  readonly policy: ResolvedPolicy
}

/** The experiment arm a visitor saw, when the client reports one. */
export interface ExperimentAttribution {
  readonly id: string
  readonly arm: string
}

/** The stored content of one act. Times are epoch milliseconds. */
export interface ConsentRecord {
  /** Derived from the act's identity, so that a retry finds it. */
  readonly id: string
  readonly subjectId: SubjectId
  readonly type: string
  readonly domain: string
  /** The version row of the legal document; null for acts without one. */
  readonly documentId: string | null
  readonly givenAt: number
  readonly createdAt: number
  readonly validUntil: number | null
  /** The complete applied map, including refusals. */
  readonly preferences: Stored<Readonly<Record<string, boolean>>>
  readonly choice: Stored<Choice>
  readonly vendorChoice: Stored<VendorChoice>
  readonly metadata: Stored<Readonly<Record<string, unknown>>>
  readonly jurisdiction: Jurisdiction | null
  readonly model: string | null
  readonly consentAction: string | null
  readonly uiSource: string | null
  readonly tcString: string | null
  readonly ipAddress: string | null
  readonly userAgent: string | null
  readonly language: string | null
  readonly decisionId: string | null
  readonly decisionSource: DecisionSource | null
  readonly experiment: ExperimentAttribution | null
  readonly timeToDecisionMs: number | null
  /** SHA-256 of the content that a retry must repeat: purposes, receipts and vendor grants. */
  readonly contentDigest: string
}

/**
 * Orders records as every list of them is ordered: newest act first, of equal times the greater id.
 *
 * @example
 * ```ts
 * import { newestFirst } from "@consent-service/core/consent"
 *
 * const acts = [{ id: "cns_a", givenAt: 1 }, { id: "cns_b", givenAt: 2 }]
 * acts.toSorted(newestFirst).map(({ id }) => id) // ["cns_b", "cns_a"]
 * ```
 */
export const newestFirst = (
  a: Pick<ConsentRecord, "givenAt" | "id">,
  b: Pick<ConsentRecord, "givenAt" | "id">,
): number => b.givenAt - a.givenAt || compareCodeUnits(b.id, a.id)

/** The user account a subject is linked to. */
export interface IdentityLink {
  readonly externalId: string
  readonly identityProvider: string
  readonly verified: boolean
}

/**
 * The part of a record in responses and histories. A ledger may parse `vendorChoice` each time it is
 * read, so read it once and do not keep it.
 */
export type HistoryRecord = Pick<
  ConsentRecord,
  | "id"
  | "type"
  | "domain"
  | "documentId"
  | "givenAt"
  | "createdAt"
  | "preferences"
  | "choice"
  | "vendorChoice"
  | "jurisdiction"
  | "decisionSource"
> & {
  /** The stored text of `vendorChoice`, where the ledger has one. */
  readonly [vendorText]?: string
}

/**
 * The part of a record that a history holds: no address, no browser, no proof of the decision.
 *
 * @example
 * ```ts
 * import { type ConsentRecord, toHistoryRecord } from "@consent-service/core/consent"
 *
 * const shown = (record: ConsentRecord) => toHistoryRecord(record).preferences
 * ```
 */
export const toHistoryRecord = (record: ConsentRecord): HistoryRecord => {
  const { choice, createdAt, decisionSource, documentId, domain, givenAt } = record
  const { id, jurisdiction, preferences, type, vendorChoice } = record
  const what = { preferences, choice, vendorChoice, jurisdiction, decisionSource }
  return { id, type, domain, documentId, givenAt, createdAt, ...what }
}

/** A record that is not stored yet, with everything that is stored with it. */
export interface ConsentDraft {
  /** All of it is readable, because it was just made. */
  readonly record: ConsentRecord
  readonly decision: PolicyDecision | null
  /** Applies only if the save creates the subject. */
  readonly link: IdentityLink | null
  /** The bound of the subject's records including this one; `defaultSaveBound` by default. */
  readonly bound?: ActBound
  /** The evidence-log entries of the save; absent where nothing is logged. */
  readonly entries?: DraftEntries
}

/**
 * Makes the evidence-log entries of a save, each with a new salt. A store calls these for what it inserts: a save that
 * repeats an earlier one costs no entry.
 */
export interface DraftEntries {
  /** The entry to queue if the record is inserted. */
  readonly record: () => PendingEntry
  /** The entry to queue if the link is created; null for a save without a link. */
  readonly link: (() => PendingEntry) | null
}

/** A subject with its records, newest act first. */
export interface SubjectHistory {
  readonly id: SubjectId
  readonly createdAt: number
  readonly link: IdentityLink | null
  readonly records: ReadonlyArray<HistoryRecord>
  /** Whether older acts were left out, because the subject exceeds the bound of a read. */
  readonly truncated: boolean
}
