/**
 * Salted commitments to the parts of an entry. Who has a part's key and text can check that part; who has only its
 * commitment can check the others; without the salt no part can be found by guessing.
 *
 * @module
 */
import { sha256Hex } from "../digest/Sha256.js"
import { compareCodeUnits } from "../schema/Order.js"
import type { EntryKind } from "./Entry.js"

/**
 * Derives the key of one part of an entry.
 *
 * @param salt - 16 random bytes as base64url, new for each entry
 * @param part - the part's name
 * @returns 64 lower-case hex digits
 * @example
 * ```ts
 * import { partCommitment, partKey } from "@consent-service/core/evidence"
 *
 * const key = partKey("YuhBSpTM25JKg46fdYOyaQ", "subject")
 * partCommitment(key, '{"id":"cns_1","subjectId":"sub_1"}').length // 64
 * ```
 */
export const partKey = (salt: string, part: string): string => sha256Hex(`consent-service/part/v1\n${salt}\n${part}\n`)

/**
 * Commits to one part. The key fills the first block of SHA-256 and is used for one text only, so the commitment hides
 * the text as a keyed hash does, and binds to it as SHA-256 does.
 *
 * @param key - as {@link partKey} derives it
 * @param text - the part's text, canonical JSON
 * @returns 64 lower-case hex digits
 * @example
 * ```ts
 * import { partCommitment } from "@consent-service/core/evidence"
 *
 * partCommitment("7e".repeat(32), "{}").length // 64
 * ```
 */
export const partCommitment = (key: string, text: string): string => sha256Hex(`${key}\n${text}`)

/**
 * Commits to an entry by its kind and the commitments to its parts.
 *
 * @param parts - each part's name with its commitment, in any order
 * @returns 64 lower-case hex digits
 * @example
 * ```ts
 * import { entryCommitment, partCommitment, partKey } from "@consent-service/core/evidence"
 *
 * const commitment = partCommitment(partKey("xh7DYDLe8SCGKnMPT9Tr8Q", "archive"), '{"digest":"…","what":"texts"}')
 * entryCommitment(4, [["archive", commitment]]).length // 64
 * ```
 */
export const entryCommitment = (kind: EntryKind, parts: ReadonlyArray<readonly [name: string, commitment: string]>) => {
  const lines = parts.toSorted(([one], [other]) => compareCodeUnits(one, other)).map((part) => `${part.join(" ")}\n`)
  return sha256Hex(`consent-service/entry/v1\n${kind}\n${lines.join("")}`)
}
