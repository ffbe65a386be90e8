/** Rows and records, each from the other. */
import {
  type ConsentRecord,
  type IdentityLink,
  newestFirst,
  type Stored,
  type SubjectHistory,
} from "@consent-service/core/consent/ConsentRecord"
import { Jurisdiction } from "@consent-service/core/location/Jurisdiction"
import type { RecordedAct } from "@consent-service/core/ports/ConsentLedger"
import { isExactly } from "@consent-service/core/schema/AsIs"
import { compareCodeUnits } from "@consent-service/core/schema/Order"
import { SubjectId } from "@consent-service/core/subject/SubjectId"
import { VendorChoice } from "@consent-service/core/vendor/VendorChoice"
import type { Row } from "@effect/sql/SqlConnection"
import type * as Arr from "effect/Array"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { UnexpectedAnswer } from "./Guard.js"
import { integer, optionalInteger, optionalText, reading, text } from "./Columns.js"
import { forEachInTurns } from "./NextTurn.js"
import { readChoice } from "./PackedChoice.js"
import { rowsBy } from "./Queries.js"

/** Values are given back as they were parsed, not rebuilt: a rebuilt object would lose a key named `__proto__`. */
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
const readChoiceText = readJson(readChoice)
const readVendorChoice = readJson(asIs(isExactly(VendorChoice)))
const readMetadata = readJson(asIs(isExactly(Schema.Record({ key: Schema.String, value: Schema.Unknown }))))

const isJurisdiction = isExactly(Jurisdiction)
const isDecisionSource = isExactly(Schema.Literal("snapshot_token", "snapshot_token_replayed", "write_time_fallback"))

const experimentOf = (row: Row): ConsentRecord["experiment"] => {
  const [id, arm] = [optionalText(row["experiment_id"]), optionalText(row["experiment_arm"])]
  return id === null || arm === null ? null : { id, arm }
}

/** What an older or a newer version stored, and this one does not know, counts as nothing. */
const oneOf = <A extends string>(isA: (value: unknown) => value is A, column: unknown): A | null => {
  const value = optionalText(column)
  return isA(value) ? value : null
}

/** Ids were checked before they were stored. */
const subjectIdOf = (id: string): SubjectId => SubjectId.make(id, { disableValidation: true })

const toRecord = (row: Row): ConsentRecord => ({
  id: text(row["id"]),
  subjectId: subjectIdOf(text(row["subject_id"])),
  type: text(row["type"]),
  domain: text(row["domain"]),
  documentId: optionalText(row["document_id"]),
  givenAt: integer(row["given_at"]),
  createdAt: integer(row["created_at"]),
  validUntil: optionalInteger(row["valid_until"]),
  preferences: readPreferences(optionalText(row["preferences"])),
  choice: readChoiceText(optionalText(row["choice"])),
  vendorChoice: readVendorChoice(optionalText(row["vendor_choice"])),
  metadata: readMetadata(optionalText(row["metadata"])),
  jurisdiction: oneOf(isJurisdiction, row["jurisdiction"]),
  model: optionalText(row["model"]),
  consentAction: optionalText(row["consent_action"]),
  uiSource: optionalText(row["ui_source"]),
  tcString: optionalText(row["tc_string"]),
  ipAddress: optionalText(row["ip_address"]),
  userAgent: optionalText(row["user_agent"]),
  language: optionalText(row["language"]),
  decisionId: optionalText(row["decision_id"]),
  decisionSource: oneOf(isDecisionSource, row["decision_source"]),
  experiment: experimentOf(row),
  timeToDecisionMs: optionalInteger(row["time_to_decision_ms"]),
  contentDigest: text(row["content_digest"]),
})

/** What a provider without a name is called (wire.md 1.7). */
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
export const readRecord = (row: Row): Effect.Effect<ConsentRecord, UnexpectedAnswer> => reading(() => toRecord(row))

/** The link in a row of the subject's columns. */
export const readLink = (row: Row): Effect.Effect<IdentityLink | null, UnexpectedAnswer> => reading(() => toLink(row))

/** The history in the rows of one subject joined with his records: one row with nulls when he has none. */
export const readHistory = (
  id: SubjectId,
  rows: Arr.NonEmptyArray<Row>,
): Effect.Effect<SubjectHistory, UnexpectedAnswer> =>
  Effect.zipWith(
    reading(() => ({ createdAt: integer(rows[0]["subject_created_at"]), link: toLink(rows[0]) })),
    rows[0]["id"] === null ? Effect.succeed([]) : forEachInTurns(rows, readRecord),
    (subject, records) => ({
      id,
      ...subject,
      // In code, because the engines order text by code point or by byte.
      records: records.sort(newestFirst),
    }),
  )

/** The rows of several subjects, each with his own. */
export const rowsBySubject = (rows: ReadonlyArray<Row>): ReadonlyMap<string, Arr.NonEmptyArray<Row>> =>
  rowsBy(rows, "found_subject_id")

/** The histories in the rows of several subjects, in the order of their ids. */
export const readHistories = (
  rows: ReadonlyArray<Row>,
): Effect.Effect<ReadonlyArray<SubjectHistory>, UnexpectedAnswer> =>
  Effect.forEach(
    Array.from(rowsBySubject(rows)).sort(([left], [right]) => compareCodeUnits(left, right)),
    ([id, own]) => readHistory(subjectIdOf(id), own),
  )

/** The type and the document in a row of an act. */
export const readAct = (row: Row): Effect.Effect<RecordedAct, UnexpectedAnswer> =>
  reading(() => ({ type: text(row["type"]), documentId: optionalText(row["document_id"]) }))
