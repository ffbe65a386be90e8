/**
 * Base64url without padding, as JSON Web Signatures use it (RFC 4648 section 5, RFC 7515 section 2).
 *
 * @module
 */

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"

/** The value of each character by its code; -1 for those outside the alphabet. */
const values = new Int8Array(128).fill(-1)
for (let value = 0; value < alphabet.length; value++) values[alphabet.charCodeAt(value)] = value

/**
 * Writes bytes as base64url.
 *
 * @example
 * ```ts
 * import { encodeBase64Url } from "@consent-service/core/evidence"
 *
 * encodeBase64Url(Uint8Array.of(251, 255)) // "-_8"
 * ```
 */
export const encodeBase64Url = (bytes: Uint8Array): string => {
  let text = ""
  for (let at = 0; at < bytes.length; at += 3) {
    const [a = 0, b = 0, c = 0] = bytes.subarray(at, at + 3)
    const group = (a << 16) | (b << 8) | c
    const characters = Math.min(bytes.length - at, 3) + 1
    for (let i = 0; i < characters; i++) text += alphabet.charAt((group >> (18 - 6 * i)) & 63)
  }
  return text
}

/**
 * Reads base64url; null for any other character, including padding, and for non-canonical text:
 * two strings never decode to the same bytes.
 *
 * @example
 * ```ts
 * import { decodeBase64Url } from "@consent-service/core/evidence"
 *
 * decodeBase64Url("-_8") // Uint8Array.of(251, 255)
 * decodeBase64Url("+/8=") // null
 * ```
 */
export const decodeBase64Url = (text: string): Uint8Array | null => {
  const bytes = new Uint8Array(Math.floor((text.length * 6) / 8))
  let group = 0
  let bits = 0
  let length = 0
  for (let at = 0; at < text.length; at++) {
    const value = values[text.charCodeAt(at)]
    if (value === undefined || value < 0) return null
    group = ((group << 6) | value) & 0xff_ff
    bits += 6
    if (bits >= 8) {
      bits -= 8
      bytes[length++] = (group >> bits) & 0xff
    }
  }
  const leftOver = group & ((1 << bits) - 1)
  return bits >= 6 || leftOver !== 0 ? null : bytes
}
