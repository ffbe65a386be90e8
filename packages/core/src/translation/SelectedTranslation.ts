/**
 * The texts one visitor is served, as they stand on the wire.
 *
 * @module
 */
import * as Schema from "effect/Schema"
import { TranslationBundle } from "./messages/Bundle.js"

/** The `translations` object of `/init`: the language finally served, and its texts. */
export const SelectedTranslation = Schema.Struct({ language: Schema.String, translations: TranslationBundle })
export type SelectedTranslation = typeof SelectedTranslation.Type
