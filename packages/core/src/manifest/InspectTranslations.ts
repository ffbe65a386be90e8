/**
 * Checks authored texts against the rules that select them. No finding stops
 * the service: it serves the built-in texts where authored ones are unusable.
 *
 * @module
 */
import * as Either from "effect/Either"
import type { RuleInspection } from "../policy/InspectRules.js"
import { checkRules } from "../policy/InspectRules.js"
import type { PolicyRule } from "../policy/PolicyRule.js"
import { primarySubtag } from "../translation/AcceptLanguage.js"
import { compileTranslator } from "../translation/CompileTranslator.js"
import { isBuiltIn } from "../translation/Languages.js"
import { defaultProfileName, type Profile, profilesOf } from "../translation/MessageProfiles.js"
import type { UncheckedManifest } from "./ManifestOptions.js"
import { authoredTranslations } from "./ManifestDocument.js"

type Profiles = ReadonlyMap<string, Profile>

/** Profiles that presets name; a site does not need to have them. */
const stockProfiles: ReadonlyArray<string> = ["default", "preferences"]

const nameOf = (rule: PolicyRule): string => `rule '${rule.id.trim()}'`

const ruleErrors = (profiles: Profiles, byDefault: string, rule: PolicyRule): ReadonlyArray<string> => {
  const { language = "", messageProfile } = rule.i18n ?? {}
  const missing =
    messageProfile !== undefined && !profiles.has(messageProfile) && !stockProfiles.includes(messageProfile)
  const wanted = primarySubtag(language)
  const active = profiles.get(messageProfile ?? "") ?? profiles.get(byDefault)
  // A profile with any language has a fallback, so only built-in texts can lack one.
  const unserved = wanted !== "" && (active === undefined || active.languages.size === 0) && !isBuiltIn(wanted)
  return [
    ...(missing ? [`${nameOf(rule)}: i18n.messageProfile: no profile is named '${messageProfile}'`] : []),
    ...(unserved ? [`${nameOf(rule)}: i18n.language: there are no texts in '${language}'`] : []),
  ]
}

const ruleWarnings = (rule: PolicyRule): ReadonlyArray<string> =>
  rule.i18n !== undefined && !rule.i18n.language && !rule.i18n.messageProfile
    ? [`${nameOf(rule)}: i18n: says nothing`]
    : []

const profileErrors = (profiles: Profiles): ReadonlyArray<string> =>
  Array.from(profiles).flatMap(([name, { languages }]) =>
    languages.size === 0 ? [`i18n.messages.${name}: has no translations`] : [],
  )

const neverServed = (profiles: Profiles): ReadonlyArray<string> =>
  Array.from(profiles).flatMap(([name, { languages }]) =>
    Array.from(languages.keys())
      .filter((language) => primarySubtag(language) !== language)
      .map(
        (language) =>
          `profile '${name}': texts in '${language}' are never served; name it '${primarySubtag(language)}'`,
      ),
  )

const configWarnings = (config: UncheckedManifest, profiles: Profiles, byDefault: string): ReadonlyArray<string> => {
  const hasProfiles = Object.keys(config.i18n?.messages ?? {}).length > 0
  const hasCustom = config.customTranslations !== undefined
  return [
    ...(hasCustom && hasProfiles ? ["customTranslations is not read, because i18n.messages has profiles"] : []),
    ...(hasCustom && !hasProfiles
      ? ["customTranslations is an older name; write i18n.messages.default.translations"]
      : []),
    ...(hasProfiles && !profiles.has(byDefault) ? [`i18n.messages has no profile '${byDefault}', the default`] : []),
    ...neverServed(profiles),
  ]
}

/**
 * Inspects the texts of an authored manifest.
 *
 * @returns errors: texts or selections that cannot work; warnings: probable mistakes
 */
export const inspectTranslations = (config: UncheckedManifest): RuleInspection => {
  const authored = authoredTranslations(config)
  const profiles = profilesOf(authored)
  const byDefault = defaultProfileName(authored)
  const rules = Either.getOrElse(checkRules(config.policyRules ?? []), (): ReadonlyArray<PolicyRule> => [])
  const texts = compileTranslator(authored)
  return {
    errors: [
      ...(Either.isLeft(texts) ? texts.left.map(({ message, path }) => `${path}: ${message}`) : []),
      ...profileErrors(profiles),
      ...rules.flatMap((rule) => ruleErrors(profiles, byDefault, rule)),
    ],
    warnings: [...configWarnings(config, profiles, byDefault), ...rules.flatMap(ruleWarnings)],
  }
}
