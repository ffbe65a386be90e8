/**
 * Decides whether a request carries a valid API key. The scheme is compared without case, the key in constant time.
 *
 * @module
 */

/** Decides by the `Authorization` header's value, null when there is none. */
import { equalBytes, sha256Text } from "@consent-service/core/primitives"
export type Authenticator = (authorization: string | null) => boolean

/** The scheme is compared without case; one or more spaces stand before the token, which holds none (RFC 9110, 6750). */
const bearer = /^bearer +([^\s]+)$/i

/** Longer than any key: hashing what is sent must not cost more than answering it. */
const maxHeaderLength = 4096

/**
 * Compiles the keys of an instance. Every key is compared, by digest, so that the time taken tells nothing of any; with
 * no keys nobody is authenticated.
 */
export const compileApiKeys = (keys: ReadonlyArray<string>): Authenticator => {
  const digests = keys.map(sha256Text)
  return (authorization) => {
    if (authorization === null || digests.length === 0 || authorization.length > maxHeaderLength) return false
    const token = bearer.exec(authorization.trim())?.[1]
    if (token === undefined) return false
    const sent = sha256Text(token)
    let matches = 0
    for (const digest of digests) matches += equalBytes(digest, sent) ? 1 : 0
    return matches > 0
  }
}
