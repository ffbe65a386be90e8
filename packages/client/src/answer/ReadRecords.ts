/**
 * From checked JSON to answers about stored records: lists, persons, erasures, legal holds and evidence packs.
 *
 * @module
 */
import type * as Wire from "../wire/Wire.js"
import type {
  ErasureAnswer,
  ErasureState,
  LegalHold,
  LegalHoldList,
  PackAnswer,
  PersonPage,
  PersonReport,
  RecordPage,
  StatisticsFile,
  StatisticsReport,
  StoredRecord,
} from "./Answers.js"
import { reader } from "./Reader.js"
import type { Read, Received } from "./Received.js"
import {
  anything,
  count,
  flag,
  isOf,
  list,
  literal,
  nullOr,
  number,
  object,
  record,
  type Shape,
  text,
  time,
  type ValueOf,
} from "./Shape.js"

const maybe = nullOr(text)

const storedRecord = object({
  id: text,
  subjectId: text,
  type: text,
  domain: text,
  givenAt: time,
  createdAt: time,
  validUntil: nullOr(time),
  action: maybe,
  preferences: anything,
  choice: anything,
  vendorChoice: anything,
  tcString: maybe,
  jurisdiction: maybe,
  model: maybe,
  rule: maybe,
  country: maybe,
  region: maybe,
  textsLanguage: maybe,
  decisionId: maybe,
  decisionSource: maybe,
  documentId: maybe,
  uiSource: maybe,
  experimentId: maybe,
  experimentArm: maybe,
  timeToDecisionMs: nullOr(number),
  ipAddress: maybe,
  userAgent: maybe,
  language: maybe,
  metadata: anything,
})

const dateOrNull = (value: string | number | null): Date | null => (value === null ? null : new Date(value))

const datedRecord = (item: ValueOf<typeof storedRecord>): StoredRecord => ({
  ...item,
  givenAt: new Date(item.givenAt),
  createdAt: new Date(item.createdAt),
  validUntil: dateOrNull(item.validUntil),
})

export const readRecords = reader(
  object({ consents: list(storedRecord), next: maybe }),
  ({ consents, next }): RecordPage => ({ consents: consents.map(datedRecord), next }),
)

const rate = object({ granted: count, refused: count, rate: nullOr(number) })

const numbers = {
  records: count,
  accepted: count,
  refused: count,
  customized: count,
  shown: nullOr(count),
  ignored: nullOr(count),
  categories: object({ experience: rate, functionality: rate, marketing: rate, measurement: rate }),
}

export const readStatistics = reader(
  object({
    from: text,
    to: text,
    groupBy: literal("day", "country", "rule", "action", "language", "experiment"),
    groups: list(object({ group: maybe, rest: flag, ...numbers })),
    total: object(numbers),
    pending: count,
    backfilled: flag,
  }),
  (report): StatisticsReport => report,
)

export const readStatisticsFile = ({ text: csv }: Received): Read<StatisticsFile> =>
  csv === "" ? { problem: "the file is empty" } : { data: { csv } }

const shownTexts = object({
  language: text,
  title: text,
  description: text,
  categories: record(object({ title: text, description: text })),
})

const person = object({
  format: literal("consent-service/person/v1"),
  createdAt: time,
  subjects: list(
    object({
      id: text,
      externalId: maybe,
      records: list(
        object({
          record: storedRecord,
          shown: nullOr(shownTexts),
          document: nullOr(object({ type: text, version: text, hash: text })),
          missing: list(text),
        }),
      ),
    }),
  ),
})

export const readPerson = reader(
  person,
  ({ subjects, ...body }): PersonReport => ({
    ...body,
    createdAt: new Date(body.createdAt),
    subjects: subjects.map(({ records, ...subject }) => ({
      ...subject,
      records: records.map((one) => ({ ...one, record: datedRecord(one.record) })),
    })),
  }),
)

export const readPersonPage = ({ text: html }: Received): Read<PersonPage> =>
  html === "" ? { problem: "the page is empty" } : { data: { html } }

const certificate: Shape<Wire.ErasureCertificate> = object({
  format: literal("consent-service/erasure/v1"),
  origin: maybe,
  requestId: text,
  erasedAt: count,
  reason: text,
  parts: nullOr(list(text)),
  deleted: record(count),
  leaves: list(object({ index: count, leaf: text, proof: maybe })),
  entry: anything,
  checkpoint: maybe,
  limits: text,
})

const preview = object({ dryRun: literal(true), parts: nullOr(list(text)), deleted: record(count), entries: count })

const readErased = reader(certificate, (body): ErasureState => ({ status: "erased", certificate: body }))

const readPending = reader(
  object({ requestId: text, state: literal("waiting", "erased") }),
  ({ requestId, state }): ErasureState => ({ status: "pending", requestId, isErased: state === "erased" }),
)

export const readErasure = (received: Received): Read<ErasureState> =>
  received.status === 202 ? readPending(received) : readErased(received)

const readPreview = reader(preview, ({ dryRun: _, ...found }): ErasureAnswer => ({ status: "dry-run", preview: found }))

const isDryRun = object({ dryRun: literal(true) })

export const readErasureAnswer = (received: Received): Read<ErasureAnswer> =>
  isOf(isDryRun, received.body) ? readPreview(received) : readErasure(received)

const hold = object({
  id: text,
  scope: object({}, { subjectId: text, externalId: text, type: text, from: text, to: text }),
  reason: text,
  placedAt: time,
  releasedAt: nullOr(time),
})

const datedHold = (body: ValueOf<typeof hold>): LegalHold => ({
  ...body,
  placedAt: new Date(body.placedAt),
  releasedAt: dateOrNull(body.releasedAt),
})

export const readHold = reader(hold, datedHold)

export const readHolds = reader(
  object({ holds: list(hold) }),
  ({ holds }): LegalHoldList => ({ holds: holds.map(datedHold) }),
)

export const readPack = ({ bytes, status }: Received): Read<PackAnswer> => {
  if (status === 202) return { data: { status: "pending" } }
  return bytes === null ? { problem: "the body is no file" } : { data: { status: "issued", zip: bytes } }
}
