/**
 * The body of `POST /subjects`. Decoding gives one internal form: both forms of receipts become `receipts`, and a
 * domain its comparable form.
 *
 * @module
 */
import * as Schema from "effect/Schema"
import { type OptionalCategory, optionalCategories } from "../../policy/Category.js"
import {
  isLegalDocumentType,
  legalDocumentFamilies,
  legalDocumentTypeSource,
} from "../../legal-document/LegalDocument.js"
import { SubjectId } from "../../subject/SubjectId.js"
import { VendorChoice } from "../../vendor/VendorChoice.js"
import { atMost, hasAtMost } from "../../schema/Text.js"
import { ConsentDomain } from "../../schema/Domain.js"
import { Instant } from "../../schema/Instant.js"
import { AnyJson } from "../../schema/Json.js"
import {
  type Receipt,
  receiptFields,
  type ReceiptBasis,
  type Receipts,
  type SubmittedBasis,
  SubmittedChoice,
  SubmittedReceipts,
} from "./Receipt.js"
import { omissible, strict, type WithoutNulls, withoutNulls } from "../../schema/Member.js"
import { clipLanguages } from "../../translation/ClipLanguages.js"
import { described } from "../../schema/Documentation.js"

/** The type of cookie-banner records, which have policies and receipts. */
export const cookieBanner = "cookie_banner"

const encoder = new TextEncoder()

const utf8Length = (text: string): number => encoder.encode(text).length

const maxName = 255
const Name = atMost(maxName)
const kib16 = 16 * 1024

const jsonLength = (value: unknown): number => utf8Length(JSON.stringify(value))

const within16KiB = (length: (value: unknown) => number) => ({
  message: ({ actual }: { readonly actual: unknown }) => `must be at most 16 KiB, got ${length(actual)} bytes`,
})

/** Decoding copies the map, and `__proto__` would set the copy's prototype. */
const isPlainKey = (key: string): boolean => key !== "__proto__"

const PreferenceKey = Schema.String.pipe(
  Schema.filter((key) => isPlainKey(key) && hasAtMost(key, 255), {
    title: "a key of at most 255 characters other than __proto__",
    jsonSchema: { maxLength: 255, not: { const: "__proto__" } },
  }),
)

const Preferences = Schema.Record({ key: PreferenceKey, value: Schema.Boolean }).pipe(
  Schema.annotations(strict),
  Schema.filter((preferences) => Object.keys(preferences).length <= 64, {
    message: ({ actual }) => `must have at most 64 keys, got ${Object.keys(Object(actual)).length}`,
  }),
)
/** Every category and whether it was granted, including refusals: at most 64 keys of at most 255 characters. */
export type Preferences = typeof Preferences.Type

const MetadataKey = Schema.String.pipe(Schema.filter(isPlainKey, { title: "a key other than __proto__" }))

const Metadata = Schema.Record({ key: MetadataKey, value: AnyJson }).pipe(
  Schema.annotations(strict),
  Schema.filter((value) => jsonLength(value) <= kib16, within16KiB(jsonLength)),
)

/** A client without a vendor map may send null. Stored values are decoded more leniently elsewhere. */
const SubmittedVendorChoice = VendorChoice.annotations({ ...strict, identifier: "VendorChoice" })

/** Consent types that are neither a banner's nor a document's. */
const plainTypes = ["marketing_communications", "age_verification", "other"] as const

/** The subject of a consent: a banner's categories, a legal document, or something else. */
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

/** Receipts in both forms; null counts as absent. */
const bothReceipts = {
  required: ["choice", "receipts"],
  properties: { choice: { type: "object" }, receipts: { type: "array" } },
}

/** Only `cookie_banner` requires preferences. */
const bannerHasPreferences = {
  anyOf: [
    { required: ["preferences"], properties: { preferences: { type: "object" } } },
    { properties: { type: { not: { const: "cookie_banner" } } } },
  ],
}

const consentTypes = `^(cookie_banner|marketing_communications|age_verification|other|${legalDocumentTypeSource})$`

