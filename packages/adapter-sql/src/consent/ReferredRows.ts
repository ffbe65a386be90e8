/** What records refer to, as its rows have it: decisions and legal documents. */
import type { LegalDocument, StoredDecision } from "@consent-service/core/consent"
import type { Row } from "@effect/sql/SqlConnection"
import { integer, optionalText, text } from "../statement/Columns.js"

/** A decision as its row has it; throws for a row of another shape. */
export const decisionOf = (row: Row): StoredDecision => {
  const textsDigest = optionalText(row["texts_digest"])
  const policy: unknown = JSON.parse(text(row["policy"]))
  return {
    id: text(row["id"]),
    policyId: text(row["policy_id"]),
    fingerprint: text(row["fingerprint"]),
    matchedBy: text(row["matched_by"]),
    model: text(row["model"]),
    country: optionalText(row["country"]),
    region: optionalText(row["region"]),
    language: text(row["language"]),
    manifestRevision: text(row["manifest_revision"]),
    policy,
    ...(textsDigest === null ? {} : { textsDigest }),
  }
}

/** A version of a legal document as its row has it; throws for a row of another shape. */
export const documentOf = (row: Row): LegalDocument => ({
  id: text(row["id"]),
  type: text(row["type"]),
  version: text(row["version"]),
  hash: text(row["hash"]),
  effectiveDate: integer(row["effective_date"]),
  rank: integer(row["ranking"]),
})
