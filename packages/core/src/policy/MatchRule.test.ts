import { assert, describe, it } from "@effect/vitest"
import * as Either from "effect/Either"
import * as FastCheck from "effect/FastCheck"
import { compileRules } from "./CompiledRule.js"
import type { PolicyMatch } from "./PolicyRule.js"
import { compileResolver } from "./MatchRule.js"

const resolverOf = (matches: ReadonlyArray<PolicyMatch>) => {
  const rules = matches.map((match, i) => ({ id: `r${i}`, match, model: "none", prompt: "none" }))
  return compileResolver(Either.getOrThrow(compileRules(rules, { iabEnabled: false })))
}

const decided = (matches: ReadonlyArray<PolicyMatch>, country: string | null, region: string | null = null): string => {
  const resolution = resolverOf(matches)({ country, region })
  if (resolution.status === "matched") return `${resolution.policyId} by ${resolution.matchedBy}`
  return resolution.status === "failed" ? resolution.reason : resolution.status
}

const california = { regions: [{ country: "US", region: "CA" }] }

describe("resolution, step by step", () => {
  it.each([
    [
      "1: a region match beats a country match before it",
      [{ countries: ["US"] }, california],
      "US",
      "CA",
      "r1 by region",
    ],
    ["2: the first rule with the country", [{ countries: ["DE"] }, { countries: ["DE"] }], "DE", null, "r0 by country"],
    [
      "3: a region fallback, when the region is missing",
      [california, { regionFallbacks: ["US"] }],
      "US",
      null,
      "r1 by fallback",
    ],
    [
      "3: not when the region is known",
      [{ regionFallbacks: ["US"] }, { isDefault: true }],
      "US",
      "NY",
      "r1 by default",
    ],
    [
      "4: the global fallback, where regions matter",
      [california, { fallback: true }, { isDefault: true }],
      "US",
      null,
      "r1 by fallback",
    ],
    ["4: never the default", [california, { isDefault: true }], "US", null, "insufficient-inputs"],
    [
      "5: an unknown country gets the fallback",
      [{ isDefault: true }, { fallback: true }],
      null,
      null,
      "r1 by fallback",
    ],
    ["6: a known country gets the default", [{ isDefault: true }, { fallback: true }], "NZ", null, "r0 by default"],
    ["6: an unknown country too, without a fallback", [{ isDefault: true }], null, null, "r0 by default"],
    ["7: nothing for an unknown country", [{ countries: ["DE"] }], null, null, "insufficient-inputs"],
    ["8: nothing for a known country", [{ countries: ["DE"] }], "NZ", null, "no-match"],
    ["a region without a country is ignored", [california, { fallback: true }], null, "CA", "r1 by fallback"],
    ["case and spaces do not matter", [{ countries: [" de "] }], " De ", null, "r0 by country"],
    [
      "a region may carry its country",
      [{ regions: [{ country: "us", region: "US-ca" }] }],
      "US",
      "us-CA",
      "r0 by region",
    ],
    ["XX is a country like any other", [{ isDefault: true }, { fallback: true }], "XX", null, "r0 by default"],
  ] satisfies ReadonlyArray<[string, ReadonlyArray<PolicyMatch>, string | null, string | null, string]>)(
    "%s",
    (_, matches, country, region, expected) => {
      assert.strictEqual(decided(matches, country, region), expected)
    },
  )
})

/** The table of docs/policies.md, row by row, over a plain list. */
const oracle = (matches: ReadonlyArray<PolicyMatch>, country: string | null, region: string | null): string => {
  const find = (step: (match: PolicyMatch) => boolean | undefined) => matches.findIndex((match) => step(match) === true)
  const regional = find((match) => match.regions?.some((part) => part.country === country && part.region === region))
  if (country !== null && region !== null && regional >= 0) return `r${regional} by region`
  const national = find((match) => country !== null && match.countries?.includes(country))
  if (national >= 0) return `r${national} by country`
  const fallback = find((match) => match.fallback)
  if (country !== null && region === null) {
    const missing = find((match) => match.regionFallbacks?.includes(country))
    if (missing >= 0) return `r${missing} by fallback`
    if (find((match) => match.regions?.some((part) => part.country === country)) >= 0) {
      return fallback >= 0 ? `r${fallback} by fallback` : "insufficient-inputs"
    }
  }
  if (country === null && fallback >= 0) return `r${fallback} by fallback`
  const byDefault = find((match) => match.isDefault)
  if (byDefault >= 0) return `r${byDefault} by default`
  return country === null ? "insufficient-inputs" : "no-match"
}

const country = FastCheck.constantFrom("US", "CA", "DE")
const region = FastCheck.constantFrom("CA", "QC", "NY")

const someMatch = FastCheck.record(
  {
    countries: FastCheck.array(country, { maxLength: 2 }),
    regions: FastCheck.array(FastCheck.record({ country, region }), { maxLength: 2 }),
    regionFallbacks: FastCheck.array(country, { maxLength: 2 }),
  },
  { requiredKeys: [] },
).filter((match) => Object.values(match).some((list) => list.length > 0))

/** Random matches, with at most one default and one fallback among them. */
const pack: FastCheck.Arbitrary<ReadonlyArray<PolicyMatch>> = FastCheck.tuple(
  FastCheck.array(someMatch, { minLength: 1, maxLength: 6 }),
  FastCheck.option(FastCheck.nat(5)),
  FastCheck.option(FastCheck.nat(5)),
).map(([matches, isDefault, fallback]) =>
  matches.map((match, i) => ({
    ...match,
    ...(i === isDefault ? { isDefault: true } : {}),
    ...(i === fallback ? { fallback: true } : {}),
  })),
)

describe("resolution, as a whole", () => {
  const place = FastCheck.tuple(FastCheck.option(country), FastCheck.option(region))

  it("equals the table of docs/policies.md, row by row", () => {
    FastCheck.assert(
      FastCheck.property(pack, place, (matches, [where, part]) => {
        assert.strictEqual(decided(matches, where, part), oracle(matches, where, part))
      }),
      { numRuns: 1000 },
    )
  })

  it("a rule after the matched one of the same tier has no effect", () => {
    FastCheck.assert(
      FastCheck.property(pack, place, someMatch, (matches, [where, part], later) => {
        const before = decided(matches, where, part)
        if (before.endsWith("by region")) assert.strictEqual(decided([...matches, later], where, part), before)
      }),
    )
  })
})
