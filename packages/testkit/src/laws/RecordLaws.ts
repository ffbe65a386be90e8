/** Laws of one subject's records: kept exactly, listed in order, reachable. */
import { toHistoryRecord } from "@consent-service/core/consent"
import { assert } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { draftArbitrary } from "../draft/DraftArbitrary.js"
import { freshSubjectId, makeDraft } from "../draft/Drafts.js"
import { assertExisting, historyOf, insert, type It, type LawOptions, storeOf } from "./LawSupport.js"

/** Sorted by code unit; by code point the last two swap places. */
export const idsInOrder = ["A", "B", "a", "b", "b ", "\u{10000}", "\uff5e"]

export const recordLaws = (it: It, options: LawOptions & { readonly runs: number }): void => {
  const { runs, timeoutMs: timeout } = options

  it.scoped.prop(
    "a record is read back as it was appended",
    [draftArbitrary],
    ([draft]) =>
      Effect.gen(function* () {
        const store = yield* storeOf("laws")
        const { link, record } = draft
        yield* insert(store, draft)
        const { createdAt, subjectId: id } = record
        const records = [toHistoryRecord(record)]
        assert.deepStrictEqual(yield* historyOf(store, id), { id, createdAt, link, records, truncated: false })
        // A history has only the fields of responses; a retry returns the complete record.
        assertExisting(yield* store.append(draft), record)
      }),
    { timeout, fastCheck: { numRuns: runs } },
  )

  it.scoped(
    "a subject's records are listed newest act first, equal times by greater id",
    () =>
      Effect.gen(function* () {
        const store = yield* storeOf("laws")
        const subjectId = freshSubjectId()
        const actsAt = (givenAt: number) => idsInOrder.map((id) => ({ givenAt, id: `${subjectId}/${givenAt}/${id}` }))
        const acts = [3, 1, 2].flatMap(actsAt)
        yield* Effect.forEach(acts, (act) => insert(store, makeDraft({ ...act, subjectId })), { discard: true })
        const { records } = yield* historyOf(store, subjectId)
        assert.deepStrictEqual(
          records.map(({ givenAt, id }) => ({ givenAt, id })),
          [1, 2, 3].flatMap(actsAt).reverse(),
        )
      }),
    { timeout },
  )

  it.scoped(
    "a history holds the subject's own records only",
    () =>
      Effect.gen(function* () {
        const store = yield* storeOf("laws")
        const drafts = [makeDraft(), makeDraft()]
        yield* Effect.forEach(drafts, (draft) => insert(store, draft), { discard: true })
        for (const { record } of drafts) {
          assert.deepStrictEqual((yield* historyOf(store, record.subjectId)).records, [toHistoryRecord(record)])
        }
      }),
    { timeout },
  )

  it.scoped(
    "an unknown subject has no history",
    () =>
      Effect.gen(function* () {
        const store = yield* storeOf("laws")
        assert.isNull(Option.getOrNull(yield* store.history(freshSubjectId())))
      }),
    { timeout },
  )

  it.scoped("the store answers a ping", () => Effect.flatMap(storeOf(null), (store) => store.ping), { timeout })
}
