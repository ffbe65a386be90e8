import { type ConsentDraft, draftEntries } from "@consent-service/core/consent"
import { describeEngines } from "@consent-service/test-engines"
import { freshDecision, freshSubjectId, makeDraft } from "@consent-service/testkit/Drafts"
import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { databaseOf } from "../schema/SchemaState.js"
import { migratedClient, on } from "../testing/TestDatabase.js"
import { appendBatch } from "./AppendBatch.js"
import { makeSentDecisions } from "./SentDecisions.js"
import { type LedgerStatements, ledgerStatements } from "./Statements.js"

const link = { externalId: "user", identityProvider: "idp", verified: true }
const logged = (draft: ConsentDraft): ConsentDraft => ({ ...draft, entries: draftEntries(draft, () => "A".repeat(22)) })
const idOf = ({ record }: ConsentDraft): string => record.id

describeEngines("a batch of appends", (engine) => {
  /** The real statements, and what they were given. */
  const setUp = Effect.gen(function* () {
    const sql = yield* migratedClient(engine)
    const database = yield* on(sql)(databaseOf("cs_"))
    const statements = ledgerStatements(database, "t")
    const given: Record<"subjects" | "records" | "decisions" | "queued", Array<ReadonlyArray<string>>> = {
      subjects: [],
      records: [],
      decisions: [],
      queued: [],
    }
    const entries: Array<Parameters<LedgerStatements["insertConsents"]>[1]> = []
    const watched: LedgerStatements = {
      ...statements,
      insertSubjects: (drafts) => {
        given.subjects.push(drafts.map(({ record }) => record.subjectId))
        return statements.insertSubjects(drafts)
      },
      insertConsents: (rows, of, created) => {
        given.records.push(rows.map(([id]) => String(id)))
        entries.push(of)
        return statements.insertConsents(rows, of, created)
      },
      insertDecisions: (decisions) => {
        given.decisions.push(decisions.map(({ decision }) => decision.id))
        return statements.insertDecisions(decisions)
      },
      queue: (all) => {
        given.queued.push(all.map(({ subjectId }) => String(subjectId)))
        return statements.queue(all)
      },
    }
    return { dialect: database.dialect, statements: watched, given, entries }
  })

  it.scopedLive("inserts subjects, records and decisions once each, in the order of their ids", () =>
    Effect.gen(function* () {
      const { dialect, given, statements } = yield* setUp
      const [one, other] = [freshDecision(), freshDecision()]
      const subjects = Array.from({ length: 12 }, freshSubjectId)
      const drafts = Array.from({ length: 36 }, (_, index) =>
        makeDraft({ subjectId: subjects[index % 12] ?? freshSubjectId() }, { decision: index % 5 === 0 ? one : other }),
      )
      const outcomes = yield* appendBatch(dialect, statements)([...drafts, ...drafts])
      assert.strictEqual(outcomes.filter((outcome) => outcome === "InsertedWithSubject").length, 12)
      assert.strictEqual(outcomes.filter((outcome) => outcome === "Inserted").length, 24)
      assert.deepStrictEqual(outcomes.slice(36), Array(36).fill("NotInserted"))
      assert.deepStrictEqual(given.subjects, [subjects.toSorted()])
      assert.deepStrictEqual(given.records, [drafts.map(idOf).toSorted()])
      assert.deepStrictEqual(given.decisions, [[one.id, other.id].toSorted()])
      assert.deepStrictEqual(given.queued, [])
    }),
  )

  it.scopedLive("sends the entries of the records that have one, and says which are expected to be new", () =>
    Effect.gen(function* () {
      const { dialect, entries, statements } = yield* setUp
      const append = appendBatch(dialect, statements)
      yield* append([makeDraft(), makeDraft()])
      assert.deepStrictEqual(entries, [null])

      const subjectId = freshSubjectId()
      const drafts = [logged(makeDraft({ subjectId })), makeDraft(), logged(makeDraft())]
      yield* append(drafts)
      const [, mostlyNew] = entries
      assert.deepStrictEqual(mostlyNew?.expected, new Set(drafts.map(idOf)))
      assert.deepStrictEqual(
        mostlyNew?.of(new Set(drafts.map(idOf).slice(0, 2))).map((entry) => [entry.id, entry.subjectId]),
        [[idOf(drafts[0]!), subjectId]],
      )

      // One of two is of a new subject, then one of three.
      const known = [logged(makeDraft({ subjectId })), logged(makeDraft({ subjectId }))]
      yield* append([...known.slice(0, 1), logged(makeDraft())])
      yield* append([...known, logged(makeDraft())])
      assert.deepStrictEqual(
        entries.slice(2).map((of) => of?.expected?.size ?? null),
        [2, null],
      )
    }),
  )

  it.scopedLive("queues the entry of a link that came with a new subject, and of no other", () =>
    Effect.gen(function* () {
      const { dialect, given, statements } = yield* setUp
      const append = appendBatch(dialect, statements)
      const linked = logged(makeDraft({}, { link }))
      const unlogged = makeDraft({}, { link })
      yield* append([linked, unlogged, logged(makeDraft())])
      const { subjectId } = linked.record
      assert.deepStrictEqual(given.queued, [[subjectId]])
      yield* append([logged(makeDraft({ subjectId }, { link }))])
      assert.deepStrictEqual(given.queued, [[subjectId]])
    }),
  )

  it.scopedLive("sends a decision again only where the draft that sent it was not inserted", () =>
    Effect.gen(function* () {
      const { dialect, given, statements } = yield* setUp
      const append = appendBatch(dialect, statements, makeSentDecisions())
      const [decision, unsent] = [freshDecision(), freshDecision()]
      const first = makeDraft({}, { decision })
      const { subjectId } = first.record
      yield* append([first, makeDraft({ subjectId }, { decision: null })])
      const full = { ...makeDraft({ subjectId }, { decision: unsent }), bound: { acts: 2, bytes: 1_000_000 } }
      const asked = given.records.length
      assert.deepStrictEqual(yield* append([full]), ["Full"])
      assert.strictEqual(given.records.length, asked)
      assert.deepStrictEqual(given.decisions, [[decision.id]])
      yield* append([makeDraft({ subjectId }, { decision }), makeDraft({}, { decision: unsent })])
      yield* append([makeDraft({}, { decision: unsent })])
      assert.deepStrictEqual(given.decisions, [[decision.id], [unsent.id]])
      // Also where the draft that sent it was of a subject that was there.
      const next = freshDecision()
      yield* append([makeDraft({ subjectId }, { decision: next })])
      yield* append([makeDraft({ subjectId }, { decision: next })])
      assert.deepStrictEqual(given.decisions.slice(2), [[next.id]])
    }),
  )

  it.scopedLive("tells a draft whose record another subject's draft of the batch has taken to try again", () =>
    Effect.gen(function* () {
      const { dialect, statements } = yield* setUp
      const append = appendBatch(dialect, statements)
      const bound = { acts: 0, bytes: 1_000_000 }
      const full = { ...makeDraft(), bound }
      const twin = { ...makeDraft({ id: idOf(full) }), bound }
      assert.deepStrictEqual(yield* append([full, full, twin]), ["Full", "Full", "TryAgain"])
      const taken = makeDraft({ id: idOf(full) })
      assert.deepStrictEqual(yield* append([taken, twin, taken]), ["InsertedWithSubject", "NotInserted", "NotInserted"])
    }),
  )

  it.scopedLive("creates a subject with the link of its first draft", () =>
    Effect.gen(function* () {
      const { dialect, given, statements } = yield* setUp
      const subjectId = freshSubjectId()
      const drafts = Array.from({ length: 3 }, (_, index) =>
        makeDraft({ subjectId }, index === 0 ? { link: { ...link, externalId: "first" } } : { link }),
      )
      yield* appendBatch(dialect, statements)(drafts)
      const [row] = yield* statements.selectSubject(subjectId)
      assert.strictEqual(String(row?.["subject_external_id"]), "first")
      assert.deepStrictEqual(given.subjects, [[subjectId]])
    }),
  )

  it.scopedLive(
    "tells a draft to try again whose room a retry had reserved, and one that others filled that it is full",
    () =>
      Effect.gen(function* () {
        const { dialect, statements } = yield* setUp
        const append = appendBatch(dialect, statements)
        const bound = { acts: 2, bytes: 1_000_000 }
        const stored = { ...makeDraft(), bound }
        const ofSame = () => ({ ...makeDraft({ subjectId: stored.record.subjectId }), bound })
        assert.deepStrictEqual(yield* append([stored]), ["InsertedWithSubject"])
        const [waiting, last] = [ofSame(), ofSame()]
        assert.deepStrictEqual(yield* append([stored, waiting]), ["NotInserted", "TryAgain"])
        assert.deepStrictEqual(yield* append([waiting, last]), ["Inserted", "Full"])
      }),
  )

  it.scopedLive("leaves no subject of a record that another subject has, and inserts the other drafts", () =>
    Effect.gen(function* () {
      const { dialect, statements } = yield* setUp
      const append = appendBatch(dialect, statements)
      const stored = makeDraft()
      yield* append([stored])
      const [taken, fresh] = [makeDraft({ id: idOf(stored) }), makeDraft()]
      const unknown = taken.record.subjectId
      assert.deepStrictEqual(yield* append([taken, fresh]), ["NotInserted", "InsertedWithSubject"])
      assert.deepStrictEqual(yield* statements.selectSubject(unknown), [])
      assert.strictEqual((yield* statements.selectSubject(fresh.record.subjectId)).length, 1)
    }),
  )
})
