/** Random usable rules, from small alphabets so that rules meet and overlap often. */
import * as FastCheck from "effect/FastCheck"
import type { PolicyMatch, PolicyRule } from "../policy/PolicyRule.js"

const countryCode = FastCheck.constantFrom("DE", "FR", "US", "CA", "GB", "BR")
const regionCode = FastCheck.constantFrom("CA", "NY", "QC", "BE")

/** A location as a visitor may state it, in any of the spellings of requests. */
export const anyPlace = FastCheck.record({
  country: FastCheck.option(FastCheck.oneof(countryCode, FastCheck.constantFrom("us", " de ", "XX", "", "JP"))),
  region: FastCheck.option(FastCheck.oneof(regionCode, FastCheck.constantFrom("us-ca", " qc", "", "ZZ", "CA-QC"))),
})

const category = FastCheck.constantFrom("experience", "functionality", "marketing", "measurement")
const categories = FastCheck.uniqueArray(category, { maxLength: 4 })

const partialMatch: FastCheck.Arbitrary<PolicyMatch> = FastCheck.record({
  countries: FastCheck.uniqueArray(countryCode, { maxLength: 3 }),
  regions: FastCheck.array(FastCheck.record({ country: countryCode, region: regionCode }), { maxLength: 2 }),
  regionFallbacks: FastCheck.uniqueArray(countryCode, { maxLength: 1 }),
})

const modelAndPrompt = FastCheck.constantFrom(
  { model: "opt-in", prompt: "choice" } as const,
  { model: "opt-out", prompt: "choice" } as const,
  { model: "opt-out", prompt: "notice" } as const,
  { model: "opt-out", prompt: "none" } as const,
  { model: "iab", prompt: "choice" } as const,
  { model: "none", prompt: "none" } as const,
)

const i18n = FastCheck.option(
  FastCheck.record(
    {
      language: FastCheck.constantFrom("de", "fr", "sv", "tlh"),
      messageProfile: FastCheck.constantFrom("default", "shop", "gone"),
    },
    { requiredKeys: [] },
  ),
  { nil: undefined },
)

const someRules = FastCheck.array(
  FastCheck.record({
    match: partialMatch,
    kind: modelAndPrompt,
    scope: categories,
    deny: categories,
    i18n,
    flags: FastCheck.record({ storeIp: FastCheck.boolean(), storeUserAgent: FastCheck.boolean() }),
  }),
  { maxLength: 6 },
)

const flagsAt = (index: number, byDefault: number, fallback: number): PolicyMatch => ({
  ...(index === byDefault ? { isDefault: true } : {}),
  ...(index === fallback ? { fallback: true } : {}),
})

const matchesSomething = ({ countries = [], regionFallbacks = [], regions = [], ...flags }: PolicyMatch): boolean =>
  countries.length + regions.length + regionFallbacks.length > 0 || Object.keys(flags).length > 0

/** Rules that pass every check with IAB support on. */
export const anyRules: FastCheck.Arbitrary<ReadonlyArray<PolicyRule>> = FastCheck.tuple(
  someRules,
  FastCheck.nat(6),
  FastCheck.nat(6),
).map(([rules, byDefault, fallback]) =>
  rules.flatMap(({ deny, flags, i18n: chosen, kind, match, scope }, index): ReadonlyArray<PolicyRule> => {
    const whole = { ...match, ...flagsAt(index, byDefault, fallback) }
    const inScope = scope.length === 0 ? deny : deny.filter((name) => scope.includes(name))
    const rule: PolicyRule = {
      id: `rule-${index}`,
      match: whole,
      ...kind,
      categories: scope,
      scopeMode: "strict",
      privacySignals: { gpc: { denyCategories: inScope } },
      proof: flags,
      i18n: chosen,
    }
    return matchesSomething(whole) ? [rule] : []
  }),
)
