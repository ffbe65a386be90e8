import { assert, describe, it } from "@effect/vitest"
import * as Either from "effect/Either"
import * as FastCheck from "effect/FastCheck"
import { isoCountries } from "../location/Countries.js"
import { anyPlace, anyRules } from "../testing/PolicyArbitrary.js"
import { compilePack } from "./PolicyPack.js"
import { policyPresets, recommendedPolicyRules } from "./PolicyPresets.js"
import type { PolicyModel, PolicyRule } from "./PolicyRule.js"
import { provePolicyRules } from "./ProveRules.js"
import { compileResolver, type PlaceInput, policyOf, ruleIdOf } from "./Resolve.js"
import { safeFallback } from "./SafeFallback.js"

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

  it("the recommended rules prove clean, and hold what they promise", () => {
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

  it("counter-examples are every visitor against it, grouped by what they meet", () => {
    const rules = [
      rule("germany", { countries: ["DE"] }),
      rule("rest", { isDefault: true, fallback: true }, "opt-in"),
      rule("france", { countries: ["FR", "IT"] }),
    ]
    const [result] = provePolicyRules(rules, ["EEA => model is opt-in"]).statements
    assert.strictEqual(result?.verdict, "refuted")
    assert.strictEqual(result?.visitors, 30 * 2 * 2 * 2)
    const met = { gpc: null, iab: null, status: "matched", matchedBy: "country", model: "none", prompt: "none" }
    assert.sameDeepMembers(
      [...(result?.counterExamples ?? [])],
      [
        { visitors: ["DE"], rule: "germany", ...met },
        { visitors: ["FR", "IT"], rule: "france", ...met },
      ],
    )
  })

  it("a counter-example tells the signals it depends on", () => {
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

  it("where no rule matches, the clients' safe fallback is what visitors meet", () => {
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
      "'Germany' is no place (everyone, location unknown, EU, EEA, UK, Europe, DE, US-CA, US-?)",
    ],
    ["vacuous", "DE without IAB => matched", null],
    ["refuted", "DE => model is none", null],
  ])("a statement that is %s is no proof", (verdict, statement, problem) => {
    const proof = provePolicyRules(recommendedPolicyRules(), [statement, "DE => matched"], { iabEnabled: true })
    assert.strictEqual(proof.statements[0]?.verdict, verdict)
    assert.strictEqual(proof.statements[0]?.problem, problem)
    assert.strictEqual(proof.statements[1]?.verdict, "holds", "the others are tried all the same")
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

  it("no rules at all cover nobody", () => {
    assert.deepStrictEqual(
      provePolicyRules([]).findings.map(({ kind, visitors }) => [kind, visitors]),
      [["uncovered", ["everyone"]]],
    )
  })

  it("rules with IAB are sound with IAB support, and invalid without it", () => {
    const rules = recommendedPolicyRules({ iab: true })
    assert.isTrue(provePolicyRules(rules, [], { iabEnabled: true }).proven)
    const kinds = (iabEnabled?: boolean) => provePolicyRules(rules, [], { iabEnabled }).findings.map(({ kind }) => kind)
    assert.deepStrictEqual([kinds(true), kinds(false), kinds()], [[], ["invalid"], ["invalid"]])
  })

  it("every preset beside the world's default proves without a finding, but for the fallback it lacks", () => {
    for (const preset of Object.values(policyPresets)) {
      const one = preset()
      const rules = one.match.isDefault === true ? [one] : [one, policyPresets.worldNone()]
      const kinds = provePolicyRules(rules, [], { iabEnabled: true }).findings.map(({ kind }) => kind)
      const lacksFallback = (one.match.regions ?? []).length > 0 && one.match.regionFallbacks === undefined
      assert.deepStrictEqual(kinds, lacksFallback ? ["uncovered"] : [], one.id)
    }
  })
})

describe("findings say it in a sentence", () => {
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
      "rule 'other' names UK, which is no ISO 3166 country; did you mean GB?",
    ],
    ["unknown country", other("NZ", "QQ"), "rule 'other' names QQ, which is no ISO 3166 country"],
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

// What the prover says against what the resolver does, for places the prover has not seen in this writing.

const rank: Readonly<Record<PolicyModel, number>> = { none: 0, "opt-out": 1, "opt-in": 2, iab: 2 }

const places: FastCheck.Arbitrary<PlaceInput> = FastCheck.oneof(
  anyPlace,
  FastCheck.record({
    country: FastCheck.constantFrom(...isoCountries, "ZZ", "A1", "xx"),
    region: FastCheck.option(
      FastCheck.oneof(FastCheck.string({ maxLength: 6 }), FastCheck.constantFrom("other", "CA")),
    ),
  }),
)

const normal = (text: string | null): string | null => text?.split("-").at(-1)?.trim().toUpperCase() || null

const subjects: ReadonlyArray<readonly [string, (country: string | null, region: string | null) => boolean]> = [
  ["everyone", () => true],
  ["location unknown", (country) => country === null],
  ["DE", (country) => country === "DE"],
  ["US", (country) => country === "US"],
  ["US-CA", (country, region) => country === "US" && region === "CA"],
  ["CA-?", (country, region) => country === "CA" && region === null],
  ["US, FR and location unknown", (country) => country === null || country === "US" || country === "FR"],
]

const modelAt = (rules: ReadonlyArray<PolicyRule>) => {
  const resolve = compileResolver(Either.getOrThrow(compilePack(rules)))
  return (place: PlaceInput) => {
    const resolution = resolve(place)
    return { rule: ruleIdOf(resolution), model: (policyOf(resolution) ?? safeFallback).model }
  }
}

/** Some real place that a name of `describePlaces` stands for. */
const realPlace = (name: string): PlaceInput => {
  const [country = "", region] = name.split("-")
  if (name === "location unknown" || name === "everyone") return { country: null, region: "CA" }
  if (region === "other") return { country, region: "Nowhere" }
  return { country, region: region === undefined || region === "?" ? null : region }
}

describe("the prover against the resolver (properties)", () => {
  const models: ReadonlyArray<PolicyModel> = ["opt-in", "iab", "opt-out", "none"]
  const statements = subjects.flatMap(([subject, includes]) =>
    models.map((model) => ({ text: `${subject} => model is at least ${model}`, includes, model })),
  )
  const textOf = ({ text }: { readonly text: string }) => text

  it("never resolves to a weaker model than the prover says", () => {
    FastCheck.assert(
      FastCheck.property(anyRules, FastCheck.array(places, { minLength: 30, maxLength: 60 }), (rules, visited) => {
        const proof = provePolicyRules(rules, statements.map(textOf), { iabEnabled: true })
        const meets = modelAt(rules)
        statements.forEach(({ includes, model, text }, i) => {
          if (proof.statements[i]?.verdict !== "holds") return
          for (const place of visited) {
            if (!includes(normal(place.country), normal(place.region))) continue
            assert.isAtLeast(rank[meets(place).model], rank[model], `${text}, yet ${JSON.stringify(place)}`)
          }
        })
      }),
      { numRuns: 150 },
    )
  })

  it("every counter-example is a visitor who really meets that rule and a weaker model", () => {
    let refuted = 0
    FastCheck.assert(
      FastCheck.property(anyRules, (rules) => {
        const proof = provePolicyRules(rules, statements.map(textOf), { iabEnabled: true })
        const meets = modelAt(rules)
        statements.forEach(({ model }, i) => {
          for (const { model: weaker, rule: id, visitors } of proof.statements[i]?.counterExamples ?? []) {
            refuted++
            assert.isBelow(rank[meets(realPlace(visitors[0] ?? "")).model], rank[model])
            for (const name of visitors) {
              assert.deepStrictEqual<unknown>(meets(realPlace(name)), { rule: id, model: weaker })
            }
          }
        })
      }),
      { numRuns: 100 },
    )
    assert.isAbove(refuted, 100, "the random rules must give something to refute")
  })

  it("uncovered visitors are those without a rule, unreachable rules those that nobody gets", () => {
    FastCheck.assert(
      FastCheck.property(anyRules, FastCheck.array(anyPlace, { minLength: 50, maxLength: 80 }), (rules, visited) => {
        const { findings } = provePolicyRules(rules, [], { iabEnabled: true })
        const meets = modelAt(rules)
        const idsOf = (kind: string) => findings.flatMap((one) => (one.kind === kind ? [one.rule] : []))
        const met = visited.map((place) => meets(place).rule)
        for (const id of met) {
          if (id === null) assert.isNotEmpty(idsOf("uncovered"))
          else assert.notInclude(idsOf("unreachable"), id)
        }
        const uncovered = findings.flatMap(({ kind, visitors }) => (kind === "uncovered" ? visitors : []))
        for (const name of uncovered) assert.isNull(meets(realPlace(name)).rule, name)
      }),
      { numRuns: 150 },
    )
  })
})
