/** Rows and records, each from the other. */
import {
  type ConsentRecord,
  type IdentityLink,
  newestFirst,
  type Stored,
  type SubjectHistory,
} from "@consent-service/core/consent/ConsentRecord"
import { Choice } from "@consent-service/core/consent/Receipt"
import { Jurisdiction } from "@consent-service/core/location/Jurisdiction"
import type { RecordedAct } from "@consent-service/core/ports/ConsentLedger"
import { compareCodeUnits } from "@consent-service/core/schema/Order"
import { SubjectId } from "@consent-service/core/subject/SubjectId"
import { VendorChoice } from "@consent-service/core/vendor/VendorChoice"
import type { Row } from "@effect/sql/SqlConnection"
import type * as Arr from "effect/Array"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { UnexpectedAnswer } from "./Guard.js"
import { decode, Integer, Text } from "./Columns.js"
import { forEachInTurns } from "./NextTurn.js"
import { textOf } from "./Text.js"

const OptionalText = Schema.NullOr(Text)
const OptionalInteger = Schema.NullOr(Integer)

const ConsentRow = Schema.Struct({
  id: Text,
  subject_id: Text,
  type: Text,
  domain: Text,
  document_id: OptionalText,
  given_at: Integer,
  created_at: Integer,
  valid_until: OptionalInteger,
  preferences: OptionalText,
  choice: OptionalText,
  vendor_choice: OptionalText,
  metadata: OptionalText,
  jurisdiction: OptionalText,
  model: OptionalText,
  consent_action: OptionalText,
  ui_source: OptionalText,
  tc_string: OptionalText,
  ip_address: OptionalText,
  user_agent: OptionalText,
  language: OptionalText,
  decision_id: OptionalText,
  decision_source: OptionalText,
  experiment_id: OptionalText,
  experiment_arm: OptionalText,
  time_to_decision_ms: OptionalInteger,
  content_digest: Text,
})
type ConsentRow = typeof ConsentRow.Type

const SubjectRow = Schema.Struct({
  subject_created_at: Integer,
  subject_external_id: OptionalText,
  subject_identity_provider: OptionalText,
  subject_verified_external_id: OptionalText,
})
type SubjectRow = typeof SubjectRow.Type

const decodeConsentRow = decode(ConsentRow)
const decodeSubjectRow = decode(SubjectRow)

/** Values are given back as they were parsed, not rebuilt: a rebuilt object would lose a key named `__proto__`. */
const readJson =
  <A>(isA: (value: unknown) => value is A) =>
  (text: string | null): Stored<A> => {
    if (text === null) return null
    try {
      const value: unknown = JSON.parse(text)
      return isA(value) ? value : "unreadable"
    } catch {
      return "unreadable"
    }
  }

const strict = { onExcessProperty: "error" } as const

const readPreferences = readJson(Schema.is(Schema.Record({ key: Schema.String, value: Schema.Boolean })))
const readChoice = readJson(Schema.is(Choice, strict))
const readVendorChoice = readJson(Schema.is(VendorChoice, strict))
const readMetadata = readJson(Schema.is(Schema.Record({ key: Schema.String, value: Schema.Unknown })))

const isJurisdiction = Schema.is(Jurisdiction)
const isDecisionSource = Schema.is(Schema.Literal("snapshot_token", "snapshot_token_replayed", "write_time_fallback"))

const experimentOf = (row: ConsentRow): ConsentRecord["experiment"] =>
  row.experiment_id === null || row.experiment_arm === null ? null : { id: row.experiment_id, arm: row.experiment_arm }

/** Ids were checked before they were stored. */
const subjectIdOf = (text: string): SubjectId => SubjectId.make(text, { disableValidation: true })

const toRecord = (row: ConsentRow): ConsentRecord => ({
  id: row.id,
  subjectId: subjectIdOf(row.subject_id),
  type: row.type,
  domain: row.domain,
  documentId: row.document_id,
  givenAt: row.given_at,
  createdAt: row.created_at,
  validUntil: row.valid_until,
  preferences: readPreferences(row.preferences),
  choice: readChoice(row.choice),
  vendorChoice: readVendorChoice(row.vendor_choice),
  metadata: readMetadata(row.metadata),
  jurisdiction: isJurisdiction(row.jurisdiction) ? row.jurisdiction : null,
  model: row.model,
  consentAction: row.consent_action,
  uiSource: row.ui_source,
  tcString: row.tc_string,
  ipAddress: row.ip_address,
  userAgent: row.user_agent,
  language: row.language,
  decisionId: row.decision_id,
  decisionSource: isDecisionSource(row.decision_source) ? row.decision_source : null,
  experiment: experimentOf(row),
  timeToDecisionMs: row.time_to_decision_ms,
  contentDigest: row.content_digest,
})

/** What a provider without a name is called (wire.md 1.7). */
const unnamedProvider = "external"

const toLink = (row: SubjectRow): IdentityLink | null =>
  row.subject_external_id === null
    ? null
    : {
        externalId: row.subject_external_id,
        identityProvider: row.subject_identity_provider ?? unnamedProvider,
        verified: row.subject_verified_external_id !== null,
      }

/** The record in a row of the consent table. */
export const readRecord = (row: unknown): Effect.Effect<ConsentRecord, UnexpectedAnswer> =>
  Effect.map(decodeConsentRow(row), toRecord)

/** The link in a row of the subject's columns. */
export const readLink = (row: Row): Effect.Effect<IdentityLink | null, UnexpectedAnswer> =>
  Effect.map(decodeSubjectRow(row), toLink)

/** The history in the rows of one subject joined with his records: one row with nulls when he has none. */
export const readHistory = (
  id: SubjectId,
  first: Row,
  rows: ReadonlyArray<Row>,
): Effect.Effect<SubjectHistory, UnexpectedAnswer> =>
  Effect.zipWith(
    decodeSubjectRow(first),
    first["id"] === null ? Effect.succeed([]) : forEachInTurns(rows, readRecord),
    (subject, records) => ({
      id,
      createdAt: subject.subject_created_at,
      link: toLink(subject),
      // In code, because the engines order text by code point or by byte.
      records: records.sort(newestFirst),
    }),
  )

/** The histories in the rows of several subjects, told apart by `linked_subject_id`, in the order of their ids. */
export const readHistories = (
  rows: ReadonlyArray<Row>,
): Effect.Effect<ReadonlyArray<SubjectHistory>, UnexpectedAnswer> => {
  const subjects = new Map<string, Arr.NonEmptyArray<Row>>()
  for (const row of rows) {
    const id = textOf(row["linked_subject_id"])
    const own = subjects.get(id)
    if (own === undefined) subjects.set(id, [row])
    else own.push(row)
  }
  return Effect.forEach(
    Array.from(subjects).sort(([left], [right]) => compareCodeUnits(left, right)),
    ([id, own]) => readHistory(subjectIdOf(id), own[0], own),
  )
}

const decodeAct = decode(Schema.Struct({ type: Text, document_id: OptionalText }))

/** The type and the document in a row of an act. */
export const readAct = (row: Row): Effect.Effect<RecordedAct, UnexpectedAnswer> =>
  Effect.map(decodeAct(row), ({ document_id: documentId, type }) => ({ type, documentId }))
