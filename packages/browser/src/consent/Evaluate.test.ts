import {
  optionalCategories,
  type OptionalCategory,
  type PolicyModel,
  type Prompt,
  type ResolvedPolicy,
  safeFallback,
  safeFallbackFingerprints,
} from "@consent-service/core/policy"
import { assert, describe, it } from "@effect/vitest"
import * as fc from "effect/FastCheck"
import { evaluate, type Situation } from "./Evaluate.js"
import { type ConsentRecords, noRecords, type Receipt } from "./Records.js"

const day = 86_400_000
const now = 1_760_000_000_000
const fingerprints = { policy: "p", choice: "c", notice: "n" }

const policyOf = (change: Partial<ResolvedPolicy> = {}): ResolvedPolicy => ({
  ...safeFallback,
  scopeMode: "permissive",
  ...change,
})

const situation = (change: Partial<Situation> = {}): Situation => ({
  policy: policyOf(),
  fingerprints,
  offered: optionalCategories,
  records: noRecords,
  acknowledgement: null,
  gpc: false,
  now,
  ...change,
})

const receipt = (value: boolean, change: Partial<Receipt> = {}): Receipt => ({
  value,
  confirmedAt: now - day,
  basis: { kind: "choice-v1", fingerprint: "c" },
  ...change,
})

const recordsOf = (categories: ConsentRecords["categories"]): ConsentRecords => ({ ...noRecords, categories })

const all = (one: Receipt): ConsentRecords =>
  recordsOf({ experience: one, functionality: one, marketing: one, measurement: one })

const granted = (given: Situation): ReadonlyArray<string> => {
  const { permissions } = evaluate(given)
  return optionalCategories.filter((category) => permissions[category])
}

describe("what may run before a decision", () => {
  for (const [model, expected] of [
    ["opt-in", []],
    ["iab", []],
    ["opt-out", optionalCategories],
    ["none", optionalCategories],
  ] as const) {
    it(model, () => assert.deepStrictEqual(granted(situation({ policy: policyOf({ model }) })), [...expected]))
  }

  it("allows exempt categories until they are refused", () => {
    const policy = policyOf({ exemptCategories: ["measurement"] })
    assert.deepStrictEqual(granted(situation({ policy })), ["measurement"])
    assert.deepStrictEqual(granted(situation({ policy, records: recordsOf({ measurement: receipt(false) }) })), [])
  })

  it("allows nothing outside a strict scope, whatever the model", () => {
    const policy = policyOf({ model: "opt-out", scope: ["measurement"], scopeMode: "strict" })
    assert.deepStrictEqual(granted(situation({ policy })), ["measurement"])
  })

  it("denies by GPC the categories that the rule maps, and only those", () => {
    const policy = policyOf({ model: "opt-out", privacySignals: { gpc: { denyCategories: ["marketing"] } } })
    assert.deepStrictEqual(granted(situation({ policy, gpc: true })), ["experience", "functionality", "measurement"])
    assert.deepStrictEqual(granted(situation({ policy })), [...optionalCategories])
  })
})

describe("how long a grant holds", () => {
  it("up to and including its last millisecond", () => {
    const end = now - day + safeFallback.validity.choiceMs
    const given = situation({ records: all(receipt(true)) })
    assert.deepStrictEqual(granted({ ...given, now: end }), [...optionalCategories])
    assert.deepStrictEqual(granted({ ...given, now: end + 1 }), [])
    assert.strictEqual(evaluate(given).changesAt, end + 1)
    assert.strictEqual(evaluate({ ...given, now: end + 1 }).due, "choice")
  })

  it("never under other terms, while a refusal of other terms holds", () => {
    const other = { basis: { kind: "choice-v1", fingerprint: "before" } } as const
    assert.deepStrictEqual(granted(situation({ records: all(receipt(true, other)) })), [])
    assert.strictEqual(evaluate(situation({ records: all(receipt(true, other)) })).due, "choice")
    const policy = policyOf({ model: "opt-out" })
    assert.deepStrictEqual(granted(situation({ policy, records: all(receipt(false, other)) })), [])
  })

  it("an older receipt counts where the rule allows it", () => {
    const basis = { kind: "legacy-v2", materialFingerprint: "m" } as const
    const records = all(receipt(true, { basis }))
    assert.deepStrictEqual(granted(situation({ records })), [])
    assert.deepStrictEqual(granted(situation({ records, fingerprints: { ...fingerprints, legacyMaterial: "m" } })), [
      ...optionalCategories,
    ])
  })
})

describe("when a choice is due", () => {
  it("without any decision, and while an offered category is undecided", () => {
    assert.strictEqual(evaluate(situation()).due, "choice")
    const records = recordsOf({ measurement: receipt(true) })
    assert.strictEqual(evaluate(situation({ records })).due, "choice")
    assert.strictEqual(evaluate(situation({ records, offered: ["measurement"] })).due, "none")
  })

  it("never after a refusal, however old and under whatever terms", () => {
    const old = receipt(false, { confirmedAt: 0, basis: { kind: "legacy-v2" } })
    assert.strictEqual(evaluate(situation({ records: recordsOf({ marketing: old }) })).due, "none")
  })

  it("never while GPC restricts an offered category", () => {
    const policy = policyOf({ privacySignals: { gpc: { denyCategories: ["marketing"] } } })
    assert.strictEqual(evaluate(situation({ policy, gpc: true })).due, "none")
    assert.strictEqual(evaluate(situation({ policy, gpc: true, offered: ["measurement"] })).due, "choice")
  })

  it("with nothing on offer, once until the terms change", () => {
    const empty = situation({ offered: [] })
    assert.strictEqual(evaluate(empty).due, "choice")
    assert.strictEqual(evaluate({ ...empty, acknowledgement: { fingerprint: "c", at: 0 } }).due, "none")
    assert.strictEqual(evaluate({ ...empty, acknowledgement: { fingerprint: "x", at: now } }).due, "choice")
  })
})

