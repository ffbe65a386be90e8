/**
 * One text for one JSON value, whatever order its members were written in: what fingerprints, revisions and content
 * digests are computed over (policy.md 2.5).
 *
 * @module
 */

/** Any JSON value, as plain data; object members whose value is `undefined` count as absent. */
export type Json = null | boolean | number | string | ReadonlyArray<Json> | { readonly [key: string]: Json | undefined }

// The order in which the Unicode root collation ranks ASCII characters that are neither digits nor letters.
const punctuation = " _-,;:!?.'\"()[]{}@*/\\&#%`^+<=>|~$"

const primaryWeight = (code: number): number => {
  const char = String.fromCharCode(code)
  const rank = punctuation.indexOf(char)
  if (rank >= 0) return rank
  if (code < 0x80) return 0x100 + char.toLowerCase().charCodeAt(0)
  return 0x10000 + code
}

const primaryWeights = Array.from({ length: 0x80 }, (_, code) => primaryWeight(code))

const weightAt = (text: string, index: number): number => {
  const code = text.charCodeAt(index)
  return primaryWeights[code] ?? primaryWeight(code)
}

/**
 * Compares two strings as the Unicode root collation does for ASCII: case decides last, digits before letters,
 * punctuation before digits, lower before upper on a tie. Beyond ASCII the order is by code unit.
 */
export const compareRootCollation = (left: string, right: string): number => {
  const shared = Math.min(left.length, right.length)
  for (let i = 0; i < shared; i++) {
    const difference = weightAt(left, i) - weightAt(right, i)
    if (difference !== 0) return difference
  }
  if (left.length !== right.length) return left.length - right.length
  for (let i = 0; i < shared; i++) {
    const difference = right.charCodeAt(i) - left.charCodeAt(i)
    if (difference !== 0) return difference
  }
  return 0
}

const isArray = (value: object): value is ReadonlyArray<Json> => Array.isArray(value)

const areInOrder = (keys: ReadonlyArray<string>): boolean => {
  for (let i = 1; i < keys.length; i++) if (compareRootCollation(keys[i - 1]!, keys[i]!) > 0) return false
  return true
}

const plain = /^[\w.-]*$/

/** Most keys, and many values, are texts that JSON leaves as they are. */
const writeText = (text: string): string => (plain.test(text) ? `"${text}"` : JSON.stringify(text))

const writeObject = (value: { readonly [key: string]: Json | undefined }): string => {
  const keys = Object.keys(value)
  if (!areInOrder(keys)) keys.sort(compareRootCollation)
  let members = ""
  for (const key of keys) {
    const member = value[key]
    if (member !== undefined) members += `${members === "" ? "" : ","}${writeText(key)}:${canonicalJson(member)}`
  }
  return `{${members}}`
}

/**
 * Writes a JSON value without whitespace and with its members in root-collation order; arrays keep their order.
 * Equal values give equal texts.
 */
export const canonicalJson = (value: Json): string => {
  if (typeof value === "string") return writeText(value)
  if (value === null || typeof value !== "object") return JSON.stringify(value)
  return isArray(value) ? `[${value.map(canonicalJson).join(",")}]` : writeObject(value)
}
