/** Laws of how much one subject may have on record, and of how much a read answers. */
import { type ActBound, type ConsentDraft, readBound, saveBound, toHistoryRecord } from "@consent-service/core/consent"
import { assert } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { freshDecision, freshSubjectId, makeDraft } from "../draft/Drafts.js"
import {
  assertExisting,
  historyOf,
  insert,
  inserted,
  type It,
  type LawOptions,
  storeOf,
  leavingNoTrace,
} from "./LawSupport.js"

const decision = freshDecision()

/** Acts of one subject, oldest first, under one bound. */
const actsOf = (count: number, bound: ActBound, given: Parameters<typeof makeDraft>[0] = {}) => {
  const subjectId = freshSubjectId()
  return Array.from(
    { length: count },
    (_, givenAt): ConsentDraft => ({ ...makeDraft({ givenAt, subjectId, ...given }, { decision }), bound }),
  )
}

const many = 1_000_000_000

/** Large enough that the other columns of a record do not matter. */
const large = { metadata: { filling: "é".repeat(30_000) } }

/** Room for three of them, and not for four. */
const forThree: ActBound = { acts: many, bytes: 200_000 }

const saveLaws = (it: It, { timeoutMs: timeout }: LawOptions): void => {
  it.scoped(
    "an append beyond the bound is SubjectFull and leaves nothing behind; recorded acts are still Existing",
    () =>
      Effect.gen(function* () {
        const store = yield* storeOf("laws")
        const [first, second, third] = actsOf(3, { acts: 2, bytes: many })
        for (const draft of [first!, second!]) yield* insert(store, draft)
        assert.strictEqual((yield* leavingNoTrace(store.append(third!)))._tag, "SubjectFull")
        for (const draft of [first!, second!]) assertExisting(yield* store.append(draft), draft.record)
        yield* insert(store, { ...third!, bound: { acts: 3, bytes: many } })
        assert.lengthOf((yield* historyOf(store, third!.record.subjectId)).records, 3)
      }),
    { timeout },
  )

  it.scoped(
    "bytes count as acts do, those of the first act, too",
    () =>
      Effect.gen(function* () {
        const store = yield* storeOf("laws")
        const drafts = actsOf(4, forThree, large)
        for (const draft of drafts.slice(0, 3)) yield* insert(store, draft)
        assert.strictEqual((yield* leavingNoTrace(store.append(drafts[3]!)))._tag, "SubjectFull")
        const [alone] = actsOf(1, { acts: 1, bytes: 60_000 }, large)
        assert.strictEqual((yield* leavingNoTrace(store.append(alone!)))._tag, "SubjectFull")
        yield* insert(store, { ...alone!, bound: forThree })
      }),
    { timeout },
  )

  it.scoped(
    "a draft that names no bound has the default one: 1 MiB",
    () =>
      Effect.gen(function* () {
        const store = yield* storeOf("laws")
        const { bytes } = saveBound(1)
        const subjectId = freshSubjectId()
        const half = { subjectId, metadata: { filling: "x".repeat(Math.round(bytes * 0.45)) } }
        for (let act = 0; act < 2; act++) yield* insert(store, makeDraft({ ...half, givenAt: act }))
        assert.strictEqual((yield* store.append(makeDraft({ ...half, givenAt: 2 })))._tag, "SubjectFull")
        yield* insert(store, { ...makeDraft({ ...half, givenAt: 3 }), bound: readBound(1_000) })
      }),
    { timeout },
  )

  it.scoped(
    "racing appends of a subject take it to the bound and not beyond, be it new or not",
    () =>
      Effect.gen(function* () {
        const stores = [yield* storeOf("laws"), yield* storeOf("laws")] as const
        // Several times: two that do not wait for each other may still come one after the other.
        for (const isNew of [true, false, false, false, false, false, false]) {
          const drafts = actsOf(40, { acts: 7, bytes: many })
          if (!isNew) yield* insert(stores[0], drafts[0]!)
          // Each twice: a retry neither takes room nor is refused for lack of it.
          const outcomes = yield* Effect.forEach(
            [...drafts, ...drafts],
            (draft, index) => stores[index % 2 === 0 ? 0 : 1].append(draft),
            { concurrency: "unbounded" },
          )
          assert.strictEqual(inserted(outcomes), isNew ? 7 : 6)
          const { records } = yield* historyOf(stores[0], drafts[0]!.record.subjectId)
          assert.lengthOf(records, 7)
          const onRecord = new Set(records.map(({ id }) => id))
          for (const [index, outcome] of outcomes.entries()) {
            const { id } = drafts[index % drafts.length]!.record
            assert.strictEqual(outcome._tag === "SubjectFull", !onRecord.has(id))
          }
        }
      }),
    { timeout },
  )

  it.scoped(
    "a full subject does not affect others",
    () =>
      Effect.gen(function* () {
        const store = yield* storeOf("laws")
        const full = actsOf(5, { acts: 1, bytes: many })
        yield* insert(store, full[0]!)
        const others = Array.from({ length: 20 }, () => makeDraft({}, { decision }))
        const outcomes = yield* Effect.forEach([...full, ...others], store.append, { concurrency: "unbounded" })
        assert.deepStrictEqual(
          outcomes.map(({ _tag }) => _tag),
          ["Existing", ...full.slice(1).map(() => "SubjectFull"), ...others.map(() => "Inserted")],
        )
      }),
    { timeout },
  )
}

