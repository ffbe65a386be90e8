/**
 * JSON Web Tokens under one pinned algorithm, HS256, with the care of RFC 8725: what a token says of its own algorithm
 * is compared, never followed (contract decision 21).
 *
 * @module
 */
import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"
import { equalBytes } from "../digest/EqualBytes.js"
import { TokenMac } from "../ports/TokenMac.js"
import { decodeBase64Url, encodeBase64Url } from "./Base64Url.js"

/** The members of a token's payload. */
export type Claims = Readonly<Record<string, unknown>>

/** Longer than any token of ours, short enough to cost nothing. */
const maxLength = 8_192

const utf8 = new TextEncoder()
const strictUtf8 = new TextDecoder("utf-8", { fatal: true })

const encodeJson = (value: unknown): string => encodeBase64Url(utf8.encode(JSON.stringify(value)))

const header = encodeJson({ alg: "HS256", typ: "JWT" })

const decodeObject = (part: string): Claims | null => {
  const bytes = decodeBase64Url(part)
  if (bytes === null) return null
  try {
    const value: unknown = JSON.parse(strictUtf8.decode(bytes))
    return Predicate.isRecord(value) ? value : null
  } catch {
    return null
  }
}

/** `crit` and `b64` change what is signed; who sends them expects rules that are not ours. */
const isOurHeader = (claimed: Claims): boolean =>
  claimed["alg"] === "HS256" &&
  (claimed["typ"] === undefined || claimed["typ"] === "JWT") &&
  !Object.hasOwn(claimed, "crit") &&
  !Object.hasOwn(claimed, "b64")

interface ParsedToken {
  readonly signed: string
  readonly signature: Uint8Array
  readonly claims: Claims
}

const parse = (token: string): ParsedToken | null => {
  if (token.length > maxLength) return null
  const parts = token.split(".")
  const [head = "", payload = "", mac = ""] = parts
  if (parts.length !== 3) return null
  const claimed = decodeObject(head)
  const claims = decodeObject(payload)
  const signature = decodeBase64Url(mac)
  if (claimed === null || claims === null || signature === null || !isOurHeader(claimed)) return null
  return { signed: `${head}.${payload}`, signature, claims }
}

/**
 * Signs claims.
 *
 * @param key - the signing key; its UTF-8 bytes are used
 * @returns the token in compact form
 */
export const signToken = (key: string, claims: Claims): Effect.Effect<string, never, TokenMac> => {
  const signed = `${header}.${encodeJson(claims)}`
  return Effect.flatMap(TokenMac, (mac) =>
    Effect.map(mac.sign(key, signed), (signature) => `${signed}.${encodeBase64Url(signature)}`),
  )
}

/**
 * Verifies a token's form and signature, and nothing of what it claims.
 *
 * @returns its claims; null when it is no token of ours
 */
export const verifyToken = (key: string, token: string): Effect.Effect<Claims | null, never, TokenMac> => {
  const parsed = parse(token)
  if (parsed === null) return Effect.succeed(null)
  return Effect.flatMap(TokenMac, (mac) =>
    Effect.map(mac.sign(key, parsed.signed), (expected) =>
      equalBytes(expected, parsed.signature) ? parsed.claims : null,
    ),
  )
}
