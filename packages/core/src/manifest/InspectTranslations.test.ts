import { assert, describe, it } from "@effect/vitest"
import { fullManifest } from "../testing/ManifestFixture.js"
import { recommendedPolicyRules } from "../policy/PolicyPresets.js"
import { inspectTranslations } from "./InspectTranslations.js"
import type { UncheckedManifest } from "./ManifestOptions.js"

const rule = (i18n: Readonly<Record<string, unknown>>) => [
  { id: "a", match: { isDefault: true }, model: "opt-in", prompt: "choice", i18n },
]

const messages = (...names: ReadonlyArray<string>) =>
  Object.fromEntries(names.map((name) => [name, { translations: { de: { common: { save: "Sichern" } } } }]))

describe("inspectTranslations", () => {
  it.each<[string, UncheckedManifest]>([
    ["nothing authored", {}],
    ["the recommended rules, whose stock profile need not exist", { policyRules: recommendedPolicyRules() }],
    ["profiles and rules that fit", fullManifest],
    ["a built-in language", { policyRules: rule({ language: "de-AT" }) }],
    [
      "a language of the profile",
      {
        policyRules: rule({ language: "tlh", messageProfile: "shop" }),
        i18n: { messages: messages("default", "shop") },
      },
    ],
  ])("%s: nothing to say", (_, config) => {
    assert.deepStrictEqual(inspectTranslations(config), { errors: [], warnings: [] })
  })

  it.each<[string, UncheckedManifest, RegExp]>([
    ["a profile that does not exist", { policyRules: rule({ messageProfile: "shop" }) }, /rule 'a'.*'shop'/],
    [
      "a profile without translations",
      { i18n: { messages: { ...messages("default"), bare: { translations: {} } } } },
      /i18n\.messages\.bare/,
    ],
    ["a language without translations", { policyRules: rule({ language: "tlh" }) }, /rule 'a'.*'tlh'/],
    [
      "a text that is invalid",
      { customTranslations: JSON.parse('{"de":{"common":5}}') },
      /customTranslations\.de\.common/,
    ],
  ])("%s is an error", (_, config, expected) => {
    const { errors } = inspectTranslations(config)
    assert.lengthOf(errors, 1)
    assert.match(errors[0] ?? "", expected)
  })

  it.each<[string, UncheckedManifest, RegExp]>([
    ["customTranslations, the older name", { customTranslations: { de: {} } }, /older name/],
    [
      "customTranslations that are not read",
      { customTranslations: { de: {} }, i18n: { messages: messages("default") } },
      /not read/,
    ],
    ["a default profile that is missing", { i18n: { messages: messages("shop") } }, /no profile 'default'/],
    ["an empty i18n on a rule", { policyRules: rule({}) }, /rule 'a'.*says nothing/],
    [
      "texts by a name no header gives",
      { i18n: { messages: { default: { translations: { "pt-BR": {} } } } } },
      /'pt-BR' are never served; name it 'pt'/,
    ],
  ])("%s is a warning", (_, config, expected) => {
    const { errors, warnings } = inspectTranslations(config)
    assert.deepStrictEqual(errors, [])
    assert.lengthOf(warnings, 1)
    assert.match(warnings[0] ?? "", expected)
  })
})