describe("when a notice is due", () => {
  const policy = policyOf({ model: "opt-out", prompt: "notice" })

  it("until it is dismissed, and again for other texts or after it expires", () => {
    assert.strictEqual(evaluate(situation({ policy })).due, "notice")
    const seen = { fingerprint: "n", at: now - day }
    assert.strictEqual(evaluate(situation({ policy, acknowledgement: seen })).due, "none")
    assert.strictEqual(evaluate(situation({ policy, acknowledgement: { ...seen, fingerprint: "c" } })).due, "notice")
    const end = seen.at + policy.validity.noticeMs
    assert.strictEqual(evaluate(situation({ policy, acknowledgement: seen, now: end })).due, "none")
    assert.strictEqual(evaluate(situation({ policy, acknowledgement: seen, now: end + 1 })).due, "notice")
  })

  it("a rule without a prompt never shows one", () => {
    assert.strictEqual(evaluate(situation({ policy: policyOf({ model: "none", prompt: "none" }) })).due, "none")
  })
})

const category = fc.constantFrom(...optionalCategories)
const categories = fc.uniqueArray(category)

const anyReceipt: fc.Arbitrary<Receipt> = fc.record({
  value: fc.boolean(),
  confirmedAt: fc.integer({ min: now - 800 * day, max: now + day }),
  basis: fc.oneof(
    fc.record({ kind: fc.constant("choice-v1" as const), fingerprint: fc.constantFrom("c", "before") }),
    fc.record({ kind: fc.constant("legacy-v2" as const), materialFingerprint: fc.constantFrom("m", "x") }),
  ),
})

const anySituation: fc.Arbitrary<Situation> = fc
  .record({
    model: fc.constantFrom<PolicyModel>("opt-in", "opt-out", "iab", "none"),
    prompt: fc.constantFrom<Prompt>("choice", "notice", "none"),
    scope: categories,
    strict: fc.boolean(),
    denied: categories,
    exempt: categories,
    gpc: fc.boolean(),
    legacy: fc.boolean(),
    receipts: fc.dictionary(category, anyReceipt),
  })
  .map(({ denied, exempt, gpc, legacy, model, prompt, receipts, scope, strict }) =>
    situation({
      policy: policyOf({
        model,
        prompt,
        scope,
        scopeMode: strict ? "strict" : "permissive",
        exemptCategories: exempt,
        privacySignals: { gpc: { denyCategories: denied } },
      }),
      fingerprints: legacy ? { ...safeFallbackFingerprints, choice: "c", legacyMaterial: "m" } : fingerprints,
      offered: scope,
      records: recordsOf(receipts),
      gpc,
    }),
  )

/** The rules of docs/reference/browser.md as a list of conditions, independent of the implementation's order. */
const mayRun = (
  { fingerprints: names, gpc, now: time, policy, records }: Situation,
  name: OptionalCategory,
): boolean => {
  const given = records.categories[name]
  const isOfTerms =
    given !== undefined &&
    (given.basis.kind === "choice-v1"
      ? given.basis.fingerprint === names.choice
      : given.basis.materialFingerprint === names.legacyMaterial)
  const isValid = given?.value === true && isOfTerms && time - given.confirmedAt <= policy.validity.choiceMs
  const reasonsFor = [
    policy.model === "opt-out",
    policy.model === "none",
    policy.exemptCategories?.includes(name) === true,
    isValid,
  ]
  const reasonsAgainst = [
    given?.value === false,
    gpc && policy.privacySignals.gpc.denyCategories.includes(name),
    policy.scopeMode === "strict" && !policy.scope.includes(name),
  ]
  return reasonsFor.includes(true) && !reasonsAgainst.includes(true)
}

describe("evaluate", () => {
  it.prop("equals the oracle", { given: anySituation }, ({ given }) => {
    const { permissions } = evaluate(given)
    for (const name of optionalCategories) assert.strictEqual(permissions[name], mayRun(given, name), name)
  })

  it.prop(
    "nothing changes before the deadline",
    { given: anySituation, part: fc.double({ min: 0, max: 1, noNaN: true }) },
    ({ given, part }) => {
      const first = evaluate(given)
      const end = first.changesAt ?? given.now + 2000 * day
      const later = Math.floor(given.now + (end - 1 - given.now) * part)
      assert.deepStrictEqual(evaluate({ ...given, now: later }).permissions, first.permissions)
      assert.strictEqual(evaluate({ ...given, now: later }).due, first.due)
    },
  )

  it.prop("time alone never grants", { given: anySituation, wait: fc.nat(2000) }, ({ given, wait }) => {
    const before = evaluate(given).permissions
    const after = evaluate({ ...given, now: given.now + wait * day }).permissions
    for (const name of optionalCategories) assert.isTrue(before[name] || !after[name], name)
  })

  it.prop(
    "who refused something on offer is not asked for a choice",
    { given: anySituation, name: category },
    ({ given, name }) => {
      const policy = { ...given.policy, prompt: "choice" as const }
      const records = recordsOf({ ...given.records.categories, [name]: receipt(false) })
      const asked = evaluate({ ...given, policy, records, offered: [...new Set([...given.offered, name])] })
      assert.strictEqual(asked.due, "none")
    },
  )
})
