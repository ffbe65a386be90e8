import { assert, describe, it } from "@effect/vitest"
import { isoCountries } from "../../location/Countries.js"
import { policyPresets, recommendedPolicyRules } from "../PolicyPresets.js"
import type { PolicyRule } from "../PolicyRule.js"
import { provePolicyRules } from "./ProveRules.js"

const rule = (id: string, match: PolicyRule["match"], model: "opt-in" | "none" = "none"): PolicyRule => ({
  id,
  match,
  model,
  prompt: model === "none" ? "none" : "choice",
})

describe("provePolicyRules", () => {
  it("tries every visitor: places, GPC on and off, IAB on and off", () => {
    // 249 countries and 3 more, each without a region and in another one, 34 named regions, the unknown location.
    const places = 2 * 252 + 20 + 1 + 1
    assert.strictEqual(provePolicyRules(recommendedPolicyRules()).visitors, places * 2 * 2)
    assert.strictEqual(provePolicyRules(recommendedPolicyRules(), [], { iabEnabled: true }).visitors, places * 2)
    assert.strictEqual(provePolicyRules(recommendedPolicyRules(), ["US-WY => matched"]).visitors, (places + 1) * 2 * 2)
  })

  it("the recommended rules have no findings, and keep their promises", () => {
    const proof = provePolicyRules(recommendedPolicyRules(), [
      "Europe and location unknown => strictest and rule is europe_opt_in",
      "CA-? => rule is europe_opt_in and matched by is fallback",
      "US-? => rule is us_privacy_states_opt_out and matched by is fallback",
      "US-CA with GPC => denies marketing, measurement",
      "US-other, NZ => model is none",
      "CA-QC => model is opt-in",
    ])
    assert.isTrue(proof.proven, JSON.stringify([proof.findings, proof.statements]))
  })

  it("the issue's own statements are readable and hold", () => {
    const proof = provePolicyRules(recommendedPolicyRules(), [
      "EEA and UK => model is opt-in",
      "location unknown => strictest",
    ])
    assert.deepStrictEqual(
      proof.statements.map(({ statement, verdict }) => [statement, verdict]),
      [
        ["EEA and UK => model is opt-in", "holds"],
        ["location unknown => strictest", "holds"],
      ],
    )
  })

  it("counterexamples are all visitors against a statement, grouped by policy", () => {
    const rules = [
      rule("germany", { countries: ["DE"] }),
      rule("rest", { isDefault: true, fallback: true }, "opt-in"),
      rule("france", { countries: ["FR", "IT"] }),
    ]
    const [result] = provePolicyRules(rules, ["EEA => model is opt-in"]).statements
    assert.strictEqual(result?.verdict, "refuted")
    assert.strictEqual(result?.visitors, 30 * 2 * 2 * 2)
    const met = {
      gpc: null,
      iab: null,
      status: "matched",
      matchedBy: "country",
      model: "none",
      prompt: "none",
    } as const
    assert.sameDeepMembers(
      [...(result?.counterExamples ?? [])],
      [
        { visitors: ["DE"], rule: "germany", ...met },
        { visitors: ["FR", "IT"], rule: "france", ...met },
      ],
    )
  })

  it("a counterexample names the signals it depends on", () => {
    const rules = [...recommendedPolicyRules({ iab: true })]
    const signals = (statement: string) =>
      provePolicyRules(rules, [statement]).statements.flatMap(({ counterExamples }) =>
        counterExamples.map(({ gpc, iab, rule: id, status }) => ({ gpc, iab, rule: id, status })),
      )
    assert.deepStrictEqual(signals("US-CA => denies marketing"), [
      { gpc: false, iab: true, rule: "us_privacy_states_opt_out", status: "matched" },
      { gpc: null, iab: false, rule: null, status: "failed" },
    ])
    assert.deepStrictEqual(signals("DE with IAB => model is none"), [
      { gpc: null, iab: true, rule: "europe_iab", status: "matched" },
    ])
  })

  it("where no rule matches, visitors get the clients' safe fallback", () => {
    const rules = [rule("germany", { countries: ["DE"] })]
    const proof = provePolicyRules(rules, ["FR => strictest", "FR => matched", "location unknown => prompt is none"])
    assert.deepStrictEqual(
      proof.statements.map(({ verdict }) => verdict),
      ["holds", "refuted", "refuted"],
    )
    assert.deepStrictEqual(proof.statements[2]?.counterExamples, [
      {
        visitors: ["location unknown"],
        gpc: null,
        iab: null,
        status: "failed",
        rule: null,
        matchedBy: null,
        model: "opt-in",
        prompt: "choice",
      },
    ])
  })

  it.each([
    [
      "unreadable",
      "Germany => matched",
      "'Germany' is not a place (everyone, location unknown, EU, EEA, UK, Europe, DE, US-CA, US-?)",
    ],
    ["vacuous", "DE without IAB => matched", null],
    ["refuted", "DE => model is none", null],
  ])("a statement that is %s is no proof", (verdict, statement, problem) => {
    const proof = provePolicyRules(recommendedPolicyRules(), [statement, "DE => matched"], { iabEnabled: true })
    assert.strictEqual(proof.statements[0]?.verdict, verdict)
    assert.strictEqual(proof.statements[0]?.problem, problem)
    assert.strictEqual(proof.statements[1]?.verdict, "holds", "the others are tried anyway")
    assert.isFalse(proof.proven)
    assert.deepStrictEqual(proof.findings, [])
  })

  it.each([[null], [5], [[5]], [[{ id: "a" }]], [{ policyRules: [] }]])(
    "rules of any shape are reported: %j",
    (rules) => {
      const proof = provePolicyRules(rules, ["everyone => matched", "everyone => strictest"])
      assert.isNotEmpty(proof.errors)
      assert.isFalse(proof.proven)
      assert.deepStrictEqual(Array.from(new Set(proof.findings.map(({ kind }) => kind))), ["invalid"])
      assert.deepStrictEqual(
        proof.statements.map(({ verdict }) => verdict),
        ["refuted", "holds"],
      )
    },
  )

  it("an empty list of rules covers no visitor", () => {
    assert.deepStrictEqual(
      provePolicyRules([]).findings.map(({ kind, visitors }) => [kind, visitors]),
      [["uncovered", ["everyone"]]],
    )
  })

  it("rules with IAB are valid with IAB support, and invalid without it", () => {
    const rules = recommendedPolicyRules({ iab: true })
    assert.isTrue(provePolicyRules(rules, [], { iabEnabled: true }).proven)
    const kinds = (iabEnabled?: boolean) => provePolicyRules(rules, [], { iabEnabled }).findings.map(({ kind }) => kind)
    assert.deepStrictEqual([kinds(true), kinds(false), kinds()], [[], ["invalid"], ["invalid"]])
  })

  it("every preset combined with the world default has no finding except the missing fallback", () => {
    for (const preset of Object.values(policyPresets)) {
      const one = preset()
      const rules = one.match.isDefault === true ? [one] : [one, policyPresets.worldNone()]
      const kinds = provePolicyRules(rules, [], { iabEnabled: true }).findings.map(({ kind }) => kind)
      const lacksFallback = (one.match.regions ?? []).length > 0 && one.match.regionFallbacks === undefined
      assert.deepStrictEqual(kinds, lacksFallback ? ["uncovered"] : [], one.id)
    }
  })
})

