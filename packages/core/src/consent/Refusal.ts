/**
 * Why a save is not recorded, although everything works: the client sent something that cannot stand
 * (wire.md 2.3, contract decisions 8, 37 and 38). A refused save writes nothing.
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
  /** The policy snapshot token cannot be verified. */
  SnapshotInvalid: {}
  /** The save names no policy, or one without the fingerprint it was shown with. */
  PolicyInputsIncomplete: {}
  /** The inputs lead to another policy than the one the save names. */
  PolicyDecisionDiffers: {}
}>

export const Refusal = Data.taggedEnum<Refusal>()
