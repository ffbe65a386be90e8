/** Converts rows to records and back. */
import { VendorChoice } from "@consent-service/core/vendor"
import { SubjectId } from "@consent-service/core/subject"
import type { RecordedAct } from "@consent-service/core/ports"
import { isExactly, Jurisdiction } from "@consent-service/core/primitives"
import {
  type ConsentRecord,
  type HistoryRecord,
  type IdentityLink,
  newestFirst,
  type Stored,
  type SubjectHistory,
  vendorText,
  forEachInTurns,
} from "@consent-service/core/consent"
import type { Row } from "@effect/sql/SqlConnection"
import type * as Arr from "effect/Array"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { UnexpectedAnswer } from "../statement/Guard.js"
import { integer, optionalInteger, optionalText, reading, text } from "../statement/Columns.js"
import { readDecisionSource } from "./DecisionSourceText.js"
import { readDigest } from "./DigestText.js"
import { type Act, readChoice } from "./PackedChoice.js"
import { rowsBy } from "../statement/Queries.js"
import { readUserAgent } from "./UserAgentText.js"

/** Values are returned as parsed, not rebuilt: a rebuilt object would lose a key named `__proto__`. */
const asIs =
  <A>(isA: (value: unknown) => value is A) =>
  (value: unknown): Stored<A> =>
    isA(value) ? value : "unreadable"

const readJson =
  <A>(read: (value: unknown) => Stored<A>) =>
  (column: string | null): Stored<A> => {
    if (column === null) return null
    try {
      return read(JSON.parse(column))
    } catch {
      return "unreadable"
    }
  }

const readPreferences = readJson(asIs(isExactly(Schema.Record({ key: Schema.String, value: Schema.Boolean }))))
const readVendorChoice = readJson(asIs(isExactly(VendorChoice)))
const readMetadata = readJson(asIs(isExactly(Schema.Record({ key: Schema.String, value: Schema.Unknown }))))

const isJurisdiction = isExactly(Jurisdiction)
const isDecisionSource = isExactly(Schema.Literal("snapshot_token", "snapshot_token_replayed", "write_time_fallback"))

export const experimentOf = (row: Row): ConsentRecord["experiment"] => {
  const [id, arm] = [optionalText(row["experiment_id"]), optionalText(row["experiment_arm"])]
  return id === null || arm === null ? null : { id, arm }
}

/** Values from an older or newer version that this one does not know are ignored. */
const oneOf = <A extends string>(isA: (value: unknown) => value is A, column: unknown): A | null => {
  const value = optionalText(column)
  return isA(value) ? value : null
}

/** Ids were checked before they were stored. */
const subjectIdOf = (id: string): SubjectId => SubjectId.make(id, { disableValidation: true })

/** What a choice may repeat. */
export const actOf = (row: Row): Act => ({
  givenAt: integer(row["given_at"]),
  preferences: readPreferences(optionalText(row["preferences"])),
})

/** A record without its vendor map. */
type Fields = Omit<HistoryRecord, "vendorChoice" | typeof vendorText>

const fieldsOf = (row: Row): Fields => {
  const act = actOf(row)
  return {
    id: text(row["id"]),
    type: text(row["type"]),
    domain: text(row["domain"]),
    documentId: optionalText(row["document_id"]),
    givenAt: act.givenAt,
    createdAt: integer(row["created_at"]),
    preferences: act.preferences,
    choice: readJson((value) => readChoice(value, act))(optionalText(row["choice"])),
    jurisdiction: oneOf(isJurisdiction, row["jurisdiction"]),
    decisionSource: oneOf(isDecisionSource, readDecisionSource(optionalText(row["decision_source"]))),
  }
}

/** One getter for all records: V8 keeps a getter that belongs to one object until the next full garbage collection. */
const parsedWhenRead: PropertyDescriptor & ThisType<HistoryRecord> = {
  enumerable: true,
  configurable: true,
  get() {
    return readVendorChoice(this[vendorText] ?? null)
  },
}

