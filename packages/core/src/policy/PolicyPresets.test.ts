import { assert, describe, it } from "@effect/vitest"
import * as Either from "effect/Either"
import { inspectPolicyRules } from "./InspectRules.js"
import { compileRules } from "./CompiledRule.js"
import { policyPresets, recommendedPolicyRules } from "./PolicyPresets.js"
import type { PolicyRule } from "./PolicyRule.js"
import { compileResolver } from "./MatchRule.js"

interface Row {
  readonly id: string
  /** Countries as they are, regions as `US-CA`, region fallbacks as `US-?`. */
  readonly places: string
  readonly flags?: "default" | "fallback"
  readonly rule: readonly [PolicyRule["model"], PolicyRule["prompt"]]
  readonly extras?: Omit<Partial<PolicyRule>, "id" | "match" | "model" | "prompt">
}

// Written by hand, independent of the code. The EU includes its territories AX GF GP MF MQ RE YT; GI is with the UK.
const europe =
  "AT BE BG HR CY CZ DK EE FI FR DE GR HU IE IT LV LT LU MT NL PL PT RO SK SI ES SE IS LI NO GB GI AX GF GP MF MQ RE YT"
const states = "CA CO CT DE FL IA IN KY MD MN MT NE NH NJ OR RI TN TX UT VA".replace(/\w+/g, "US-$&")
const provinces = "AB BC MB NB NL NS NT NU ON PE SK YT".replace(/\w+/g, "CA-$&")

const proof = { storeIp: true, storeUserAgent: true, storeLanguage: true }
const privacySignals = { gpc: { denyCategories: ["marketing", "measurement"] } }
const i18n = { messageProfile: "preferences" }
const yearly = { validity: { choiceDays: 365 } }
const statistics = { categories: ["measurement"], scopeMode: "strict", i18n } as const

const optIn = ["opt-in", "choice"] as const
const optOut = ["opt-out", "none"] as const

const countryOptIn = (id: string, places: string): Row => ({ id, places, rule: optIn, extras: yearly })

const table: Readonly<Record<keyof typeof policyPresets, Row>> = {
  europeOptIn: { id: "europe_opt_in", places: europe, flags: "fallback", rule: optIn, extras: { ...yearly, proof } },
  europeIab: {
    id: "europe_iab",
    places: europe,
    flags: "fallback",
    rule: ["iab", "choice"],
    extras: { ...yearly, proof },
  },
  californiaOptIn: {
    id: "california_opt_in",
    places: "US-CA",
    rule: optIn,
    extras: { privacySignals, proof, validity: { choiceDays: 365, noticeDays: 365 } },
  },
  californiaOptOut: {
    id: "california_opt_out",
    places: "US-CA",
    rule: optOut,
    extras: { privacySignals, proof, rights: ["preferences"] },
  },
  quebecOptIn: { id: "quebec_opt_in", places: "CA-QC", rule: optIn, extras: { ...yearly, proof } },
  usPrivacyStatesOptOut: {
    id: "us_privacy_states_opt_out",
    places: `${states} US-?`,
    rule: optOut,
    extras: { privacySignals },
  },
  usPrivacyStatesOptIn: {
    id: "us_privacy_states_opt_in",
    places: states,
    rule: optIn,
    extras: { ...yearly, privacySignals },
  },
  canadaOptOut: { id: "canada_opt_out", places: provinces, rule: ["opt-out", "notice"], extras: { i18n } },
  canadaOptIn: { id: "canada_opt_in", places: provinces, rule: optIn, extras: { ...yearly, i18n } },
  australiaOptOut: { id: "australia_opt_out", places: "AU", rule: optOut, extras: { i18n } },
  japanOptOut: { id: "japan_opt_out", places: "JP", rule: optOut, extras: { i18n } },
  ukStatistics: { id: "uk_statistics", places: "GB", rule: optOut, extras: statistics },
  malaysiaStatistics: { id: "malaysia_statistics", places: "MY", rule: optOut, extras: statistics },
  switzerlandOptOutNoPrompt: {
    id: "switzerland_opt_out_no_prompt",
    places: "CH",
    rule: optOut,
    extras: { rights: ["preferences"], i18n },
  },
  australiaOptIn: countryOptIn("australia_opt_in", "AU"),
  brazilOptIn: countryOptIn("brazil_opt_in", "BR"),
  bruneiOptIn: countryOptIn("brunei_opt_in", "BN"),
  chinaOptIn: countryOptIn("china_opt_in", "CN"),
  indiaOptIn: countryOptIn("india_opt_in", "IN"),
  indonesiaOptIn: countryOptIn("indonesia_opt_in", "ID"),
  japanOptIn: countryOptIn("japan_opt_in", "JP"),
  laosOptIn: countryOptIn("laos_opt_in", "LA"),
  malaysiaOptIn: countryOptIn("malaysia_opt_in", "MY"),
  philippinesOptIn: countryOptIn("philippines_opt_in", "PH"),
  saudiArabiaOptIn: countryOptIn("saudi_arabia_opt_in", "SA"),
  singaporeOptIn: countryOptIn("singapore_opt_in", "SG"),
  southKoreaOptIn: countryOptIn("south_korea_opt_in", "KR"),
  switzerlandOptIn: countryOptIn("switzerland_opt_in", "CH"),
  thailandOptIn: countryOptIn("thailand_opt_in", "TH"),
  turkeyOptIn: countryOptIn("turkey_opt_in", "TR"),
  uaeOptIn: countryOptIn("uae_opt_in", "AE"),
  vietnamOptIn: countryOptIn("vietnam_opt_in", "VN"),
  worldOptOutNoPrompt: {
    id: "world_opt_out_no_prompt",
    places: "",
    flags: "default",
    rule: optOut,
    extras: { proof: { storeUserAgent: true }, rights: ["preferences"], i18n },
  },
  worldNone: { id: "world_none", places: "", flags: "default", rule: ["none", "none"] },
}

