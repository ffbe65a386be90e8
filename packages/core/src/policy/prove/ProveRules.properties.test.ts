import { assert, describe, it } from "@effect/vitest"
import * as Either from "effect/Either"
import * as FastCheck from "effect/FastCheck"
import { isoCountries } from "../../location/Countries.js"
import { anyPlace, anyRules } from "../../testing/PolicyArbitrary.js"
import { compileRules } from "../CompiledRule.js"
import type { PolicyModel, PolicyRule } from "../PolicyRule.js"
import { provePolicyRules } from "./ProveRules.js"
import { compileResolver, type PlaceInput, policyOf, ruleIdOf } from "../MatchRule.js"
import { safeFallback } from "../SafeFallback.js"

// Compares the prover with the resolver, for spellings of locations that the prover has not seen.

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
  const resolve = compileResolver(Either.getOrThrow(compileRules(rules)))
  return (place: PlaceInput) => {
    const resolution = resolve(place)
    return { rule: ruleIdOf(resolution), model: (policyOf(resolution) ?? safeFallback).model }
  }
}

/** A real location that a name of `describePlaces` covers. */
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
      { numRuns: 50 },
    )
  })

  it("every counterexample is a visitor who gets that rule and a weaker model", () => {
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
      { numRuns: 40 },
    )
    assert.isAbove(refuted, 100, "the random rules must give something to refute")
  })

  it("uncovered visitors are those without a rule, unreachable rules those that match no visitor", () => {
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
      { numRuns: 50 },
    )
  })
})
