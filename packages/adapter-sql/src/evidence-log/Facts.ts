/**
 * A record as its row has it, for its statement: what this version does not know is kept as it is, where a record for
 * readers has null.
 */
import type { ConsentFacts } from "@consent-service/core/evidence"
import type { Json } from "@consent-service/core/primitives"
import type { Row } from "@effect/sql/SqlConnection"
import { readDecisionSource } from "../consent/DecisionSourceText.js"
import { readDigest } from "../consent/DigestText.js"
import { readChoice } from "../consent/PackedChoice.js"
import { actOf, experimentOf } from "../consent/Row.js"
import { readUserAgent } from "../consent/UserAgentText.js"
import { integer, optionalInteger, optionalText, text } from "../statement/Columns.js"

/** Text that is not JSON was written by another program. It is stated as that text. */
const parsed = (column: string | null): Json => {
  if (column === null) return null
  try {
    return JSON.parse(column)
  } catch {
    return column
  }
}

/** A choice is stored short, and stated plainly. */
const choiceOf = (row: Row): Json => {
  const stored = parsed(optionalText(row["choice"]))
  const choice = readChoice(stored, actOf(row))
  return choice === "unreadable" ? stored : choice
}

/** The facts in a row of the consent table; throws for a row of another shape. */
export const factsOf = (row: Row): ConsentFacts => ({
  id: text(row["id"]),
  subjectId: text(row["subject_id"]),
  type: text(row["type"]),
  domain: text(row["domain"]),
  documentId: optionalText(row["document_id"]),
  givenAt: integer(row["given_at"]),
  createdAt: integer(row["created_at"]),
  validUntil: optionalInteger(row["valid_until"]),
  preferences: parsed(optionalText(row["preferences"])),
  choice: choiceOf(row),
  vendorChoice: parsed(optionalText(row["vendor_choice"])),
  metadata: parsed(optionalText(row["metadata"])),
  jurisdiction: optionalText(row["jurisdiction"]),
  model: optionalText(row["model"]),
  consentAction: optionalText(row["consent_action"]),
  uiSource: optionalText(row["ui_source"]),
  tcString: optionalText(row["tc_string"]),
  ipAddress: optionalText(row["ip_address"]),
  userAgent: readUserAgent(optionalText(row["user_agent"])),
  language: optionalText(row["language"]),
  decisionId: optionalText(row["decision_id"]),
  decisionSource: readDecisionSource(optionalText(row["decision_source"])),
  experiment: experimentOf(row),
  timeToDecisionMs: optionalInteger(row["time_to_decision_ms"]),
  contentDigest: readDigest(text(row["content_digest"])),
})
