/**
 * Ids for subjects that no browser has named.
 *
 * @module
 */

const base58 = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"

/**
 * A subject id that nobody else has, for somebody who decides on a server's form and has no browser's id yet. Keep it
 * with the user: whoever knows it may read what is on record of the subject.
 */
export const newSubjectId = (): string =>
  // 24 characters that are hardly less likely than others: 140 bits that nobody guesses.
  `sub_${Array.from(crypto.getRandomValues(new Uint8Array(24)), (byte) => base58.charAt(byte % 58)).join("")}`
