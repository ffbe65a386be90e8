import { assert, describe, it } from "@effect/vitest"
import { europe, isoCountries } from "../../location/Countries.js"
import type { RuleCheckOptions } from "../InspectRules.js"
import { policyMatchers } from "../PolicyMatchers.js"
import type { PolicyMatch, PolicyRule } from "../PolicyRule.js"
import { provePolicyRules } from "./ProveRules.js"
import type { Finding } from "./RuleFindings.js"

const { countries, fallback, merge, regionFallback, regions } = policyMatchers

const gpc = { privacySignals: { gpc: { denyCategories: ["marketing", "measurement"] } } }
const optIn = { model: "opt-in", prompt: "choice" } as const
const optOut = { model: "opt-out", prompt: "none" } as const
const none = { model: "none", prompt: "none" } as const

const consent: PolicyRule = {
  id: "europe",
  match: merge(countries([...europe, "XX", "T1"]), fallback()),
  ...optIn,
}
const quebec: PolicyRule = { id: "quebec", match: regions([{ country: "CA", region: "QC" }]), ...optIn }
const states: PolicyRule = {
  id: "states",
  match: merge(regions([{ country: "US", region: "CA" }]), regionFallback("US")),
  ...optOut,
  ...gpc,
}
const world: PolicyRule = { id: "world", match: { isDefault: true }, ...none }

const sound = [consent, quebec, states, world]

const statements = [
  "EEA and UK => model is opt-in",
  "jurisdiction GDPR and jurisdiction UK_GDPR => model is opt-in or iab",
  "location unknown => strictest",
  "US-CA with GPC => denies marketing, measurement",
  "US-CA => offers opt-out",
  "US-? => model is at least opt-out",
  "CA-QC => model is opt-in and prompt is choice",
  "Europe => preselects nothing",
  "XX and T1 => model is at least opt-in",
  "everyone => matched",
] as const
type Text = (typeof statements)[number]

/** The valid rules with one change. */
const withRule = (id: string, change: Partial<PolicyRule>): ReadonlyArray<PolicyRule> =>
  sound.map((rule) => (rule.id === id ? { ...rule, ...change } : rule))
const withMatch = (id: string, match: PolicyMatch) => withRule(id, { match })
const without = (id: string) => sound.filter((rule) => rule.id !== id)
/** The valid rules and another one, before or after them. */
const first = (rule: Omit<PolicyRule, "id">): ReadonlyArray<PolicyRule> => [{ ...rule, id: "other" }, ...sound]
const last = (rule: Omit<PolicyRule, "id">): ReadonlyArray<PolicyRule> => [...sound, { ...rule, id: "other" }]

const consentFor = (...codes: ReadonlyArray<string>): PolicyMatch =>
  merge(countries([...codes, "XX", "T1"]), fallback())
const europeBut = (...codes: ReadonlyArray<string>) => consentFor(...europe.filter((code) => !codes.includes(code)))

const elsewhere = [...isoCountries, "XK"].filter((code) => !europe.includes(code)).sort()
/** Visitors that only the default rule matches. */
const unnamed = elsewhere.map((code) => (code === "US" || code === "CA" ? `${code}-other` : code))

interface Fault {
  readonly name: string
  readonly rules: ReadonlyArray<PolicyRule>
  readonly settings?: RuleCheckOptions
  readonly findings?: ReadonlyArray<readonly [Finding["kind"], rule: string | null, visitors: ReadonlyArray<string>]>
  readonly refuted?: ReadonlyArray<readonly [Text, visitors: ReadonlyArray<string>]>
}

