/**
 * The content of a TC string as plain data.
 *
 * @module
 */

/** Ids of purposes, features or vendors, counted from 1. */
export type Ids = ReadonlySet<number>

/** One restriction of the publisher, and the vendors it covers. */
export interface PublisherRestriction {
  readonly purposeId: number
  /** 0: not allowed; 1: consent only; 2: legitimate interest only. */
  readonly type: number
  readonly vendorIds: Ids
}

/** A TC string of one service (`isServiceSpecific` is always 1), version 2. */
export interface TcModel {
  /** Milliseconds. A string has a resolution of 100 ms; ours contain whole UTC days. */
  readonly created: number
  /** Like {@link created}, and equal to it in our strings. */
  readonly lastUpdated: number
  readonly cmpId: number
  readonly cmpVersion: number
  readonly consentScreen: number
  /** Two upper-case letters. */
  readonly consentLanguage: string
  readonly vendorListVersion: number
  readonly policyVersion: number
  readonly useNonStandardTexts: boolean
  readonly specialFeatures: Ids
  readonly purposeConsents: Ids
  /** Purposes 1 and 3 to 6 are never written. */
  readonly purposeLegitimateInterests: Ids
  readonly purposeOneTreatment: boolean
  /** Two upper-case letters. */
  readonly publisherCountryCode: string
  readonly vendorConsents: Ids
  readonly vendorLegitimateInterests: Ids
  readonly publisherRestrictions: ReadonlyArray<PublisherRestriction>
  /** Null in a string from before TCF 2.3, which may omit them. */
  readonly disclosedVendors: Ids | null
}

/** Whether a legitimate interest can be claimed for a purpose (since TCF 2.2). */
export const mayBeLegitimateInterest = (purposeId: number): boolean => purposeId === 2 || purposeId > 6

/** Whether this can be a registered CMP's id: 12 bits, without 0 and 1, which were never assigned. */
export const isCmpId = (cmpId: number | null | undefined): cmpId is number =>
  Number.isInteger(cmpId) && Number(cmpId) > 1 && Number(cmpId) < 4096
