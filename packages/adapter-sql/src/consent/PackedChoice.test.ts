import { optionalCategories } from "@consent-service/core/policy"
import { type Choice, type Receipt, type ReceiptBasis, toHistoryRecord } from "@consent-service/core/consent"
import { describeEngines } from "@consent-service/test-engines"
import { makeDraft } from "@consent-service/testkit/Drafts"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as FastCheck from "effect/FastCheck"
import * as Option from "effect/Option"
import * as SqlConsentStore from "../SqlConsentStore.js"
import { migratedClient, on, tables } from "../testing/TestDatabase.js"
import { type Act, choiceText, readChoice } from "./PackedChoice.js"

const at = 1_795_298_947_668

/** An act whose receipts say more than it does. */
const unlike: Act = { givenAt: at, preferences: {} }

const stored = (choice: Choice, act = unlike): string => choiceText({ ...act, choice }) ?? assert.fail("no text")

const legacy = { kind: "legacy-v2" } as const
const worded = { kind: "choice-v1", fingerprint: "f".repeat(64) } as const

const receipt = (value: boolean, basis: ReceiptBasis, confirmedAt = at): Receipt => ({ value, confirmedAt, basis })

/** A browser's choice: everything confirmed in one act. */
const typical = (basis: ReceiptBasis): Choice => ({
  version: 3,
  categories: {
    experience: receipt(false, basis),
    functionality: receipt(true, basis),
    marketing: receipt(false, basis),
    measurement: receipt(true, basis),
  },
})

/** The same JSON with reordered keys in one object, rarely in several. */
const inAnyOrder = (value: unknown): FastCheck.Arbitrary<unknown> => {
  if (typeof value !== "object" || value === null) return FastCheck.constant(value)
  const entries = Object.entries(value).map(([key, each]) => inAnyOrder(each).map((mixed) => [key, mixed] as const))
  return FastCheck.tuple(...entries)
    .chain((mixed) =>
      FastCheck.oneof(
        { weight: 9, arbitrary: FastCheck.constant(mixed) },
        { weight: 1, arbitrary: FastCheck.shuffledSubarray(mixed, { minLength: mixed.length }) },
      ),
    )
    .map((mixed) => Object.fromEntries(mixed))
}

const readable = (json: unknown, act = unlike): Choice => {
  const choice = readChoice(json, act)
  return choice === "unreadable" ? assert.fail(JSON.stringify(json)) : choice
}

const fingerprint = FastCheck.oneof(FastCheck.constantFrom("a", '"', "__proto__"), FastCheck.string({ minLength: 1 }))

/** Few times and fingerprints, so that receipts often share them. */
const anyReceipt: FastCheck.Arbitrary<Receipt> = FastCheck.record({
  value: FastCheck.boolean(),
  confirmedAt: FastCheck.constantFrom(0, at, 8.64e15),
  basis: FastCheck.oneof(
    FastCheck.constant(legacy),
    fingerprint.map((text) => ({ ...legacy, materialFingerprint: text })),
    fingerprint.map((text) => ({ kind: "choice-v1" as const, fingerprint: text })),
  ),
})

const decoded: FastCheck.Arbitrary<Choice> = FastCheck.record(
  { experience: anyReceipt, functionality: anyReceipt, marketing: anyReceipt, measurement: anyReceipt },
  { requiredKeys: [], noNullPrototype: true },
).map((categories) => ({ version: 3, categories }))

const choices = FastCheck.oneof(
  decoded,
  decoded.chain(inAnyOrder).map((json) => readable(json)),
)

const preferencesOf = ({ categories }: Choice): Readonly<Record<string, boolean>> =>
  Object.fromEntries(Object.entries(categories).map(([category, { value }]) => [category, value] as const))

const key = FastCheck.constantFrom(...optionalCategories, "necessary", "__proto__", "toString")
const anyPreferences: FastCheck.Arbitrary<Act["preferences"]> = FastCheck.oneof(
  FastCheck.dictionary(key, FastCheck.boolean(), { noNullPrototype: true }),
  FastCheck.constantFrom(null, "unreadable" as const),
)

/** Choices, many of them of one basis and time, and acts that they often repeat. */
const acts: FastCheck.Arbitrary<Act & { readonly choice: Choice }> = FastCheck.record({
  choice: FastCheck.oneof(
    choices,
    FastCheck.tuple(choices, anyReceipt).map(([choice, { basis }]) =>
      readable({
        version: 3,
        categories: Object.fromEntries(
          Object.entries(choice.categories).map(([category, { value }]) => [category, receipt(value, basis)]),
        ),
      }),
    ),
  ),
  givenAt: FastCheck.constantFrom(at, at, 0),
  other: FastCheck.option(anyPreferences, { nil: undefined }),
  one: FastCheck.dictionary(key, FastCheck.boolean(), { maxKeys: 1, noNullPrototype: true }),
}).map(({ choice, givenAt, one, other }) => ({
  choice,
  givenAt,
  preferences: other === undefined ? { ...one, ...preferencesOf(choice) } : other,
}))

