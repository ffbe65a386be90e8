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

/** `crit` and `b64` change what is signed; senders expect rules that are not supported here. */
const isOurHeader = (claimed: Claims): boolean =>
  claimed["alg"] === "HS256" &&
  (claimed["typ"] === undefined || claimed["typ"] === "JWT") &&
  !Object.hasOwn(claimed, "crit") &&
  !Object.hasOwn(claimed, "b64")

/** A well-formed token whose signature is not checked yet. */
export interface ParsedToken {
  /** The part of the token that the signature covers. */
  readonly signed: string
  readonly signature: Uint8Array
  readonly claims: Claims
}

/**
 * Reads a token's form: at most 8,192 characters in three parts, the header of HS256, a JSON object as payload.
 *
 * @returns null for anything else; the signature is not checked
 *
 * @example
 * ```ts
 * import { parseToken, signToken } from "@consent-service/core/token"
 *
 * parseToken(signToken("a key of at least 32 characters!", { sub: "user-42" }))?.claims // { sub: "user-42" }
 * parseToken("not.a.token") // null
 * ```
 */
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

/**
 * The part of a token that its signature covers, for new claims.
 *
 * @example
 * ```ts
 * import { signingInput } from "@consent-service/core/token"
 *
 * signingInput({ sub: "user-42" }) // "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiJ1c2VyLTQyIn0"
 * ```
 */
export const signingInput = (claims: Claims): string => `${header}.${encodeJson(claims)}`

/**
 * A whole token: its signed part and the HMAC-SHA-256 of that part.
 *
 * @example
 * ```ts
 * import { hmacSha256 } from "@consent-service/core/primitives"
 * import { signingInput, withSignature } from "@consent-service/core/token"
 *
 * const input = signingInput({ sub: "user-42" })
 * const token = withSignature(input, hmacSha256("a key of at least 32 characters!", input))
 * token.split(".").length // 3
 * ```
 */
export const withSignature = (input: string, signature: Uint8Array): string => `${input}.${encodeBase64Url(signature)}`

/**
 * Signs claims.
 *
 * @param key - the signing key; its UTF-8 bytes are used
 * @returns the token in compact form
 *
 * @example
 * ```ts
 * import { signToken } from "@consent-service/core/token"
 *
 * signToken("a key of at least 32 characters!", { sub: "user-42" }) // "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiJ1c2VyLTQyIn0.…"
 * ```
 */
export const signToken = (key: string, claims: Claims): string => {
  const input = signingInput(claims)
  return withSignature(input, hmacSha256(key, input))
}

/**
 * Verifies a token's form and signature, not its claims.
 *
 * @returns its claims; null when it is not a token signed with this key
 *
 * @example
 * ```ts
 * import { signToken, verifyToken } from "@consent-service/core/token"
 *
 * const token = signToken("a key of at least 32 characters!", { sub: "user-42" })
 * verifyToken("a key of at least 32 characters!", token) // { sub: "user-42" }
 * verifyToken("another key", token) // null
 * ```
 */
export const verifyToken = (key: string, token: string): Claims | null => {
  const parsed = parseToken(token)
  return parsed !== null && equalBytes(hmacSha256(key, parsed.signed), parsed.signature) ? parsed.claims : null
}

/** The configured signing settings of one kind of token. */
export interface SigningSettings {
  /** Signs, and verifies. */
  readonly signingKey: string
  /** Verify, too: keys that were the signing key before, or will be. Default: none. */
  readonly olderKeys?: ReadonlyArray<string> | undefined
  /** Default `cs`. */
  readonly issuer?: string | undefined
  /** Overrides the kind's own audience, including its tenant part. */
  readonly audience?: string | undefined
}

/**
 * Verifies a token's form and signature under the keys of some settings, not its claims.
 *
 * @returns its claims; null when it is not a token signed with one of the keys
 *
 * @example
 * ```ts
 * import { signToken, verifyTokenOf } from "@consent-service/core/token"
 *
 * const [old, current] = ["a key of at least 32 characters!", "another key of 32 characters ...!"]
 * verifyTokenOf({ signingKey: current, olderKeys: [old] }, signToken(old, { sub: "user-42" })) // { sub: "user-42" }
 * ```
 */
export const verifyTokenOf = (
  { olderKeys = [], signingKey }: Pick<SigningSettings, "olderKeys" | "signingKey">,
  token: string,
): Claims | null => {
  const parsed = parseToken(token)
  if (parsed === null) return null
  const isOf = (key: string): boolean => equalBytes(hmacSha256(key, parsed.signed), parsed.signature)
  return isOf(signingKey) || olderKeys.some(isOf) ? parsed.claims : null
}

/** Issuer and audience of a token. */
export interface TokenScope {
  readonly iss: string
  readonly aud: string
}

/**
 * The scope of a kind of token. A blank issuer or audience counts as not configured.
 *
 * @param kind - the audience where none is configured, such as `cs-policy-snapshot`
 * @param tenant - distinguished by its audience; null in the single-tenant scope, and for kinds that know no tenants
 *
 * @example
 * ```ts
 * import { tokenScope } from "@consent-service/core/token"
 *
 * tokenScope({ signingKey: "a key of at least 32 characters!" }, "cs-policy-snapshot", "shop")
 * // { iss: "cs", aud: "cs-policy-snapshot:shop" }
 * ```
 */
export const tokenScope = (settings: SigningSettings, kind: string, tenant: string | null): TokenScope => ({
  iss: settings.issuer?.trim() || "cs",
  aud: settings.audience?.trim() || (tenant === null ? kind : `${kind}:${tenant}`),
})

/**
 * Whether claims are of this scope; an audience must be one string, not a list.
 *
 * @example
 * ```ts
 * import { isInScope } from "@consent-service/core/token"
 *
 * const scope = { iss: "cs", aud: "cs-identity" }
 * isInScope({ iss: "cs", aud: "cs-identity" }, scope) // true
 * isInScope({ iss: "cs", aud: ["cs-identity"] }, scope) // false
 * ```
 */
export const isInScope = (claims: Claims, { aud, iss }: TokenScope): boolean =>
  claims["iss"] === iss && claims["aud"] === aud

/**
 * Whole seconds since 1970, the time unit of tokens.
 *
 * @example
 * ```ts
 * import { toSeconds } from "@consent-service/core/token"
 *
 * toSeconds(1_767_225_600_999) // 1_767_225_600
 * ```
 */
export const toSeconds = (ms: number): number => Math.floor(ms / 1000)

/** A time in a token must be a safe integer, because others compare inexactly. */
const isSeconds = (claim: unknown): claim is number => Number.isSafeInteger(claim)

/**
 * Whether a token is valid yet: `nbf`, where present, is in the past.
 *
 * @param now - epoch milliseconds
 *
 * @example
 * ```ts
 * import { hasBegun } from "@consent-service/core/token"
 *
 * hasBegun({ nbf: 1_767_225_600 }, 1_767_225_600_000) // true
 * hasBegun({ nbf: "soon" }, 1_767_225_600_000) // false
 * ```
 */
export const hasBegun = (claims: Claims, now: number): boolean => {
  const notBefore = claims["nbf"]
  return notBefore === undefined || (isSeconds(notBefore) && notBefore * 1000 <= now)
}
