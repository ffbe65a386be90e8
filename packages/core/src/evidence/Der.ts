/**
 * Reads ASN.1 values in DER, as far as time stamps need it. Nothing is trusted: every length is checked, and nothing is
 * read recursively.
 *
 * @module
 */

/** A value with its content. */
export interface DerValue {
  readonly tag: number
  readonly content: Uint8Array
}

/** How many values one value may consist of. */
const mostParts = 256

/** The length behind a tag, and where the content begins; null for what is no DER. */
const lengthAt = (bytes: Uint8Array, at: number): { readonly length: number; readonly start: number } | null => {
  // A missing length is read as an indefinite one, which has no bytes: its zero is refused below.
  const first = bytes[at] ?? 0x80
  if (first < 0x80) return { length: first, start: at + 1 }
  const count = first & 0x7f
  let length = 0
  for (let i = 1; i <= count; i++) length = length * 256 + (bytes[at + i] ?? 0)
  return length < 0x80 || length < 256 ** (count - 1) ? null : { length, start: at + 1 + count }
}

/**
 * Reads the values that follow each other in some bytes.
 *
 * @returns null unless the bytes are values to their end, in DER, with tags of one byte
 * @example
 * ```ts
 * import { readDer } from "@consent-service/core/evidence"
 *
 * readDer(Uint8Array.of(2, 1, 7)) // [{ tag: 2, content: Uint8Array.of(7) }]
 * readDer(Uint8Array.of(2, 9, 7)) // null
 * ```
 */
export const readDer = (bytes: Uint8Array): ReadonlyArray<DerValue> | null => {
  const values: Array<DerValue> = []
  for (let at = 0; at < bytes.length; ) {
    const tag = bytes[at] ?? 0
    const found = (tag & 0x1f) === 0x1f || values.length === mostParts ? null : lengthAt(bytes, at + 1)
    if (found === null || found.start + found.length > bytes.length) return null
    values.push({ tag, content: bytes.subarray(found.start, found.start + found.length) })
    at = found.start + found.length
  }
  return values
}

/**
 * Writes a value.
 *
 * @param parts - its content, one after another; shorter than 65,536 bytes
 * @example
 * ```ts
 * import { writeDer } from "@consent-service/core/evidence"
 *
 * writeDer(2, [Uint8Array.of(7)]) // Uint8Array.of(2, 1, 7)
 * ```
 */
export const writeDer = (tag: number, parts: ReadonlyArray<Uint8Array>): Uint8Array => {
  const content = parts.flatMap((part) => Array.from(part))
  const { length } = content
  if (length < 0x80) return Uint8Array.from([tag, length, ...content])
  return length < 256
    ? Uint8Array.from([tag, 0x81, length, ...content])
    : Uint8Array.from([tag, 0x82, length >> 8, length & 255, ...content])
}
