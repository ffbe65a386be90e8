/**
 * A policy decision as its row has it, which a verification trusts no more than any other row.
 *
 * @module
 */

/** The parts of a decision that its id is derived from. */
export interface DecisionContent {
  readonly fingerprint: string
  readonly matchedBy: string
  readonly country: string | null
  readonly region: string | null
  readonly language: string
  readonly manifestRevision: string
  /** The resolved policy: as it is decided, or parsed from where it is stored. */
  readonly policy: unknown
  /** Left out of decisions that were made before texts were archived. */
  readonly textsDigest?: string
}

/** A decision as it is stored. */
export interface StoredDecision extends DecisionContent {
  readonly id: string
  readonly policyId: string
  readonly model: string
}
