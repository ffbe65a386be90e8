/**
 * The law of the `ConsentEvidence` port, as a suite that any implementation can run at the top level of a vitest file:
 * what the ledger of the same store acknowledged is found with its decision, exactly as it was written.
 *
 * @module
 */
import type { ConsentEvidence } from "@consent-service/core/ports/ConsentEvidence"
import { assert, layer as testLayer } from "@effect/vitest"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as FastCheck from "effect/FastCheck"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import type * as Scope from "effect/Scope"
import { draftArbitrary } from "./DraftArbitrary.js"
import { freshRecordId, makeDraft } from "./Drafts.js"
import type { Ledger } from "./StoreUnderTest.js"

type Evidence = Context.Tag.Service<ConsentEvidence>

/** One store, and what tenants write to it and find in it. */
export interface EvidenceUnderTest {
  readonly ledger: (tenant: string | null) => Effect.Effect<Ledger, unknown, Scope.Scope>
  readonly evidence: (tenant: string | null) => Effect.Effect<Evidence, unknown, Scope.Scope>
}

class TestedEvidence extends Context.Tag("@consent-service/testkit/EvidenceUnderTest")<
  TestedEvidence,
  EvidenceUnderTest
>() {}

const of = (tenant: string | null) =>
  Effect.flatMap(TestedEvidence, (store) => Effect.all([store.ledger(tenant), store.evidence(tenant)]))

/** What the suite is run on. */
export interface EvidenceLawsOptions<E> {
  /** Opens the store, once for the whole suite. */
  readonly makeStore: Effect.Effect<EvidenceUnderTest, E, Scope.Scope>
  /** How many arbitrary records the first law tries; 50 by default. */
  readonly runs?: number
  /** Milliseconds a law may take; 60,000 by default. */
  readonly timeoutMs?: number
}

/** Declares a suite of that name that checks every law of the `ConsentEvidence` port. */
export const consentEvidenceLaws = <E>(name: string, options: EvidenceLawsOptions<E>): void => {
  const { makeStore, runs = 50, timeoutMs: timeout = 60_000 } = options
  testLayer(Layer.scoped(TestedEvidence, makeStore), { excludeTestServices: true, timeout })(name, (it) => {
    const law = (title: string, body: Effect.Effect<void, unknown, Scope.Scope | TestedEvidence>) =>
      it.scoped(title, () => body, { timeout })

    law(
      "a record is found as it was appended, with its decision",
      Effect.gen(function* () {
        const [ledger, evidence] = yield* of(null)
        for (const draft of FastCheck.sample(draftArbitrary, runs)) {
          yield* ledger.append(draft)
          const found = Option.getOrThrow(yield* evidence.find(draft.record.id))
          assert.deepStrictEqual(found, { record: draft.record, decision: draft.decision })
        }
      }),
    )

    law(
      "a record that is unknown, or another tenant's, is not found",
      Effect.gen(function* () {
        const [ledger] = yield* of("a")
        const [, strangers] = yield* of("A")
        const draft = makeDraft()
        yield* ledger.append(draft)
        assert.isNull(Option.getOrNull(yield* strangers.find(draft.record.id)))
        assert.isNull(Option.getOrNull(yield* strangers.find(freshRecordId())))
        assert.isNull(Option.getOrNull(yield* strangers.find("")))
      }),
    )
  })
}
