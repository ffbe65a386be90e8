/**
 * Which language a visitor is served, and its messages: the steps are in `docs/policies.md`.
 *
 * Everything is merged when a translator is made. All visitors of the same language and profile get the
 * same object, so nothing is copied for a request and a caller may key a cache by it.
 *
 * @module
 */
import { parseAcceptLanguage, primarySubtag } from "./AcceptLanguage.js"
import type { AuthoredTranslations } from "./AuthoredTranslations.js"
import type { TranslationBundle } from "./messages/Bundle.js"
import { fallbackLanguage } from "./Languages.js"
import { mergeTexts } from "./MergeTexts.js"
import { defaultProfileName, type Profile, profilesOf } from "./MessageProfiles.js"
import type { SelectedTranslation } from "./SelectedTranslation.js"

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

/** Selects the texts of one visitor; the identical object for the same language, profile and `iab`. */
export type Translator = (request: TranslationRequest) => SelectedTranslation

/** Whole texts by lower-case primary subtag, English among them. */
export type BuiltInTexts = ReadonlyMap<string, TranslationBundle>

/** What a translator selects from. */
export interface TranslatorTexts {
  readonly builtIn: BuiltInTexts
  /** The authored profiles by name, each language merged over a built-in one (`baseOf`). */
  readonly profiles: ReadonlyMap<string, Profile<TranslationBundle>>
  /** The profile of rules that name none. */
  readonly defaultProfile: string
}

/** The built-in texts that a language's authored ones are laid over: its own, else English. */
export const baseOf = (builtIn: BuiltInTexts, language: string): TranslationBundle => {
  const base = builtIn.get(language) ?? builtIn.get(fallbackLanguage)
  if (base === undefined) throw new Error("English texts are missing")
  return base
}

interface Variants {
  readonly withIab: SelectedTranslation
  readonly withoutIab: SelectedTranslation
}

interface Selectable {
  readonly languages: ReadonlyMap<string, Variants>
  readonly fallback: Variants
}

const variantsOf = (language: string, translations: TranslationBundle): Variants => {
  const { iab: _, ...site } = translations
  return { withIab: { language, translations }, withoutIab: { language, translations: site } }
}

const fallbackOf = ({ fallbackLanguage: wanted = "", languages }: Profile): string => {
  const named = [primarySubtag(wanted), fallbackLanguage].find((language) => languages.has(language))
  return named ?? Array.from(languages.keys()).sort()[0] ?? fallbackLanguage
}

const selectableOf = (profile: Profile<TranslationBundle>, builtIn: BuiltInTexts): Selectable => {
  const languages = new Map(
    Array.from(profile.languages, ([language, bundle]) => [language, variantsOf(language, bundle)] as const),
  )
  const byDefault = fallbackOf(profile)
  return { languages, fallback: languages.get(byDefault) ?? variantsOf(byDefault, baseOf(builtIn, byDefault)) }
}

const select = ({ fallback, languages }: Selectable, { acceptLanguage, ruleLanguage = "" }: TranslationRequest) => {
  const fixed = primarySubtag(ruleLanguage)
  const requested = fixed || parseAcceptLanguage(acceptLanguage).find((language) => languages.has(language))
  return requested === undefined ? fallback : (languages.get(requested) ?? fallback)
}

/** Makes the translator of texts that are whole already, as `compileTranslator` makes and checks them. */
export const translatorOf = ({ builtIn, defaultProfile, profiles }: TranslatorTexts): Translator => {
  const stock = selectableOf({ languages: builtIn, fallbackLanguage: undefined }, builtIn)
  // A profile without languages leaves every built-in one to select from.
  const byName = new Map(
    Array.from(profiles, ([name, profile]) => [
      name,
      profile.languages.size === 0 ? stock : selectableOf(profile, builtIn),
    ]),
  )
  const byDefault = byName.get(defaultProfile) ?? stock
  return (request) => {
    const profile = byName.get(request.messageProfile ?? defaultProfile) ?? byDefault
    const { withIab, withoutIab } = select(profile, request)
    return request.iab ? withIab : withoutIab
  }
}

/** Merges authored texts that the service checked before it gave them out, and so have the shape of a bundle. */
const mergeTrusted = (base: TranslationBundle, texts: unknown): TranslationBundle =>
  mergeTexts(base, texts) as TranslationBundle

/**
 * Makes the translator of a manifest's authored texts where few languages are built in and no schema is at hand, as in
 * a browser. Without profiles, only the languages built in can be selected.
 *
 * @param texts - `builtIn`: English among them; `authored`: the `translations` of a manifest that the service gave out
 */
export const translatorOver = (texts: {
  readonly builtIn: BuiltInTexts
  readonly authored: AuthoredTranslations
}): Translator => {
  const { authored, builtIn } = texts
  const mergeProfile = ({ fallbackLanguage: named, languages }: Profile): Profile<TranslationBundle> => ({
    languages: new Map(
      Array.from(languages, ([language, own]) => [language, mergeTrusted(baseOf(builtIn, language), own)]),
    ),
    fallbackLanguage: named,
  })
  return translatorOf({
    builtIn,
    profiles: new Map(Array.from(profilesOf(authored), ([name, profile]) => [name, mergeProfile(profile)])),
    defaultProfile: defaultProfileName(authored),
  })
}
