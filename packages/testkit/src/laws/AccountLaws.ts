/** Laws of reads by account: verified links only, byte for byte, within the tenant. */
import type { RecordedAct } from "@consent-service/core/ports"
import type { ConsentDraft, IdentityLink } from "@consent-service/core/consent"
import { assert } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as FastCheck from "effect/FastCheck"
import { textArbitrary } from "../draft/DraftArbitrary.js"
import { freshSubjectId, makeDraft } from "../draft/Drafts.js"
import type { Store } from "./StoreUnderTest.js"
import { unchecked, variantsOf } from "./IdentityLaws.js"
import { historyOf, insert, type It, type LawOptions, storeOf } from "./LawSupport.js"
import { idsInOrder } from "./RecordLaws.js"
import { scopePairs } from "./TenancyLaws.js"

const verified = (externalId: string, identityProvider = "idp"): IdentityLink => ({
  externalId,
  identityProvider,
  verified: true,
})

const freshAccount = (): string => `user-${crypto.randomUUID()}`

const linkedIds = (store: Store, account: string) =>
  Effect.map(store.linkedHistories(account), (histories) => histories.map(({ id }) => id))

/** Each combination once, in an order. */
const distinct = (acts: ReadonlyArray<RecordedAct>): ReadonlyArray<string> =>
  Array.from(new Set(acts.map(({ documentId, type }) => JSON.stringify([type, documentId])))).sort()

const actOf = ({ record: { documentId, type } }: ConsentDraft): RecordedAct => ({ type, documentId })

/** Text that no store can hold unchanged: no account and no type of any record. */
const unstorable = (like: string): ReadonlyArray<string> => [
  `${like}\u0000`,
  `${like}\u0000x`,
  "\u0000",
  `${like}\ud800`,
  "\udc00\ud800",
  like.padEnd(256, "x"),
  "é".repeat(256),
  "x".repeat(5_000),
]

const historyLaws = (it: It, { timeoutMs: timeout }: LawOptions): void => {
  it.scoped(
    "an account has every subject with a verified link to it, whatever the provider, each with all its records",
    () =>
      Effect.gen(function* () {
        const [store, account] = [yield* storeOf("laws"), freshAccount()]
        const ids = idsInOrder.map((suffix) => unchecked(`${account}/${suffix}`))
        for (const [index, subjectId] of ids.toReversed().entries()) {
          yield* insert(store, makeDraft({ subjectId, givenAt: 1 }, { link: verified(account, `idp ${index % 2}`) }))
          if (index % 2 === 0) yield* insert(store, makeDraft({ subjectId, type: "dpa", givenAt: 2 }))
        }
        const expected = yield* Effect.forEach(ids, (id) => historyOf(store, id))
        assert.deepStrictEqual(yield* store.linkedHistories(account), expected)
        assert.deepStrictEqual(
          expected.map(({ records }) => records.length),
          [2, 1, 2, 1, 2, 1, 2],
        )
      }),
    { timeout },
  )

  it.scoped(
    "an unverified link, none, and one to an account that differs in case, padding or composition do not count",
    () =>
      Effect.gen(function* () {
        const [store, account] = [yield* storeOf("laws"), freshAccount()]
        const own = makeDraft({}, { link: verified(account) })
        yield* insert(store, makeDraft({}, { link: { ...verified(account), verified: false } }))
        yield* insert(store, makeDraft())
        const variants = variantsOf(account).filter((variant) => variant !== account)
        for (const variant of variants) assert.deepStrictEqual(yield* store.linkedHistories(variant), [])
        const others = variants.map((variant) => makeDraft({}, { link: verified(variant) }))
        for (const draft of [own, ...others]) yield* insert(store, draft)
        for (const { link, record } of [own, ...others]) {
          assert.deepStrictEqual(yield* linkedIds(store, link?.externalId ?? ""), [record.subjectId])
        }
      }),
    { timeout },
  )

  it.scoped.prop(
    "subjects with arbitrary links are found by exactly their verified accounts",
    [
      FastCheck.uniqueArray(textArbitrary(200), { minLength: 2, maxLength: 4 }),
      FastCheck.array(FastCheck.tuple(FastCheck.nat({ max: 3 }), FastCheck.boolean()), { maxLength: 8 }),
    ],
    ([suffixes, links]) =>
      Effect.gen(function* () {
        const [store, prefix] = [yield* storeOf("laws"), crypto.randomUUID()]
        const accounts = suffixes.map((suffix) => prefix + suffix)
        const expected = new Map(accounts.map((account) => [account, new Array<string>()]))
        for (const [index, isVerified] of links) {
          const account = accounts[index % accounts.length] ?? prefix
          const subjectId = freshSubjectId()
          yield* insert(store, makeDraft({ subjectId }, { link: { ...verified(account), verified: isVerified } }))
          if (isVerified) expected.get(account)?.push(subjectId)
        }
        for (const [account, ids] of expected) assert.deepStrictEqual(yield* linkedIds(store, account), ids.sort())
      }),
    { timeout, fastCheck: { numRuns: 20 } },
  )

  it.scoped(
    "text that no store can hold names no account, and is not an error",
    () =>
      Effect.gen(function* () {
        const [store, account] = [yield* storeOf("laws"), freshAccount()]
        // Typical damage by drivers: text cut at U+0000 or at the column's width, with U+FFFD for a lone surrogate.
        for (const taken of [account, `${account}\ufffd`, account.padEnd(255, "x"), "é".repeat(255)]) {
          yield* insert(store, makeDraft({}, { link: verified(taken) }))
        }
        for (const text of unstorable(account)) {
          assert.deepStrictEqual(yield* store.linkedHistories(text), [])
          assert.deepStrictEqual(yield* store.linkedActs(text, ["cookie_banner"]), [])
        }
      }),
    { timeout },
  )
}

