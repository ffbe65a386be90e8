import { assert, describe, it } from "@effect/vitest"
import * as FastCheck from "effect/FastCheck"
import { anyRule } from "../../testing/RuleArbitrary.js"
import { PolicyModel, type PolicyRule, Prompt } from "../PolicyRule.js"
import type { ResolvedPolicy } from "../ResolvedPolicy.js"
import { resolvePolicy } from "../ResolveRule.js"
import { safeFallback } from "../SafeFallback.js"
import { compareModels, comparePrompts, compareProtection, compareStrictness } from "./Strictness.js"

const policy = (fields: Partial<PolicyRule>): ResolvedPolicy =>
  resolvePolicy({ id: "a", match: { isDefault: true }, model: "opt-in", prompt: "choice", ...fields })

const sign = (value: number) => Math.sign(value) + 0

describe("the strictness of models and prompts", () => {
  it("none is weaker than opt-out, opt-out than opt-in; iab is as strict as opt-in", () => {
    const models = PolicyModel.literals.toSorted((a, b) => compareModels(a, b) || a.localeCompare(b))
    assert.deepStrictEqual(models, ["none", "opt-out", "iab", "opt-in"])
    assert.strictEqual(compareModels("iab", "opt-in"), 0)
    assert.isBelow(compareModels("none", "opt-out"), 0)
    assert.isBelow(compareModels("opt-out", "iab"), 0)
  })

  it("none asks less than a notice, a notice less than a choice", () => {
    assert.deepStrictEqual(Prompt.literals.toSorted(comparePrompts), ["none", "notice", "choice"])
  })

  it("policies compare by model, then by prompt", () => {
    const [choice, notice, silent] = (["choice", "notice", "none"] as const).map((prompt) =>
      policy({ model: "opt-out", prompt }),
    )
    assert.isDefined(choice)
    assert.isDefined(notice)
    assert.isDefined(silent)
    const nothing = policy({ model: "none", prompt: "none" })
    assert.isBelow(compareStrictness(choice, policy({})), 0)
    assert.isBelow(compareStrictness(notice, choice), 0)
    assert.isBelow(compareStrictness(silent, notice), 0)
    assert.isBelow(compareStrictness(nothing, silent), 0)
    assert.strictEqual(compareStrictness(policy({ model: "iab" }), policy({})), 0)
  })

  it("is an order: reflexive, antisymmetric, transitive; nothing is stricter than the safe fallback", () => {
    const any = anyRule.map(resolvePolicy)
    FastCheck.assert(
      FastCheck.property(any, any, any, (a, b, c) => {
        assert.strictEqual(compareStrictness(a, a), 0)
        assert.strictEqual(sign(compareStrictness(a, b)), sign(-compareStrictness(b, a)))
        if (compareStrictness(a, b) <= 0 && compareStrictness(b, c) <= 0) assert.isAtMost(compareStrictness(a, c), 0)
        assert.isAtMost(compareStrictness(a, safeFallback), 0)
      }),
    )
  })
})

