import { assert, describe, it } from "@effect/vitest"
import { linkEntryPrefix } from "../../evidence/LinkEntryId.js"
import { entries, start } from "../../testing/EvidenceVectors.js"
import { committedRecord } from "../../testing/RecordItems.js"
import type { IdentityLink } from "../record/ConsentRecord.js"
import { draftEntries, linkEntry, withArchiveEntry } from "./LogEntries.js"

/** An entry of the log that other programs computed. */
const entryAt = (position: number) => entries[position] ?? assert.fail("no such entry")
const [archived, consent, linked] = [entryAt(1), entryAt(3), entryAt(5)]

/** Salts that are given out one after another. */
const saltsOf = (...salts: ReadonlyArray<string>): (() => string) => {
  const left = [...salts]
  return () => left.shift() ?? assert.fail("one salt too many")
}

const subjectId = "sub_EvidenceExample0001"
const link: IdentityLink = { externalId: "user-1", identityProvider: "external", verified: true }

describe("the log entry of a record", () => {
  const draft = { record: committedRecord, decision: null }

  it("commits to it as the log's format prescribes, under its id and the time it was created", () => {
    const made = draftEntries({ ...draft, link: null }, saltsOf(consent.salt))
    assert.deepStrictEqual(made.record(), {
      kind: 1,
      id: committedRecord.id,
      receivedAt: committedRecord.createdAt,
      salt: consent.salt,
      commitment: consent.commitment,
      statement: null,
    })
  })

  it("comes without an entry of a link where the save has none", () => {
    assert.isNull(draftEntries({ ...draft, link: null }, saltsOf()).link)
  })

  it("comes with the entry of its link, of the same time and under another salt", () => {
    const made = draftEntries({ ...draft, link }, saltsOf("a record's salt-------", "unique", linked.salt))
    const [record, added] = [made.record(), made.link?.()]
    assert.deepInclude(added, { kind: 2, receivedAt: record.receivedAt, commitment: linked.commitment })
    assert.notStrictEqual(added?.salt, record.salt)
  })

  it("takes no salt until a store inserts the record", () => {
    let taken = 0
    const made = draftEntries({ ...draft, link }, () => `salt ${(taken += 1)}`)
    assert.strictEqual(taken, 0)
    assert.notStrictEqual(made.record().salt, made.record().salt)
  })
})

describe("the log entry of a link", () => {
  it("commits to it as the log's format prescribes, and keeps its statement, which no row can tell again", () => {
    assert.deepStrictEqual(linkEntry(subjectId, link, start, saltsOf("unique", linked.salt)), {
      kind: 2,
      id: `${linkEntryPrefix(subjectId)}${start}_unique`,
      receivedAt: start,
      salt: linked.salt,
      commitment: linked.commitment,
      statement: JSON.stringify(linked.parts),
    })
  })

  it("has another id for each link of a subject, in one millisecond, too", () => {
    const salts = saltsOf("a", "b", "c", "d")
    const [first, second] = [linkEntry(subjectId, link, start, salts), linkEntry(subjectId, link, start, salts)]
    assert.notStrictEqual(first.id, second.id)
  })

  it("never shows its salt in its id", () => {
    const { id, salt } = linkEntry(subjectId, link, start, saltsOf("a", "b".repeat(22)))
    assert.notInclude(id, salt)
  })
})

it("archived content carries the log entry of its digest, as the log's format prescribes", () => {
  const texts = { id: "aa".repeat(32), content: "{}" }
  const { commitment, salt } = archived
  assert.deepStrictEqual(withArchiveEntry(texts, "texts", start, saltsOf(salt)), {
    ...texts,
    entry: { kind: 4, id: texts.id, receivedAt: start, salt, commitment, statement: null },
  })
})
