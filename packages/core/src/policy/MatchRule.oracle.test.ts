import { assert, describe, it } from "@effect/vitest"
import * as Either from "effect/Either"
import * as FastCheck from "effect/FastCheck"
import { compileRules } from "./CompiledRule.js"
import type { PolicyMatch, PolicyRule } from "./PolicyRule.js"
import type { PolicyResolution } from "./PolicyResolution.js"
import { resolveOnce } from "./FindRule.js"
import { compileResolver } from "./MatchRule.js"

const resolverOf = (rules: ReadonlyArray<PolicyRule>) => compileResolver(Either.getOrThrow(compileRules(rules)))

const ruleFor = (match: PolicyMatch, index: number): PolicyRule => ({
  id: `r${index}`,
  match,
  model: "none",
  prompt: "none",
})

const told = (resolution: PolicyResolution): string => {
  if (resolution.status === "matched") return `${resolution.policyId} by ${resolution.matchedBy}`
  return resolution.status === "failed" ? `failed, ${resolution.reason}` : resolution.status
}

type Place = readonly [country: string | null, region: string | null]

// The oracle: the rules of docs/policies.md in the order of their sentences, over plain lists and independent of the implementation.

const country = (text: string | null): string | null => {
  if (text === null) return null
  const code = text.trim().toUpperCase()
  return code === "" ? null : code
}

const region = (text: string | null): string | null => {
  if (text === null) return null
  const segments = text.split("-")
  return country(segments[segments.length - 1] ?? "")
}

const oracle = (matches: ReadonlyArray<PolicyMatch>, [rawCountry, rawRegion]: Place): string => {
  const here = { country: country(rawCountry), region: region(rawRegion) }
  if (matches.length === 0) return "no-match"

  const globalFallback = matches.findIndex((match) => match.fallback === true)
  const byDefault = matches.findIndex((match) => match.isDefault === true)

  // Step 1
  if (here.country !== null && here.region !== null) {
    for (let i = 0; i < matches.length; i++) {
      for (const part of matches[i]?.regions ?? []) {
        if (country(part.country) === here.country && region(part.region) === here.region) return `r${i} by region`
      }
    }
  }
  // Step 2
  if (here.country !== null) {
    for (let i = 0; i < matches.length; i++) {
      for (const code of matches[i]?.countries ?? []) if (country(code) === here.country) return `r${i} by country`
    }
  }
  // Steps 3 and 4
  if (here.country !== null && here.region === null) {
    for (let i = 0; i < matches.length; i++) {
      for (const code of matches[i]?.regionFallbacks ?? []) {
        if (country(code) === here.country) return `r${i} by fallback`
      }
    }
    for (const match of matches) {
      for (const part of match.regions ?? []) {
        if (country(part.country) === here.country) {
          return globalFallback === -1 ? "failed, insufficient-inputs" : `r${globalFallback} by fallback`
        }
      }
    }
  }
  // Steps 5 to 8
  if (here.country === null && globalFallback !== -1) return `r${globalFallback} by fallback`
  if (byDefault !== -1) return `r${byDefault} by default`
  return here.country === null ? "failed, insufficient-inputs" : "no-match"
}

/** Equal spellings of a code. */
const spelled = (...codes: ReadonlyArray<string>) =>
  FastCheck.tuple(FastCheck.constantFrom(...codes), FastCheck.constantFrom("", " ", "\t"), FastCheck.boolean()).map(
    ([code, space, lower]) => `${space}${lower ? code.toLowerCase() : code}${space}`,
  )

// Few codes, some both a country's and a region's, so that rules and locations match often.
const someCountry = spelled("US", "CA", "DE", "XX")
const someRegion = spelled("CA", "QC", "DE", "US-CA", "CA-QC", "X-Y-NY")

const someMatch: FastCheck.Arbitrary<PolicyMatch> = FastCheck.record(
  {
    countries: FastCheck.array(someCountry, { maxLength: 3 }),
    regions: FastCheck.array(FastCheck.record({ country: someCountry, region: someRegion }), { maxLength: 3 }),
    regionFallbacks: FastCheck.array(someCountry, { maxLength: 2 }),
  },
  { requiredKeys: [] },
)

