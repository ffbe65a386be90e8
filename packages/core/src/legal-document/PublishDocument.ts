/**
 * The body of `PUT /legal-documents/:type/current`, read in two steps: a wrong shape is told before a wrong date, and
 * as another error (wire.md 1.11; contract decisions 5 and 45).
 *
 * What publishing comes to is the registry's whole decision (`PublishOutcome`), so there is no use case around it.
 *
 * @module
 */
import * as Schema from "effect/Schema"
import { atMost } from "../consent/BoundedText.js"
import { optional } from "../schema/Member.js"
import { parseIsoTime } from "../time/IsoTime.js"
import { DocumentHash } from "./LegalDocument.js"

/** The shape of the body; a date that is missing is a wrong date and not a wrong shape. */
export const ReleaseBody = Schema.Struct({
  version: atMost(255).pipe(Schema.nonEmptyString({ message: () => "must not be empty" })),
  hash: DocumentHash,
  /** An ISO 8601 date or timestamp; required, which `parseEffectiveDate` tells. */
  effectiveDate: optional(Schema.String),
}).annotations({ identifier: "LegalDocumentRelease" })
export type ReleaseBody = typeof ReleaseBody.Type

/**
 * The date of a release in epoch milliseconds; a date without a time is its midnight in UTC.
 *
 * @returns null for a date that is missing, cannot be read or does not exist
 */
export const parseEffectiveDate = ({ effectiveDate }: Pick<ReleaseBody, "effectiveDate">): number | null =>
  effectiveDate === undefined ? null : (parseIsoTime(effectiveDate)?.epochMs ?? null)