/**
 * Adds a vendor map that is parsed when it is read: thousands of vendors take many times the memory of their text, and a
 * long history of them would slow down other requests by garbage collection.
 */
function addVendorChoice(record: Fields, stored: string): asserts record is HistoryRecord {
  Object.defineProperty(record, vendorText, { value: stored })
  Object.defineProperty(record, "vendorChoice", parsedWhenRead)
}

const toHistoryRecord = (row: Row): HistoryRecord => {
  const stored = optionalText(row["vendor_choice"])
  const fields: Fields = fieldsOf(row)
  if (stored === null) return { vendorChoice: null, ...fields }
  addVendorChoice(fields, stored)
  return fields
}

/** The record in a row of the consent table; throws for a row of another shape. */
export const recordOf = (row: Row): ConsentRecord => ({
  subjectId: subjectIdOf(text(row["subject_id"])),
  validUntil: optionalInteger(row["valid_until"]),
  metadata: readMetadata(optionalText(row["metadata"])),
  model: optionalText(row["model"]),
  consentAction: optionalText(row["consent_action"]),
  uiSource: optionalText(row["ui_source"]),
  tcString: optionalText(row["tc_string"]),
  ipAddress: optionalText(row["ip_address"]),
  userAgent: readUserAgent(optionalText(row["user_agent"])),
  language: optionalText(row["language"]),
  decisionId: optionalText(row["decision_id"]),
  experiment: experimentOf(row),
  timeToDecisionMs: optionalInteger(row["time_to_decision_ms"]),
  contentDigest: readDigest(text(row["content_digest"])),
  vendorChoice: readVendorChoice(optionalText(row["vendor_choice"])),
  ...fieldsOf(row),
})

/** The provider of a link that names none. */
const unnamedProvider = "external"

const toLink = (row: Row): IdentityLink | null => {
  const externalId = optionalText(row["subject_external_id"])
  return externalId === null
    ? null
    : {
        externalId,
        identityProvider: optionalText(row["subject_identity_provider"]) ?? unnamedProvider,
        verified: optionalText(row["subject_verified_external_id"]) !== null,
      }
}

/** The record in a row of the consent table. */
export const readRecord = (row: Row): Effect.Effect<ConsentRecord, UnexpectedAnswer> => reading(() => recordOf(row))

/** The link in a row of the subject's columns. */
export const readLink = (row: Row): Effect.Effect<IdentityLink | null, UnexpectedAnswer> => reading(() => toLink(row))

/** The subject's own part of its rows. */
export const readSubject = (row: Row): Effect.Effect<Pick<SubjectHistory, "createdAt" | "link">, UnexpectedAnswer> =>
  reading(() => ({ createdAt: integer(row["subject_created_at"]), link: toLink(row) }))

/** Decodes the rows of a history, newest act first; yields to other work in between. */
export const readHistoryRecords = (
  rows: ReadonlyArray<Row>,
): Effect.Effect<ReadonlyArray<HistoryRecord>, UnexpectedAnswer> =>
  // Sorted in code, because the engines order text by code point or by byte.
  Effect.map(
    forEachInTurns(rows, (row) => reading(() => toHistoryRecord(row))),
    (records) => records.sort(newestFirst),
  )

/** The approximate size of a record's texts, in bytes. */
export const historyBytes = (row: Row): number => {
  let length = 0
  for (const column of ["preferences", "choice", "vendor_choice"]) {
    const value = row[column]
    if (typeof value === "string" || value instanceof Uint8Array) length += value.length
  }
  return length
}

/** The rows of several subjects, each with their own. */
export const rowsBySubject = (rows: ReadonlyArray<Row>): ReadonlyMap<string, Arr.NonEmptyArray<Row>> =>
  rowsBy(rows, "found_subject_id")

/** The type and the document in a row of an act. */
export const readAct = (row: Row): Effect.Effect<RecordedAct, UnexpectedAnswer> =>
  reading(() => ({ type: text(row["type"]), documentId: optionalText(row["document_id"]) }))
