/** Rows of erasures and holds, and what they are read as. */
import type { LegalHold, StoredErasure, StoredSubject } from "@consent-service/core/ports"
import type { Row } from "@effect/sql/SqlConnection"
import * as Schema from "effect/Schema"
import { integer, optionalInteger, optionalText, text } from "../statement/Columns.js"

const Detail = Schema.parseJson(
  Schema.Struct({
    reason: Schema.String,
    parts: Schema.NullOr(Schema.Array(Schema.String)),
    deleted: Schema.Record({ key: Schema.String, value: Schema.Number }),
    leaves: Schema.Array(Schema.Number),
  }),
)

const readDetail = Schema.decodeUnknownSync(Detail)

/** An erasure as its row has it; throws for a row of another shape. */
export const erasureOf = (row: Row): StoredErasure => {
  const [erasedAt, entryId] = [integer(row["erased_at"]), optionalText(row["entry_id"])]
  return {
    id: text(row["id"]),
    erasedAt,
    entry: entryId === null ? null : { id: entryId, receivedAt: erasedAt },
    ...readDetail(text(row["detail"])),
  }
}

const Scope = Schema.parseJson(
  Schema.Struct({
    subjectId: Schema.optionalWith(Schema.String, { exact: true }),
    externalId: Schema.optionalWith(Schema.String, { exact: true }),
    type: Schema.optionalWith(Schema.String, { exact: true }),
    from: Schema.optionalWith(Schema.Number, { exact: true }),
    to: Schema.optionalWith(Schema.Number, { exact: true }),
  }),
)

const readScope = Schema.decodeUnknownSync(Scope)

/** A hold as its row has it; throws for a row of another shape. */
export const holdOf = (row: Row): LegalHold => ({
  id: text(row["id"]),
  scope: readScope(text(row["scope"])),
  reason: text(row["reason"]),
  placedAt: integer(row["placed_at"]),
  releasedAt: optionalInteger(row["released_at"]),
})

/** A subject as its row has it; throws for a row of another shape. */
export const storedSubjectOf = (row: Row): StoredSubject => ({
  id: text(row["id"]),
  externalId: optionalText(row["external_id"]),
})

const Link = Schema.parseJson(Schema.Struct({ link: Schema.parseJson(Schema.Struct({ subjectId: Schema.String })) }))

const readLink = Schema.decodeUnknownOption(Link)

/** Whether a stored statement is of a link of this subject. */
export const isLinkOf = (subjectId: string, statement: string): boolean => {
  const link = readLink(statement)
  return link._tag === "Some" && link.value.link.subjectId === subjectId
}