const actLaws = (it: It, { timeoutMs: timeout }: LawOptions): void => {
  it.scoped(
    "the acts of an account are those of the requested types, of all its subjects",
    () =>
      Effect.gen(function* () {
        const [store, account] = [yield* storeOf("laws"), freshAccount()]
        const [first, second] = [freshSubjectId(), freshSubjectId()]
        const types = ["dpa", "DPA", "dpa ", "dpa_é", "dpa_e\u0301", "cookie_banner"]
        const drafts = types.flatMap((type) =>
          [null, "doc_1", "Doc_1", "doc_1 "].map((documentId, index) =>
            makeDraft({ type, documentId, subjectId: index < 2 ? first : second }, { link: verified(account) }),
          ),
        )
        for (const draft of [...drafts, ...drafts.map(({ record }) => makeDraft({ ...record, id: `${record.id}b` }))]) {
          yield* insert(store, draft)
        }
        yield* insert(store, makeDraft({ type: "dpa", documentId: "foreign" }, { link: verified(`${account} `) }))
        yield* insert(
          store,
          makeDraft({ type: "dpa", documentId: "unverified" }, { link: { ...verified(account), verified: false } }),
        )
        for (const asked of [
          ["dpa"],
          ["dpa ", "DPA"],
          types,
          [...types, ...types],
          ["unknown", "dpa_é"],
          ["unknown"],
        ]) {
          assert.deepStrictEqual(
            distinct(yield* store.linkedActs(account, asked)),
            distinct(drafts.map(actOf).filter(({ type }) => asked.includes(type))),
          )
        }
        assert.deepStrictEqual(yield* store.linkedActs(account, []), [])
        assert.deepStrictEqual(yield* store.linkedActs(freshAccount(), types), [])
      }),
    { timeout },
  )

  it.scoped(
    "any number of types, of any text, may be requested",
    () =>
      Effect.gen(function* () {
        const [store, account] = [yield* storeOf("laws"), freshAccount()]
        const many = Array.from({ length: 300 }, (_, index) => `dpa_${index}`)
        for (const type of ["dpa_7", "dpa_299", "dpa_\ufffd"]) {
          yield* insert(store, makeDraft({ type }, { link: verified(account) }))
        }
        const found = yield* store.linkedActs(account, [...unstorable("dpa_7"), "dpa_\ud800", ...many, ""])
        assert.deepStrictEqual(
          distinct(found),
          distinct([
            { type: "dpa_7", documentId: null },
            { type: "dpa_299", documentId: null },
          ]),
        )
        assert.deepStrictEqual(yield* store.linkedActs(account, unstorable("dpa_7")), [])
      }),
    { timeout },
  )
}

export const accountLaws = (it: It, options: LawOptions): void => {
  historyLaws(it, options)
  actLaws(it, options)

  for (const [tenant, other] of scopePairs) {
    it.scoped(
      `${JSON.stringify(tenant)} and ${JSON.stringify(other)}: one account has subjects of its own in each`,
      () =>
        Effect.gen(function* () {
          const [store, foreign] = [yield* storeOf(tenant), yield* storeOf(other)]
          const account = freshAccount()
          const mine = makeDraft({ type: "dpa", documentId: "mine" }, { link: verified(account) })
          const theirs = makeDraft({ type: "dpa", documentId: "theirs" }, { link: verified(account) })
          yield* insert(store, mine)
          assert.deepStrictEqual(yield* foreign.linkedHistories(account), [])
          assert.deepStrictEqual(yield* foreign.linkedActs(account, ["dpa"]), [])
          yield* insert(foreign, theirs)
          for (const [own, draft] of [
            [store, mine],
            [foreign, theirs],
          ] as const) {
            assert.deepStrictEqual(yield* linkedIds(own, account), [draft.record.subjectId])
            assert.deepStrictEqual(distinct(yield* own.linkedActs(account, ["dpa"])), distinct([actOf(draft)]))
          }
        }),
      { timeout: options.timeoutMs },
    )
  }
}