/** The body that a client sends. Fields that do not belong to its `type` are checked, then dropped. */
export const SubmissionBody = Schema.Struct({
  type: ConsentType,
  subjectId: SubjectId,
  domain: ConsentDomain,
  givenAt: Instant,
  /** Required for `cookie_banner`. */
  preferences: omissible(Preferences),
  metadata: omissible(Metadata),
  externalSubjectId: omissible(Name),
  identityProvider: omissible(Name),
  identityToken: omissible(Schema.String),
  model: omissible(Name),
  jurisdictionModel: omissible(Name),
  consentAction: omissible(Name),
  uiSource: omissible(Name),
  tcString: omissible(
    Schema.String.pipe(
      Schema.filter(
        (text) => utf8Length(text) <= kib16,
        within16KiB((text) => utf8Length(String(text))),
      ),
    ),
  ),
  policySnapshotToken: omissible(Schema.String),
  /** For `cookie_banner`: the policy that was shown, null for none. For a legal document: its version's id. */
  policyId: omissible(Name),
  // For `cookie_banner` only.
  choice: omissible(SubmittedChoice.annotations(strict)),
  receipts: omissible(SubmittedReceipts.annotations(strict)),
  vendorChoice: omissible(SubmittedVendorChoice),
  fingerprint: omissible(Name),
  country: omissible(Name),
  region: omissible(Name),
  /** Longer than 255 characters, it is shortened to whole entries instead of refused: users control its length. */
  language: omissible(Schema.String),
  gpc: omissible(Schema.Boolean),
  // For legal documents only.
  policyHash: omissible(Name),
  documentSnapshotToken: omissible(Schema.String),
}).pipe(
  Schema.filter(({ choice, preferences, receipts, type }) => [
    ...(type === cookieBanner && preferences == null ? [missingPreferences] : []),
    ...(choice != null && receipts != null ? [twoKindsOfReceipts] : []),
  ]),
  Schema.annotations({
    identifier: "Submission",
    ...described({
      description: "One act of consent. Fields that are not of its `type` are checked and then left out.",
      keywords: {
        ...bannerHasPreferences,
        not: bothReceipts,
      },
      fields: {
        ...receiptFields,
        type: {
          description: "What the consent covers; a legal document's type may have a suffix",
          pattern: consentTypes,
        },
        subjectId: "The visitor's id, generated by the client; anyone with it can read the visitor's records",
        domain: "The site",
        givenAt: "When the visitor acted, in epoch milliseconds; at most 10 minutes ahead of the server",
        preferences: {
          description: "Every category with whether it was granted, refusals too. Required for `cookie_banner`",
          maxProperties: 64,
        },
        metadata: "Additional data that the site stores with the record; at most 16 KiB as JSON",
        externalSubjectId: "The user's id in the site's own backend: links the subject when this save creates it",
        identityProvider: "The provider that issued that id; `external` when absent",
        identityToken: "Signed by the site's backend; a link with a valid one is verified",
        model: "The consent model the client showed; the policy's own decides where one applied",
        jurisdictionModel: "Older name of `model`",
        consentAction: "`all`, `necessary` or `custom`; others are accepted and mean nothing",
        uiSource: "Where the visitor acted, such as `banner` or `dialog`",
        tcString: "The IAB TCF string; at most 16 KiB",
        policySnapshotToken: "The token that `/init` gave with the policy; it stands for all of the policy's inputs",
        policyId: "Of `cookie_banner`: the policy that was shown, null for none. Of a legal document: its version's id",
        choice: "Receipts by category; either this or `receipts`",
        receipts: "Receipts as a list; either this or `choice`. A category at most once",
        vendorChoice: "Choices about individual vendors; null for none",
        country: "The country that the policy was resolved for",
        region: "The region that the policy was resolved for",
        language:
          "The `Accept-Language` that the policy was resolved for; over 255 characters it is shortened to whole entries",
        gpc: "Whether the visitor's browser sent Global Privacy Control",
        policyHash: "Of a legal document: the hash of its version",
        documentSnapshotToken:
          "Of a legal document: the signed snapshot of its version. Where snapshots are verified, it names the version " +
          "of a save without `policyHash` and `policyId`",
      },
    }),
  }),
)
export type SubmissionBody = typeof SubmissionBody.Type

