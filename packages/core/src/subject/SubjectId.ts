/**
 * The id of a visitor: created by their browser, unique in the whole database. Anyone with the id can read the
 * visitor's state.
 *
 * @module
 */
import * as Schema from "effect/Schema"

/** `sub_` and base58 characters, 255 at most. */
export const SubjectId = Schema.String.pipe(
  Schema.pattern(/^sub_[1-9A-HJ-NP-Za-km-z]+$/, { message: () => "must be 'sub_' followed by base58 characters" }),
  Schema.maxLength(255, { message: () => "must have at most 255 characters" }),
  Schema.brand("SubjectId"),
).annotations({ jsonSchema: { type: "string", pattern: "^sub_[1-9A-HJ-NP-Za-km-z]+$", maxLength: 255 } })
export type SubjectId = typeof SubjectId.Type

/**
 * Whether a string can be a subject's id at all: `sub_` and base58 characters, 255 at most.
 *
 * @example
 * ```ts
 * import { isSubjectId } from "@consent-service/core/subject"
 *
 * isSubjectId("sub_23456789ABCDEFGHJKLMNPQRSTUVWXYZ") // true
 * isSubjectId("sub_0") // false
 * ```
 */
export const isSubjectId: (text: string) => text is SubjectId = Schema.is(SubjectId)
