/** Laws of identity: records and subjects are identified by their ids, to the code unit. */
import { SubjectId } from "@consent-service/core/subject"
import { type IdentityLink, toHistoryRecord } from "@consent-service/core/consent"
import { assert } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { freshDecision, freshSubjectId, makeDraft } from "../draft/Drafts.js"
import { assertExisting, historyOf, insert, type It, type LawOptions, storeOf, leavingNoTrace } from "./LawSupport.js"
import { TestedStore } from "./StoreUnderTest.js"

const link: IdentityLink = { externalId: "user-1", identityProvider: "idp", verified: false }

/** Texts that a careless comparison takes for the given one. */
export const variantsOf = (text: string): ReadonlyArray<string> => [
  text.toUpperCase(),
  text.toLowerCase(),
  `${text} `,
  ` ${text}`,
  `${text}\u00a0`,
  `${text}e\u0301`,
  `${text}\u00e9`,
]

/** Compared by a store only: the pattern of subject ids would keep some of these out before. */
export const unchecked = (text: string): SubjectId => SubjectId.make(text, { disableValidation: true })

export const identityLaws = (it: It, { timeoutMs: timeout }: LawOptions): void => {
  it.scoped(
    "a record appended again is Existing, and the first one is kept",
    () =>
      Effect.gen(function* () {
        const store = yield* storeOf("laws")
        const draft = makeDraft()
        const { id, subjectId } = draft.record
        const { keyedBySubject = false } = yield* TestedStore
        yield* insert(store, draft)
        const others = [
          draft,
          makeDraft({ id, subjectId, preferences: { necessary: true, marketing: true }, metadata: null }),
          makeDraft({ id, subjectId, givenAt: 1, createdAt: 2, vendorChoice: null }, { link }),
          ...(keyedBySubject ? [] : [makeDraft({ id })]),
        ]
        for (const other of others) {
          assertExisting(yield* leavingNoTrace(store.append(other)), draft.record)
        }
        assert.deepStrictEqual((yield* historyOf(store, subjectId)).records, [toHistoryRecord(draft.record)])
      }),
    { timeout },
  )

  it.scoped(
    "an append that finds its record there creates no subject",
    () =>
      Effect.gen(function* () {
        const store = yield* storeOf("laws")
        const draft = makeDraft()
        yield* insert(store, draft)
        const other = makeDraft({ id: draft.record.id })
        const { keyedBySubject = false } = yield* TestedStore
        if (keyedBySubject) {
          yield* insert(store, other)
          for (const { record } of [draft, other]) {
            assert.deepStrictEqual((yield* historyOf(store, record.subjectId)).records, [toHistoryRecord(record)])
          }
          return
        }
        yield* leavingNoTrace(store.append(other))
        assert.isNull(Option.getOrNull(yield* store.history(other.record.subjectId)))
      }),
    { timeout },
  )

  it.scoped(
    "a decision that is already stored does not fail an append",
    () =>
      Effect.gen(function* () {
        const store = yield* storeOf("laws")
        const decision = freshDecision()
        yield* insert(store, makeDraft({}, { decision }))
        yield* insert(store, makeDraft({}, { decision }))
      }),
    { timeout },
  )

  it.scoped(
    "only the append that creates a subject links it",
    () =>
      Effect.gen(function* () {
        const store = yield* storeOf("laws")
        const first = makeDraft()
        const { subjectId } = first.record
        yield* insert(store, first)
        yield* insert(store, makeDraft({ subjectId, createdAt: 7 }, { link: { ...link, verified: true } }))
        const { createdAt, link: kept } = yield* historyOf(store, subjectId)
        assert.deepStrictEqual({ createdAt, kept }, { createdAt: first.record.createdAt, kept: null })

        const linked = makeDraft({}, { link })
        yield* insert(store, linked)
        yield* insert(store, makeDraft({ subjectId: linked.record.subjectId }))
        assert.deepStrictEqual((yield* historyOf(store, linked.record.subjectId)).link, link)
      }),
    { timeout },
  )

  it.scoped(
    "subject ids that differ in case, padding or composition are different subjects",
    () =>
      Effect.gen(function* () {
        const store = yield* storeOf("laws")
        const plain = freshSubjectId()
        const variants = variantsOf(plain).map(unchecked)
        yield* insert(store, makeDraft({ subjectId: plain }))
        for (const subject of variants) {
          assert.isNull(Option.getOrNull(yield* store.history(subject)))
        }
        const drafts = variants.map((subjectId) => makeDraft({ subjectId }))
        yield* Effect.forEach(drafts, (draft) => insert(store, draft), { discard: true })
        for (const { record } of drafts) {
          assert.deepStrictEqual((yield* historyOf(store, record.subjectId)).records, [toHistoryRecord(record)])
        }
      }),
    { timeout },
  )

  it.scoped(
    "record ids that differ in case, padding or composition are different records",
    () =>
      Effect.gen(function* () {
        const store = yield* storeOf("laws")
        const subjectId = freshSubjectId()
        const ids = [subjectId, ...variantsOf(subjectId)]
        yield* Effect.forEach(ids, (id) => insert(store, makeDraft({ id, subjectId })), { discard: true })
        assert.strictEqual((yield* historyOf(store, subjectId)).records.length, ids.length)
      }),
    { timeout },
  )
}