describe("findings are sentences", () => {
  const sound = [
    rule("europe", { countries: ["DE", "IE"], fallback: true }, "opt-in"),
    rule("world", { isDefault: true }),
  ]
  const california = rule("california", { regions: [{ country: "US", region: "CA" }] })
  const other = (...countries: ReadonlyArray<string>) => [...sound, rule("other", { countries })]

  it.each([
    ["shadowed", other("NZ", "IE"), "rule 'other' names IE, which rule 'europe' gets"],
    ["unreachable", other("IE"), "no visitor gets rule 'other'"],
    [
      "unknown country, with what was meant",
      other("NZ", "UK"),
      "rule 'other' names UK, which is not an ISO 3166 country; did you mean GB?",
    ],
    ["unknown country", other("NZ", "QQ"), "rule 'other' names QQ, which is not an ISO 3166 country"],
    ["no default", sound.slice(0, 1), "no rule is for these visitors, and no rule is the default"],
    [
      "no fallback",
      [california, ...sound.slice(1)],
      "no rule can be decided on for these visitors, and no rule is the fallback",
    ],
    [
      "a default that is never used",
      [...sound, rule("other", { countries: [...isoCountries, "T1", "XK", "XX"] })],
      "rule 'world' is the default, and every country is named by another rule",
    ],
    [
      "no IAB",
      [policyPresets.europeIab()],
      "without IAB support the rules cannot be used: rule 'europe_iab': model: 'iab' needs iab.enabled: true",
    ],
  ])("%s", (_, rules, message) => {
    assert.include(
      provePolicyRules(rules).findings.map((finding) => finding.message),
      message,
    )
  })
})
