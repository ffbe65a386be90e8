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

/** Selects records of all visitors. */
export interface RecordsInput {
  /** Only acts of this time or later: a `Date`, or ISO 8601. */
  readonly from?: Date | string | undefined
  /** Only acts until this time; a date without time includes its last millisecond. */
  readonly to?: Date | string | undefined
  readonly domain?: string | undefined
  readonly type?: string | undefined
  /** ISO 3166-1, such as `DE`, as the policy was decided. */
  readonly country?: string | undefined
  readonly action?: "accept_all" | "reject_all" | "opt_out" | "custom" | undefined
  /** The `next` of the page before. */
  readonly after?: string | undefined
  /** 1 to 1,000 records; 100 by default. */
  readonly limit?: number | undefined
}

/** Which days are counted, and by what. */
export interface StatisticsInput {
  /** The first day, in UTC: a `Date`, or `2026-01-31`. 29 days before the last one by default. */
  readonly from?: Date | string | undefined
  /** The last day; today by default. */
  readonly to?: Date | string | undefined
  /** What the groups are; `day` by default. */
  readonly groupBy?: "day" | "country" | "rule" | "action" | "language" | "experiment" | undefined
}

/** One subject, or every subject with a verified link to an account. */
export type PersonInput =
  | { readonly subjectId: string; readonly externalId?: undefined }
  | { readonly externalId: string; readonly subjectId?: undefined }

/** Whose records to erase, and why. */
export type ErasureInput = PersonInput & {
  /** Kept in the certificate and in the log: name no person in it. */
  readonly reason: string
  /** Only these parts of the records: address, browser, language and metadata. */
  readonly parts?: ReadonlyArray<"trace"> | undefined
  /** Such as a ticket's number. The same erasure again has the same certificate; a random one by default. */
  readonly requestId?: string | undefined
  /** Whether to report only what would be erased. */
  readonly dryRun?: boolean | undefined
}

/** What must not be erased, and why. */
export interface HoldInput {
  /** Records that all given members are true of; without members, every record. */
  readonly scope: {
    readonly subjectId?: string | undefined
    readonly externalId?: string | undefined
    readonly type?: string | undefined
    /** Created at this time or later: a `Date`, or ISO 8601. */
    readonly from?: Date | string | undefined
    /** Created before this time. */
    readonly to?: Date | string | undefined
  }
  readonly reason: string
}

/** Whose records to pack: a person's, or some records. */
export type PackInput = (PersonInput | { readonly consentIds: ReadonlyArray<string> }) & {
  /** Parts to leave out: address, browser, language and metadata, or the ids. */
  readonly withhold?: ReadonlyArray<"subject" | "trace"> | undefined
  /** Of the page to read first; by default that of the newest notice, where the page is written in it. */
  readonly language?: "en" | "de" | "es" | "fr" | undefined
}

/** Options of `consents.allows`. */
export interface AllowsOptions extends CallOptions {
  /** The type of records that count: `cookie_banner` by default. */
  readonly type?: string | undefined
}
