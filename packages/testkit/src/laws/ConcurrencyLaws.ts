/** Laws of appends that race, as those of several processes do. */
import { type ConsentDraft, toHistoryRecord } from "@consent-service/core/consent"
import { assert } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { freshDecision, freshRecordId, freshSubjectId, makeDraft } from "../draft/Drafts.js"
import type { Store } from "./StoreUnderTest.js"
import { assertExisting, historyOf, inserted, type It, type LawOptions, storeOf } from "./LawSupport.js"

const times = <A>(count: number, make: (index: number) => A): ReadonlyArray<A> =>
  Array.from({ length: count }, (_, index) => make(index))

const race = (stores: readonly [Store, Store], drafts: ReadonlyArray<ConsentDraft>) =>
  Effect.forEach(drafts, (draft, index) => stores[index % 2 === 0 ? 0 : 1].append(draft), {
    concurrency: "unbounded",
  })

export const concurrencyLaws = (it: It, { timeoutMs: timeout }: LawOptions): void => {
  it.scoped(
    "40 racing appends of 4 acts insert 4 records, each once",
    () =>
      Effect.gen(function* () {
        const stores = [yield* storeOf("laws"), yield* storeOf("laws")] as const
        const subjectId = freshSubjectId()
        const decision = freshDecision()
        const acts = times(4, (givenAt) => makeDraft({ subjectId, givenAt }, { decision }))
        const drafts = times(10, () => acts).flat()
        const outcomes = yield* race(stores, drafts)
        assert.strictEqual(inserted(outcomes), 4)
        for (const [index, outcome] of outcomes.entries()) {
          if (outcome._tag !== "Inserted") assertExisting(outcome, drafts[index]!.record)
        }
        const { records } = yield* historyOf(stores[0], subjectId)
        assert.deepStrictEqual(records, acts.map(({ record }) => toHistoryRecord(record)).reverse())
      }),
    { timeout },
  )

  it.scoped(
    "different drafts racing for one id leave one winner, which all others receive",
    () =>
      Effect.gen(function* () {
        const stores = [yield* storeOf("laws"), yield* storeOf("laws")] as const
        const act = { id: freshRecordId(), subjectId: freshSubjectId() }
        const drafts = times(12, (index) => makeDraft({ ...act, metadata: { index } }))
        const outcomes = yield* race(stores, drafts)
        assert.strictEqual(inserted(outcomes), 1)
        const winner = drafts[outcomes.findIndex(({ _tag }) => _tag === "Inserted")]!.record
        for (const outcome of outcomes) {
          if (outcome._tag !== "Inserted") assertExisting(outcome, winner)
        }
        assert.deepStrictEqual((yield* historyOf(stores[0], act.subjectId)).records, [toHistoryRecord(winner)])
      }),
    { timeout },
  )

  it.scoped(
    "acts of many new subjects under one new decision do not conflict",
    () =>
      Effect.gen(function* () {
        const stores = [yield* storeOf("laws"), yield* storeOf("laws")] as const
        const decision = freshDecision()
        const outcomes = yield* race(
          stores,
          times(40, () => makeDraft({}, { decision })),
        )
        assert.strictEqual(inserted(outcomes), 40)
      }),
    { timeout },
  )

  it.scoped(
    "tenants racing for one subject leave it with exactly one",
    () =>
      Effect.gen(function* () {
        const stores = [yield* storeOf("laws"), yield* storeOf("other laws")] as const
        const subjectId = freshSubjectId()
        const drafts = times(20, () => makeDraft({ subjectId }))
        const outcomes = yield* race(stores, drafts)
        const histories = yield* Effect.forEach(stores, (store) => store.history(subjectId))
        const [held, ...rest] = histories.flatMap(Option.toArray)
        assert.deepStrictEqual([rest.length, held?.records.length, inserted(outcomes)], [0, 10, 10])
        assert.strictEqual(outcomes.filter(({ _tag }) => _tag === "HeldElsewhere").length, 10)
      }),
    { timeout },
  )

  it.scoped(
    "histories and acts that are read concurrently are each those requested, also for unknown accounts",
    () =>
      Effect.gen(function* () {
        const [store, other] = [yield* storeOf("laws"), yield* storeOf("other laws")]
        const known = times(150, (index) => {
          const externalId = `racer-${crypto.randomUUID()}`
          return makeDraft({ metadata: { index } }, { link: { externalId, identityProvider: "idp", verified: true } })
        })
        yield* Effect.forEach(known, store.append, { concurrency: "unbounded" })
        const asked = known.flatMap((draft) => [draft, makeDraft(), draft])
        const [histories, foreign, acts] = yield* Effect.all(
          [
            Effect.forEach(asked, ({ record }) => store.history(record.subjectId), { concurrency: "unbounded" }),
            Effect.forEach(known, ({ record }) => other.history(record.subjectId), { concurrency: "unbounded" }),
            Effect.forEach(
              asked,
              ({ link, record }, index) =>
                store.linkedActs(link?.externalId ?? "unknown", index % 2 === 0 ? [record.type] : ["dpa", "other"]),
              { concurrency: "unbounded" },
            ),
          ],
          { concurrency: "unbounded" },
        )
        const recorded = new Set(known)
        const recordsOf = (draft: ConsentDraft) => (recorded.has(draft) ? [toHistoryRecord(draft.record)] : null)
        assert.deepStrictEqual(
          histories.map((history) => Option.getOrNull(Option.map(history, ({ records }) => records))),
          asked.map(recordsOf),
        )
        assert.isTrue(foreign.every(Option.isNone))
        assert.deepStrictEqual(
          acts,
          asked.map((draft, index) =>
            index % 2 === 0 && recorded.has(draft)
              ? [{ type: draft.record.type, documentId: draft.record.documentId }]
              : [],
          ),
        )
      }),
    { timeout },
  )
}