describe("a choice's text", () => {
  it("restores the stored choice, key by key, and is never longer than the plain form", () => {
    FastCheck.assert(
      FastCheck.property(acts, ({ choice, ...act }) => {
        const plain = JSON.stringify(choice)
        const text = stored(choice, act)
        const read = readable(JSON.parse(text), act)
        assert.deepStrictEqual(read, choice)
        assert.strictEqual(JSON.stringify(read), plain)
        assert.isAtMost(text.length, plain.length)
      }),
      { numRuns: 4_000 },
    )
  })

  it("is only the basis where the receipts repeat the time, the categories and the values of the act", () => {
    for (const [basis, text] of [
      [legacy, '"legacy-v2"'],
      [worded, `{"kind":"choice-v1","fingerprint":"${worded.fingerprint}"}`],
      [{ ...legacy, materialFingerprint: "m" }, '{"kind":"legacy-v2","materialFingerprint":"m"}'],
    ] as const) {
      const choice = typical(basis)
      const preferences = { necessary: true, social: true, ...preferencesOf(choice) }
      assert.strictEqual(stored(choice, { givenAt: at, preferences }), text)
      const fewer = Object.fromEntries(Object.entries(preferences).filter(([category]) => category !== "marketing"))
      for (const other of [
        { givenAt: at + 1, preferences },
        { givenAt: at, preferences: { ...preferences, marketing: true } },
        { givenAt: at, preferences: fewer },
        { givenAt: at, preferences: null },
        { givenAt: at, preferences: "unreadable" as const },
      ]) {
        assert.isTrue(stored(choice, other).startsWith("["))
      }
      const { marketing: _, ...receipts } = choice.categories
      assert.isTrue(stored({ version: 3, categories: receipts }, { givenAt: at, preferences }).startsWith("["))
    }
  })

  it("is never the basis alone where the act has no categories", () => {
    const act = { givenAt: at, preferences: { necessary: true } }
    assert.strictEqual(stored({ version: 3, categories: {} }, act), '{"version":3,"categories":{}}')
  })

  // Rows were written for these: a category that is added needs a form of its own.
  it("repeats the four categories that there were when it was first written", () => {
    assert.deepStrictEqual(optionalCategories, ["experience", "functionality", "marketing", "measurement"])
  })

  it("is packed for every decoded choice with receipts", () => {
    FastCheck.assert(
      FastCheck.property(decoded, (choice) => {
        const names = optionalCategories.filter((name) => choice.categories[name] !== undefined)
        const categories = Object.fromEntries(names.map((name) => [name, choice.categories[name]]))
        assert.strictEqual(stored({ ...choice, categories }).startsWith("["), names.length > 0)
      }),
    )
  })

  it("groups the categories by time and basis", () => {
    assert.strictEqual(
      stored(typical(legacy)),
      `[{"at":${at},"kind":"legacy-v2","yes":["functionality","measurement"],"no":["experience","marketing"]}]`,
    )
    const { experience: _, ...categories } = typical(worded).categories
    assert.strictEqual(
      stored({ version: 3, categories: { ...categories, marketing: receipt(false, legacy, 1) } }),
      `[{"at":${at},"kind":"choice-v1","fingerprint":"${worded.fingerprint}","yes":["functionality","measurement"]},` +
        '{"at":1,"kind":"legacy-v2","no":["marketing"]}]',
    )
  })

  it("is less than a third of the plain form for a browser's choice", () => {
    for (const basis of [legacy, worded]) {
      assert.isBelow(stored(typical(basis)).length * 3, JSON.stringify(typical(basis)).length)
    }
  })

  it("is the plain form where there is nothing to group, or the order of keys is custom", () => {
    const { experience, ...others } = typical(legacy).categories
    const own: Choice = { version: 3, categories: { ...others, ...(experience && { experience }) } }
    for (const choice of [own, { version: 3, categories: {} } as const]) {
      assert.strictEqual(stored(choice), JSON.stringify(choice))
    }
    assert.isNull(choiceText({ ...unlike, choice: null }))
    assert.strictEqual(choiceText({ ...unlike, choice: "unreadable" }), '"unreadable"')
  })

  it("is read in the plain form of earlier versions", () => {
    FastCheck.assert(
      FastCheck.property(choices, (choice) => {
        const parsed: unknown = JSON.parse(JSON.stringify(choice))
        assert.strictEqual(readChoice(parsed, unlike), parsed)
      }),
    )
  })
})

