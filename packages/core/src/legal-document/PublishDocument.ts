/**
 * The body of `PUT /legal-documents/:type/current`, read in two steps: an invalid shape is reported before an invalid date,
 * with a different error.
 *
 * The registry alone decides the outcome (`PublishOutcome`), so there is no use case around it.
 *
 * @module
 */
import * as Schema from "effect/Schema"
import { atMost } from "../schema/Text.js"
import { omissible } from "../schema/Member.js"
import { parseIsoTime } from "../schema/IsoTime.js"
import { DocumentHash } from "./LegalDocument.js"
import { described } from "../schema/Documentation.js"

/** The shape of the body; a missing date is an invalid date, not an invalid shape. */
export const ReleaseBody = Schema.Struct({
  version: atMost(255).pipe(Schema.nonEmptyString({ message: () => "must not be empty" })),
  hash: DocumentHash,
  /** An ISO 8601 date or timestamp; required, as `parseEffectiveDate` checks. */
  effectiveDate: omissible(Schema.String),
}).annotations({
  identifier: "LegalDocumentRelease",
  ...described({
    description: "A version of a legal document",
    fields: {
      version: "What the site calls it",
      hash: "The SHA-256 of its text",
      effectiveDate: "An ISO 8601 date or timestamp of the calendar. Required: without it the answer is 422",
    },
  }),
})
export type ReleaseBody = typeof ReleaseBody.Type

/**
 * The date of a release in epoch milliseconds; a date without a time is its midnight in UTC.
 *
 * @returns null for a date that is missing, cannot be read or does not exist
 *
 * @example
 * ```ts
 * import { parseEffectiveDate } from "@consent-service/core/consent"
 *
 * parseEffectiveDate({ effectiveDate: "2026-01-01" }) // 1_767_225_600_000
 * parseEffectiveDate({ effectiveDate: "2026-02-30" }) // null
 * ```
 */
export const parseEffectiveDate = ({ effectiveDate }: Pick<ReleaseBody, "effectiveDate">): number | null =>
  effectiveDate == null ? null : (parseIsoTime(effectiveDate)?.epochMs ?? null)
