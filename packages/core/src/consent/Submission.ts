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
import { ConsentDomain } from "./ConsentDomain.js"
import { Instant, type Receipt, type Receipts, SubmittedChoice, SubmittedReceipts } from "./Receipt.js"

const encoder = new TextEncoder()

const utf8Length = (text: string): number => encoder.encode(text).length

/** Code points, not UTF-16 units (decision 42). */
const codePoints = (text: string): number => Array.from(text).length

const atMost = (characters: number) =>
  Schema.String.pipe(
    Schema.filter((text) => text.length <= characters || codePoints(text) <= characters, {
      message: () => `must have at most ${characters} characters`,
      jsonSchema: { maxLength: characters },
    }),
  )

const Name = atMost(255)
const kib16 = 16 * 1024

const within16KiB = { message: () => "must be at most 16 KiB" }

const Preferences = Schema.Record({ key: Name, value: Schema.Boolean }).pipe(
  Schema.filter((preferences) => Object.keys(preferences).length <= 64, { message: () => "must have at most 64 keys" }),
)
export type Preferences = typeof Preferences.Type

/** Any JSON object. */
export const JsonObject = Schema.Record({
  key: Schema.String,
  value: Schema.Unknown.annotations({ identifier: "AnyJson", jsonSchema: {} }),
})

const Metadata = JsonObject.pipe(Schema.filter((value) => utf8Length(JSON.stringify(value)) <= kib16, within16KiB))

const optional = <A, I>(schema: Schema.Schema<A, I>) => Schema.optionalWith(schema, { exact: true })

/** A vendor map may be sent as null by a client that has none to send. */
const optionalVendorChoice = Schema.optionalWith(Schema.NullOr(VendorChoice), { exact: true })

const CookieBannerBody = Schema.Struct({
  type: Schema.Literal("cookie_banner"),
  subjectId: SubjectId,
  domain: ConsentDomain,
  givenAt: Instant,
  preferences: Preferences,
  choice: optional(SubmittedChoice.annotations({ parseOptions: { onExcessProperty: "error" } })),
  receipts: optional(SubmittedReceipts),
  vendorChoice: optionalVendorChoice,
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
