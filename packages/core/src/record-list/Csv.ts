/**
 * Records as lines of CSV (RFC 4180), safe to open in a spreadsheet.
 *
 * @module
 */
import type { Json } from "../digest/CanonicalJson.js"
import { csvCell } from "../schema/CsvCell.js"
import type { RecordItem } from "./RecordItem.js"

/** The columns of a file, in order. */
export const csvColumns = [
  "id",
  "subjectId",
  "type",
  "domain",
  "givenAt",
  "createdAt",
  "validUntil",
  "action",
  "preferences",
  "choice",
  "vendorChoice",
  "tcString",
  "jurisdiction",
  "model",
  "rule",
  "country",
  "region",
  "textsLanguage",
  "decisionId",
  "decisionSource",
  "documentId",
  "uiSource",
  "experimentId",
  "experimentArm",
  "timeToDecisionMs",
  "ipAddress",
  "userAgent",
  "language",
  "metadata",
] as const satisfies ReadonlyArray<keyof RecordItem>

const cellOf = (value: Json): string => {
  if (value === null) return ""
  return csvCell(typeof value === "string" ? value : JSON.stringify(value))
}

/** The first line of a file: the names of the columns. */
export const csvHeader = `${csvColumns.join(",")}\r\n`

/**
 * A record as a line. What was not recorded is empty, and lists and maps are JSON. A text that a spreadsheet would take
 * for a formula has an apostrophe in front.
 *
 * @example
 * ```ts
 * import { csvLine, type RecordItem } from "@consent-service/core/records"
 *
 * const lines = (items: ReadonlyArray<RecordItem>): string => items.map(csvLine).join("")
 * ```
 */
export const csvLine = (item: RecordItem): string => `${csvColumns.map((name) => cellOf(item[name])).join(",")}\r\n`
