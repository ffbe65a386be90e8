/**
 * Statements as they are stored with their entries.
 *
 * @module
 */
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { type EntryKind, entryKindFacts } from "../evidence/Entry.js"
import type { Statement } from "../evidence/Statement.js"

const Parts = Schema.parseJson(Schema.Record({ key: Schema.String, value: Schema.String }))

const readParts = Schema.decodeUnknownOption(Parts)

/**
 * A statement that is stored as such: the JSON of `PendingEntry.statement`.
 *
 * @returns null when it does not have the parts of its kind
 * @example
 * ```ts
 * import { storedStatement } from "@consent-service/core/evidence-log"
 *
 * storedStatement(2, '{"link":"{}"}')?.parts // [{ name: "link", text: "{}" }]
 * storedStatement(2, "{}") // null
 * ```
 */
export const storedStatement = (kind: EntryKind, stored: string): Statement | null => {
  const texts = Option.getOrNull(readParts(stored))
  const names = entryKindFacts(kind)?.parts ?? []
  if (texts === null || Object.keys(texts).length !== names.length) return null
  const parts = names.flatMap((name) => {
    const text = texts[name]
    return text === undefined ? [] : [{ name, text }]
  })
  return parts.length === names.length ? { kind, parts } : null
}