describe("compareProtection: each kind, weaker one way and stricter the other", () => {
  const gpc = (denyCategories: ReadonlyArray<string>) => ({ privacySignals: { gpc: { denyCategories } } })
  const strict = (...categories: ReadonlyArray<string>) => ({ categories, scopeMode: "strict" }) as const
  const optOut = { model: "opt-out", prompt: "none" } as const
  const rights = ["disclosure", "opt-out", "preferences"] as const

  interface Row {
    readonly name: string
    readonly strong: Partial<PolicyRule>
    readonly weak: Partial<PolicyRule>
    readonly lost: string
    readonly won: string
  }

  const rows: ReadonlyArray<Row> = [
    {
      name: "model opt-in to opt-out",
      strong: {},
      weak: { model: "opt-out" },
      lost: "model opt-in becomes opt-out",
      won: "model opt-out becomes opt-in",
    },
    {
      name: "model opt-out to none",
      strong: optOut,
      weak: { model: "none", prompt: "none", rights },
      lost: "model opt-out becomes none",
      won: "model none becomes opt-out",
    },
    {
      name: "prompt choice to notice",
      strong: { ...optOut, prompt: "choice" },
      weak: { ...optOut, prompt: "notice" },
      lost: "prompt choice becomes notice",
      won: "prompt notice becomes choice",
    },
    {
      name: "prompt notice to none",
      strong: { ...optOut, prompt: "notice" },
      weak: optOut,
      lost: "prompt notice becomes none",
      won: "prompt none becomes notice",
    },
    {
      name: "scope mode",
      strong: strict("marketing"),
      weak: { categories: ["marketing"], scopeMode: "permissive" },
      lost: "scope strict becomes permissive",
      won: "scope permissive becomes strict",
    },
    {
      name: "a strict scope",
      strong: strict("marketing"),
      weak: strict("marketing", "measurement", "experience"),
      lost: "the scope gains experience, measurement",
      won: "the scope loses experience, measurement",
    },
    {
      name: "preselected",
      strong: { preselectedCategories: ["experience"] },
      weak: { preselectedCategories: ["measurement", "experience", "marketing"] },
      lost: "preselects marketing, measurement",
      won: "no longer preselects marketing, measurement",
    },
    {
      name: "exempt",
      strong: { preselectedCategories: ["measurement"] },
      weak: { preselectedCategories: ["measurement"], exemptCategories: ["measurement"] },
      lost: "exempts measurement",
      won: "no longer exempts measurement",
    },
    {
      name: "GPC",
      strong: gpc(["marketing", "measurement"]),
      weak: gpc(["measurement"]),
      lost: "GPC no longer denies marketing",
      won: "GPC denies marketing",
    },
    {
      name: "rights",
      strong: { model: "none", prompt: "none", rights },
      weak: { model: "none", prompt: "none", rights: ["preferences"] },
      lost: "no longer offers the right disclosure, opt-out",
      won: "offers the right disclosure, opt-out",
    },
    {
      name: "actions",
      strong: {},
      weak: { actions: ["accept", "reject"] },
      lost: "no longer offers the action customize",
      won: "offers the action customize",
    },
    {
      name: "choice validity",
      strong: { validity: { choiceDays: 180 } },
      weak: { validity: { choiceDays: 365 } },
      lost: "a choice counts 365 days instead of 180",
      won: "a choice counts 180 days instead of 365",
    },
    {
      name: "notice validity",
      strong: { validity: { noticeDays: 0.5 } },
      weak: { validity: { noticeDays: 2 } },
      lost: "a notice counts 2 days instead of 0.5",
      won: "a notice counts 0.5 days instead of 2",
    },
  ]

  it.each(rows)("$name", ({ lost, strong, weak, won }) => {
    assert.deepStrictEqual(compareProtection(policy(strong), policy(weak)), { weaker: [lost], stricter: [] })
    assert.deepStrictEqual(compareProtection(policy(weak), policy(strong)), { weaker: [], stricter: [won] })
  })

  it("reports what a list loses and gains, in both directions", () => {
    const change = compareProtection(policy(gpc(["marketing"])), policy(gpc(["measurement"])))
    assert.deepStrictEqual(change, { weaker: ["GPC no longer denies marketing"], stricter: ["GPC denies measurement"] })
  })

  it("reports several changes together", () => {
    const { stricter, weaker } = compareProtection(
      policy({ ...gpc(["marketing"]), validity: { noticeDays: 366 } }),
      policy({ model: "none", prompt: "none" }),
    )
    assert.deepStrictEqual(weaker, [
      "model opt-in becomes none",
      "prompt choice becomes none",
      "GPC no longer denies marketing",
      "no longer offers the right disclosure, preferences",
    ])
    assert.deepStrictEqual(stricter, ["a notice counts 365 days instead of 366"])
  })

  it.each([
    [
      "id, proof, copy revision and texts do not affect protection",
      {},
      { id: "b", copyRevision: "2", proof: { storeIp: true } },
    ],
    ["opt-in and iab are alike", {}, { model: "iab" }],
    ["a permissive scope may be of any length", {}, { categories: ["marketing"], scopeMode: "permissive" }],
    ["who is asked first needs no opt-out", {}, { rights: ["opt-out"] }],
  ] satisfies ReadonlyArray<[string, Partial<PolicyRule>, Partial<PolicyRule>]>)("%s: no change", (_, one, two) => {
    assert.deepStrictEqual(compareProtection(policy(one), policy(two)), { weaker: [], stricter: [] })
    assert.deepStrictEqual(compareProtection(policy(two), policy(one)), { weaker: [], stricter: [] })
  })

  it("a strict scope of all is not weaker than a permissive part", () => {
    const part = policy({ categories: ["marketing"], scopeMode: "permissive" })
    assert.deepStrictEqual(compareProtection(part, policy({ scopeMode: "strict" })).weaker, [])
  })

  it("the actions of another prompt are not a separate change", () => {
    const [choice, silent] = [policy({ ...optOut, prompt: "choice" }), policy(optOut)]
    assert.deepStrictEqual(compareProtection(choice, silent).weaker, ["prompt choice becomes none"])
    assert.deepStrictEqual(compareProtection(silent, choice).stricter, ["prompt none becomes choice"])
  })

  it("is antisymmetric, empty for equal policies, and reports every weaker model or prompt (property)", () => {
    const any = anyRule.map(resolvePolicy)
    FastCheck.assert(
      FastCheck.property(any, any, (a, b) => {
        const [there, back] = [compareProtection(a, b), compareProtection(b, a)]
        assert.deepStrictEqual(compareProtection(a, a), { weaker: [], stricter: [] })
        assert.lengthOf(back.stricter, there.weaker.length)
        assert.lengthOf(back.weaker, there.stricter.length)
        if (compareStrictness(b, a) < 0) assert.isNotEmpty(there.weaker)
      }),
    )
  })
})
