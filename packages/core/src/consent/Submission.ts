/**
 * The body of `POST /subjects` (wire.md 2.1; contract decisions 1, 7, 24 and 25). Decoding leaves one internal form:
 * either way of sending receipts ends as `receipts`, a domain in its comparable form.
 *
 * @module
 */
import * as Schema from "effect/Schema"
import { type OptionalCategory, optionalCategories } from "../policy/Category.js"
import { isLegalDocumentType, legalDocumentFamilies } from "../legal-document/LegalDocument.js"
import { SubjectId } from "../subject/SubjectId.js"
import { VendorChoice } from "../vendor/VendorChoice.js"
import { atMost, hasAtMost } from "./BoundedText.js"
import { ConsentDomain } from "./ConsentDomain.js"
import {
  Instant,
  type Receipt,
  type ReceiptBasis,
  type Receipts,
  SubmittedChoice,
  SubmittedReceipts,
} from "./Receipt.js"
import { optional, strict } from "../schema/Member.js"

/** The type of a consent banner's records, the one that policies and receipts are about. */
export const cookieBanner = "cookie_banner"

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

/** Consent types about neither a banner nor a document. */
const plainTypes = ["marketing_communications", "age_verification", "other"] as const

/** What a consent is to: a banner's categories, a legal document, or something else. */
const ConsentType = Name.pipe(
  Schema.filter(
    (type) => type === cookieBanner || isLegalDocumentType(type) || plainTypes.some((one) => one === type),
    {
      message: () =>
        `must be ${[cookieBanner, ...plainTypes, ...legalDocumentFamilies].join(", ")}, or one of the last three with a suffix`,
    },
  ),
)

const missingPreferences = { path: ["preferences"], message: "is missing" }
const twoKindsOfReceipts = { path: ["receipts"], message: "send either choice or receipts, not both" }

/** The body as a client may send it. Fields that are not of its `type` are checked all the same, and then left out. */
export const SubmissionBody = Schema.Struct({
  type: ConsentType,
  subjectId: SubjectId,
  domain: ConsentDomain,
  givenAt: Instant,
  /** Required for `cookie_banner`. */
  preferences: optional(Preferences),
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
  /** Of `cookie_banner`: the policy that was shown, null for none. Of a legal document: its version's id. */
  policyId: optional(Schema.NullOr(Name)),
  // Of `cookie_banner` only.
  choice: optional(SubmittedChoice.annotations(strict)),
  receipts: optional(SubmittedReceipts.annotations(strict)),
  vendorChoice: optional(Schema.NullOr(SubmittedVendorChoice)),
  fingerprint: optional(Name),
  country: optional(Schema.NullOr(Name)),
  region: optional(Schema.NullOr(Name)),
  language: optional(Name),
  gpc: optional(Schema.Boolean),
  // Of legal documents only.
  policyHash: optional(Name),
  documentSnapshotToken: optional(Schema.String),
}).pipe(
  Schema.filter(({ choice, preferences, receipts, type }) => [
    ...(type === cookieBanner && preferences === undefined ? [missingPreferences] : []),
    ...(choice !== undefined && receipts !== undefined ? [twoKindsOfReceipts] : []),
  ]),
  Schema.annotations({ identifier: "Submission" }),
)
export type SubmissionBody = typeof SubmissionBody.Type

type BannerFields = "vendorChoice" | "fingerprint" | "country" | "region" | "language" | "gpc"

/** A decoded submission: only the fields of its type, its receipts, however sent, in one form. */
export interface Submission
  extends Omit<SubmissionBody, "choice" | "receipts" | "preferences" | BannerFields>,
    Partial<Pick<SubmissionBody, BannerFields>> {
  /** Null when a type that needs none has none. */
  readonly preferences: Preferences | null
  /** Null when it carried none. */
  readonly receipts: Receipts | null
}

const byCategory = (receipts: ReadonlyArray<Receipt & { readonly category: OptionalCategory }>): Receipts =>
  Object.fromEntries(receipts.map(({ category, ...receipt }) => [category, receipt]))

const basisInOrder = (basis: ReceiptBasis): ReceiptBasis => {
  if (basis.kind === "choice-v1") return { kind: basis.kind, fingerprint: basis.fingerprint }
  const { kind, ...wording } = basis
  return { kind, ...wording }
}

/** One text for equal receipts, whatever order their members were sent in. */
const inOrder = (receipts: Receipts): Receipts => {
  const ordered: { [category in OptionalCategory]?: Receipt } = {}
  for (const category of optionalCategories) {
    const receipt = receipts[category]
    if (receipt === undefined) continue
    const { basis, confirmedAt, value } = receipt
    ordered[category] = { value, confirmedAt, basis: basisInOrder(basis) }
  }
  return ordered
}

/** Leaves in a submission what its type knows, and folds the two ways of sending receipts into one. */
export const toSubmission = ({ choice, receipts, ...sent }: SubmissionBody): Submission => {
  const body = { ...sent, preferences: sent.preferences ?? null }
  if (body.type === cookieBanner) {
    const { documentSnapshotToken: _, policyHash: __, ...banner } = body
    const told = choice?.categories ?? (receipts === undefined ? null : byCategory(receipts))
    return { ...banner, receipts: told === null ? null : inOrder(told) }
  }
  const { country: _, fingerprint: __, gpc: ___, language: ____, region: _____, vendorChoice: ______, ...rest } = body
  return { ...rest, receipts: null }
}
