import type { SubjectId } from "@consent-service/core/subject"
import { freshSubjectId, makeDraft } from "@consent-service/testkit/Drafts"
import { assert, it } from "@effect/vitest"
import { describeEngines } from "@consent-service/test-engines"
import * as Effect from "effect/Effect"
import { migratedClient, on } from "../testing/TestDatabase.js"
import { makeAdmit, type PreparedDraft } from "./Room.js"
import { databaseOf } from "../schema/SchemaState.js"
import { ledgerStatements } from "./Statements.js"

const many = 1_000_000_000

describeEngines("room in a subject", (engine) => {
  const setUp = Effect.gen(function* () {
    const sql = yield* migratedClient(engine)
    const statements = ledgerStatements(yield* on(sql)(databaseOf("cs_")), "t")
    const prepared = (subjectId: SubjectId, bound = { acts: many, bytes: many }): PreparedDraft => {
      const draft = { ...makeDraft({ subjectId, givenAt: 1 }), bound }
      return { draft, cells: statements.consentCells(draft.record) }
    }
    return { admit: makeAdmit(statements), prepared, sql, statements }
  })

  it.scopedLive("counts the records, then each draft of the batch in order", () =>
    Effect.gen(function* () {
      const { admit, prepared, sql, statements } = yield* setUp
      const subject = freshSubjectId()
      const stored = prepared(subject)
      yield* sql`insert into cs_subject (id, tenant, created_at) values (${subject}, ${"t"}, 1)`
      yield* statements.insertConsents([stored.cells], null, new Set())
      const drafts = Array.from({ length: 4 }, () => prepared(subject, { acts: 3, bytes: many }))
      assert.deepStrictEqual(yield* admit(drafts, new Set()), drafts.slice(0, 2))
      assert.deepStrictEqual(yield* admit(drafts.slice(0, 1), new Set([subject])), drafts.slice(0, 1))
    }),
  )

  it.scopedLive("applies each draft's own bound, and counts each subject separately", () =>
    Effect.gen(function* () {
      const { admit, prepared } = yield* setUp
      const [one, other] = [freshSubjectId(), freshSubjectId()]
      const drafts = [
        prepared(one, { acts: 1, bytes: many }),
        prepared(one, { acts: 1, bytes: many }),
        prepared(other, { acts: 1, bytes: many }),
        prepared(one, { acts: 2, bytes: many }),
        prepared(other, { acts: many, bytes: 10 }),
      ]
      assert.deepStrictEqual(yield* admit(drafts, new Set([one, other])), [drafts[0]!, drafts[2]!, drafts[3]!])
    }),
  )

  it.scopedLive("counts a subject that comes after one with more records than the bound", () =>
    Effect.gen(function* () {
      const { admit, prepared, sql, statements } = yield* setUp
      const subjects = [freshSubjectId(), freshSubjectId()].toSorted()
      for (const large of [0, 1]) {
        yield* sql`delete from cs_consent`
        yield* sql`delete from cs_subject`
        const store = (subject: SubjectId, records: number) =>
          Effect.zipRight(
            sql`insert into cs_subject (id, tenant, created_at) values (${subject}, ${"t"}, 1)`,
            statements.insertConsents(
              Array.from({ length: records }, () => prepared(subject).cells),
              null,
              new Set(),
            ),
          )
        for (const [index, subject] of subjects.entries()) yield* store(subject, index === large ? 5 : 2)
        const drafts = subjects.flatMap((subject) =>
          Array.from({ length: 2 }, () => prepared(subject, { acts: 3, bytes: many })),
        )
        assert.deepStrictEqual(yield* admit(drafts, new Set()), [drafts[large === 0 ? 2 : 0]!])
      }
    }),
  )

  it.scopedLive("counts the bytes of texts as they are stored, up to the bound", () =>
    Effect.gen(function* () {
      const { admit, prepared } = yield* setUp
      const subject = freshSubjectId()
      const { cells, draft } = prepared(subject)
      const bytes = cells.reduce((sum, cell) => sum + (cell === null ? 0 : Buffer.byteLength(cell)), 0)
      const admitted = (bound: number) => {
        const one = { draft: { ...draft, bound: { acts: many, bytes: bound } }, cells }
        return Effect.map(admit([one, { ...one }], new Set([subject])), (some) => some.length)
      }
      assert.strictEqual(yield* admitted(2 * bytes), 2)
      assert.strictEqual(yield* admitted(2 * bytes - 1), 1)
      assert.strictEqual(yield* admitted(bytes), 1)
      assert.strictEqual(yield* admitted(bytes - 1), 0)
    }),
  )

  it.scopedLive("refuses what is larger than its bound, also in a subject that is new", () =>
    Effect.gen(function* () {
      const { admit, prepared } = yield* setUp
      const [one, other] = [freshSubjectId(), freshSubjectId()]
      const drafts = [prepared(one, { acts: many, bytes: 10 }), prepared(other)]
      assert.deepStrictEqual(yield* admit(drafts, new Set([one, other])), [drafts[1]!])
      const none = [prepared(one, { acts: 0, bytes: many }), prepared(other)]
      assert.deepStrictEqual(yield* admit(none, new Set([one, other])), [none[1]!])
    }),
  )

  it.scopedLive("counts up to the largest bound of a batch, in the order of the subjects, and none that is new", () =>
    Effect.gen(function* () {
      const { prepared, sql, statements } = yield* setUp
      const [fresh, ...known] = Array.from({ length: 4 }, freshSubjectId)
      const [subject = fresh!] = known
      for (const id of known) {
        yield* sql`insert into cs_subject (id, tenant, created_at) values (${id}, ${"t"}, 1)`
      }
      const stored = Array.from({ length: 4 }, () => prepared(subject).cells)
      yield* statements.insertConsents(stored, null, new Set())
      const counted: Array<ReadonlyArray<string>> = []
      const admit = makeAdmit({
        ...statements,
        countActs: (subjects, limit) => {
          counted.push(Array.from(new Set(subjects)))
          return statements.countActs(subjects, limit)
        },
      })
      const bounds = [2, 3].map((acts) => prepared(subject, { acts, bytes: many }))
      assert.deepStrictEqual(yield* admit(bounds, new Set()), [])
      const drafts = [fresh!, ...known.toSorted().toReversed()].map((id) => prepared(id))
      assert.deepStrictEqual(yield* admit(drafts, new Set([fresh!])), drafts)
      assert.deepStrictEqual(counted, [[subject], known.toSorted()])
    }),
  )
})
