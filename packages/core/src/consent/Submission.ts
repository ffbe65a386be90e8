/**
 * The body of `POST /subjects` (wire.md 2.1; contract decisions 1, 7, 24 and 25). Decoding leaves one internal form:
 * either way of sending receipts ends as `receipts`, a domain in its comparable form.
 *
 * @module
 */
import * as Schema from "effect/Schema"
import type { OptionalCategory } from "../policy/Category.js"
import { SubjectId } from "../subject/SubjectId.js"
import { VendorChoice } from "../vendor/VendorChoice.js"
import { atMost, hasAtMost } from "./BoundedText.js"
import { ConsentDomain } from "./ConsentDomain.js"
import { Instant, type Receipt, type Receipts, SubmittedChoice, SubmittedReceipts } from "./Receipt.js"
import { optional, strict } from "../schema/Member.js"

const encoder = new TextEncoder()

const utf8Length = (text: string): number => encoder.encode(text).length

const Name = atMost(255)
const kib16 = 16 * 1024

const within16KiB = { message: () => "must be at most 16 KiB" }

/** Decoding copies a map; there `__proto__` would set the copy's prototype, and not be a key of it. */
const isPlainKey = (key: string): boolean => key !== "__proto__"

const PreferenceKey = Schema.String.pipe(
  Schema.filter((key) => isPlainKey(key) && hasAtMost(key, 255), {
    title: "a key of at most 255 characters other than __proto__",
    jsonSchema: { maxLength: 255 },
  }),
)

const Preferences = Schema.Record({ key: PreferenceKey, value: Schema.Boolean }).pipe(
  Schema.annotations(strict),
  Schema.filter((preferences) => Object.keys(preferences).length <= 64, { message: () => "must have at most 64 keys" }),
)
export type Preferences = typeof Preferences.Type

const AnyJson = Schema.Unknown.annotations({ identifier: "AnyJson", jsonSchema: {} })

/** Any JSON object. */
export const JsonObject = Schema.Record({ key: Schema.String, value: AnyJson })

const MetadataKey = Schema.String.pipe(Schema.filter(isPlainKey, { title: "a key other than __proto__" }))

const Metadata = Schema.Record({ key: MetadataKey, value: AnyJson }).pipe(
  Schema.annotations(strict),
  Schema.filter((value) => utf8Length(JSON.stringify(value)) <= kib16, within16KiB),
)

/** A client that has no vendor map may say so with null. What is read from a store need not be as strict. */
const SubmittedVendorChoice = VendorChoice.annotations({ ...strict, identifier: "VendorChoice" })

const CookieBannerBody = Schema.Struct({
  type: Schema.Literal("cookie_banner"),
  subjectId: SubjectId,
  domain: ConsentDomain,
  givenAt: Instant,
  preferences: Preferences,
  choice: optional(SubmittedChoice.annotations(strict)),
  receipts: optional(SubmittedReceipts.annotations(strict)),
  vendorChoice: optional(Schema.NullOr(SubmittedVendorChoice)),
  metadata: optional(Metadata),
  externalSubjectId: optional(Name),
  identityProvider: optional(Name),
  identityToken: optional(Schema.String),
  model: optional(Name),
  jurisdictionModel: optional(Name),
  consentAction: optional(Name),
  uiSource: optional(Name),
  tcString: optional(Schema.String.pipe(Schema.filter((text) => utf8Length(text) <= kib16, within16KiB))),
  policySnapshotToken: optional(Schema.String),
  policyId: optional(Schema.NullOr(Name)),
  fingerprint: optional(Name),
  country: optional(Schema.NullOr(Name)),
  region: optional(Schema.NullOr(Name)),
  language: optional(Name),
  gpc: optional(Schema.Boolean),
}).pipe(
  Schema.filter(({ choice, receipts }) =>
    choice !== undefined && receipts !== undefined
      ? { path: ["receipts"], message: "send either choice or receipts, not both" }
      : undefined,
  ),
)

/** The body as a client may send it. */
export const SubmissionBody = CookieBannerBody.annotations({ identifier: "Submission" })
export type SubmissionBody = typeof SubmissionBody.Type

/** A decoded submission: a body whose receipts, however sent, are in one form; null when it carried none. */
export interface Submission extends Omit<SubmissionBody, "choice" | "receipts"> {
  readonly receipts: Receipts | null
}

const byCategory = (receipts: ReadonlyArray<Receipt & { readonly category: OptionalCategory }>): Receipts =>
  Object.fromEntries(receipts.map(({ category, ...receipt }) => [category, receipt]))

/** Folds the two ways of sending receipts into one. */
export const toSubmission = ({ choice, receipts, ...body }: SubmissionBody): Submission => ({
  ...body,
  receipts: choice?.categories ?? (receipts === undefined ? null : byCategory(receipts)),
})
