/**
 * Writes a JSON value as the same text, whatever the order of its members: the input of fingerprints, revisions and
 * content
 * digests.
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
 *
 * @example
 * ```ts
 * import { compareRootCollation } from "@consent-service/core/primitives"
 *
 * const keys = ["b", "B", "a", "1", "_"]
 * keys.toSorted(compareRootCollation) // ["_", "1", "a", "b", "B"]
 * ```
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

/** Up to this size an insertion sort is faster, and needs no memory. */
const few = 12

/** Sorts keys in place. */
const sortKeys = (keys: Array<string>): ReadonlyArray<string> => {
  if (keys.length > few) return keys.sort(compareRootCollation)
  for (let i = 1; i < keys.length; i++) {
    const key = keys[i]!
    let at = i
    for (; at > 0 && compareRootCollation(keys[at - 1]!, key) > 0; at--) keys[at] = keys[at - 1]!
    keys[at] = key
  }
  return keys
}

/** Strings that JSON does not escape, like most keys. */
const plain = /^[\w.-]*$/

const writeText = (text: string): string => (plain.test(text) ? `"${text}"` : JSON.stringify(text))

const writeArray = (values: ReadonlyArray<Json>, parts: Array<string>): void => {
  parts.push("[")
  values.forEach((value, index) => {
    if (index > 0) parts.push(",")
    write(value, parts)
  })
  parts.push("]")
}

const writeObject = (value: { readonly [key: string]: Json | undefined }, parts: Array<string>): void => {
  let before = "{"
  for (const key of sortKeys(Object.keys(value))) {
    const member = value[key]
    if (member === undefined) continue
    parts.push(before, writeText(key), ":")
    write(member, parts)
    before = ","
  }
  parts.push(before === "{" ? "{}" : "}")
}

/** Joined at the end: a growing string is a chain of all its parts. */
const write = (value: Json, parts: Array<string>): void => {
  if (typeof value === "string") parts.push(writeText(value))
  else if (value === null || typeof value !== "object") parts.push(JSON.stringify(value))
  else if (isArray(value)) writeArray(value, parts)
  else writeObject(value, parts)
}

/**
 * Writes a JSON value without whitespace and with its members in root-collation order; arrays keep their order.
 * Equal values give equal texts.
 *
 * @example
 * ```ts
 * import { canonicalJson } from "@consent-service/core/primitives"
 *
 * canonicalJson({ b: [2, 1], a: undefined, A: null }) // '{"A":null,"b":[2,1]}'
 * ```
 */
export const canonicalJson = (value: Json): string => {
  const parts: Array<string> = []
  write(value, parts)
  return parts.join("")
}
