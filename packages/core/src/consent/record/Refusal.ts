/**
 * The reasons to refuse a save because of what the client sent. A refused save writes nothing.
 *
 * @module
 */
import * as Data from "effect/Data"

/** One thing wrong with one field; the path is dotted. */
export interface InputIssue {
  readonly path: string
  readonly message: string
}

/** Everything a save can be refused for. */
export type Refusal = Data.TaggedEnum<{
  /** A field does not have the shape or range it must have. */
  InputInvalid: { readonly issues: ReadonlyArray<InputIssue> }
  /** A receipt says something else than the preferences. */
  ReceiptContradictsPreferences: { readonly issues: ReadonlyArray<InputIssue> }
  /** A receipt grants a category that the policy does not offer. */
  ReceiptOutsideScope: { readonly issues: ReadonlyArray<InputIssue> }
  /** The preferences grant a category that a strict policy does not offer. */
  GrantOutsideScope: { readonly issues: ReadonlyArray<InputIssue> }
  /** Snapshots are signed here, and the save carries none. */
  SnapshotRequired: {}
  /** The policy snapshot token cannot be verified, or lacks required claims. */
  SnapshotInvalid: {}
  /** The policy snapshot token has expired, and `givenAt` is outside its replay window. */
  SnapshotExpired: {}
  /** The policy of the token is no longer in force, or means something else by now. */
  PolicyChanged: {}
  /** The save names no policy, or one without the fingerprint it was shown with. */
  PolicyInputsIncomplete: {}
  /** The inputs lead to another policy than the one the save names. */
  PolicyDecisionDiffers: {}
  /** No version of the document has the hash or id that the save names. */
  DocumentUnknown: {}
  /** The hash and the id that the save names are of different versions. */
  DocumentAmbiguous: {}
  /** Document snapshots are verified here, and the save carries none. */
  DocumentSnapshotRequired: {}
  /** The document snapshot cannot be verified, or is of another version than the save names. */
  DocumentSnapshotInvalid: {}
  DocumentSnapshotExpired: {}
}>

export const Refusal = Data.taggedEnum<Refusal>()
