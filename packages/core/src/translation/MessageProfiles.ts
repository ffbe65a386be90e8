/**
 * The message profiles of authored texts.
 *
 * @module
 */
import type { AuthoredTranslations } from "./AuthoredTranslations.js"

/** The texts of one profile by language: as authored, or merged into complete bundles. */
export interface Profile<Texts = unknown> {
  readonly languages: ReadonlyMap<string, Texts>
  readonly fallbackLanguage: string | undefined
}

const stockName = "default"

/**
 * The profile of rules that name none: `i18n.defaultProfile`, else `default`.
 *
 * @example
 * ```ts
 * import { defaultProfileName } from "@consent-service/core/translation"
 *
 * defaultProfileName({}) // "default"
 * ```
 */
export const defaultProfileName = ({ i18n }: AuthoredTranslations): string => i18n?.defaultProfile ?? stockName

/**
 * The authored profiles by name: those of `i18n`, else one made of `customTranslations`.
 *
 * @example
 * ```ts
 * import { profilesOf } from "@consent-service/core/translation"
 *
 * const profiles = profilesOf({ customTranslations: { de: { common: { acceptAll: "Gern" } } } })
 * Array.from(profiles.keys()) // ["default"]
 * ```
 */
export const profilesOf = (authored: AuthoredTranslations): ReadonlyMap<string, Profile> => {
  const messages = Object.entries(authored.i18n?.messages ?? {})
  if (messages.length > 0) {
    return new Map(
      messages.map(([name, { fallbackLanguage, translations }]) => [
        name,
        { languages: new Map(Object.entries(translations)), fallbackLanguage },
      ]),
    )
  }
  const custom = Object.entries(authored.customTranslations ?? {})
  return new Map(custom.length === 0 ? [] : [[stockName, { languages: new Map(custom), fallbackLanguage: undefined }]])
}

/**
 * Every language with authored texts in some profile, as written.
 *
 * @example
 * ```ts
 * import { authoredLanguages } from "@consent-service/core/translation"
 *
 * authoredLanguages({ customTranslations: { de: {}, fr: {} } }) // ["de", "fr"]
 * ```
 */
export const authoredLanguages = ({ customTranslations = {}, i18n }: AuthoredTranslations): ReadonlyArray<string> => {
  const profiles = Object.values(i18n?.messages ?? {}).map(({ translations }) => translations)
  return Array.from(new Set([customTranslations, ...profiles].flatMap((languages) => Object.keys(languages))))
}
