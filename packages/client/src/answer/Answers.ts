/**
 * The answers of the service as a caller gets them: as the declared API has them, with times as dates.
 *
 * @module
 */
import type * as Wire from "../wire/Wire.js"

type TimeMember = "timestamp" | "createdAt" | "givenAt" | "policyEffectiveDate" | "effectiveDate"

/** An answer with a `Date` where the wire has the text of a time. */
export type Dated<Value> =
  Value extends ReadonlyArray<infer Item>
    ? ReadonlyArray<Dated<Item>>
    : Value extends object
      ? { readonly [Key in keyof Value]: Key extends TimeMember ? Date : Dated<Value[Key]> }
      : Value

/** Whether the service can answer, its version, and what it sees of the client. */
export interface Status extends Dated<Wire.Status> {}

/** One act of consent on record. */
export interface ConsentItem extends Dated<Wire.ConsentItem> {}

/** What is on record of a subject. */
export interface SubjectState extends Dated<Wire.SubjectState> {}

/** What a save left on record. */
export interface SavedConsent extends Omit<Dated<Wire.ConsentReceipt>, "ok"> {}

/** The account that a subject is linked to. */
export interface LinkedSubject extends Dated<Wire.LinkedSubject> {}

/** The subjects that are verifiably one account. */
export interface SubjectList extends Dated<Wire.SubjectList> {}

/** Whether an account has a record of a type, and of the type's latest version; of a refusal, too. */
export type ConsentCheckResult = Wire.ConsentCheck["results"][string]

/** What is known of each type that was requested. */
export interface CheckAnswer<Type extends string = string> {
  readonly results: { readonly [T in Type]: ConsentCheckResult }
}

/** What visitors decided under each arm of a banner experiment. */
export interface ExperimentSummary extends Dated<Wire.ExperimentSummary> {}

/** A version of a legal document, now in force. */
export interface PublishedPolicy extends Dated<Wire.PublishedPolicy> {}

/** What a banner needs for one visitor. */
export interface Init extends Wire.InitBody {}

/** The policy configuration that depends on no visitor. */
export interface Manifest extends Wire.Manifest {}

/** A receipt of the evidence log, as JSON. `verifyReceipt` of `@consent-service/client/evidence` verifies it. */
export interface SignedReceipt extends Wire.SignedReceipt {}

/** A receipt, or that there is none yet: a record has one after about a second. */
export type ReceiptAnswer =
  | { readonly status: "issued"; readonly receipt: SignedReceipt }
  | { readonly status: "pending" }

/** The manifest, or that the one the caller has is current. */
export type ManifestAnswer =
  | { readonly status: "modified"; readonly manifest: Manifest; readonly etag: string | null }
  | { readonly status: "not-modified"; readonly etag: string }