const malformed: ReadonlyArray<string> = [
  "[]",
  "[[]]",
  "{}",
  '{"at":1,"kind":"legacy-v2","yes":["marketing"]}',
  '[{"at":1,"kind":"legacy-v2"}]',
  '[{"at":1,"kind":"legacy-v2","yes":[],"no":[]}]',
  '[{"at":1,"kind":"legacy-v2","yes":["marketing"]},{"at":2,"kind":"legacy-v2"}]',
  '[{"at":1,"kind":"legacy-v2","yes":["marketing","marketing"]}]',
  '[{"at":1,"kind":"legacy-v2","yes":["marketing"],"no":["marketing"]}]',
  '[{"at":1,"kind":"legacy-v2","yes":["marketing"]},{"at":2,"kind":"legacy-v2","no":["marketing"]}]',
  '[{"at":1,"kind":"legacy-v2","yes":["marketing"]},null]',
  '[{"at":1,"kind":"legacy-v2","yes":["necessary"]}]',
  '[{"at":1,"kind":"legacy-v2","yes":["__proto__"]}]',
  '[{"at":1,"kind":"legacy-v2","yes":"marketing"}]',
  '[{"at":1,"kind":"legacy-v2","yes":null,"no":["marketing"]}]',
  '[{"at":1,"kind":"legacy-v2","yes":["marketing"],"x":1}]',
  '[{"at":1,"kind":"legacy-v2","yes":["marketing"],"__proto__":{}}]',
  '[{"at":1,"kind":"legacy-v2","fingerprint":"f","yes":["marketing"]}]',
  '[{"at":1,"kind":"choice-v1","yes":["marketing"]}]',
  '[{"at":1,"kind":"choice-v1","fingerprint":"","yes":["marketing"]}]',
  '[{"at":1,"kind":"choice-v2","yes":["marketing"]}]',
  '[{"at":-1,"kind":"legacy-v2","yes":["marketing"]}]',
  '[{"at":"1","kind":"legacy-v2","yes":["marketing"]}]',
  '[{"kind":"legacy-v2","yes":["marketing"]}]',
  '"choice-v1"',
  '"unreadable"',
  '{"kind":"choice-v1"}',
  '{"kind":"choice-v1","fingerprint":""}',
  '{"kind":"legacy-v2","fingerprint":"f"}',
  '{"kind":"legacy-v2","at":1}',
]

describe("invalid text", () => {
  for (const text of malformed) {
    it(`is unreadable: ${text}`, () => assert.strictEqual(readChoice(JSON.parse(text), unlike), "unreadable"))
  }

  it("is a basis where the preferences have no category or cannot be read", () => {
    for (const preferences of [null, "unreadable" as const, {}, { necessary: true }]) {
      for (const basis of ["legacy-v2", legacy, worded]) {
        assert.strictEqual(readChoice(basis, { givenAt: at, preferences }), "unreadable")
      }
    }
  })
})

describeEngines("the choice column", (engine) => {
  it.scopedLive("accepts each form", () =>
    Effect.gen(function* () {
      const sql = yield* migratedClient(engine)
      const ledger = yield* on(sql)(SqlConsentStore.make())
      const choice = typical(legacy)
      const draft = makeDraft({ choice, givenAt: at, preferences: { necessary: true, ...preferencesOf(choice) } })
      const { id, subjectId } = draft.record
      const read = Effect.map(ledger.history(subjectId), (found) => Option.getOrThrow(found).records)
      yield* ledger.append(draft)
      const [row] = yield* sql`select choice from ${sql(tables.consent)} where id = ${id}`
      assert.strictEqual(row?.["choice"], '"legacy-v2"')
      assert.deepStrictEqual(yield* read, [toHistoryRecord(draft.record)])
      for (const text of [JSON.stringify(typical(legacy)), stored(typical(legacy))]) {
        yield* sql`update ${sql(tables.consent)} set choice = ${text} where id = ${id}`
        assert.deepStrictEqual(yield* read, [toHistoryRecord(draft.record)])
      }
      for (const text of malformed) {
        yield* sql`update ${sql(tables.consent)} set choice = ${text} where id = ${id}`
        assert.deepStrictEqual(yield* read, [{ ...toHistoryRecord(draft.record), choice: "unreadable" }])
      }
    }),
  )
})
