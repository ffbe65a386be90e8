/** Laws of tenants that share a store: no tenant sees, blocks or changes another's data. */
import { toHistoryRecord } from "@consent-service/core/consent"
import { assert } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { freshDecision, makeDraft } from "../draft/Drafts.js"
import { historyOf, insert, type It, type LawOptions, storeOf, leavingNoTrace } from "./LawSupport.js"

/** Pairs of scopes that a careless comparison takes for one. */
export const scopePairs: ReadonlyArray<readonly [string | null, string | null]> = [
  ["a", "b"],
  ["a", null],
  [null, "a"],
  ["null", null],
  ["tenant", "Tenant"],
  ["tenant", "tenant "],
  ["tenant", "t\u00e9nant"],
]

export const tenancyLaws = (it: It, { timeoutMs: timeout }: LawOptions): void => {
  for (const [tenant, other] of scopePairs) {
    const names = `${JSON.stringify(tenant)} and ${JSON.stringify(other)}`

    it.scoped(
      `${names}: a subject of the one is HeldElsewhere for the other, who leaves no trace`,
      () =>
        Effect.gen(function* () {
          const [store, foreign] = [yield* storeOf(tenant), yield* storeOf(other)]
          assert.deepStrictEqual([store.tenant, foreign.tenant], [tenant, other])
          const draft = makeDraft()
          const { subjectId } = draft.record
          yield* insert(store, draft)
          const before = yield* historyOf(store, subjectId)
          const attempts = [makeDraft({ subjectId }), { ...draft, decision: freshDecision() }]
          for (const attempt of attempts) {
            const outcome = yield* leavingNoTrace(foreign.append(attempt))
            assert.strictEqual(outcome._tag, "HeldElsewhere")
          }
          assert.isNull(Option.getOrNull(yield* foreign.history(subjectId)))
          assert.deepStrictEqual(yield* historyOf(store, subjectId), before)
        }),
      { timeout },
    )

    it.scoped(
      `${names}: a record id of the one is free for the other`,
      () =>
        Effect.gen(function* () {
          const [store, foreign] = [yield* storeOf(tenant), yield* storeOf(other)]
          const decision = freshDecision()
          const mine = makeDraft({}, { decision })
          const theirs = makeDraft({ id: mine.record.id }, { decision })
          yield* insert(store, mine)
          yield* insert(foreign, theirs)
          assert.deepStrictEqual((yield* historyOf(store, mine.record.subjectId)).records, [
            toHistoryRecord(mine.record),
          ])
          assert.deepStrictEqual((yield* historyOf(foreign, theirs.record.subjectId)).records, [
            toHistoryRecord(theirs.record),
          ])
        }),
      { timeout },
    )
  }
}
