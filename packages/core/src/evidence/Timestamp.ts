/**
 * Time stamps of checkpoints (RFC 3161): the clock of an authority says that a tree was there. The request is over the SHA-256
 * of the checkpoint's text; the answer is kept as it came, for `openssl ts -verify`.
 *
 * @module
 */
import { equalBytes } from "../digest/Hmac.js"
import { sha256 } from "../digest/Sha256.js"
import { type DerValue, readDer, writeDer } from "./Der.js"

const tags = { integer: 2, octets: 4, object: 6, sequence: 0x30, time: 0x18, tagged: 0xa0 } as const

/** Object identifiers, as DER has them. */
const objects = {
  sha256: Uint8Array.of(0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x02, 0x01),
  signedData: Uint8Array.of(0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x07, 0x02),
  timestamp: Uint8Array.of(0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x09, 0x10, 0x01, 0x04),
}

/** How long an answer may be, in bytes; it has the certificates of the authority. */
export const mostTimestampBytes = 65_536

/** How media types name a request and an answer. */
export const timestampTypes = { query: "application/timestamp-query", reply: "application/timestamp-reply" } as const

const utf8 = new TextEncoder()

/** A number that is positive in DER, and has no byte too many. */
const positive = (nonce: Uint8Array): Uint8Array => Uint8Array.of(((nonce[0] ?? 0) & 0x3f) | 0x40, ...nonce.subarray(1))

/**
 * Writes a request for the stamp of a text, which asks for the certificate of the authority.
 *
 * @param nonce - some random bytes, which the answer has to repeat
 * @example
 * ```ts
 * import { timestampRequest } from "@consent-service/core/evidence"
 *
 * timestampRequest("log.example\n0\n47DEQ…\n", crypto.getRandomValues(new Uint8Array(8))).length // 69
 * ```
 */
export const timestampRequest = (text: string, nonce: Uint8Array): Uint8Array => {
  const algorithm = writeDer(tags.sequence, [writeDer(tags.object, [objects.sha256]), Uint8Array.of(5, 0)])
  const imprint = writeDer(tags.sequence, [algorithm, writeDer(tags.octets, [sha256(utf8.encode(text))])])
  const [version, asksForCertificate] = [Uint8Array.of(2, 1, 1), Uint8Array.of(1, 1, 0xff)]
  return writeDer(tags.sequence, [version, imprint, writeDer(tags.integer, [positive(nonce)]), asksForCertificate])
}

/** What an answer says. Its signature is not verified: that needs the certificates that one trusts. */
export type TimestampReading =
  | {
      readonly _tag: "Stamped"
      /** By the authority's clock, in epoch milliseconds. */
      readonly time: number
    }
  | { readonly _tag: "Refused"; readonly reason: string }

const refused = (reason: string): TimestampReading => ({ _tag: "Refused", reason })

const is = (value: DerValue | undefined, tag: number, content: Uint8Array): boolean =>
  value?.tag === tag && equalBytes(value.content, content)

/** The values in a value with this tag. */
const within = (value: DerValue | undefined, tag: number): ReadonlyArray<DerValue> =>
  value?.tag === tag ? (readDer(value.content) ?? []) : []

const timePattern = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(?:\.(\d{1,9}))?Z$/

const timeIn = (value: DerValue | undefined): number | null => {
  const text = value?.tag === tags.time ? String.fromCharCode(...value.content.subarray(0, 32)) : ""
  const found = timePattern.exec(text)
  if (found === null) return null
  const [, year, month, day, hour, minute, second, fraction = ""] = found
  const time = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}.${fraction.padEnd(3, "0").slice(0, 3)}Z`)
  return Number.isNaN(time) ? null : time
}

/** What was stamped (TSTInfo) in a signed content (CMS). */
const stampedIn = (token: DerValue | undefined): ReadonlyArray<DerValue> | null => {
  const [type, signed] = within(token, tags.sequence)
  if (!is(type, tags.object, objects.signedData)) return null
  const [, , content] = within(within(signed, tags.tagged)[0], tags.sequence)
  const [contentType, octets] = within(content, tags.sequence)
  if (!is(contentType, tags.object, objects.timestamp)) return null
  const [stamped] = within(within(octets, tags.tagged)[0], tags.octets)
  return within(stamped, tags.sequence)
}

const isOf = (imprint: DerValue | undefined, text: string): boolean => {
  const [algorithm, digest] = within(imprint, tags.sequence)
  const [object] = within(algorithm, tags.sequence)
  return is(object, tags.object, objects.sha256) && is(digest, tags.octets, sha256(utf8.encode(text)))
}

/**
 * Reads an answer.
 *
 * @param text - what the stamp was asked for; a stamp of another text is refused
 * @param nonce - as in the request; null for an answer that was kept, of which the nonce is not known
 * @example
 * ```ts
 * import { readTimestamp } from "@consent-service/core/evidence"
 *
 * readTimestamp(new Uint8Array(), "log.example\n0\n47DEQ…\n", null)
 * // { _tag: "Refused", reason: "it is no answer of RFC 3161" }
 * ```
 */
export const readTimestamp = (answer: Uint8Array, text: string, nonce: Uint8Array | null): TimestampReading => {
  const values = answer.length > mostTimestampBytes ? null : readDer(answer)
  const [status, token] = values?.length === 1 ? within(values[0], tags.sequence) : []
  const [code] = within(status, tags.sequence)
  if (code?.tag !== tags.integer || code.content.length !== 1) return refused("it is no answer of RFC 3161")
  if ((code.content[0] ?? 2) > 1) return refused(`the authority refuses with status ${code.content[0]}`)
  const stamped = stampedIn(token)
  if (stamped === null) return refused("it has no time stamp")
  const [version, , imprint, , generated, ...others] = stamped
  if (!is(version, tags.integer, Uint8Array.of(1))) return refused("its time stamp is of an unknown version")
  if (!isOf(imprint, text)) return refused("its time stamp is of something else")
  if (nonce !== null && !others.some((value) => is(value, tags.integer, positive(nonce)))) {
    return refused("it answers another request")
  }
  const time = timeIn(generated)
  return time === null ? refused("its time cannot be read") : { _tag: "Stamped", time }
}
