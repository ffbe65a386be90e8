/**
 * Identity tokens: a browser uses one to prove to the service that its visitor is a certain user of this backend.
 *
 * @module
 */
import { type ConfigurationIssue, ConsentConfigurationError } from "../options/ConfigurationError.js"

/** The user that an identity token names, and the key that signs it. */
export interface IdentityTokenOptions {
  /** The user's id in this backend; the link's `externalId` must be the same. */
  readonly externalId: string
  /** The service's `identityToken.signingKey`: at least 32 bytes. */
  readonly signingKey: string
  /** If given, the token is valid for links of this provider only. */
  readonly identityProvider?: string | undefined
  /** How long it is valid, in whole seconds: 3600 by default. */
  readonly ttlSeconds?: number | undefined
  /** The service's `identityToken.issuer`: `cs` by default. */
  readonly issuer?: string | undefined
  /** The service's `identityToken.audience`: `cs-identity` by default. */
  readonly audience?: string | undefined
}

const utf8 = new TextEncoder()

const isText = (value: unknown): boolean => typeof value === "string" && value !== ""

const issuesOf = (options: IdentityTokenOptions): ReadonlyArray<ConfigurationIssue> => {
  const { audience, externalId, identityProvider, issuer, signingKey, ttlSeconds } = options
  const optionalTexts = Object.entries({ identityProvider, issuer, audience })
  const isKey = typeof signingKey === "string" && utf8.encode(signingKey).length >= 32
  const isTtl = ttlSeconds === undefined || (Number.isSafeInteger(ttlSeconds) && ttlSeconds > 0)
  return [
    ...(isText(externalId) ? [] : [{ option: "externalId", message: "must be a non-empty string" }]),
    ...(isKey ? [] : [{ option: "signingKey", message: "must be a string of at least 32 bytes" }]),
    ...(isTtl ? [] : [{ option: "ttlSeconds", message: "must be a whole number of seconds, at least 1" }]),
    ...optionalTexts.flatMap(([option, value]) =>
      value === undefined || isText(value) ? [] : [{ option, message: "must be a non-empty string" }],
    ),
  ]
}

const base64Url = (bytes: Uint8Array): string =>
  btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replace(/=+$/, "")

const jsonPart = (value: unknown): string => base64Url(utf8.encode(JSON.stringify(value)))

/**
 * Signs a token.
 *
 * @param now - epoch milliseconds
 */
export const signIdentityToken = async (options: IdentityTokenOptions, now: number): Promise<string> => {
  const issues = issuesOf({ ...options })
  if (issues.length > 0) throw new ConsentConfigurationError(issues)
  const { audience, externalId, identityProvider, issuer, ttlSeconds = 3600 } = options
  const iat = Math.floor(now / 1000)
  // Trimmed, like the service's own.
  const scope = { iss: issuer?.trim() || "cs", aud: audience?.trim() || "cs-identity" }
  const claims = { ...scope, sub: externalId, iat, exp: iat + ttlSeconds }
  const payload = identityProvider === undefined ? claims : { ...claims, idp: identityProvider }
  const signed = `${jsonPart({ alg: "HS256", typ: "JWT" })}.${jsonPart(payload)}`
  const algorithm = { name: "HMAC", hash: "SHA-256" }
  const key = await crypto.subtle.importKey("raw", utf8.encode(options.signingKey), algorithm, false, ["sign"])
  const mac = await crypto.subtle.sign("HMAC", key, utf8.encode(signed))
  return `${signed}.${base64Url(new Uint8Array(mac))}`
}

/**
 * Creates an identity token, which names the visitor's account: an HS256 JWT that the browser sends with a link or a
 * save. Create it on the server, for the logged-in user; the signing key must never reach a browser.
 *
 * @throws (rejects with) ConsentConfigurationError, which names every invalid option
 *
 * @example
 * ```ts
 * import { createIdentityToken } from "@consent-service/client"
 *
 * const signingKey = process.env["IDENTITY_SIGNING_KEY"] ?? ""
 * const tokenFor = (userId: string) => createIdentityToken({ externalId: userId, signingKey })
 * ```
 */
export const createIdentityToken = (options: IdentityTokenOptions): Promise<string> =>
  signIdentityToken(options, Date.now())
