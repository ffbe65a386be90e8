/**
 * Which language a visitor is served, and its texts (policy.md 6.4).
 *
 * Everything is merged when a manifest is compiled. A visitor gets an object that all visitors of his language and
 * profile share, so nothing is copied for a request and a caller may key a cache by it.
 *
 * @module
 */
import * as Either from "effect/Either"
import * as ParseResult from "effect/ParseResult"
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"
import { parseAcceptLanguage, primarySubtag } from "./AcceptLanguage.js"
import { type AuthoredTranslations, defaultProfileName, type Profile, profilesOf } from "./AuthoredTranslations.js"
import { TranslationBundle } from "./Bundle.js"
import { builtInBundles, fallbackBundle, fallbackLanguage, isBuiltIn } from "./messages/index.js"
import { mergeTexts } from "./MergeTexts.js"

/** What the choice of texts depends on. */
export interface TranslationRequest {
  /** The raw `Accept-Language` header; the empty string when absent. */
  readonly acceptLanguage: string
  /** The matched rule's `i18n.language`, which beats the header; blank counts as not set. */
  readonly ruleLanguage?: string | undefined
  /** The matched rule's `i18n.messageProfile`. */
  readonly messageProfile?: string | undefined
  /** Whether the IAB payload applies, and with it the `iab` section. */
  readonly iab: boolean
}

/** The `translations` object of `/init`: the language finally served, and its texts. */
export const SelectedTranslation = Schema.Struct({ language: Schema.String, translations: TranslationBundle })
export type SelectedTranslation = typeof SelectedTranslation.Type

/** Selects the texts of one visitor; the identical object for the same language, profile and `iab`. */
export type Translator = (request: TranslationRequest) => SelectedTranslation

/** An authored text that cannot be used, and where it stands. */
export interface TextProblem {
  /** As in `i18n.messages.shop.translations.de.common.acceptAll`. */
  readonly path: string
  readonly message: string
}

interface Variants {
  readonly withIab: SelectedTranslation
  readonly withoutIab: SelectedTranslation
}

const variantsOf = (language: string, bundle: TranslationBundle): Variants => ({
  withIab: { language, translations: bundle },
  withoutIab: { language, translations: Struct.omit(bundle, "iab") },
})

const builtIn: ReadonlyMap<string, Variants> = new Map(
  Array.from(builtInBundles, ([language, bundle]) => [language, variantsOf(language, bundle)] as const),
)

const english = variantsOf(fallbackLanguage, fallbackBundle)

interface CompiledProfile {
  readonly languages: ReadonlyMap<string, Variants>
  readonly fallbackLanguage: string
}

/** No languages of its own: every built-in one can be served. */
const noProfile: CompiledProfile = { languages: new Map(), fallbackLanguage }

// Keys beyond those known here stay: a client of one's own may have a use for them.
const decodeBundle = Schema.decodeUnknownEither(TranslationBundle, { errors: "all", onExcessProperty: "preserve" })

type Compiled<A> = Either.Either<A, ReadonlyArray<TextProblem>>

const compileLanguage = (path: string, language: string, texts: unknown): Compiled<readonly [string, Variants]> =>
  Either.mapBoth(decodeBundle(mergeTexts(builtInBundles.get(language) ?? fallbackBundle, texts)), {
    onLeft: (error) =>
      ParseResult.ArrayFormatter.formatErrorSync(error).map((issue) => ({
        path: [path, language, ...issue.path].map(String).join("."),
        message: issue.message,
      })),
    onRight: (bundle) => [language, variantsOf(language, bundle)],
  })

const firstByName = (languages: Iterable<string>): string => Array.from(languages).sort()[0] ?? fallbackLanguage

const fallbackOf = ({ fallbackLanguage: wanted = "", languages }: Profile): string => {
  const subtag = primarySubtag(wanted)
  if (languages.has(subtag)) return subtag
  return languages.has(fallbackLanguage) ? fallbackLanguage : firstByName(languages.keys())
}

/** All of a list of results, or the problems of every one that has some. */
const collect = <A>(results: ReadonlyArray<Compiled<A>>): Compiled<ReadonlyArray<A>> => {
  const problems = results.flatMap((result) => (Either.isLeft(result) ? result.left : []))
  return problems.length > 0 ? Either.left(problems) : Either.all(results)
}

const compileProfile = (path: string, profile: Profile): Compiled<CompiledProfile> =>
  Either.map(
    collect(Array.from(profile.languages, ([language, texts]) => compileLanguage(path, language, texts))),
    (languages) => ({ languages: new Map(languages), fallbackLanguage: fallbackOf(profile) }),
  )

const negotiate = (profile: CompiledProfile, { acceptLanguage, ruleLanguage = "" }: TranslationRequest): string => {
  const fixed = primarySubtag(ruleLanguage)
  if (fixed !== "") return fixed
  const { languages } = profile
  const selectable = languages.size === 0 ? isBuiltIn : (language: string) => languages.has(language)
  return parseAcceptLanguage(acceptLanguage).find(selectable) ?? profile.fallbackLanguage
}

const select = (profile: CompiledProfile, request: TranslationRequest): Variants => {
  const requested = negotiate(profile, request)
  return (
    profile.languages.get(requested) ??
    profile.languages.get(profile.fallbackLanguage) ??
    builtIn.get(requested) ??
    english
  )
}

const translatorOf = (profiles: ReadonlyMap<string, CompiledProfile>, defaultName: string): Translator => {
  const byDefault = profiles.get(defaultName) ?? noProfile
  return (request) => {
    const named = request.messageProfile === undefined ? undefined : profiles.get(request.messageProfile)
    const { withIab, withoutIab } = select(named ?? byDefault, request)
    return request.iab ? withIab : withoutIab
  }
}

/** Selects from the built-in texts alone. */
export const builtInTranslator: Translator = translatorOf(new Map(), "")

/**
 * Compiles authored texts into their translator.
 *
 * @returns the translator, or every authored text that cannot be used
 */
export const compileTranslator = (authored: AuthoredTranslations): Compiled<Translator> => {
  const profiles = profilesOf(authored)
  const fromI18n = Object.keys(authored.i18n?.messages ?? {}).length > 0
  const compiled = Array.from(profiles, ([name, profile]) =>
    Either.map(
      compileProfile(fromI18n ? `i18n.messages.${name}.translations` : "customTranslations", profile),
      (compiledProfile) => [name, compiledProfile] as const,
    ),
  )
  return Either.map(collect(compiled), (entries) => translatorOf(new Map(entries), defaultProfileName(authored)))
}
