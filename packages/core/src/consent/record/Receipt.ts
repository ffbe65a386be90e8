/**
 * Receipts: a visitor's decision about one category, the time they confirmed it, and the terms they saw.
 *
 * @module
 */
import * as Schema from "effect/Schema"
import { type OptionalCategory, optionalCategories } from "../../policy/Category.js"
import { Instant } from "../../schema/Instant.js"
import { omissible } from "../../schema/Member.js"
import { atMost } from "../../schema/Text.js"
import { described } from "../../schema/Documentation.js"

const Fingerprint = atMost(255).pipe(Schema.nonEmptyString())

/** The basis of a receipt: a fingerprinted prompt, or an older client's assertion. */
export const ReceiptBasis = Schema.Union(
  Schema.Struct({ kind: Schema.Literal("choice-v1"), fingerprint: Fingerprint }),
  Schema.Struct({
    kind: Schema.Literal("legacy-v2"),
    materialFingerprint: Schema.optionalWith(Fingerprint, { exact: true }),
  }),
)
export type ReceiptBasis = typeof ReceiptBasis.Type

/** One category's receipt. */
export const Receipt = Schema.Struct({ value: Schema.Boolean, confirmedAt: Instant, basis: ReceiptBasis })
export type Receipt = typeof Receipt.Type

const perCategory = <S extends Schema.Schema.Any>(schema: S) => {
  const field = Schema.optionalWith(schema, { exact: true })
  return Schema.Struct({ experience: field, functionality: field, marketing: field, measurement: field })
}

/** Receipts by category; a category without one is absent. */
export type Receipts = { readonly [category in OptionalCategory]?: Receipt }

/** What the fields of receipts mean, wherever they are sent or shown. */
export const receiptFields = {
  version: "The version of the receipts' format",
  categories: "A receipt for each category that the act renews; other categories keep theirs",
  category: "The category of the receipt",
  value: "Whether the category was granted",
  confirmedAt: "When the visitor confirmed it, in epoch milliseconds",
  basis: "The wording it rests on. Absent counts as `legacy-v2`",
  kind: "`choice-v1`: a wording known by its fingerprint. `legacy-v2`: an older client's word",
  fingerprint: "The choice fingerprint of the policy that was shown",
  materialFingerprint: "The fingerprint as older clients computed it",
  experience: "Of the category `experience`",
  functionality: "Of the category `functionality`",
  marketing: "Of the category `marketing`",
  measurement: "Of the category `measurement`",
}

/** A choice as stored and returned: `{ version: 3, categories: { <category>: receipt } }`. */
export const Choice = Schema.Struct({ version: Schema.Literal(3), categories: perCategory(Receipt) }).annotations({
  identifier: "Choice",
  ...described({
    description: "The latest receipt of each category; a category without one is absent",
    fields: { ...receiptFields, categories: "The receipts by category" },
  }),
})
export type Choice = typeof Choice.Type

const [Worded] = ReceiptBasis.members

/** A basis as a client sends it: missing members may be null. */
const SubmittedBasis = Schema.Union(
  Worded,
  Schema.Struct({ kind: Schema.Literal("legacy-v2"), materialFingerprint: omissible(Fingerprint) }),
)
/** A basis as a client sends it: missing members may be null. */
export type SubmittedBasis = typeof SubmittedBasis.Type

/** A client may omit the basis, or send null; that counts as `legacy-v2`. */
const SubmittedReceiptFields = {
  value: Schema.Boolean,
  confirmedAt: Instant,
  basis: Schema.optionalWith(SubmittedBasis, {
    exact: true,
    nullable: true,
    default: (): SubmittedBasis => ({ kind: "legacy-v2" }),
  }),
}

/** The object form of a submission's receipts. */
export const SubmittedChoice = Schema.Struct({
  version: Schema.Literal(3),
  categories: perCategory(Schema.Struct(SubmittedReceiptFields)),
})

/** The array form of a submission's receipts: the same data, with the category in each item. */
export const SubmittedReceipts = Schema.Array(
  Schema.Struct({ category: Schema.Literal(...optionalCategories), ...SubmittedReceiptFields }),
).pipe(
  Schema.filter((receipts) => new Set(receipts.map(({ category }) => category)).size === receipts.length, {
    message: () => "names a category twice",
  }),
)