const readLaws = (it: It, { timeoutMs: timeout }: LawOptions): void => {
  it.scoped(
    "a read answers the newest acts within its bound, and says that there are more",
    () =>
      Effect.gen(function* () {
        const store = yield* storeOf("laws")
        const drafts = actsOf(6, { acts: 6, bytes: many }, large)
        yield* Effect.forEach(drafts, (draft) => insert(store, draft), { discard: true })
        const newest = drafts.map(({ record }) => toHistoryRecord(record)).reverse()
        const { subjectId } = drafts[0]!.record
        const bounds: ReadonlyArray<readonly [ActBound, number]> = [
          [{ acts: 6, bytes: many }, 6],
          [{ acts: 4, bytes: many }, 4],
          [forThree, 3],
          [{ acts: 0, bytes: many }, 0],
        ]
        for (const [bound, count] of bounds) {
          const { records, truncated } = yield* historyOf(store, subjectId, bound)
          assert.deepStrictEqual(records, newest.slice(0, count))
          assert.strictEqual(truncated, count < 6)
        }
      }),
    { timeout },
  )

  it.scoped(
    "histories of any length that are read together are each what was requested",
    () =>
      Effect.gen(function* () {
        const store = yield* storeOf("laws")
        const subjects = [1, 300, 2, 150, 1].map((count) => actsOf(count, { acts: count, bytes: many }))
        yield* Effect.forEach(subjects.flat(), store.append, { concurrency: "unbounded" })
        const read = (drafts: ReadonlyArray<ConsentDraft>) => historyOf(store, drafts[0]!.record.subjectId)
        for (let time = 0; time < 2; time++) {
          const histories = yield* Effect.forEach(subjects, read, { concurrency: "unbounded" })
          assert.deepStrictEqual(
            histories.map(({ records, truncated }) => ({ records, truncated })),
            subjects.map((drafts) => ({
              records: drafts.map(({ record }) => toHistoryRecord(record)).reverse(),
              truncated: false,
            })),
          )
        }
      }),
    { timeout },
  )

  it.scoped(
    "the subjects of an account share one bound: the newest acts of all of them are read",
    () =>
      Effect.gen(function* () {
        const store = yield* storeOf("laws")
        const externalId = `bounded-${crypto.randomUUID()}`
        const link = { externalId, identityProvider: "idp", verified: true }
        const subjects = Array.from({ length: 3 }, () => actsOf(3, { acts: 3, bytes: many }))
        const drafts = subjects.flat()
        yield* Effect.forEach(drafts, (draft) => insert(store, { ...draft, link }), { discard: true })
        const newest = drafts
          .map(({ record }) => record)
          .sort((one, other) => other.givenAt - one.givenAt || (one.id < other.id ? 1 : -1))
          .slice(0, 4)
        const histories = yield* store.linkedHistories(externalId, { acts: 4, bytes: many })
        for (const { id, records, truncated } of histories) {
          const own = newest.filter(({ subjectId }) => subjectId === id)
          assert.deepStrictEqual(
            records,
            own.map((record) => toHistoryRecord(record)),
          )
          assert.strictEqual(truncated, own.length < 3)
        }
        assert.lengthOf(
          histories.flatMap(({ records }) => records),
          4,
        )
      }),
    { timeout },
  )
}

export const boundLaws = (it: It, options: LawOptions): void => {
  saveLaws(it, options)
  readLaws(it, options)
}
