import { assert, describe, it } from "@effect/vitest"
import { diffPolicyRules, type PolicyDiff } from "./DiffRules.js"
import { policyPresets, recommendedPolicyRules } from "../PolicyPresets.js"
import type { PolicyRule } from "../PolicyRule.js"

const germany: PolicyRule = {
  id: "germany",
  match: { countries: ["DE"] },
  model: "opt-out",
  prompt: "choice",
  categories: ["marketing", "measurement"],
  scopeMode: "strict",
  preselectedCategories: ["measurement"],
  privacySignals: { gpc: { denyCategories: ["measurement"] } },
  rights: ["opt-out"],
  validity: { choiceDays: 180, noticeDays: 180 },
}
const world: PolicyRule = { id: "world", match: { isDefault: true, fallback: true }, model: "opt-in", prompt: "choice" }

const withGermany = (change: Partial<PolicyRule>) => [{ ...germany, ...change }, world]
const before = withGermany({})

const nothing: PolicyDiff = {
  errors: { before: [], after: [] },
  rules: { added: [], removed: [] },
  changes: [],
  weakened: false,
}

describe("diffPolicyRules: nothing changed", () => {
  it.each([
    ["the same rules", before],
    ["rules that share no place, in another order", [world, germany]],
    [
      "codes and sets written in another way",
      withGermany({ match: { countries: [" de "] }, categories: ["measurement", " marketing"] }),
    ],
    ["defaults written out", [germany, { ...world, scopeMode: "permissive", validity: { choiceDays: 365 } } as const]],
    [
      "review and texts, which no client is bound by",
      withGermany({ review: { status: "pending" }, i18n: { language: "de" } }),
    ],
    ["an id with spaces around", withGermany({ id: " germany " })],
  ])("%s", (_, after) => {
    assert.deepStrictEqual(diffPolicyRules(before, after), nothing)
  })

  it("no rules at all, twice", () => {
    assert.deepStrictEqual(diffPolicyRules([], []), nothing)
  })
})

describe("diffPolicyRules: changes of rule, model, prompt or fingerprint", () => {
  const side = { status: "matched", rule: "germany", matchedBy: "country", model: "opt-out", prompt: "choice" } as const

  it("another model and prompt, in full", () => {
    const { changes, rules, weakened } = diffPolicyRules(
      before,
      withGermany({ model: "none", prompt: "none", preselectedCategories: undefined }),
    )
    assert.deepStrictEqual(changes, [
      {
        visitors: ["DE"],
        before: side,
        after: { ...side, model: "none", prompt: "none" },
        changed: ["model", "prompt", "policy fingerprint", "choice fingerprint", "notice fingerprint"],
        weaker: [
          "model opt-out becomes none",
          "prompt choice becomes none",
          "no longer offers the right disclosure, preferences",
        ],
        stricter: ["no longer preselects measurement"],
        asksAgain: false,
      },
    ])
    assert.deepStrictEqual({ rules, weakened }, { rules: { added: [], removed: [] }, weakened: true })
  })

  it("another id of the same rule changes the rule only", () => {
    const { changes, rules, weakened } = diffPolicyRules(before, withGermany({ id: "de" }))
    assert.deepStrictEqual(
      changes.map(({ asksAgain, changed, visitors }) => ({ asksAgain, changed, visitors })),
      [{ asksAgain: false, changed: ["rule"], visitors: ["DE"] }],
    )
    assert.deepStrictEqual({ rules, weakened }, { rules: { added: ["de"], removed: ["germany"] }, weakened: false })
  })

  it("another matcher changes matchedBy only", () => {
    const named = { ...world, match: { ...world.match, countries: ["FR", "IT"] } }
    assert.deepStrictEqual(
      diffPolicyRules(before, [germany, named]).changes.map(({ changed, visitors }) => [visitors, changed]),
      [[["FR", "IT"], ["matchedBy"]]],
    )
  })

  it("a removed rule: which rule its visitors get", () => {
    const { changes, rules } = diffPolicyRules(before, [world])
    assert.deepStrictEqual(
      changes.map((change) => [change.visitors, change.before.rule, change.after.rule, change.after.matchedBy]),
      [[["DE"], "germany", "world", "default"]],
    )
    assert.deepStrictEqual(rules, { added: [], removed: ["germany"] })
  })

  it("adding a rule without visitors changes nothing", () => {
    const { changes, rules } = diffPolicyRules(before, [...before, { ...germany, id: "late" }])
    assert.deepStrictEqual({ changes, rules }, { changes: [], rules: { added: ["late"], removed: [] } })
  })

  it("another order of rules for the same location", () => {
    const late = { ...germany, id: "late", model: "opt-in" } as const
    const [change] = diffPolicyRules([germany, late, world], [late, germany, world]).changes
    assert.deepStrictEqual([change?.visitors, change?.changed.slice(0, 2)], [["DE"], ["rule", "model"]])
  })

  it("no rule: the clients' safe fallback", () => {
    const { changes } = diffPolicyRules([germany], [])
    assert.deepStrictEqual(
      changes.map((change) => [change.visitors.slice(0, 2), change.before.status, change.after]),
      [
        [
          ["location unknown"],
          "failed",
          { status: "no-match", rule: null, matchedBy: null, model: "opt-in", prompt: "choice" },
        ],
        [["DE"], "matched", { status: "no-match", rule: null, matchedBy: null, model: "opt-in", prompt: "choice" }],
      ],
    )
  })

  it("groups visitors with the same change, and separates others", () => {
    const after = [
      ...recommendedPolicyRules().slice(0, 3),
      { ...policyPresets.worldOptOutNoPrompt(), id: "world_none" },
    ]
    const { changes, weakened } = diffPolicyRules(recommendedPolicyRules(), after)
    assert.lengthOf(changes, 1)
    assert.includeMembers([...(changes[0]?.visitors ?? [])], ["US-other", "CA-other", "NZ", "XX"])
    assert.notIncludeMembers([...(changes[0]?.visitors ?? [])], ["DE", "location unknown", "US-?", "CA-?"])
    assert.isFalse(weakened)
  })
})

