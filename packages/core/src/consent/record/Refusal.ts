/**
 * The reasons to refuse a save because of its content. A refused save writes nothing.
 *
 * @module
 */
import * as Data from "effect/Data"

/** A problem of one field; the path is dotted. */
export interface InputIssue {
  readonly path: string
  readonly message: string
}

/** Every reason to refuse a save. */
export type Refusal = Data.TaggedEnum<{
  /** A field has an invalid shape or range. */
  InputInvalid: { readonly issues: ReadonlyArray<InputIssue> }
  /** A receipt contradicts the preferences. */
  ReceiptContradictsPreferences: { readonly issues: ReadonlyArray<InputIssue> }
  /** A receipt grants a category that the policy does not offer. */
  ReceiptOutsideScope: { readonly issues: ReadonlyArray<InputIssue> }
  /** The preferences grant a category that a strict policy does not offer. */
  GrantOutsideScope: { readonly issues: ReadonlyArray<InputIssue> }
  /** Snapshots are signed here, but the save has none. */
  SnapshotRequired: {}
  /** The policy snapshot token cannot be verified, or lacks required claims. */
  SnapshotInvalid: {}
  /** The policy snapshot token has expired, and `givenAt` is outside its replay window. */
  SnapshotExpired: {}
  /** The policy of the token is no longer in force, or has another meaning now. */
  PolicyChanged: {}
  /** The save names no policy, or one without the fingerprint it was shown with. */
  PolicyInputsIncomplete: {}
  /** The inputs resolve to another policy than the save's. */
  PolicyDecisionDiffers: {}
  /** No version of the document has the hash or id in the save. */
  DocumentUnknown: {}
  /** The hash and the id in the save belong to different versions. */
  DocumentAmbiguous: {}
  /** Document snapshots are verified here, but the save has none. */
  DocumentSnapshotRequired: {}
  /** The document snapshot cannot be verified, or is of another version than the save's. */
  DocumentSnapshotInvalid: {}
  DocumentSnapshotExpired: {}
}>

export const Refusal = Data.taggedEnum<Refusal>()
