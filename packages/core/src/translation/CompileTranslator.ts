/**
 * Merges authored texts over every shipped language and validates them: the translators of the service.
 *
 * @module
 */
import * as Either from "effect/Either"
import * as Schema from "effect/Schema"
import { dottedPath, schemaIssues } from "../schema/Issues.js"
import type { AuthoredTranslations } from "./AuthoredTranslations.js"
import { TranslationBundle } from "./messages/Bundle.js"
import { mergeTexts } from "./MergeTexts.js"
import { defaultProfileName, type Profile, profilesOf } from "./MessageProfiles.js"
import { builtInBundles } from "./messages/index.js"
import { baseOf, type Translator, translatorOf } from "./SelectLanguage.js"

/** An invalid authored message, and its path. */
export interface TextProblem {
  /** As in `i18n.messages.shop.translations.de.common.acceptAll`. */
  readonly path: string
  readonly message: string
}

// Unknown keys are kept: custom clients may use them.
const decodeBundle = Schema.decodeUnknownEither(TranslationBundle, { errors: "all", onExcessProperty: "preserve" })

type Compiled<A> = Either.Either<A, ReadonlyArray<TextProblem>>

const compileLanguage = (
  path: string,
  language: string,
  texts: unknown,
): Compiled<readonly [string, TranslationBundle]> =>
  Either.mapBoth(decodeBundle(mergeTexts(baseOf(builtInBundles, language), texts)), {
    onLeft: ({ issue }) =>
      schemaIssues(issue).map(({ message, path: inner }) => ({
        path: dottedPath([path, language, ...inner]),
        message,
      })),
    onRight: (bundle) => [language, bundle],
  })

/** All results of a list, or the problems of all that have some. */
const collect = <A>(results: ReadonlyArray<Compiled<A>>): Compiled<ReadonlyArray<A>> => {
  const problems = results.flatMap((result) => (Either.isLeft(result) ? result.left : []))
  return problems.length > 0 ? Either.left(problems) : Either.all(results)
}

const compileProfile = (path: string, profile: Profile): Compiled<Profile<TranslationBundle>> =>
  Either.map(
    collect(Array.from(profile.languages, ([language, texts]) => compileLanguage(path, language, texts))),
    (languages) => ({ languages: new Map(languages), fallbackLanguage: profile.fallbackLanguage }),
  )

/**
 * Selects from the built-in texts alone; English where the visitor reads none of their languages.
 *
 * @example
 * ```ts
 * import { builtInTranslator } from "@consent-service/core/translation"
 *
 * builtInTranslator({ acceptLanguage: "fr-CH, en;q=0.8", iab: false }).language // "fr"
 * ```
 */
export const builtInTranslator: Translator = translatorOf({
  builtIn: builtInBundles,
  profiles: new Map(),
  defaultProfile: "",
})

/**
 * Compiles authored texts into their translator.
 *
 * @returns the translator, or every invalid authored text
 *
 * @example
 * ```ts
 * import { compileTranslator } from "@consent-service/core/translation"
 * import * as Either from "effect/Either"
 *
 * const authored = { customTranslations: { de: { common: { acceptAll: "Gern" } } } }
 * const translate = Either.getOrThrow(compileTranslator(authored))
 * translate({ acceptLanguage: "de", iab: false }).translations.common.acceptAll // "Gern"
 * ```
 */
export const compileTranslator = (authored: AuthoredTranslations): Compiled<Translator> => {
  const fromI18n = Object.keys(authored.i18n?.messages ?? {}).length > 0
  const compiled = Array.from(profilesOf(authored), ([name, profile]) =>
    Either.map(
      compileProfile(fromI18n ? `i18n.messages.${name}.translations` : "customTranslations", profile),
      (compiledProfile) => [name, compiledProfile] as const,
    ),
  )
  return Either.map(collect(compiled), (entries) =>
    translatorOf({
      builtIn: builtInBundles,
      profiles: new Map(entries),
      defaultProfile: defaultProfileName(authored),
    }),
  )
}
