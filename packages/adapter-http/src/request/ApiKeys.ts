/**
 * Whether a request carries an API key (service.md, "Authentication" 1; contract decision 20).
 *
 * @module
 */
import { sha256Hex } from "@consent-service/core/digest/Sha256"

/** Decides by the `Authorization` header's value, null when there is none. */
export type Authenticator = (authorization: string | null) => boolean

/** The scheme is compared without case; one or more spaces stand before the token, which holds none (RFC 9110, 6750). */
const bearer = /^bearer +([^\s]+)$/i

/** Longer than any key: hashing what is sent must not cost more than answering it. */
const maxHeaderLength = 4096

/** Of digests, which are equally long; looks at every digit wherever the first difference is. */
const isEqual = (left: string, right: string): boolean => {
  let difference = 0
  for (let i = 0; i < left.length; i += 1) difference |= left.charCodeAt(i) ^ right.charCodeAt(i)
  return difference === 0
}

/**
 * Compiles the keys of an instance. Every key is compared, by digest, so that the time taken tells nothing of any; with
 * no keys nobody is authenticated.
 */
export const compileApiKeys = (keys: ReadonlyArray<string>): Authenticator => {
  const digests = keys.map(sha256Hex)
  return (authorization) => {
    if (authorization === null || digests.length === 0 || authorization.length > maxHeaderLength) return false
    const token = bearer.exec(authorization.trim())?.[1]
    if (token === undefined) return false
    const sent = sha256Hex(token)
    let matches = 0
    for (const digest of digests) matches += isEqual(digest, sent) ? 1 : 0
    return matches > 0
  }
}
