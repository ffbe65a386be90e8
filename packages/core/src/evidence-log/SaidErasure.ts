/**
 * What an entry of kind 5 says: which entries were erased.
 *
 * @module
 */
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"

/** An erasure as its entry says it. */
export interface SaidErasure {
  /** The positions of the erased entries. */
  readonly leaves: ReadonlyArray<number>
  /** Whether only a part of the entries was erased. */
  readonly isPart: boolean
}

const decode = Schema.decodeUnknownOption(
  Schema.parseJson(
    Schema.Struct({ leaves: Schema.Array(Schema.Number), parts: Schema.optional(Schema.Array(Schema.String)) }),
  ),
)

/**
 * Reads the text of the part `erasure`.
 *
 * @returns null for another text
 * @example
 * ```ts
 * import { readErasure } from "@consent-service/core/evidence-log"
 *
 * readErasure('{"leaves":[3,7]}') // { leaves: [3, 7], isPart: false }
 * readErasure("{}") // null
 * ```
 */
export const readErasure = (text: string): SaidErasure | null =>
  Option.match(decode(text), {
    onNone: () => null,
    onSome: ({ leaves, parts }) => ({ leaves, isPart: parts !== undefined }),
  })