/** Valid packs with one mistake each, and the expected findings. */
const faults: ReadonlyArray<Fault> = [
  {
    name: "a rule wholly shadowed by an earlier one",
    rules: last({ ...optIn, match: countries(["DE", "FR"]) }),
    findings: [
      ["unreachable", "other", []],
      ["shadowed", "other", ["DE", "FR"]],
    ],
  },
  {
    name: "one country in two rules",
    rules: last({ ...none, match: countries(["NZ", "IE"]) }),
    findings: [["shadowed", "other", ["IE"]]],
  },
  {
    name: "a duplicate in lower case",
    rules: last({ ...none, match: { countries: ["nz", " de "] } }),
    findings: [["shadowed", "other", ["DE"]]],
  },
  {
    name: "a duplicate written in two ways in one rule, reported once",
    rules: last({ ...none, match: { countries: ["nz", "DE", "de"] } }),
    findings: [["shadowed", "other", ["DE"]]],
  },
  {
    name: "a region rule duplicated as US-CA and CA",
    rules: last({
      ...optIn,
      match: {
        regions: [
          { country: "us", region: "US-ca" },
          { country: "US", region: "NY" },
        ],
      },
    }),
    findings: [["shadowed", "other", ["US-CA"]]],
  },
  {
    name: "a country rule that shadows a region fallback",
    rules: last({ ...optOut, match: countries(["US"]) }),
    findings: [["shadowed", "states", ["US-?"]]],
  },
  {
    name: "two region fallbacks for one country",
    rules: first({ ...optIn, match: regionFallback("US") }),
    findings: [["shadowed", "states", ["US-?"]]],
  },
  {
    name: "no default",
    rules: without("world"),
    findings: [["uncovered", null, unnamed]],
    refuted: [["everyone => matched", unnamed]],
  },
  {
    name: "no fallback: unknown locations get the weak default, an unknown province nothing",
    rules: withMatch("europe", countries([...europe, "XX", "T1"])),
    findings: [["uncovered", null, ["CA-?"]]],
    refuted: [
      ["location unknown => strictest", ["location unknown"]],
      ["everyone => matched", ["CA-?"]],
    ],
  },
  {
    name: "no fallback and no default",
    rules: [
      { ...consent, match: countries(["DE"]) },
      { ...world, match: countries(isoCountries.filter((code) => code !== "DE")) },
    ],
    findings: [
      ["uncovered", null, ["T1", "XK", "XX"]],
      ["uncovered", null, ["location unknown"]],
    ],
    refuted: [
      [
        "EEA and UK => model is opt-in",
        "AT BE BG CY CZ DK EE ES FI FR GB GR HR HU IE IS IT LI LT LU LV MT NL NO PL PT RO SE SI SK".split(" "),
      ],
      [
        "jurisdiction GDPR and jurisdiction UK_GDPR => model is opt-in or iab",
        europe.filter((code) => code !== "DE").toSorted(),
      ],
      ["US-CA with GPC => denies marketing, measurement", ["US-CA"]],
      ["US-CA => offers opt-out", ["US-CA"]],
      ["US-? => model is at least opt-out", ["US-?"]],
      ["CA-QC => model is opt-in and prompt is choice", ["CA-QC"]],
      ["everyone => matched", ["location unknown", "T1", "XK", "XX"]],
    ],
  },
  {
    name: "unknown locations get the weak default rule as their fallback",
    rules: [
      { ...consent, match: countries([...europe, "XX", "T1"]) },
      quebec,
      states,
      { ...world, match: { isDefault: true, fallback: true } },
    ],
    refuted: [["location unknown => strictest", ["location unknown"]]],
  },
  {
    name: "Croatia forgotten in a list of the EEA",
    rules: withMatch("europe", europeBut("HR")),
    refuted: [
      ["EEA and UK => model is opt-in", ["HR"]],
      ["jurisdiction GDPR and jurisdiction UK_GDPR => model is opt-in or iab", ["HR"]],
    ],
  },
  {
    name: "the EU meant to be the EEA",
    rules: withMatch("europe", europeBut("IS", "LI", "NO")),
    refuted: [
      ["EEA and UK => model is opt-in", ["IS", "LI", "NO"]],
      ["jurisdiction GDPR and jurisdiction UK_GDPR => model is opt-in or iab", ["IS", "LI", "NO"]],
    ],
  },
  {
    name: "a territory of the EU forgotten",
    rules: withMatch("europe", europeBut("RE")),
    refuted: [["jurisdiction GDPR and jurisdiction UK_GDPR => model is opt-in or iab", ["RE"]]],
  },
  {
    name: "Gibraltar forgotten",
    rules: withMatch("europe", europeBut("GI")),
    refuted: [["jurisdiction GDPR and jurisdiction UK_GDPR => model is opt-in or iab", ["GI"]]],
  },
  {
    name: "UK instead of GB",
    rules: withMatch("europe", consentFor(...europe.map((code) => (code === "GB" ? "UK" : code)))),
    findings: [["unknown-country", "europe", ["UK"]]],
    refuted: [
      ["EEA and UK => model is opt-in", ["GB"]],
      ["jurisdiction GDPR and jurisdiction UK_GDPR => model is opt-in or iab", ["GB"]],
    ],
  },
  {
    name: "a rule for countries that do not exist only",
    rules: last({ ...optIn, match: countries(["EL"]) }),
    findings: [
      ["unknown-country", "other", ["EL"]],
      ["unreachable", "other", []],
    ],
  },
  {
    name: "US without a state falls to something weaker",
    rules: first({ ...none, match: merge(regionFallback("US"), countries(["NZ"])) }),
    findings: [["shadowed", "states", ["US-?"]]],
    refuted: [["US-? => model is at least opt-out", ["US-?"]]],
  },
  {
    name: "US without a state falls to a fallback that is weaker, for want of a region fallback",
    rules: [
      { ...consent, match: countries([...europe, "XX", "T1"]) },
      quebec,
      { ...states, match: regions([{ country: "US", region: "CA" }]) },
      { ...world, match: { isDefault: true, fallback: true } },
    ],
    refuted: [
      ["location unknown => strictest", ["location unknown"]],
      ["US-? => model is at least opt-out", ["US-?"]],
    ],
  },
  {
    name: "GPC not honoured in California",
    rules: withRule("states", { privacySignals: { gpc: { denyCategories: ["measurement"] } } }),
    refuted: [["US-CA with GPC => denies marketing, measurement", ["US-CA"]]],
  },
  {
    name: "California named as a region of Canada",
    rules: withMatch("states", merge(regions([{ country: "CA", region: "CA" }]), regionFallback("US"))),
    refuted: [
      ["US-CA with GPC => denies marketing, measurement", ["US-CA"]],
      ["US-CA => offers opt-out", ["US-CA"]],
    ],
  },
  {
    name: "a rule for Canada as a whole that should have been Québec's",
    rules: withRule("quebec", { match: countries(["CA"]), ...optOut }),
    refuted: [["CA-QC => model is opt-in and prompt is choice", ["CA-QC"]]],
  },
  {
    name: "marketing preselected in Germany",
    rules: [
      { ...consent, id: "germany", match: countries(["DE"]), preselectedCategories: ["marketing"] },
      ...withMatch("europe", europeBut("DE")),
    ],
    refuted: [["Europe => preselects nothing", ["DE"]]],
  },
  {
    name: "opt-out in one country of the EEA",
    rules: [{ ...consent, id: "italy", ...optOut, match: countries(["IT"]) }, ...withMatch("europe", europeBut("IT"))],
    refuted: [
      ["EEA and UK => model is opt-in", ["IT"]],
      ["jurisdiction GDPR and jurisdiction UK_GDPR => model is opt-in or iab", ["IT"]],
    ],
  },
  {
    name: "Cloudflare's XX and T1 get none",
    rules: withMatch("europe", merge(countries(europe), fallback())),
    refuted: [["XX and T1 => model is at least opt-in", ["T1", "XX"]]],
  },
  {
    name: "an iab rule without IAB",
    rules: withRule("europe", { model: "iab" }),
    settings: { iabEnabled: false },
    findings: [["invalid", null, ["everyone"]]],
    refuted: [
      ["US-CA with GPC => denies marketing, measurement", ["US-CA"]],
      ["US-CA => offers opt-out", ["US-CA"]],
      ["everyone => matched", ["everyone"]],
    ],
  },
  {
    name: "a default that is never used",
    rules: last({ ...none, match: countries(elsewhere) }),
    findings: [
      ["unreachable", "world", []],
      ["shadowed", "states", ["US-?"]],
      ["shadowed", "world", []],
    ],
    refuted: [["US-? => model is at least opt-out", ["US-?"]]],
  },
  {
    name: "a region called `other`, meant for the rest of a country",
    rules: [
      ...without("world"),
      { ...world, match: countries(elsewhere.filter((code) => code !== "US")) },
      { ...optOut, id: "other", match: regions([{ country: "US", region: "other" }]) },
    ],
    findings: [["uncovered", null, ["US-other"]]],
    refuted: [["everyone => matched", ["US-other"]]],
  },
]

