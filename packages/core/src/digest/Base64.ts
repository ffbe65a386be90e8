/**
 * Base64 with padding (RFC 4648 section 4), as in signed notes and receipts.
 *
 * @module
 */
import { decodeBase64Url, encodeBase64Url } from "./Base64Url.js"

/**
 * Writes bytes as base64 with padding.
 *
 * @example
 * ```ts
 * import { encodeBase64 } from "@consent-service/core/evidence"
 *
 * encodeBase64(Uint8Array.of(255, 254)) // "//4="
 * ```
 */
export const encodeBase64 = (bytes: Uint8Array): string => {
  const text = encodeBase64Url(bytes).replaceAll("-", "+").replaceAll("_", "/")
  return text.padEnd(Math.ceil(text.length / 4) * 4, "=")
}

/**
 * Reads base64 with padding; null for anything else, including non-canonical text: two strings
 * never decode to the same bytes.
 *
 * @example
 * ```ts
 * import { decodeBase64 } from "@consent-service/core/evidence"
 *
 * decodeBase64("//4=") // new Uint8Array([255, 254])
 * decodeBase64("//4") // null
 * ```
 */
export const decodeBase64 = (text: string): Uint8Array | null => {
  if (text.length % 4 !== 0 || text.includes("-") || text.includes("_")) return null
  const end = text.endsWith("==") ? text.length - 2 : text.endsWith("=") ? text.length - 1 : text.length
  return decodeBase64Url(text.slice(0, end).replaceAll("+", "-").replaceAll("/", "_"))
}
