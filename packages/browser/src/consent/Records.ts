/**
 * A person's decisions as a browser keeps them. `false` is a refusal; an absent category has no decision.
 *
 * @module
 */

import type { OptionalCategory } from "@consent-service/core/policy"
import type { Receipt, Receipts } from "@consent-service/core/consent"
export type { Receipt, Receipts }

/** Who the records are of; every member absent before the first save. */
export interface Subject {
  readonly subjectId?: string
  readonly externalId?: string | undefined
  readonly identityProvider?: string | undefined
}

/** The vendors outside IAB that a person switched off, and when; vendors that are not listed were left on. */
export interface VendorDenials {
  /** Epoch milliseconds. */
  readonly confirmedAt: number
  readonly denied: ReadonlyArray<string>
}

/** Everything a person decided. */
export interface ConsentRecords {
  readonly subject: Subject
  readonly categories: Receipts
  readonly vendors: VendorDenials | null
}

/** That a notice was seen: its fingerprint, and when in epoch milliseconds. */
export interface Acknowledgement {
  readonly fingerprint: string
  readonly at: number
}

/** Nothing was decided. */
export const noRecords: ConsentRecords = { subject: {}, categories: {}, vendors: null }

/** A boolean for each category a visitor may refuse. */
export type CategoryFlags = Readonly<Record<OptionalCategory, boolean>>