describe("the prover finds each planted mistake, names its visitors, and reports nothing else", () => {
  it.each(faults)("$name", ({ findings = [], refuted = [], rules, settings }) => {
    const proof = provePolicyRules(rules, statements, settings)
    assert.isFalse(proof.proven || (findings.length === 0 && refuted.length === 0))
    assert.sameDeepMembers(
      proof.findings.map(({ kind, rule, visitors }) => [kind, rule, visitors]),
      findings.map((finding) => [...finding]),
    )
    const against: ReadonlyArray<readonly [string, ReadonlyArray<string>]> = proof.statements.flatMap(
      ({ counterExamples, statement, verdict }) =>
        verdict === "holds" ? [] : [[statement, counterExamples.flatMap(({ visitors }) => visitors)] as const],
    )
    assert.deepStrictEqual(against, refuted)
  })

  it("are at least fifteen", () => {
    assert.isAtLeast(faults.length, 15)
  })

  it("the pack without mistakes has no findings", () => {
    const proof = provePolicyRules(sound, statements)
    assert.deepStrictEqual(proof.findings, [])
    assert.deepStrictEqual(
      proof.statements.map(({ verdict }) => verdict),
      statements.map(() => "holds"),
    )
    assert.isTrue(proof.proven)
    assert.deepStrictEqual({ errors: proof.errors, warnings: proof.warnings }, { errors: [], warnings: [] })
  })
})
