/**
 * The answers of the service as callers receive them: as in the declared API, with times as dates.
 *
 * @module
 */
import type * as Wire from "../wire/Wire.js"

type TimeMember =
  | "timestamp"
  | "createdAt"
  | "givenAt"
  | "policyEffectiveDate"
  | "effectiveDate"
  | "validUntil"
  | "placedAt"
  | "releasedAt"

type DateOf<Value> = Value extends null ? null : Date

/** An answer with a `Date` for each time. */
export type Dated<Value> =
  Value extends ReadonlyArray<infer Item>
    ? ReadonlyArray<Dated<Item>>
    : Value extends object
      ? { readonly [Key in keyof Value]: Key extends TimeMember ? DateOf<Value[Key]> : Dated<Value[Key]> }
      : Value

/** Whether the service can answer, its version, and what it sees of the client. */
export interface Status extends Dated<Wire.Status> {}

/** One act of consent on record. */
export interface ConsentItem extends Dated<Wire.ConsentItem> {}

/** The records of a subject. */
export interface SubjectState extends Dated<Wire.SubjectState> {}

/** The result of a save. */
export interface SavedConsent extends Omit<Dated<Wire.ConsentReceipt>, "ok"> {}

/** The account that a subject is linked to. */
export interface LinkedSubject extends Dated<Wire.LinkedSubject> {}

/** The subjects with a verified link to one account. */
export interface SubjectList extends Dated<Wire.SubjectList> {}

/** Whether an account has a record of a type, and of the type's latest version. Refusals count, too. */
export type ConsentCheckResult = Wire.ConsentCheck["results"][string]

/** The result for each requested type. */
export interface CheckAnswer<Type extends string = string> {
  readonly results: { readonly [T in Type]: ConsentCheckResult }
}

/** Visitors' decisions under each arm of a banner experiment. */
export interface ExperimentSummary extends Dated<Wire.ExperimentSummary> {}

/** A version of a legal document, now in force. */
export interface PublishedPolicy extends Dated<Wire.PublishedPolicy> {}

/** The content of a banner for one visitor. */
export interface Init extends Wire.InitBody {}

/** The visitor-independent policy configuration. */
export interface Manifest extends Wire.Manifest {}

/** A receipt of the evidence log, as JSON. `verifyReceipt` of `@consent-service/client/evidence` verifies it. */
export interface SignedReceipt extends Wire.SignedReceipt {}

/** A receipt, or that there is none yet: a record gets one after about a second. */
export type ReceiptAnswer =
  | { readonly status: "issued"; readonly receipt: SignedReceipt }
  | { readonly status: "pending" }

/** A record with all that is stored of it. */
export interface StoredRecord extends Dated<Wire.RecordItem> {}

/** A page of records. `next` is the `after` of the next page; null when there is none. */
export interface RecordPage extends Dated<Wire.RecordPage> {}

/** How visitors decided, by group. */
export interface StatisticsReport extends Wire.StatisticsReport {}

/** The same as a file for spreadsheets. */
export interface StatisticsFile {
  readonly csv: string
}

/** Everything on record about a person, with what was shown for each record. */
export interface PersonReport extends Dated<Wire.PersonReport> {}

/** What was erased, with its proofs. Keep it as it is: anyone can verify it, and it names no person. */
export interface ErasureCertificate extends Wire.ErasureCertificate {}

/** What an erasure would delete. */
export type ErasurePreview = Omit<Wire.ErasurePreview, "dryRun">

/** A certificate, or that there is none yet: ask for it with `erasures.get` and this `requestId`. */
export type ErasureState =
  | { readonly status: "erased"; readonly certificate: ErasureCertificate }
  | {
      readonly status: "pending"
      readonly requestId: string
      /** Whether the records are gone. Otherwise `erasures.create` must be called again with this `requestId`. */
      readonly isErased: boolean
    }

/** The state of an erasure, or what a dry run found. */
export type ErasureAnswer = ErasureState | { readonly status: "dry-run"; readonly preview: ErasurePreview }

/** A legal hold: what it covers cannot be erased until it is released. */
export interface LegalHold extends Dated<Wire.LegalHold> {}

/** Every legal hold, those that were released included. */
export interface LegalHoldList extends Dated<Wire.LegalHoldList> {}

/** A page about a person, to send to them. */
export interface PersonPage {
  readonly html: string
}

/** The bytes of a zip file, or that no checkpoint covers it yet: call again in a second. */
export type PackAnswer = { readonly status: "issued"; readonly zip: Uint8Array } | { readonly status: "pending" }

/** The manifest, or that the caller's copy is current. */
export type ManifestAnswer =
  | { readonly status: "modified"; readonly manifest: Manifest; readonly etag: string | null }
  | { readonly status: "not-modified"; readonly etag: string }
