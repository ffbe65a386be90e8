/** Helpers that several laws share. */
import type { SubjectId } from "@consent-service/core/subject"
import type { AppendOutcome } from "@consent-service/core/ports"
import type { ActBound, ConsentDraft, ConsentRecord, IdentityLink, SubjectHistory } from "@consent-service/core/consent"
import { assert, type Vitest } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type * as Scope from "effect/Scope"
import { makeDraft } from "../draft/Drafts.js"
import { type Store, TestedStore } from "./StoreUnderTest.js"

/** Where laws are declared. */
export type It = Vitest.MethodsNonLive<TestedStore, true>

/** How long a law may take. */
export interface LawOptions {
  readonly timeoutMs: number
}

/** Declares a law by its title and body. */
export const lawOf =
  (it: It, timeout: number) =>
  (title: string, body: Effect.Effect<void, unknown, Scope.Scope | TestedStore>): void =>
    it.scoped(title, () => body, { timeout })

/** A tenant's store, as another process would have it. */
export const storeOf = (tenant: string | null): Effect.Effect<Store, unknown, Scope.Scope | TestedStore> =>
  Effect.flatMap(TestedStore, (tested) => tested.store(tenant))

/** The history of a subject that must have one. */
export const historyOf = (
  store: Store,
  subject: SubjectId,
  bound?: ActBound,
): Effect.Effect<SubjectHistory, unknown, Scope.Scope> =>
  Effect.flatMap(store.history(subject, bound), (history) =>
    Option.isSome(history) ? Effect.succeed(history.value) : Effect.dieMessage("the subject has no history"),
  )

/** The number of `Inserted` outcomes. */
export const inserted = (outcomes: ReadonlyArray<AppendOutcome>): number =>
  outcomes.filter(({ _tag }) => _tag === "Inserted").length

/** Appends a draft that must be new. */
export const insert = (store: Store, draft: ConsentDraft): Effect.Effect<void, unknown> =>
  Effect.map(store.append(draft), (outcome) => assert.strictEqual(outcome._tag, "Inserted"))

/** Asserts that a record is in the store, with its content. */
export const assertExisting = (outcome: AppendOutcome, record: ConsentRecord): void =>
  assert.deepStrictEqual({ ...outcome }, { _tag: "Existing", record })

/** Runs an effect that must not change the store, as far as the laws can observe. */
export const leavingNoTrace = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const { contents = Effect.void } = yield* TestedStore
    const before = yield* contents
    const result = yield* effect
    assert.deepStrictEqual(yield* contents, before)
    return result
  })

/** A subject with a record, linked as given. */
export const newSubject = (store: Store, link: IdentityLink | null): Effect.Effect<SubjectId, unknown> => {
  const draft = makeDraft({}, { link })
  return Effect.as(insert(store, draft), draft.record.subjectId)
}
