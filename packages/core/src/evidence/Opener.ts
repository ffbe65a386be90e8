/**
 * Openers: what opens the commitment of an entry. That is its salt; or, once a part was dropped, the keys of the parts
 * that are left and the commitment to the one that is not, from which the salt cannot be found.
 *
 * @module
 */
import { entryCommitment, partCommitment, partKey } from "./Commitment.js"
import type { PartName } from "./Entry.js"
import type { ReceiptPart } from "./Receipt.js"
import type { Statement } from "./Statement.js"

/** What is left of a part: its key, or only the commitment to it. Both are 64 lower-case hex digits. */
export type PartOpener = { readonly key: string } | { readonly commitment: string }

/** What opens each part of an entry. */
export type Opener = (part: PartName) => PartOpener | null

const saltPattern = /^[\w-]{22}$/

const fieldPattern = /^([a-z]+)([=~])([0-9a-f]{64})$/

/**
 * Reads the opener of a stored entry: its salt, or `part=key` and `part~commitment` fields, comma-separated.
 *
 * @returns null for a text of another form
 * @example
 * ```ts
 * import { readOpener } from "@consent-service/core/evidence"
 *
 * const opener = readOpener("YuhBSpTM25JKg46fdYOyaQ")
 * const subject = opener?.("subject")
 * readOpener("-") // null
 * ```
 */
export const readOpener = (text: string): Opener | null => {
  if (saltPattern.test(text)) return (part) => ({ key: partKey(text, part) })
  const parts = new Map<string, PartOpener>()
  for (const field of text.split(",")) {
    const [, name, sign, value] = fieldPattern.exec(field) ?? []
    if (name === undefined || value === undefined) return null
    parts.set(name, sign === "=" ? { key: value } : { commitment: value })
  }
  return (part) => parts.get(part) ?? null
}

/**
 * Whether an opener is of an entry with a dropped part.
 *
 * @example
 * ```ts
 * import { hasDropped } from "@consent-service/core/evidence"
 *
 * hasDropped("xh7DYDLe8SCGKnMPT9Tr8Q") // false
 * ```
 */
export const hasDropped = (text: string): boolean => text.includes("~")

/**
 * The opener of an entry without a part: who has it cannot compute the key of that part.
 *
 * @param text - the opener so far, as it is stored
 * @param statement - the entry's, with the part still in it
 * @returns null when the opener cannot be read, or does not have the parts of the statement
 * @example
 * ```ts
 * import { type ConsentFacts, consentStatement, dropPart } from "@consent-service/core/evidence"
 *
 * const withoutTrace = (facts: ConsentFacts, salt: string) => dropPart(salt, consentStatement(facts), "trace")
 * ```
 */
export const dropPart = (text: string, { parts }: Statement, dropped: PartName): string | null => {
  const opener = readOpener(text)
  const fields = parts.map(({ name, text: partText }) => {
    const part = opener?.(name) ?? null
    if (part === null) return null
    if ("commitment" in part) return `${name}~${part.commitment}`
    return name === dropped ? `${name}~${partCommitment(part.key, partText)}` : `${name}=${part.key}`
  })
  return fields.includes(null) ? null : fields.join(",")
}

/**
 * The parts of a statement as a receipt has them: disclosed with their keys, or only committed to.
 *
 * @returns null when the opener does not have the parts of the statement
 * @example
 * ```ts
 * import { archiveStatement, disclose, readOpener } from "@consent-service/core/evidence"
 *
 * const opener = readOpener("xh7DYDLe8SCGKnMPT9Tr8Q")
 * const parts = opener === null ? null : disclose(archiveStatement({ digest: "ab", what: "texts" }), opener)
 * ```
 */
export const disclose = ({ parts }: Statement, opener: Opener): Readonly<Record<string, ReceiptPart>> | null => {
  const disclosed = parts.map(({ name, text }) => {
    const part = opener(name)
    return part === null ? null : ([name, "key" in part ? { key: part.key, text } : part] as const)
  })
  const opened = disclosed.filter((part) => part !== null)
  return opened.length === parts.length ? Object.fromEntries(opened) : null
}

/**
 * The commitment to a statement by what opens it.
 *
 * @returns 64 lower-case hex digits; null when the opener does not have the parts of the statement
 * @example
 * ```ts
 * import { archiveStatement, commitmentBy, commitTo, readOpener } from "@consent-service/core/evidence"
 *
 * const [statement, salt] = [archiveStatement({ digest: "ab", what: "texts" }), "xh7DYDLe8SCGKnMPT9Tr8Q"]
 * const opener = readOpener(salt)
 * opener !== null && commitmentBy(statement, opener) === commitTo(statement, salt).commitment // true
 * ```
 */
export const commitmentBy = ({ kind, parts }: Statement, opener: Opener): string | null => {
  const commitments = parts.map(({ name, text }) => {
    const part = opener(name)
    if (part === null) return null
    return [name, "key" in part ? partCommitment(part.key, text) : part.commitment] as const
  })
  const opened = commitments.filter((part) => part !== null)
  return opened.length === parts.length ? entryCommitment(kind, opened) : null
}
