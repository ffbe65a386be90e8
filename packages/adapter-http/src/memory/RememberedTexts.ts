/**
 * A manifest that remembers which texts it chose by the languages recent visitors read: most browsers of a country send
 * one of a few headers, and reading one costs more than all else that is decided of a visitor.
 *
 * @module
 */
import type { CompiledManifest } from "@consent-service/core/manifest/CompiledManifest"
import { recentlyUsed } from "@consent-service/core/memory/RecentlyUsed"
import type { SelectedTranslation } from "@consent-service/core/translation/SelectedTranslation"
import type { TranslationRequest } from "@consent-service/core/translation/SelectLanguage"

/** More headers than are common at one site, and longer than any browser sends; strangers may send others. */
const remembered = { requests: 512, characters: 256 }

/** No header can hold the separator, so what a visitor sends is never taken for something else. */
const keyOf = ({ acceptLanguage, iab, messageProfile, ruleLanguage }: TranslationRequest): string =>
  `${messageProfile}\0${ruleLanguage}\0${iab}\0${acceptLanguage}`

/** The manifest, translating as before. */
export const rememberTexts = (manifest: CompiledManifest): CompiledManifest => {
  const recent = recentlyUsed<SelectedTranslation>(remembered.requests, remembered.characters)
  return { ...manifest, translate: (request) => recent(keyOf(request), () => manifest.translate(request)) }
}
