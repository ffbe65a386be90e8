/**
 * What is said of one schema and its fields.
 *
 * @module
 */
import type { JsonSchema } from "../DocumentTypes.js"

/** A description, or keywords with one among them. */
export type FieldText = string | (JsonSchema & { readonly description: string })

/** The words for one component. */
export interface SchemaText {
  readonly description: string
  /** By dotted path, or by its end where it means the same everywhere: `basis.kind`, `confirmedAt`. */
  readonly fields: Readonly<Record<string, FieldText>>
  /** Keywords that the schema itself has beside. */
  readonly also?: JsonSchema
}