const words = (text: string): ReadonlyArray<string> =>
  text
    .split(" ")
    .filter((word) => word !== "")
    .sort()

const placesOf = ({ countries = [], regionFallbacks = [], regions = [] }: PolicyRule["match"]) =>
  [
    ...countries,
    ...regions.map(({ country, region }) => `${country}-${region}`),
    ...regionFallbacks.map((country) => `${country}-?`),
  ].sort()

const names = Object.keys(policyPresets).filter((name): name is keyof typeof policyPresets => name in policyPresets)

describe("presets", () => {
  it.each(names)("%s", (name) => {
    const {
      extras = {},
      flags,
      id,
      places,
      rule: [model, prompt],
    } = table[name]
    const { match, ...fields } = policyPresets[name]()
    assert.deepStrictEqual(fields, { id, model, prompt, ...extras })
    assert.deepStrictEqual(placesOf(match), words(places))
    assert.deepStrictEqual(
      { isDefault: match.isDefault ?? false, fallback: match.fallback ?? false },
      { isDefault: flags === "default", fallback: flags === "fallback" },
    )
  })

  it("are exactly those of the table", () => {
    assert.sameMembers(names, Object.keys(table))
  })

  it.each(names)("%s passes inspectPolicyRules", (name) => {
    assert.deepStrictEqual(inspectPolicyRules([policyPresets[name]()], { iabEnabled: true }).errors, [])
  })

  it.each(names)("%s: each call returns a new rule, deeply", (name) => {
    const [one, two] = [policyPresets[name](), policyPresets[name]()]
    const inner = (rule: PolicyRule) =>
      [
        rule,
        rule.match,
        rule.match.countries,
        rule.match.regions,
        rule.proof,
        rule.privacySignals?.gpc,
        rule.i18n,
      ].filter((part) => part !== undefined)
    assert.deepStrictEqual(one, two)
    inner(one).forEach((part, i) => assert.notStrictEqual(part, inner(two)[i]))
  })
})

