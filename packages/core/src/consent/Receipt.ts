/**
 * Receipts: what a visitor decided about one category, when he confirmed it, and which wording he saw
 * (contract decisions 1 and 2, wire.md 2.1).
 *
 * @module
 */
import * as Schema from "effect/Schema"
import { type OptionalCategory, optionalCategories } from "../policy/Category.js"
import { atMost } from "./BoundedText.js"

/** The latest instant a JavaScript date can hold, in epoch milliseconds. */
const maxInstant = 8.64e15

/** A point in time as whole epoch milliseconds. */
export const Instant = Schema.Number.pipe(
  Schema.filter((value) => Number.isSafeInteger(value) && value >= 0 && value <= maxInstant, {
    message: () => "must be whole milliseconds since 1970, not negative",
    jsonSchema: { type: "integer", minimum: 0, maximum: maxInstant },
  }),
)

const Fingerprint = atMost(255).pipe(Schema.nonEmptyString())

/** What a receipt rests on: a fingerprinted wording, or an older client's word. */
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

/** A choice as stored and as answered: `{ version: 3, categories: { <category>: receipt } }`. */
export const Choice = Schema.Struct({ version: Schema.Literal(3), categories: perCategory(Receipt) }).annotations({
  identifier: "Choice",
})
export type Choice = typeof Choice.Type

/** A basis may be left out by a client; that counts as `legacy-v2`. */
const SubmittedReceiptFields = {
  value: Schema.Boolean,
  confirmedAt: Instant,
  basis: Schema.optionalWith(ReceiptBasis, { exact: true, default: (): ReceiptBasis => ({ kind: "legacy-v2" }) }),
}

/** The object form of a submission's receipts. */
export const SubmittedChoice = Schema.Struct({
  version: Schema.Literal(3),
  categories: perCategory(Schema.Struct(SubmittedReceiptFields)),
})

/** The array form of a submission's receipts: the same facts, the category in each item. */
export const SubmittedReceipts = Schema.Array(
  Schema.Struct({ category: Schema.Literal(...optionalCategories), ...SubmittedReceiptFields }),
).pipe(
  Schema.filter((receipts) => new Set(receipts.map(({ category }) => category)).size === receipts.length, {
    message: () => "names a category twice",
  }),
)