/** Random matchers, at most one of them the default and one the fallback, and none without any matcher. */
const somePack: FastCheck.Arbitrary<ReadonlyArray<PolicyMatch>> = FastCheck.tuple(
  FastCheck.array(someMatch, { maxLength: 6 }),
  FastCheck.option(FastCheck.nat(5)),
  FastCheck.option(FastCheck.nat(5)),
).map(([matches, isDefault, fallback]) =>
  matches
    .map((match, i) => ({
      ...match,
      ...(i === isDefault ? { isDefault: true } : {}),
      ...(i === fallback ? { fallback: true } : {}),
    }))
    .filter((match) =>
      Object.values(match).some((value) => value === true || (Array.isArray(value) && value.length > 0)),
    ),
)

const somePlace: FastCheck.Arbitrary<Place> = FastCheck.tuple(
  FastCheck.oneof({ weight: 5, arbitrary: someCountry }, FastCheck.constantFrom(null, "", "  ", "NZ")),
  FastCheck.oneof({ weight: 3, arbitrary: someRegion }, FastCheck.constantFrom(null, "", " ", "US-", "-", "ZZ")),
)

const decide = (matches: ReadonlyArray<PolicyMatch>, [where, part]: Place): PolicyResolution =>
  resolverOf(matches.map(ruleFor))({ country: where, region: part })

describe("resolution agrees with docs/policies.md", () => {
  it("for random packs and places", () => {
    FastCheck.assert(
      FastCheck.property(somePack, FastCheck.array(somePlace, { minLength: 1, maxLength: 8 }), (matches, places) => {
        const rules = Either.getOrThrow(compileRules(matches.map(ruleFor)))
        const resolve = compileResolver(rules)
        for (const [where, part] of places) {
          const place = { country: where, region: part }
          const resolution = resolve(place)
          assert.strictEqual(told(resolution), oracle(matches, [where, part]))
          assert.deepStrictEqual(resolveOnce(rules, place), resolution)
        }
      }),
      { numRuns: 1000 },
    )
  })

  it("and the random packs and locations reach every outcome", () => {
    const outcomes = FastCheck.sample(FastCheck.tuple(somePack, somePlace), { numRuns: 3000, seed: 1 }).map((one) =>
      oracle(...one).replace(/^r\d/, "some rule"),
    )
    assert.sameMembers(Array.from(new Set(outcomes)), [
      "some rule by region",
      "some rule by country",
      "some rule by fallback",
      "some rule by default",
      "failed, insufficient-inputs",
      "no-match",
    ])
  })
})

describe("normalisation", () => {
  it("is idempotent: a normalized location gets the identical resolution", () => {
    FastCheck.assert(
      FastCheck.property(somePack, somePlace, (matches, [where, part]) => {
        const resolve = resolverOf(matches.map(ruleFor))
        const normal = { country: country(where), region: region(part) }
        assert.strictEqual(resolve({ country: where, region: part }), resolve(normal))
      }),
    )
  })

  it("is the same for matchers: normalized ones decide alike", () => {
    const normalised = (match: PolicyMatch): PolicyMatch => ({
      ...match,
      countries: (match.countries ?? []).map((code) => country(code) ?? ""),
      regions: (match.regions ?? []).map((one) => ({
        country: country(one.country) ?? "",
        region: region(one.region) ?? "",
      })),
      regionFallbacks: (match.regionFallbacks ?? []).map((code) => country(code) ?? ""),
    })
    FastCheck.assert(
      FastCheck.property(somePack, somePlace, (matches, place) => {
        assert.strictEqual(told(decide(matches.map(normalised), place)), told(decide(matches, place)))
      }),
    )
  })

  it("fields with any whitespace resolve alike, and resolving again changes nothing", () => {
    const names = ["experience", "functionality", "marketing", "measurement"] as const
    FastCheck.assert(
      FastCheck.property(FastCheck.subarray([...names], { minLength: 1 }), spelled("x"), (categories, copyRevision) => {
        const written: PolicyRule = {
          id: " a ",
          match: { isDefault: true },
          model: "opt-in",
          prompt: "choice",
          categories: categories.map((name) => ` ${name}\t`),
          scopeMode: "strict",
          preselectedCategories: categories.map((name) => `${name} `),
          copyRevision,
        }
        const [entry] = Either.getOrThrow(compileRules([written]))
        assert.isDefined(entry)
        const { actions: _, id, preselectedCategories, rights, scope } = entry.rule
        const again: PolicyRule = {
          ...written,
          id,
          categories: scope,
          preselectedCategories,
          rights,
          copyRevision: entry.rule.copyRevision ?? "",
        }
        assert.deepStrictEqual(Either.getOrThrow(compileRules([again])), [entry])
      }),
    )
  })
})

