/**
 * The evidence-log entries of a save.
 *
 * @module
 */
import { linkEntryId } from "../../evidence/LinkEntryId.js"
import { type PendingEntry, pendingEntry } from "../../evidence/PendingEntry.js"
import { archiveStatement, consentStatement, linkStatement } from "../../evidence/Statement.js"
import type { Archived } from "../../ports/Archive.js"
import type { ConsentDraft, DraftEntries, IdentityLink } from "../record/ConsentRecord.js"
import { recordFacts } from "../record/RecordFacts.js"

/**
 * The entry of a subject's link to a user account.
 *
 * @param now - epoch milliseconds
 * @param salts - returns a new salt at each call: 16 random bytes as base64url
 * @example
 * ```ts
 * import { type IdentityLink, linkEntry } from "@consent-service/core/consent"
 * import { ConsentStore } from "@consent-service/core/ports"
 * import type { SubjectId } from "@consent-service/core/subject"
 * import * as Effect from "effect/Effect"
 *
 * const linked = (subjectId: SubjectId, link: IdentityLink, salts: () => string) =>
 *   Effect.flatMap(ConsentStore, (store) => store.link(subjectId, link, linkEntry(subjectId, link, Date.now(), salts)))
 * ```
 */
export const linkEntry = (subjectId: string, link: IdentityLink, now: number, salts: () => string): PendingEntry =>
  // A unique id, because a subject may be linked several times in one millisecond.
  pendingEntry(linkStatement({ subjectId, ...link }), {
    id: linkEntryId(subjectId, now, salts()),
    receivedAt: now,
    salt: salts(),
  })

/**
 * The entries of a draft: of its record, and of its link, if any.
 *
 * @param salts - returns a new salt at each call: 16 random bytes as base64url
 * @example
 * ```ts
 * import { type ConsentDraft, draftEntries } from "@consent-service/core/consent"
 * import { ConsentStore } from "@consent-service/core/ports"
 * import * as Effect from "effect/Effect"
 *
 * const append = (draft: ConsentDraft, salts: () => string) =>
 *   Effect.flatMap(ConsentStore, (store) => store.append({ ...draft, entries: draftEntries(draft, salts) }))
 * ```
 */
export const draftEntries = ({ link, record }: ConsentDraft, salts: () => string): DraftEntries => {
  const { createdAt, id, subjectId } = record
  return {
    record: () => pendingEntry(consentStatement(recordFacts(record)), { id, receivedAt: createdAt, salt: salts() }),
    link: link === null ? null : () => linkEntry(subjectId, link, createdAt, salts),
  }
}

/** An archived part with its entry. */
export const withArchiveEntry = (
  archived: Archived,
  what: "manifest" | "texts",
  now: number,
  salts: () => string,
): Archived => ({
  ...archived,
  entry: pendingEntry(archiveStatement({ digest: archived.id, what }), {
    id: archived.id,
    receivedAt: now,
    salt: salts(),
  }),
})
