import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as TestClock from "effect/TestClock"
import type { PolicyDecision } from "../consent/record/ConsentRecord.js"
import type { Person } from "../erasure/Erase.js"
import type { ConsentFacts } from "../evidence/Statement.js"
import { Erasures, type StoredSubject } from "../ports/Erasures.js"
import { recordItem } from "../record-list/RecordItem.js"
import { SubjectId } from "../subject/SubjectId.js"
import { archiveOf, documentsOf, storeOf } from "../testing/Ports.js"
import { documentVersion, policyDecision, recordAt, storedRecord } from "../testing/RecordItems.js"
import { readPersonReport } from "./PersonReport.js"

const [phone, desk] = [SubjectId.make("sub_phone"), SubjectId.make("sub_desk")]

const factsOf = (subjectId: string, givenAt: number, change: Partial<ConsentFacts> = {}): ConsentFacts =>
  recordAt(givenAt, givenAt, { subjectId, decisionId: null, ...change }).facts

const texts = {
  language: "de",
  translations: { cookieBanner: { title: "Titel", description: "Text" }, consentTypes: {} },
}

/** What the stores hold: subjects with their records, and the decision of every record that names one. */
interface Held {
  readonly subjects: ReadonlyArray<StoredSubject>
  readonly records: ReadonlyArray<ConsentFacts>
  readonly decision?: PolicyDecision
}

const storesOf = ({ decision, records, subjects }: Held) => {
  const erasures = Layer.mock(Erasures, {
    tenant: null,
    subjectsOf: (externalId) => Effect.succeed(externalId === "user-42" ? [desk, phone] : []),
    footprint: (ids) =>
      Effect.succeed({
        subjects: subjects.filter(({ id }) => ids.includes(id)),
        records: records.filter(({ subjectId }) => ids.includes(subjectId)),
        links: [],
        entries: [],
        queued: [],
        isLogged: false,
        legalHolds: [],
      }),
  })
  const store = storeOf({
    evidence: (id) => {
      const found = records.find((one) => one.id === id)
      if (found === undefined || decision === undefined) return Effect.succeedNone
      const { decisionId, documentId, type } = found
      const record = { ...storedRecord, id, type, decisionId, documentId }
      return Effect.succeedSome({ record, decision: decisionId === null ? null : decision })
    },
  })
  const archived = { id: "texts 1", content: JSON.stringify(texts) }
  return Layer.mergeAll(erasures, store, archiveOf([[archived]]), documentsOf([documentVersion("doc_1", 1)]))
}

const report = (person: Person, held: Held) => Effect.provide(readPersonReport(person), storesOf(held))

describe("the report about a person", () => {
  it.effect("has all records of all browsers of an account, those of each the newest first", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(Date.UTC(2026, 10, 27))
      const subjects = [desk, phone].map((id) => ({ id, externalId: "user-42" }))
      const records = [factsOf(phone, 1), factsOf(desk, 2), factsOf(phone, 3), factsOf("sub_stranger", 4)]
      const found = Option.getOrThrow(yield* report({ externalId: "user-42" }, { subjects, records }))
      assert.deepInclude(found, { format: "consent-service/person/v1", createdAt: "2026-11-27T00:00:00.000Z" })
      assert.deepStrictEqual(
        found.subjects.map((subject) => [
          subject.id,
          subject.externalId,
          subject.records.map(({ record }) => record.givenAt),
        ]),
        [
          [desk, "user-42", ["1970-01-01T00:00:00.002Z"]],
          [phone, "user-42", ["1970-01-01T00:00:00.003Z", "1970-01-01T00:00:00.001Z"]],
        ],
      )
    }),
  )

  it.effect("has what was shown for a record, under which rule, and which version of a document", () =>
    Effect.gen(function* () {
      const [banner, terms] = [
        factsOf(phone, 2, { decisionId: policyDecision.id }),
        factsOf(phone, 1, { type: "privacy_policy", documentId: "doc_1" }),
      ]
      const held = { subjects: [{ id: phone, externalId: null }], records: [banner, terms], decision: policyDecision }
      const found = Option.getOrThrow(yield* report({ subjectId: phone }, held))
      const { hash } = documentVersion("doc_1", 1)
      assert.deepStrictEqual(found.subjects, [
        {
          id: phone,
          externalId: null,
          records: [
            {
              record: recordItem({ facts: banner, policy: policyDecision }),
              shown: { language: "de", title: "Titel", description: "Text", categories: {} },
              document: null,
              missing: ["manifest"],
            },
            {
              record: recordItem({ facts: terms, policy: null }),
              shown: null,
              document: { type: "privacy_policy", version: "doc_1", hash },
              missing: [],
            },
          ],
        },
      ])
    }),
  )

  it.effect("has a record without its notice where the notice can no longer be read", () =>
    Effect.gen(function* () {
      const lone = factsOf(phone, 1)
      const held = { subjects: [{ id: phone, externalId: null }], records: [lone] }
      const found = Option.getOrThrow(yield* report({ subjectId: phone }, held))
      assert.deepStrictEqual(found.subjects[0]?.records, [
        { record: recordItem({ facts: lone, policy: null }), shown: null, document: null, missing: [] },
      ])
    }),
  )

  it.effect("has a browser without any record, and is none for a person without a browser", () =>
    Effect.gen(function* () {
      const held = { subjects: [{ id: phone, externalId: null }], records: [] }
      const found = yield* report({ subjectId: phone }, held)
      assert.deepStrictEqual(Option.getOrThrow(found).subjects, [{ id: phone, externalId: null, records: [] }])
      assert.isTrue(Option.isNone(yield* report({ externalId: "unknown" }, held)))
    }),
  )
})
