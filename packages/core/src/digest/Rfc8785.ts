/**
 * JSON in the canonical form of RFC 8785 (JCS): the input of the evidence log's commitments. Not the form of
 * `CanonicalJson`, which orders members by collation and is the input of fingerprints and revisions.
 *
 * @module
 */
import type { Json } from "./CanonicalJson.js"

/** Lists member names as RFC 8785 orders them: by UTF-16 code units, which is how `sort` compares strings. */
const namesOf = (value: { readonly [key: string]: Json | undefined }): ReadonlyArray<string> => {
  const names = Object.keys(value)
  // Most objects are in order, and finding that out takes less time than sorting.
  let before = ""
  for (const name of names) {
    if (name < before) return names.sort()
    before = name
  }
  return names
}

const isList = (value: object): value is ReadonlyArray<Json> => Array.isArray(value)

/**
 * Writes a JSON value in the canonical form of RFC 8785: no blanks, members ordered by UTF-16 code units, numbers as
 * ECMAScript writes them. Members that are `undefined` count as absent. A lone surrogate, which RFC 8785 does not allow,
 * is written as an escape, as `JSON.stringify` does.
 *
 * @param value - plain JSON data; numbers are finite
 * @example
 * ```ts
 * import { rfc8785 } from "@consent-service/core/evidence"
 *
 * rfc8785({ b: 1e21, a: [true, null] }) // '{"a":[true,null],"b":1e+21}'
 * ```
 */
export const rfc8785 = (value: Json): string => {
  // Of a finite number and a boolean, `String` writes the same in a fifth of the time.
  if (typeof value === "number" || typeof value === "boolean") return String(value)
  if (value === null || typeof value !== "object") return JSON.stringify(value)
  if (isList(value)) return `[${value.map(rfc8785).join(",")}]`
  let members = ""
  for (const name of namesOf(value)) {
    const member = value[name]
    if (member === undefined) continue
    members += `${members === "" ? "" : ","}${JSON.stringify(name)}:${rfc8785(member)}`
  }
  return `{${members}}`
}
