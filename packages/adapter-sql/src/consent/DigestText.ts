/**
 * The `content_digest` column: 43 characters of base64url, as digests of the log are stored. Older rows have the 64
 * hexadecimal digits, which are still read.
 *
 * @module
 */
import { base64UrlOfHex, hexOfBase64Url } from "../log-queue/Hex.js"

const hexDigest = /^[\da-f]{64}$/

/** A digest of 32 bytes; the last character has two bits that are zero. */
const shortDigest = /^[\w-]{42}[AEIMQUYcgkosw048]$/

/** The text of a digest in its column. */
export const digestText = (digest: string): string => (hexDigest.test(digest) ? base64UrlOfHex(digest) : digest)

/** Reads a digest from its column, in either form. */
export const readDigest = (stored: string): string => (shortDigest.test(stored) ? hexOfBase64Url(stored) : stored)
