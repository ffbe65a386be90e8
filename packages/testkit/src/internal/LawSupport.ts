/** What the laws share. */
import type { ConsentDraft, ConsentRecord, SubjectHistory } from "@consent-service/core/consent/ConsentRecord"
import type { AppendOutcome } from "@consent-service/core/ports/ConsentLedger"
import type { SubjectId } from "@consent-service/core/subject/SubjectId"
import { assert, type Vitest } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type * as Scope from "effect/Scope"
import { type Ledger, TestedStore } from "../StoreUnderTest.js"

/** Where laws are declared. */
export type It = Vitest.MethodsNonLive<TestedStore, true>

/** How long a law may take. */
export interface LawOptions {
  readonly timeoutMs: number
}

/** A ledger of a tenant of the tested store. */
export const ledgerOf = (tenant: string | null): Effect.Effect<Ledger, unknown, Scope.Scope | TestedStore> =>
  Effect.flatMap(TestedStore, (store) => store.ledger(tenant))

/** The history of a subject that must have one. */
export const historyOf = (ledger: Ledger, subject: SubjectId): Effect.Effect<SubjectHistory, unknown> =>
  Effect.flatMap(ledger.history(subject), (history) =>
    Option.isSome(history) ? Effect.succeed(history.value) : Effect.dieMessage("the subject has no history"),
  )

/** How many of the outcomes say `Inserted`. */
export const inserted = (outcomes: ReadonlyArray<AppendOutcome>): number =>
  outcomes.filter(({ _tag }) => _tag === "Inserted").length

/** Appends a draft that must be new. */
export const insert = (ledger: Ledger, draft: ConsentDraft): Effect.Effect<void, unknown> =>
  Effect.map(ledger.append(draft), (outcome) => assert.strictEqual(outcome._tag, "Inserted"))

/** Asserts that a record is in the store already, and what it is. */
export const assertExisting = (outcome: AppendOutcome, record: ConsentRecord): void =>
  assert.deepStrictEqual({ ...outcome }, { _tag: "Existing", record })

/** Runs an effect that must leave the store as it was, as far as the implementation lets the laws look. */
export const leavingNoTrace = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const { contents = Effect.void } = yield* TestedStore
    const before = yield* contents
    const result = yield* effect
    assert.deepStrictEqual(yield* contents, before)
    return result
  })