describe("the presets' fingerprints", () => {
  it.each([
    [
      "europeOptIn",
      "8aca68633714c54fb0a96eaee313aa415ae0a3137e56764cf629a20793b2f969",
      "a35ac43b3d435b98441c5c39ccb3879d59d813fd9185d5fa9e3cfc08385412a9",
      "7f05073243a60d3d057f8945113f5282024b4f5bcd13933e35952534ad1cf423",
    ],
    [
      "europeIab",
      "cbbf5d147ac468a745e188b4e4681e60a04debcbad2d0d5bc0fc618c31b06dae",
      "7e5fef2ff86cf36fa0b09daf324fe70a2c956e4470b986382baf3f911fbb051e",
      "1e1e4b8f67bed623eb4bc97b15eb8932f87f66bb91f25f1a23393bed880b4046",
    ],
    [
      "californiaOptOut",
      "2add89cb0c497ef5bccaef815bae6277006e37bdc10d4d0e6b1f494aa754c087",
      "f0a9519130a3c7706acc1dcb795f48eee79cfcde7de85e4384394583bd0db1b0",
      "8d9a703452d973d7243cbba8bce68bd86d75d3edd7dff5b1e27d9e31dcb17cee",
    ],
    [
      "worldNone",
      "f14aee9000850db8781fc768d09b2693f87588644348c7af118e7c01b23d2ca3",
      "e35ddd3edaa862e8558653e2dae18a9dabc45e4ef8f0dec8df8d0098005d4061",
      "2e2716a0eb79749eabb1508bfa2d8fbd28d53f751ba833fef958f8b3b39eaccd",
    ],
    [
      "brazilOptIn",
      "93b88689837c547290e1e808ce869db85ac1755698634df788369d8e80dfe6f1",
      "a35ac43b3d435b98441c5c39ccb3879d59d813fd9185d5fa9e3cfc08385412a9",
      "7f05073243a60d3d057f8945113f5282024b4f5bcd13933e35952534ad1cf423",
    ],
  ] as const)("%s", (name, policy, choice, notice) => {
    const [entry] = Either.getOrThrow(compileRules([policyPresets[name]()]))
    assert.deepStrictEqual(entry?.fingerprints, { policy, choice, notice })
  })
})

describe("recommendedPolicyRules", () => {
  const decided = (rules: ReadonlyArray<PolicyRule>, country: string | null, region: string | null = null) => {
    const resolution = compileResolver(Either.getOrThrow(compileRules(rules)))({ country, region })
    return resolution.status === "matched" ? `${resolution.policyId} by ${resolution.matchedBy}` : resolution.status
  }

  it.each([
    ["unknown country -> europe by fallback", null, null, "europe_opt_in by fallback"],
    ["US without state -> US opt-out by fallback", "US", null, "us_privacy_states_opt_out by fallback"],
    ["CA without province -> europe by fallback", "CA", null, "europe_opt_in by fallback"],
    ["known other country -> world_none by default", "NZ", null, "world_none by default"],
    ["Germany -> europe by country", "DE", null, "europe_opt_in by country"],
    ["California -> US opt-out by region", "US", "CA", "us_privacy_states_opt_out by region"],
    ["a state without a law -> world_none by default", "US", "WY", "world_none by default"],
    ["Québec -> quebec by region", "CA", "QC", "quebec_opt_in by region"],
    ["Ontario -> world_none by default", "CA", "ON", "world_none by default"],
  ])("%s", (_, country, region, expected) => {
    assert.strictEqual(decided(recommendedPolicyRules(), country, region), expected)
  })

  it("is europe, quebec, US states opt-out, world none; europe by the IAB TCF on request", () => {
    const idsOf = (rules: ReadonlyArray<PolicyRule>) => rules.map(({ id }) => id)
    const rest = ["quebec_opt_in", "us_privacy_states_opt_out", "world_none"]
    assert.deepStrictEqual(idsOf(recommendedPolicyRules()), ["europe_opt_in", ...rest])
    assert.deepStrictEqual(idsOf(recommendedPolicyRules({ iab: false })), ["europe_opt_in", ...rest])
    assert.deepStrictEqual(idsOf(recommendedPolicyRules({ iab: true })), ["europe_iab", ...rest])
  })

  it.each([[true], [false]])("with iab %s has no error and no warning", (iab) => {
    assert.deepStrictEqual(inspectPolicyRules(recommendedPolicyRules({ iab }), { iabEnabled: iab }), {
      errors: [],
      warnings: [],
    })
  })
})
