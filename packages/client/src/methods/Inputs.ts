/**
 * The inputs of the methods.
 *
 * @module
 */
import type { CallOptions } from "../options/CallOptions.js"
import type * as Wire from "../wire/Wire.js"

/** The type of a consent banner's records. */
export const cookieBanner = "cookie_banner"

/** The visitor to resolve, if it is not the caller. */
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

/** Selects texts of the manifest. */
export interface ManifestInput {
  /** Limits the texts to one language. */
  readonly language?: string | undefined
  /** The `etag` of an earlier answer. */
  readonly ifNoneMatch?: string | undefined
}

/** Selects records of a subject. */
export interface SubjectInput {
  /** Only records of these types; `isValid` covers these too. */
  readonly types?: ReadonlyArray<string> | undefined
}

/** An act of consent. Sending it again, with the same `givenAt`, returns the existing record. */
export interface ConsentInput extends Omit<Wire.Submission, "givenAt"> {
  /** When it was given: a `Date`, or epoch milliseconds. */
  readonly givenAt: Date | number
}

/** The account of a subject. */
export interface IdentityInput extends Wire.LinkRequest {}

/** Selects the record of a receipt. */
export interface ReceiptInput {
  /** The subject of the record. */
  readonly subjectId: string
  readonly consentId: string
  /** Parts to withhold: the decision, the ids, or address, browser and language. */
  readonly withhold?: ReadonlyArray<"act" | "subject" | "trace"> | undefined
}

/** Selects the account of the records. */
export interface AccountInput {
  /** The user's id in this backend, as in its links. */
  readonly externalId: string
}

/** The account and the types of consent to check. */
export interface CheckInput<Type extends string = string> extends AccountInput {
  /** Consent types, such as `marketing_communications`. */
  readonly types: ReadonlyArray<Type>
}

/** Selects the decisions that a summary of an experiment counts. */
export interface SummaryInput {
  /** Only decisions from this time on: a `Date`, or ISO 8601; a date without time means its start in UTC. */
  readonly from?: Date | string | undefined
  /** Only decisions up to this time; a date without time means its end in UTC. */
  readonly to?: Date | string | undefined
  readonly domain?: string | undefined
}

/** A version of a legal document that is in force now, or from its date on. */
export interface DocumentInput {
  readonly version: string
  /** `sha256:` and the document's SHA-256 in 64 lower-case hexadecimal digits. */
  readonly hash: string
  /** A `Date`, or ISO 8601. */
  readonly effectiveDate: Date | string
}

/** Options of `consents.allows`. */
export interface AllowsOptions extends CallOptions {
  /** The type of records that count: `cookie_banner` by default. */
  readonly type?: string | undefined
}
