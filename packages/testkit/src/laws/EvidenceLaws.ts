/** Laws of evidence: an acknowledged record is found with its decision, exactly as it was appended. */
import { assert } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as FastCheck from "effect/FastCheck"
import * as Option from "effect/Option"
import { draftArbitrary } from "../draft/DraftArbitrary.js"
import { freshRecordId, makeDraft } from "../draft/Drafts.js"
import { type It, type LawOptions, storeOf } from "./LawSupport.js"

export const evidenceLaws = (it: It, options: LawOptions & { readonly runs: number }): void => {
  const { runs, timeoutMs: timeout } = options

  it.scoped(
    "a record is found as it was appended, with its decision",
    () =>
      Effect.gen(function* () {
        const store = yield* storeOf(null)
        for (const draft of FastCheck.sample(draftArbitrary, runs)) {
          yield* store.append(draft)
          const found = Option.getOrThrow(yield* store.evidence(draft.record.id))
          assert.deepStrictEqual(found, { record: draft.record, decision: draft.decision })
        }
      }),
    { timeout },
  )

  it.scoped(
    "a record that is unknown, or another tenant's, is not found",
    () =>
      Effect.gen(function* () {
        const [store, other] = [yield* storeOf("a"), yield* storeOf("A")]
        assert.deepStrictEqual([store.tenant, other.tenant], ["a", "A"])
        const draft = makeDraft()
        yield* store.append(draft)
        assert.isNull(Option.getOrNull(yield* other.evidence(draft.record.id)))
        assert.isNull(Option.getOrNull(yield* other.evidence(freshRecordId())))
        assert.isNull(Option.getOrNull(yield* other.evidence("")))
      }),
    { timeout },
  )
}
