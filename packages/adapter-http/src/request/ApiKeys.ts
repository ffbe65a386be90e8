/**
 * Decides whether a request carries a valid API key. The scheme is compared without case, the key in constant time.
 *
 * @module
 */

import { equalBytes, sha256Text } from "@consent-service/core/primitives"

/** Decides by the `Authorization` header's value, null when there is none. */
export type Authenticator = (authorization: string | null) => boolean

/** The scheme is compared without case; one or more spaces precede the token, which has none (RFC 9110, 6750). */
const bearer = /^bearer +([^\s]+)$/i

/** Longer than any key: hashing the input must stay cheap. */
const maxHeaderLength = 4096

/**
 * Compiles keys into a check. Every key is compared, by digest, so that the duration reveals none of them;
 * without keys, no request is authenticated.
 */
export const compileKeys = (keys: ReadonlyArray<string>): ((sent: string) => boolean) => {
  const digests = keys.map(sha256Text)
  return (sent) => {
    if (digests.length === 0 || sent.length > maxHeaderLength) return false
    const digest = sha256Text(sent)
    let matches = 0
    for (const known of digests) matches += equalBytes(known, digest) ? 1 : 0
    return matches > 0
  }
}

/** Compiles the API keys of an instance; without any no request is authenticated. */
export const compileApiKeys = (keys: ReadonlyArray<string>): Authenticator => {
  const isKey = compileKeys(keys)
  return (authorization) => {
    if (authorization === null || authorization.length > maxHeaderLength) return false
    const token = bearer.exec(authorization.trim())?.[1]
    return token !== undefined && isKey(token)
  }
}
