/**
 * Random authored texts, and visitors who ask for theirs.
 *
 * @module
 */
import * as FastCheck from "effect/FastCheck"
import type { AuthoredTranslations } from "../translation/AuthoredTranslations.js"
import { builtInLanguages } from "../translation/Languages.js"
import type { TranslationRequest } from "../translation/SelectLanguage.js"

/** Names that every object has, and that no map knows. */
export const inheritedNames = ["__proto__", "constructor", "toString", "hasOwnProperty", "valueOf", "prototype"]

const anyTag = FastCheck.oneof(
  FastCheck.constantFrom(...builtInLanguages, ...inheritedNames, "xx", "tlh", "*", "PT-br", "de_AT", ""),
  FastCheck.constantFrom("en", "de", "fr", "da-DK", "tlh"),
  FastCheck.string(),
)

const profileNames = ["default", "preferences", "shop", "__proto__"]

/** What one visitor's choice of texts depends on. */
export const anyRequest: FastCheck.Arbitrary<TranslationRequest> = FastCheck.record({
  acceptLanguage: FastCheck.array(anyTag, { maxLength: 6 }).map((tags) => tags.join(", ")),
  ruleLanguage: FastCheck.option(anyTag, { nil: undefined }),
  messageProfile: FastCheck.option(FastCheck.constantFrom(...profileNames), { nil: undefined }),
  iab: FastCheck.boolean(),
})

const texts = FastCheck.record(
  {
    cookieBanner: FastCheck.record(
      { title: FastCheck.string(), description: FastCheck.string() },
      { requiredKeys: [] },
    ),
    common: FastCheck.record({ dismiss: FastCheck.string(), acknowledge: FastCheck.string() }, { requiredKeys: [] }),
    frame: FastCheck.record({ title: FastCheck.string() }),
    iab: FastCheck.record({ banner: FastCheck.record({ title: FastCheck.string() }) }),
    shop: FastCheck.record({ hint: FastCheck.string() }),
  },
  { requiredKeys: [] },
)

const languages = FastCheck.dictionary(FastCheck.constantFrom("en", "de", "fr", "da", "tlh"), texts, { maxKeys: 4 })

const profile = FastCheck.record(
  { translations: languages, fallbackLanguage: FastCheck.constantFrom("en", "de-AT", "FR", "xx", "") },
  { requiredKeys: ["translations"] },
)

/** Authored texts without a problem, as a manifest carries them. */
export const anyAuthored: FastCheck.Arbitrary<AuthoredTranslations> = FastCheck.record(
  {
    customTranslations: languages,
    i18n: FastCheck.record(
      {
        defaultProfile: FastCheck.constantFrom(...profileNames),
        messages: FastCheck.dictionary(FastCheck.constantFrom("default", "preferences", "shop"), profile),
      },
      { requiredKeys: [] },
    ),
  },
  { requiredKeys: [] },
)
