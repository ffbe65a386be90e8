/**
 * What the methods take.
 *
 * @module
 */
import type { CallOptions } from "../options/CallOptions.js"
import type * as Wire from "../wire/Wire.js"

/** The type of a consent banner's records. */
export const cookieBanner = "cookie_banner"

/** The visitor to resolve, where it is not the caller. */
export interface InitInput {
  /** As in `Accept-Language`. */
  readonly language?: string | undefined
  /** ISO 3166-1, such as `DE`. */
  readonly country?: string | undefined
  /** ISO 3166-2 without the country, such as `CA`. */
  readonly region?: string | undefined
  /** Whether the visitor's browser sends Global Privacy Control. */
  readonly gpc?: boolean | undefined
}

/** Which texts of the manifest to read. */
export interface ManifestInput {
  /** Slices the texts to one language. */
  readonly language?: string | undefined
  /** The `etag` of an earlier answer. */
  readonly ifNoneMatch?: string | undefined
}

/** Which records of a subject to read. */
export interface SubjectInput {
  /** Only records of these types; `isValid` is about them. */
  readonly types?: ReadonlyArray<string> | undefined
}

/** An act of consent. Sending it again, with the same `givenAt`, gives the record that is there. */
export interface ConsentInput extends Omit<Wire.Submission, "givenAt"> {
  /** When it was given: a `Date`, or epoch milliseconds. */
  readonly givenAt: Date | number
}

/** The account a subject is. */
export interface IdentityInput extends Wire.LinkRequest {}

/** The record whose receipt to read. */
export interface ReceiptInput {
  /** Who made the record. */
  readonly subjectId: string
  readonly consentId: string
  /** Parts whose texts are left out: what was decided, the ids, or address, browser and language. */
  readonly withhold?: ReadonlyArray<"act" | "subject" | "trace"> | undefined
}

/** The account whose records to read. */
export interface AccountInput {
  /** The user's id in this backend, as it was linked. */
  readonly externalId: string
}

/** The account, and the types of consent to check. */
export interface CheckInput<Type extends string = string> extends AccountInput {
  /** Consent types, such as `marketing_communications`. */
  readonly types: ReadonlyArray<Type>
}

/** Which decisions a summary of an experiment counts. */
export interface SummaryInput {
  /** Only what was decided then or later: a `Date`, or ISO 8601; a date without time from its begin in UTC. */
  readonly from?: Date | string | undefined
  /** Only what was decided until then; a date without time to its end in UTC. */
  readonly to?: Date | string | undefined
  readonly domain?: string | undefined
}

/** A version of a legal document that is in force from now, or from its date. */
export interface DocumentInput {
  readonly version: string
  /** `sha256:` and the document's SHA-256 in 64 lower-case hexadecimal digits. */
  readonly hash: string
  /** A `Date`, or ISO 8601. */
  readonly effectiveDate: Date | string
}

/** Options of `consents.allows`. */
export interface AllowsOptions extends CallOptions {
  /** The type of the records that count: `cookie_banner` by default. */
  readonly type?: string | undefined
}
