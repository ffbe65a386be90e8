/**
 * Ids for subjects that no browser has named.
 *
 * @module
 */

const base58 = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"

/**
 * Generates a unique subject id, for a visitor who decides on a server-rendered form and has no id from a browser yet.
 * Keep it with the user: anyone with it can read the subject's records.
 *
 * @example
 * ```ts
 * import { newSubjectId } from "@consent-service/client"
 *
 * const subjectId = newSubjectId() // "sub_…"
 * ```
 */
export const newSubjectId = (): string =>
  // 24 characters, almost uniformly distributed: about 140 bits of entropy.
  `sub_${Array.from(crypto.getRandomValues(new Uint8Array(24)), (byte) => base58.charAt(byte % 58)).join("")}`
