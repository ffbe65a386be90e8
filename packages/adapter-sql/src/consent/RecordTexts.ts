/** How those texts of a record are stored that have a short form. */
import type { ConsentRecord } from "@consent-service/core/consent"
import { decisionSourceText } from "./DecisionSourceText.js"
import { digestText } from "./DigestText.js"
import { choiceText, groupedText } from "./PackedChoice.js"
import { userAgentText, wholeUserAgentText } from "./UserAgentText.js"

/** Writes the texts of a record. Either kind is read. */
export interface RecordTexts {
  readonly choice: (record: ConsentRecord) => string | null
  readonly contentDigest: (record: ConsentRecord) => string
  readonly decisionSource: (record: ConsentRecord) => string | null
  readonly userAgent: (record: ConsentRecord) => string | null
}

/** As processes of every version can read them. */
export const longTexts: RecordTexts = {
  choice: ({ choice }) => groupedText(choice),
  contentDigest: ({ contentDigest }) => contentDigest,
  decisionSource: ({ decisionSource }) => decisionSource,
  userAgent: ({ userAgent }) => wholeUserAgentText(userAgent),
}

/** Each as short as it can be restored exactly: about a fifth of a usual record less. */
export const shortTexts: RecordTexts = {
  choice: choiceText,
  contentDigest: ({ contentDigest }) => digestText(contentDigest),
  decisionSource: ({ decisionSource }) => decisionSourceText(decisionSource),
  userAgent: ({ userAgent }) => userAgentText(userAgent),
}
