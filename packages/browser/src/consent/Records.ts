/**
 * A visitor's decisions as a browser stores them. `false` is a refusal; a missing category is undecided.
 *
 * @module
 */

import type { OptionalCategory } from "@consent-service/core/policy"
import type { Receipt, Receipts } from "@consent-service/core/consent"
export type { Receipt, Receipts }

/** The subject of the records; every member is absent before the first save. */
export interface Subject {
  readonly subjectId?: string
  readonly externalId?: string | undefined
  readonly identityProvider?: string | undefined
}

/** The vendors outside IAB that the visitor switched off, and when; all others are on. */
export interface VendorDenials {
  /** Epoch milliseconds. */
  readonly confirmedAt: number
  readonly denied: ReadonlyArray<string>
}

/** All decisions of the visitor. */
export interface ConsentRecords {
  readonly subject: Subject
  readonly categories: Receipts
  readonly vendors: VendorDenials | null
}

/** The notice that was seen: its fingerprint, and when, in epoch milliseconds. */
export interface Acknowledgement {
  readonly fingerprint: string
  readonly at: number
}

/** Nothing was decided. */
export const noRecords: ConsentRecords = { subject: {}, categories: {}, vendors: null }

/** A boolean for each optional category. */
export type CategoryFlags = Readonly<Record<OptionalCategory, boolean>>