describe("order", () => {
  it("of sets in a rule changes nothing, including fingerprints", () => {
    const all = <A>(...items: ReadonlyArray<A>) => FastCheck.shuffledSubarray([...items], { minLength: items.length })
    const rule: FastCheck.Arbitrary<PolicyRule> = FastCheck.record({
      id: FastCheck.constant("a"),
      match: FastCheck.record({
        countries: all("DE", "FR", "CA"),
        regions: all({ country: "US", region: "CA" }, { country: "US", region: "NY" }, { country: "CA", region: "QC" }),
        regionFallbacks: all("US", "BR"),
      }),
      model: FastCheck.constant("opt-in" as const),
      prompt: FastCheck.constant("choice" as const),
      categories: all("marketing", "measurement", "experience", "necessary"),
      scopeMode: FastCheck.constant("strict" as const),
      preselectedCategories: all("experience", "marketing"),
      exemptCategories: all("measurement", "experience"),
      actions: all<"accept" | "customize" | "reject">("accept", "customize", "reject"),
      rights: all<"disclosure" | "opt-out" | "preferences">("disclosure", "opt-out", "preferences"),
      privacySignals: FastCheck.record({ gpc: FastCheck.record({ denyCategories: all("marketing", "measurement") }) }),
    })
    FastCheck.assert(
      FastCheck.property(rule, rule, somePlace, (one, two, [where, part]) => {
        const place = { country: where, region: part }
        assert.deepStrictEqual(resolverOf([one])(place), resolverOf([two])(place))
      }),
    )
  })

  it("of rules: the first that names a location gets it", () => {
    FastCheck.assert(
      FastCheck.property(somePack, somePlace, (matches, place) => {
        const decision = decide(matches, place)
        if (decision.status !== "matched" || !["region", "country"].includes(decision.matchedBy)) return
        const winner = Number(decision.policyId.slice(1))
        assert.strictEqual(
          told(decide(matches.slice(0, winner + 1), place)),
          told(decision),
          "later rules do not count",
        )
        const before = decide(matches.slice(0, winner), place)
        assert.isFalse(
          before.status === "matched" && before.matchedBy === decision.matchedBy,
          "no earlier rule names the place",
        )
      }),
    )
  })

  it("of rules: those without a common location can be swapped", () => {
    const california = { regions: [{ country: "US", region: "CA" }] }
    const matches = [
      { countries: ["DE"] },
      california,
      { regionFallbacks: ["US"] },
      { isDefault: true, fallback: true },
    ]
    const places: ReadonlyArray<Place> = [
      ["DE", null],
      ["US", "CA"],
      ["US", null],
      ["NZ", null],
      [null, null],
    ]
    const rules = matches.map(ruleFor)
    FastCheck.assert(
      FastCheck.property(FastCheck.shuffledSubarray(rules, { minLength: rules.length }), (shuffled) => {
        const [expected, actual] = [resolverOf(rules), resolverOf(shuffled)]
        for (const [where, part] of places) {
          const place = { country: where, region: part }
          assert.deepStrictEqual(actual(place), expected(place))
        }
      }),
    )
  })
})
