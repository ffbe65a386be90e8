import { assert, describe, it } from "@effect/vitest"
import * as Either from "effect/Either"
import * as FastCheck from "effect/FastCheck"
import { type OptionalCategory, optionalCategories } from "../../policy/Category.js"
import { resolvePolicy } from "../../policy/ResolveRule.js"
import { type Change, savedAt, submissionOf } from "../../testing/Saves.js"
import type { Receipt } from "../record/Receipt.js"
import { Refusal } from "../record/Refusal.js"
import { applyChoice } from "./ApplyChoice.js"

const strict = resolvePolicy({
  id: "strict",
  match: { isDefault: true },
  model: "opt-in",
  prompt: "choice",
  categories: ["measurement"],
  scopeMode: "strict",
})

const apply = (change: Change, policy: typeof strict | null = strict) =>
  applyChoice(submissionOf(change), policy, savedAt)

const receipt = (value: boolean, confirmedAt = savedAt): Receipt => ({
  value,
  confirmedAt,
  basis: { kind: "legacy-v2" },
})
const receipts = (categories: object) => ({ choice: { version: 3, categories } })

describe("a refused choice", () => {
  const at = (category: string, field: string, message: string) => ({
    path: `choice.categories.${category}.${field}`,
    message,
  })

  it.each<[string, Change, Refusal]>([
    [
      "a grant that the policy does not offer",
      { preferences: { marketing: true, measurement: true } },
      Refusal.GrantOutsideScope({
        issues: [{ path: "preferences.marketing", message: "is granted, but the policy does not offer it" }],
      }),
    ],
    [
      "receipts from the future",
      receipts({ measurement: receipt(true, savedAt + 1), marketing: receipt(false, savedAt + 2) }),
      Refusal.InputInvalid({
        issues: [
          at("marketing", "confirmedAt", "is in the future"),
          at("measurement", "confirmedAt", "is in the future"),
        ],
      }),
    ],
    [
      "receipts that contradict the preferences",
      receipts({ measurement: receipt(false), marketing: receipt(false) }),
      Refusal.ReceiptContradictsPreferences({ issues: [at("measurement", "value", "differs from preferences")] }),
    ],
    [
      "a receipt that grants what the policy does not offer",
      { preferences: { marketing: true }, ...receipts({ marketing: receipt(true) }) },
      Refusal.ReceiptOutsideScope({
        issues: [at("marketing", "value", "grants a category the policy does not offer")],
      }),
    ],
  ])("names each field of %s, and says what is wrong with it", (_, change, refusal) => {
    assert.deepEqual(apply(change), Either.left(refusal))
  })
})

describe("an act that is not a banner's", () => {
  it.each(["other", "dpa", "marketing_communications"])("keeps its preferences without receipts: %s", (type) => {
    const preferences = { marketing: true, measurement: false }
    assert.deepEqual(apply({ type, preferences }), Either.right({ preferences, choice: null }))
    assert.deepEqual(apply({ type, preferences: null }), Either.right({ preferences: null, choice: null }))
  })
})

it("a banner's act without preferences has no receipts: none are made up", () => {
  const save = { ...submissionOf(), preferences: null }
  assert.deepEqual(applyChoice(save, strict, savedAt), Either.right({ preferences: null, choice: null }))
})

const anyPreferences = FastCheck.dictionary(
  FastCheck.constantFrom("necessary", "custom", ...optionalCategories),
  FastCheck.boolean(),
  { noNullPrototype: true },
)
const anyNames: FastCheck.Arbitrary<ReadonlyArray<OptionalCategory> | null> = FastCheck.option(
  FastCheck.subarray([...optionalCategories]),
)
const anyPolicy = FastCheck.constantFrom(null, strict, { ...strict, scopeMode: "permissive" as const })

describe("an accepted choice", () => {
  it.prop(
    "grants nothing outside a strict policy, keeps every refusal, and has a receipt for just what it says",
    [anyPreferences, anyNames, anyPolicy],
    ([preferences, names, policy]) => {
      const told = names?.map((name) => [name, receipt(preferences[name] ?? false, savedAt - 1)])
      const applied = apply({ preferences, ...(told && receipts(Object.fromEntries(told))) }, policy)
      if (Either.isLeft(applied)) return
      const { choice, preferences: kept } = applied.right
      const isStrict = policy?.scopeMode === "strict"
      const isOffered = (category: string) => ["necessary", "measurement"].includes(category)
      assert.deepStrictEqual(
        Object.entries(kept ?? {}),
        Object.entries(preferences).filter(([category, granted]) => !isStrict || !granted || isOffered(category)),
      )
      const confirmed = names ?? optionalCategories.filter((name) => preferences[name] !== undefined)
      const time = names === null ? savedAt : savedAt - 1
      const categories = confirmed.map((name) => [name, receipt(preferences[name] ?? false, time)])
      assert.deepStrictEqual(
        choice,
        names === null && confirmed.length === 0 ? null : { version: 3, categories: Object.fromEntries(categories) },
      )
    },
  )
})
