/**
 * JSON Web Tokens with one pinned algorithm, HS256, as RFC 8725 recommends: the algorithm in a token's header is
 * compared, never followed, and `crit` is refused. Issuer and audience keep tokens of different kinds, services and
 * tenants apart.
 *
 * @module
 */
import * as Predicate from "effect/Predicate"
import { decodeBase64Url, encodeBase64Url } from "../digest/Base64Url.js"
import { equalBytes, hmacSha256 } from "../digest/Hmac.js"

/** The members of a token's payload. */
export type Claims = Readonly<Record<string, unknown>>

/** Longer than any token the service signs, and short enough to parse cheaply. */
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

/** A token in our form whose signature is yet to be checked. */
export interface ParsedToken {
  /** The part of the token that the signature covers. */
  readonly signed: string
  readonly signature: Uint8Array
  readonly claims: Claims
}

/** Reads a token's form: three parts, our header, a JSON object as payload. Null for anything else. */
export const parseToken = (token: string): ParsedToken | null => {
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

/** The part of a token that its signature covers, for claims yet to be signed. */
export const signingInput = (claims: Claims): string => `${header}.${encodeJson(claims)}`

/** A whole token: its signed part and the HMAC-SHA-256 of that part. */
export const withSignature = (input: string, signature: Uint8Array): string => `${input}.${encodeBase64Url(signature)}`

/**
 * Signs claims.
 *
 * @param key - the signing key; its UTF-8 bytes are used
 * @returns the token in compact form
 */
export const signToken = (key: string, claims: Claims): string => {
  const input = signingInput(claims)
  return withSignature(input, hmacSha256(key, input))
}

/**
 * Verifies a token's form and signature, and nothing of what it claims.
 *
 * @returns its claims; null when it is not a token signed with this key
 */
export const verifyToken = (key: string, token: string): Claims | null => {
  const parsed = parseToken(token)
  return parsed !== null && equalBytes(hmacSha256(key, parsed.signed), parsed.signature) ? parsed.claims : null
}

/** How tokens of one kind are signed, as it is configured. */
export interface SigningSettings {
  readonly signingKey: string
  /** Default `cs`. */
  readonly issuer?: string | undefined
  /** Overrides the kind's own audience, the tenant's part of it included. */
  readonly audience?: string | undefined
}

/** Issuer and audience of a token. */
export interface TokenScope {
  readonly iss: string
  readonly aud: string
}

/**
 * The scope of a kind of token.
 *
 * @param kind - the audience where none is configured, such as `cs-policy-snapshot`
 * @param tenant - distinguished by its audience; null in the single-tenant scope, and for kinds that know no tenants
 */
export const tokenScope = (settings: SigningSettings, kind: string, tenant: string | null): TokenScope => ({
  iss: settings.issuer?.trim() || "cs",
  aud: settings.audience?.trim() || (tenant === null ? kind : `${kind}:${tenant}`),
})

/** Whether claims are of this scope; an audience must be one text, not a list. */
export const isInScope = (claims: Claims, { aud, iss }: TokenScope): boolean =>
  claims["iss"] === iss && claims["aud"] === aud

/** Whole seconds since 1970, as tokens count time. */
export const toSeconds = (ms: number): number => Math.floor(ms / 1000)

/** A time in a token is a safe integer: others compare as what they are not. */
const isSeconds = (claim: unknown): claim is number => Number.isSafeInteger(claim)

/** Whether a token may be used already: `nbf`, where it is there, is a time that has come. */
export const hasBegun = (claims: Claims, now: number): boolean => {
  const notBefore = claims["nbf"]
  return notBefore === undefined || (isSeconds(notBefore) && notBefore * 1000 <= now)
}