/** Fields for which null differs from absence. */
const meaningfulNulls = ["policyId", "vendorChoice", "country", "region"] as const

type Sent = WithoutNulls<SubmissionBody, (typeof meaningfulNulls)[number]>

type BannerFields = "vendorChoice" | "fingerprint" | "country" | "region" | "language" | "gpc"

/** A decoded submission: the fields of its type, with receipts in one form. */
export interface Submission
  extends Omit<Sent, "choice" | "receipts" | "preferences" | BannerFields>,
    Partial<Pick<Sent, BannerFields>> {
  /** Null for a type that needs none. */
  readonly preferences: Preferences | null
  /** Null when the save has none. */
  readonly receipts: Receipts | null
}

type SubmittedReceipt = Omit<Receipt, "basis"> & { readonly basis: SubmittedBasis }

type SubmittedByCategory = { readonly [category in OptionalCategory]?: SubmittedReceipt }

const byCategory = (
  receipts: ReadonlyArray<SubmittedReceipt & { readonly category: OptionalCategory }>,
): SubmittedByCategory => Object.fromEntries(receipts.map(({ category, ...receipt }) => [category, receipt]))

const basisInOrder = (basis: SubmittedBasis): ReceiptBasis => {
  if (basis.kind === "choice-v1") return { kind: basis.kind, fingerprint: basis.fingerprint }
  const { kind, materialFingerprint = null } = basis
  return materialFingerprint === null ? { kind } : { kind, materialFingerprint }
}

/** The same text for equal receipts, whatever the order of members. */
const inOrder = (receipts: SubmittedByCategory): Receipts => {
  const ordered: { [category in OptionalCategory]?: Receipt } = {}
  for (const category of optionalCategories) {
    const receipt = receipts[category]
    if (receipt === undefined) continue
    const { basis, confirmedAt, value } = receipt
    ordered[category] = { value, confirmedAt, basis: basisInOrder(basis) }
  }
  return ordered
}

/**
 * Keeps the fields of a submission's type, and converts both forms of receipts to one.
 *
 * @example
 * ```ts
 * import { SubmissionBody, toSubmission } from "@consent-service/core/consent"
 * import * as Schema from "effect/Schema"
 *
 * const body = Schema.decodeUnknownSync(SubmissionBody)({
 *   type: "cookie_banner",
 *   subjectId: "sub_23456789ABCDEFGHJKLMNPQRSTUVWXYZ",
 *   domain: "Shop.Example",
 *   givenAt: 1_767_225_600_000,
 *   preferences: { marketing: false },
 *   receipts: [{ category: "marketing", value: false, confirmedAt: 1_767_225_600_000 }],
 * })
 * const { domain, receipts } = toSubmission(body)
 * domain // "shop.example"
 * receipts // { marketing: { value: false, confirmedAt: 1_767_225_600_000, basis: { kind: "legacy-v2" } } }
 * ```
 */
export const toSubmission = (body: SubmissionBody): Submission => {
  const { choice, preferences: chosen, receipts, ...sent } = withoutNulls(body, meaningfulNulls)
  const preferences = chosen ?? null
  if (sent.type === cookieBanner) {
    const { documentSnapshotToken: _, language: sentLanguage, policyHash: __, ...banner } = sent
    const told = choice?.categories ?? (receipts === undefined ? null : byCategory(receipts))
    const language = sentLanguage === undefined ? null : clipLanguages(sentLanguage)
    const spoken = language === null ? {} : { language }
    return { preferences, receipts: told === null ? null : inOrder(told), ...spoken, ...banner }
  }
  const { country: _, fingerprint: __, gpc: ___, language: ____, region: _____, vendorChoice: ______, ...rest } = sent
  return { preferences, receipts: null, ...rest }
}
