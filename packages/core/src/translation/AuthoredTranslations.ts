/**
 * Texts that override the built-in ones: for all rules as `customTranslations`, or as
 * named message profiles that rules choose from by `i18n.messageProfile`.
 *
 * @module
 */
import * as Schema from "effect/Schema"
import type { TranslationBundle } from "./messages/Bundle.js"
import { described } from "../schema/Documentation.js"

type Partially<A> = A extends string ? A : { readonly [K in keyof A]?: Partially<NonNullable<A[K]>> }

/** Some texts of one language; `frame` is the older name of `consentGate`. */
export type AuthoredTexts = Partially<TranslationBundle> & { readonly frame?: AuthoredTexts["consentGate"] }

/** Texts by primary language subtag, such as `de`. */
export type AuthoredLanguages = Readonly<Record<string, AuthoredTexts>>

/** A named set of languages. */
export interface MessageProfile {
  readonly translations: AuthoredLanguages
  /** The language of visitors who read none of the profile's. Default: `en`, else the first by name. */
  readonly fallbackLanguage?: string
}

/** What `manifest.i18n` holds. */
export interface AuthoredI18n {
  /** The profile of rules that name none. Default: `default`. */
  readonly defaultProfile?: string
  readonly messages?: Readonly<Record<string, MessageProfile>>
}

const Texts = Schema.Record({ key: Schema.String, value: Schema.Unknown })

/** Texts by language, of which only the shape of the outermost level is known. */
const Languages = Schema.Record({ key: Schema.String, value: Texts })

/** The `translations` object of `/manifest`: the authored texts, without the built-in ones. */
export const AuthoredTranslations = Schema.Struct({
  customTranslations: Schema.optionalWith(Languages, { exact: true }),
  i18n: Schema.optionalWith(
    Schema.Struct({
      defaultProfile: Schema.optional(Schema.String),
      messages: Schema.optional(
        Schema.Record({
          key: Schema.String,
          value: Schema.Struct({ translations: Languages, fallbackLanguage: Schema.optional(Schema.String) }),
        }),
      ),
    }),
    { exact: true },
  ),
}).annotations({
  identifier: "AuthoredTranslations",
  ...described({
    description: "The site's own translations, without the built-in ones",
    fields: {
      customTranslations: "Translations for all rules, by language",
      i18n: "Translations by message profile, which rules select",
      defaultProfile: "The profile of rules that name none; `default` when absent",
      messages: "The profiles by name",
      translations: "A profile's translations by language",
      fallbackLanguage: "Shown to visitors who read none of the profile's languages",
    },
  }),
})
export type AuthoredTranslations = typeof AuthoredTranslations.Type
