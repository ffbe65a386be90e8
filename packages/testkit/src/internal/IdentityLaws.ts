/** Laws of what is one and the same: a record by its id, a subject by his, to the code unit. */
import type { IdentityLink } from "@consent-service/core/consent/ConsentRecord"
import { SubjectId } from "@consent-service/core/subject/SubjectId"
import { assert } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { freshDecision, freshSubjectId, makeDraft } from "../Drafts.js"
import { assertExisting, historyOf, insert, type It, type LawOptions, ledgerOf, leavingNoTrace } from "./LawSupport.js"

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
    "a record appended again is Existing, and the first one stands",
    () =>
      Effect.gen(function* () {
        const ledger = yield* ledgerOf("laws")
        const draft = makeDraft()
        const { id, subjectId } = draft.record
        yield* insert(ledger, draft)
        const others = [
          draft,
          makeDraft({ id, subjectId, preferences: { necessary: true, marketing: true }, metadata: null }),
          makeDraft({ id, subjectId, givenAt: 1, createdAt: 2, vendorChoice: null }, { link }),
          makeDraft({ id }),
        ]
        for (const other of others) {
          assertExisting(yield* leavingNoTrace(ledger.append(other)), draft.record)
        }
        assert.deepStrictEqual((yield* historyOf(ledger, subjectId)).records, [draft.record])
      }),
    { timeout },
  )

  it.scoped(
    "an append that finds its record there creates no subject",
    () =>
      Effect.gen(function* () {
        const ledger = yield* ledgerOf("laws")
        const draft = makeDraft()
        yield* insert(ledger, draft)
        const other = makeDraft({ id: draft.record.id })
        yield* leavingNoTrace(ledger.append(other))
        assert.isNull(Option.getOrNull(yield* ledger.history(other.record.subjectId)))
      }),
    { timeout },
  )

  it.scoped(
    "a decision that is stored already is no obstacle",
    () =>
      Effect.gen(function* () {
        const ledger = yield* ledgerOf("laws")
        const decision = freshDecision()
        yield* insert(ledger, makeDraft({}, { decision }))
        yield* insert(ledger, makeDraft({}, { decision }))
      }),
    { timeout },
  )

  it.scoped(
    "only the append that creates a subject links him",
    () =>
      Effect.gen(function* () {
        const ledger = yield* ledgerOf("laws")
        const first = makeDraft()
        const { subjectId } = first.record
        yield* insert(ledger, first)
        yield* insert(ledger, makeDraft({ subjectId, createdAt: 7 }, { link: { ...link, verified: true } }))
        const { createdAt, link: kept } = yield* historyOf(ledger, subjectId)
        assert.deepStrictEqual({ createdAt, kept }, { createdAt: first.record.createdAt, kept: null })

        const linked = makeDraft({}, { link })
        yield* insert(ledger, linked)
        yield* insert(ledger, makeDraft({ subjectId: linked.record.subjectId }))
        assert.deepStrictEqual((yield* historyOf(ledger, linked.record.subjectId)).link, link)
      }),
    { timeout },
  )

  it.scoped(
    "subject ids that differ in case, padding or composition are different subjects",
    () =>
      Effect.gen(function* () {
        const ledger = yield* ledgerOf("laws")
        const plain = freshSubjectId()
        const variants = variantsOf(plain).map(unchecked)
        yield* insert(ledger, makeDraft({ subjectId: plain }))
        for (const subject of variants) {
          assert.isNull(Option.getOrNull(yield* ledger.history(subject)))
        }
        const drafts = variants.map((subjectId) => makeDraft({ subjectId }))
        yield* Effect.forEach(drafts, (draft) => insert(ledger, draft), { discard: true })
        for (const { record } of drafts) {
          assert.deepStrictEqual((yield* historyOf(ledger, record.subjectId)).records, [record])
        }
      }),
    { timeout },
  )

  it.scoped(
    "record ids that differ in case, padding or composition are different records",
    () =>
      Effect.gen(function* () {
        const ledger = yield* ledgerOf("laws")
        const subjectId = freshSubjectId()
        const ids = [subjectId, ...variantsOf(subjectId)]
        yield* Effect.forEach(ids, (id) => insert(ledger, makeDraft({ id, subjectId })), { discard: true })
        assert.strictEqual((yield* historyOf(ledger, subjectId)).records.length, ids.length)
      }),
    { timeout },
  )
}
