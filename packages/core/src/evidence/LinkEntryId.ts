/**
 * Ids of the entries of account links: from a subject's id its links are found without an index.
 *
 * @module
 */
import { sha256Hex } from "../digest/Sha256.js"

/** So many that another subject with the same ones is unlikely; the statements tell them apart. */
const digits = 16

/**
 * How the ids of the entries of a subject's links begin.
 *
 * @example
 * ```ts
 * import { linkEntryPrefix } from "@consent-service/core/evidence"
 *
 * linkEntryPrefix("sub_1").length // 21
 * ```
 */
export const linkEntryPrefix = (subjectId: string): string => `lnk_${sha256Hex(subjectId).slice(0, digits)}_`

/**
 * The id of the entry of a link.
 *
 * @param receivedAt - epoch milliseconds
 * @param unique - differs for each link
 * @example
 * ```ts
 * import { linkEntryId, linkReceivedAt } from "@consent-service/core/evidence"
 *
 * linkReceivedAt(linkEntryId("sub_1", 1796083200000, "xh7DYDLe8SCGKnMPT9Tr8Q")) // 1796083200000
 * ```
 */
export const linkEntryId = (subjectId: string, receivedAt: number, unique: string): string =>
  `${linkEntryPrefix(subjectId)}${receivedAt}_${unique}`

/**
 * When the entry of a link was queued, in epoch milliseconds.
 *
 * @returns null for an id of another form
 * @example
 * ```ts
 * import { linkReceivedAt } from "@consent-service/core/evidence"
 *
 * linkReceivedAt("lnk_1") // null
 * ```
 */
export const linkReceivedAt = (id: string): number | null => {
  const found = /^lnk_[0-9a-f]{16}_(\d{1,16})_/.exec(id)
  return found === null ? null : Number(found[1])
}