describe("diffPolicyRules: each kind of weakening, and its reverse as a strengthening", () => {
  it.each([
    ["model", { model: "opt-in" }, {}, "model opt-in becomes opt-out"],
    ["prompt", {}, { prompt: "notice" }, "prompt choice becomes notice"],
    ["scope mode", {}, { scopeMode: "permissive" }, "scope strict becomes permissive"],
    ["scope", {}, { categories: ["*"] }, "the scope gains experience, functionality"],
    ["preselected", {}, { preselectedCategories: ["marketing", "measurement"] }, "preselects marketing"],
    ["exempt", { model: "opt-in" }, { model: "opt-in", exemptCategories: ["measurement"] }, "exempts measurement"],
    ["GPC", {}, { privacySignals: {} }, "GPC no longer denies measurement"],
    [
      "rights",
      { model: "none", prompt: "none", preselectedCategories: undefined, rights: ["disclosure"] },
      { model: "none", prompt: "none", preselectedCategories: undefined, rights: [] },
      "no longer offers the right disclosure",
    ],
    ["actions", {}, { actions: ["accept", "reject"] }, "no longer offers the action customize"],
    [
      "choice validity",
      {},
      { validity: { choiceDays: 365, noticeDays: 180 } },
      "a choice counts 365 days instead of 180",
    ],
    [
      "notice validity",
      {},
      { validity: { choiceDays: 180, noticeDays: 365 } },
      "a notice counts 365 days instead of 180",
    ],
  ] satisfies ReadonlyArray<[string, Partial<PolicyRule>, Partial<PolicyRule>, string]>)(
    "%s",
    (_, strong, weak, told) => {
      const there = diffPolicyRules(withGermany(strong), withGermany(weak))
      assert.isTrue(there.weakened)
      assert.deepStrictEqual(
        there.changes.map(({ visitors, weaker }) => [visitors, weaker]),
        [[["DE"], [told]]],
      )
      const back = diffPolicyRules(withGermany(weak), withGermany(strong))
      assert.isFalse(back.weakened)
      assert.deepStrictEqual(
        back.changes.map(({ stricter, weaker }) => [stricter.length, weaker]),
        [[1, []]],
      )
    },
  )

  it("one visitor weakened and another strengthened is weakened", () => {
    const after = [{ ...germany, model: "opt-in" } as const, { ...world, model: "none", prompt: "none" } as const]
    assert.isTrue(diffPolicyRules(before, after).weakened)
  })
})

describe("diffPolicyRules: which visitors are asked again", () => {
  const asked = (from: Partial<PolicyRule>, to: Partial<PolicyRule>) =>
    diffPolicyRules(withGermany(from), withGermany(to)).changes.map(({ asksAgain }) => asksAgain)

  it.each([
    ["a choice whose copy changed", {}, { copyRevision: "2" }, [true]],
    ["a choice that counts for longer", {}, { validity: { choiceDays: 365 } }, [true]],
    ["a choice whose proof changed", {}, { proof: { storeIp: true } }, [false]],
    ["a choice whose preselection changed", {}, { preselectedCategories: [] }, [false]],
    ["a notice whose copy changed", { prompt: "notice" }, { prompt: "notice", copyRevision: "2" }, [true]],
    [
      "a notice whose choice counts for longer",
      { prompt: "notice" },
      { prompt: "notice", validity: { choiceDays: 365, noticeDays: 180 } },
      [false],
    ],
    ["no visitor where there is no prompt", {}, { prompt: "none" }, [false]],
    ["a new choice", { prompt: "none" }, {}, [true]],
  ] satisfies ReadonlyArray<[string, Partial<PolicyRule>, Partial<PolicyRule>, ReadonlyArray<boolean>]>)(
    "%s",
    (_, from, to, expected) => {
      assert.deepStrictEqual(asked(from, to), expected)
    },
  )
})

describe("diffPolicyRules: invalid rules", () => {
  const broken = [{ ...germany, prompt: "banner" }, 5]

  it.each([
    ["before", broken, before, 2, 0],
    ["after", before, broken, 0, 2],
    ["both", broken, null, 2, 1],
  ])("%s: every error is reported and nothing is compared", (_, one, two, inBefore, inAfter) => {
    const { errors, ...rest } = diffPolicyRules(one, two)
    assert.lengthOf(errors.before, inBefore)
    assert.lengthOf(errors.after, inAfter)
    assert.deepStrictEqual({ ...rest, errors: nothing.errors }, nothing)
  })

  it("rules with IAB can be compared", () => {
    assert.deepStrictEqual(diffPolicyRules([policyPresets.europeIab()], [policyPresets.europeIab()]), nothing)
  })
})
