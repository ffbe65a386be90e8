/**
 * Translations: built-in messages, selection by language, merging.
 *
 * @module
 */
export * from "../translation/AcceptLanguage.js"
export * from "../translation/AuthoredTranslations.js"
export * from "../translation/ClipLanguages.js"
export * from "../translation/CompileTranslator.js"
export * from "../translation/Languages.js"
export * from "../translation/MessageProfiles.js"
export * from "../translation/SelectedTranslation.js"
export * from "../translation/messages/ar.js"
export * from "../translation/messages/Bundle.js"
export * from "../translation/messages/de.js"
export * from "../translation/messages/en.js"
export * from "../translation/messages/enSite.js"
export * from "../translation/messages/fr.js"
export * from "../translation/messages/he.js"
export * from "../translation/messages/it.js"
