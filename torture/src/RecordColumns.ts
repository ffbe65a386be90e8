/**
 * What the columns of a record mean, read without the service's own code: three of them are stored in short forms, and
 * a mistake in writing one must not be made up for by the same mistake in reading it.
 */
import type { ConsentFacts } from "@consent-service/core/evidence"
import { optionalCategories } from "@consent-service/core/policy"
import type { Json } from "@consent-service/core/primitives"
import { member } from "./Client.js"
import type { StoredRow } from "./Store.js"

/** A column with JSON in it; what is none, is the text that it is. */
const jsonIn = (row: StoredRow, column: string): Json => {
  const text = row[column] ?? null
  if (text === null) return null
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

const numberIn = (row: StoredRow, column: string): number | null => {
  const text = row[column] ?? null
  return text === null ? null : Number(text)
}

type Receipts = Readonly<Record<string, Json>>

/** Receipts of one time and basis. */
const receipts = (values: ReadonlyArray<readonly [string, boolean]>, confirmedAt: number, basis: Json): Receipts =>
  Object.fromEntries(values.map(([category, value]) => [category, { value, confirmedAt, basis }]))

const namesIn = (group: Json, list: "yes" | "no"): ReadonlyArray<string> => {
  const names: unknown = member(group, list)
  return Array.isArray(names) ? names.map(String) : []
}

const inGroups = ["at", "yes", "no"]

/** The receipts of a group `{ at, kind, …, yes, no }`. */
const unpacked = (group: Json): Receipts => {
  const basis = Object.fromEntries(Object.entries(group ?? {}).filter(([name]) => !inGroups.includes(name)))
  const values = [
    ...namesIn(group, "yes").map((category) => [category, true] as const),
    ...namesIn(group, "no").map((category) => [category, false] as const),
  ]
  return receipts(values, Number(member(group, "at")), basis)
}

/** The choice of a record: stored as it is, in groups, or as the basis of receipts that repeat the act. */
export const choiceIn = (row: StoredRow): Json => {
  const stored = jsonIn(row, "choice")
  if (stored === null || member(stored, "version") !== undefined) return stored
  if (Array.isArray(stored)) return { version: 3, categories: Object.assign({}, ...stored.map(unpacked)) }
  const preferences = jsonIn(row, "preferences")
  const values = optionalCategories.flatMap((category) => {
    const value = member(preferences, category)
    return typeof value === "boolean" ? [[category, value] as const] : []
  })
  // Older clients' word without a fingerprint is stored as its kind.
  const basis = typeof stored === "string" ? { kind: stored } : stored
  return { version: 3, categories: receipts(values, Number(row["given_at"]), basis) }
}

/** The digest of the content, as hex digits. */
export const digestIn = (row: StoredRow): string => {
  const stored = row["content_digest"] ?? ""
  return stored.length === 64 ? stored : Buffer.from(stored, "base64url").toString("hex")
}

const sources: ReadonlyMap<string, string> = new Map([
  ["token", "snapshot_token"],
  ["replayed", "snapshot_token_replayed"],
  ["fallback", "write_time_fallback"],
])

/** How the decision of a record is known. */
export const decisionSourceIn = (row: StoredRow): string | null => {
  const stored = row["decision_source"] ?? null
  return stored === null ? null : (sources.get(stored) ?? stored)
}

/** Shortened ones begin with a line feed. Clients of these tests name no browser whose name is shortened. */
const userAgentIn = (row: StoredRow): string | null => {
  const stored = row["user_agent"] ?? null
  if (stored?.startsWith("\n") === true) throw new Error(`a shortened user agent: ${stored}`)
  return stored
}

const experimentIn = (row: StoredRow): ConsentFacts["experiment"] => {
  const [id, arm] = [row["experiment_id"] ?? null, row["experiment_arm"] ?? null]
  return id === null || arm === null ? null : { id, arm }
}

/** What the evidence of a record states. */
export const factsIn = (row: StoredRow): ConsentFacts => ({
  id: row["id"] ?? "",
  subjectId: row["subject_id"] ?? "",
  type: row["type"] ?? "",
  domain: row["domain"] ?? "",
  documentId: row["document_id"] ?? null,
  givenAt: Number(row["given_at"]),
  createdAt: Number(row["created_at"]),
  validUntil: numberIn(row, "valid_until"),
  preferences: jsonIn(row, "preferences"),
  choice: choiceIn(row),
  vendorChoice: jsonIn(row, "vendor_choice"),
  metadata: jsonIn(row, "metadata"),
  jurisdiction: row["jurisdiction"] ?? null,
  model: row["model"] ?? null,
  consentAction: row["consent_action"] ?? null,
  uiSource: row["ui_source"] ?? null,
  tcString: row["tc_string"] ?? null,
  ipAddress: row["ip_address"] ?? null,
  userAgent: userAgentIn(row),
  language: row["language"] ?? null,
  decisionId: row["decision_id"] ?? null,
  decisionSource: decisionSourceIn(row),
  experiment: experimentIn(row),
  timeToDecisionMs: numberIn(row, "time_to_decision_ms"),
  contentDigest: digestIn(row),
})
