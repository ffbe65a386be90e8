/**
 * Creates a visitor's subject id in the browser: `sub_` and the base58 form of eight bytes of time and twelve random
 * ones.
 *
 * @module
 */
import { timedId } from "../digest/Base58.js"

/**
 * Generates a unique subject id, valid as a `SubjectId`.
 *
 * @param now - epoch milliseconds
 * @param random - 12 random bytes
 *
 * @example
 * ```ts
 * import { newSubjectId } from "@consent-service/core/browser"
 *
 * newSubjectId(Date.now(), crypto.getRandomValues(new Uint8Array(12))) // "sub_…"
 * ```
 */
export const newSubjectId = (now: number, random: Uint8Array): string => timedId("sub", now, random)
