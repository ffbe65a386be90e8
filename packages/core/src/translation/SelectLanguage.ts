/**
 * Which language a visitor is served, and its texts (policy.md 6.4, without authored overrides or message profiles).
 *
 * Every visitor of one language gets the identical object, so nothing is copied for a request and a caller may key
 * a cache by it.
 *
 * @module
 */
import * as Struct from "effect/Struct"
import { parseAcceptLanguage, primarySubtag } from "./AcceptLanguage.js"
import type { CompleteBundle, TranslationBundle } from "./Bundle.js"
import { builtInBundles, fallbackBundle, fallbackLanguage, isBuiltIn } from "./messages/index.js"

/** What the choice of texts depends on. */
export interface TranslationRequest {
  /** The raw `Accept-Language` header; the empty string when absent. */
  readonly acceptLanguage: string
  /** The matched rule's `i18n.language`, which beats the header; blank counts as not set. */
  readonly ruleLanguage?: string | undefined
  /** Whether the IAB payload applies, and with it the `iab` section. */
  readonly iab: boolean
}

/** The `translations` object of `/init`: the language finally served, and its texts. */
export interface SelectedTranslation {
  readonly language: string
  readonly translations: TranslationBundle
}

interface Variants {
  readonly withIab: SelectedTranslation
  readonly withoutIab: SelectedTranslation
}

const variantsOf = (language: string, bundle: CompleteBundle): Variants => ({
  withIab: { language, translations: bundle },
  withoutIab: { language, translations: Struct.omit(bundle, "iab") },
})

const variants: ReadonlyMap<string, Variants> = new Map(
  Array.from(builtInBundles, ([language, bundle]) => [language, variantsOf(language, bundle)] as const),
)

const fallbackVariants = variantsOf(fallbackLanguage, fallbackBundle)

/**
 * The language to serve: that of the rule if it sets one, else the first of the header that is built in, else `en`
 * (policy.md 6.4). A rule's language that is not built in gives `en` whatever the header says.
 *
 * @returns always a built-in language
 */
export const negotiateLanguage = (acceptLanguage: string, ruleLanguage?: string | undefined): string => {
  const fixed = primarySubtag(ruleLanguage ?? "")
  if (fixed !== "") return isBuiltIn(fixed) ? fixed : fallbackLanguage
  return parseAcceptLanguage(acceptLanguage).find(isBuiltIn) ?? fallbackLanguage
}

/**
 * Selects the texts of one visitor (policy.md 6.4).
 *
 * @returns the `translations` object of `/init`; the same object for the same language and `iab`
 */
export const selectTranslation = (request: TranslationRequest): SelectedTranslation => {
  const language = negotiateLanguage(request.acceptLanguage, request.ruleLanguage)
  const { withIab, withoutIab } = variants.get(language) ?? fallbackVariants
  return request.iab ? withIab : withoutIab
}
