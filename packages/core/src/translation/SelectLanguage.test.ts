import { assert, describe, it } from "@effect/vitest"
import * as Either from "effect/Either"
import * as FastCheck from "effect/FastCheck"
import * as Schema from "effect/Schema"
import type { AuthoredTranslations } from "./AuthoredTranslations.js"
import { TranslationBundle } from "./Bundle.js"
import { builtInBundles } from "./messages/index.js"
import { builtInTranslator, compileTranslator, type TranslationRequest, type Translator } from "./SelectLanguage.js"

const languages = Array.from(builtInBundles.keys())

const inherited = ["__proto__", "constructor", "toString", "hasOwnProperty", "valueOf", "prototype"]

const anyTag = FastCheck.oneof(
  FastCheck.constantFrom(...languages, ...inherited, "xx", "tlh", "*", "PT-br", "de_AT", ""),
  FastCheck.string(),
)

const anyRequest: FastCheck.Arbitrary<TranslationRequest> = FastCheck.record({
  acceptLanguage: FastCheck.array(anyTag, { maxLength: 6 }).map((tags) => tags.join(", ")),
  ruleLanguage: FastCheck.option(anyTag, { nil: undefined }),
  messageProfile: FastCheck.option(FastCheck.constantFrom("default", "preferences", "shop", "__proto__"), {
    nil: undefined,
  }),
  iab: FastCheck.boolean(),
})

const translatorOf = (authored: AuthoredTranslations): Translator => Either.getOrThrow(compileTranslator(authored))

const problemsOf = (authored: AuthoredTranslations): ReadonlyArray<string> =>
  Either.match(compileTranslator(authored), {
    onLeft: (problems) => problems.map(({ path }) => path),
    onRight: () => [],
  })

const ask = (translator: Translator, acceptLanguage: string, rule: Partial<TranslationRequest> = {}) =>
  translator({ acceptLanguage, iab: false, ...rule })

describe("without profiles: the built-in languages (policy.md 6.4)", () => {
  it.each<[string, string | undefined, string]>([
    ["de-AT,de;q=0.9,en;q=0.8", undefined, "de"],
    ["fr;q=0.5, pt-BR;q=0.7", undefined, "pt"],
    ["xx, tlh;q=0.9, es;q=0.1", undefined, "es"],
    ["es;q=0", undefined, "es"],
    ["xx", undefined, "en"],
    ["*", undefined, "en"],
    ["", undefined, "en"],
    ["fr", "de", "de"],
    ["fr", "PT-br", "pt"],
    ["fr", "xx", "en"],
    ["fr", "constructor", "en"],
    ["fr", "", "fr"],
    ["fr", "  ", "fr"],
  ])("serves header %j and rule language %j in %s", (acceptLanguage, ruleLanguage, expected) => {
    assert.strictEqual(ask(builtInTranslator, acceptLanguage, { ruleLanguage }).language, expected)
  })

  it.each(inherited)("does not take the property %s for a language or a profile", (name) => {
    assert.strictEqual(ask(builtInTranslator, `${name}, de;q=0.1`).language, "de")
    assert.strictEqual(ask(builtInTranslator, "de", { ruleLanguage: name }).language, "en")
    assert.strictEqual(ask(builtInTranslator, "de", { messageProfile: name }).language, "de")
    assert.deepStrictEqual(Object.keys(Object.prototype), [])
  })

  it("serves the texts of the language it names, with the iab section exactly when it applies", () => {
    FastCheck.assert(
      FastCheck.property(anyRequest, (request) => {
        const { language, translations } = builtInTranslator(request)
        const { iab, ...rest } = builtInBundles.get(language) ?? assert.fail(`${language} is not built in`)
        assert.deepStrictEqual(translations, request.iab ? { ...rest, iab } : rest)
        assert.strictEqual("iab" in translations, request.iab)
      }),
    )
  })

  it("gives equal requests the identical object, and is not moved by unknown languages in front", () => {
    FastCheck.assert(
      FastCheck.property(anyRequest, FastCheck.constantFrom(...inherited, "xx", "*", "-", ""), (request, unknown) => {
        assert.strictEqual(builtInTranslator(request), builtInTranslator({ ...request }))
        const acceptLanguage = `${unknown},${request.acceptLanguage}`
        assert.strictEqual(builtInTranslator({ ...request, acceptLanguage }), builtInTranslator(request))
      }),
    )
  })

  it.each(languages)("sends %s in the wire shape, with and without iab", (ruleLanguage) => {
    const decode = Schema.decodeUnknownSync(TranslationBundle, { onExcessProperty: "error" })
    for (const iab of [true, false]) {
      const { language, translations } = builtInTranslator({ acceptLanguage: "", ruleLanguage, iab })
      const sent: unknown = JSON.parse(JSON.stringify(translations))
      assert.deepStrictEqual<unknown>(decode(sent), sent)
      assert.strictEqual(language, ruleLanguage)
    }
  })
})

const title = (text: string) => ({ cookieBanner: { title: text } })

const profiles: AuthoredTranslations = {
  i18n: {
    messages: {
      default: { translations: { en: title("default en"), de: title("default de") } },
      shop: { translations: { fr: title("shop fr"), da: title("shop da") }, fallbackLanguage: "fr-CH" },
      bare: { translations: { sv: title("bare sv"), da: title("bare da"), tlh: title("bare tlh") } },
      empty: { translations: {} },
    },
  },
}

describe("with profiles (policy.md 6.4)", () => {
  const translator = translatorOf(profiles)
  const served = (acceptLanguage: string, rule: Partial<TranslationRequest> = {}) => {
    const { language, translations } = ask(translator, acceptLanguage, rule)
    return [language, translations.cookieBanner.title]
  }

  it.each<[string, string, Partial<TranslationRequest>, string, string]>([
    ["the header's first language that the profile has", "fr, de;q=0.9", {}, "de", "default de"],
    ["`en` where the profile has none of them", "fr", {}, "en", "default en"],
    ["the rule's profile", "da", { messageProfile: "shop" }, "da", "shop da"],
    ["the profile's own fallback language, by primary subtag", "en", { messageProfile: "shop" }, "fr", "shop fr"],
    ["the first by name without fallback and `en`", "en", { messageProfile: "bare" }, "da", "bare da"],
    ["the default profile for one that is missing", "de", { messageProfile: "gone" }, "de", "default de"],
    ["the rule's language over the header's", "da", { messageProfile: "shop", ruleLanguage: "fr" }, "fr", "shop fr"],
    [
      "the fallback for a rule's language that is missing",
      "da",
      { messageProfile: "shop", ruleLanguage: "de" },
      "fr",
      "shop fr",
    ],
    ["a language that is not built in", "tlh", { messageProfile: "bare" }, "tlh", "bare tlh"],
  ])("serves %s", (_, acceptLanguage, rule, language, text) => {
    assert.deepStrictEqual(served(acceptLanguage, rule), [language, text])
  })

  it("a profile without languages leaves the built-in ones", () => {
    assert.strictEqual(ask(translator, "it, de;q=0.5, nl", { messageProfile: "empty" }).language, "it")
  })

  it("what a profile does not say comes from its language, or from English where that has no texts", () => {
    const { translations: danish } = ask(translator, "da", { messageProfile: "shop" })
    assert.deepStrictEqual(danish.common, builtInBundles.get("da")?.common)
    const { translations: klingon } = ask(translator, "tlh", { messageProfile: "bare" })
    assert.deepStrictEqual(klingon.common, builtInBundles.get("en")?.common)
  })

  it("negotiation never leaves the profile's languages", () => {
    const languagesOf = { default: ["en", "de"], shop: ["fr", "da"], bare: ["sv", "da", "tlh"] }
    FastCheck.assert(
      FastCheck.property(
        anyRequest,
        FastCheck.constantFrom("default" as const, "shop" as const, "bare" as const),
        (request, messageProfile) => {
          const { language, translations } = translator({ ...request, messageProfile })
          assert.include(languagesOf[messageProfile], language)
          assert.strictEqual(translations.cookieBanner.title, `${messageProfile} ${language}`)
          assert.strictEqual("iab" in translations, request.iab)
        },
      ),
    )
  })

  it("the default profile can have another name", () => {
    const renamed = translatorOf({ i18n: { ...profiles.i18n, defaultProfile: "shop" } })
    assert.deepStrictEqual(ask(renamed, "en").translations.cookieBanner.title, "shop fr")
  })

  it("a default profile that is missing leaves the built-in texts", () => {
    const lost = translatorOf({ i18n: { ...profiles.i18n, defaultProfile: "gone" } })
    assert.strictEqual(ask(lost, "it").language, "it")
  })
})

describe("customTranslations (policy.md 6.4)", () => {
  it("are the default profile", () => {
    const translator = translatorOf({ customTranslations: { de: title("custom") } })
    assert.deepStrictEqual(ask(translator, "fr").translations.cookieBanner.title, "custom")
    assert.strictEqual(ask(translator, "fr").language, "de")
  })

  it("are not read where i18n.messages has any profile", () => {
    const translator = translatorOf({ ...profiles, customTranslations: { de: title("custom") } })
    assert.strictEqual(ask(translator, "de").translations.cookieBanner.title, "default de")
  })

  it("are read where i18n.messages is empty", () => {
    const translator = translatorOf({ i18n: { messages: {} }, customTranslations: { de: title("custom") } })
    assert.strictEqual(ask(translator, "de").translations.cookieBanner.title, "custom")
  })
})

describe("texts that cannot be used", () => {
  it("are all told, by where they stand", () => {
    assert.deepStrictEqual(
      problemsOf({ customTranslations: { de: { common: { save: 5 } }, en: { cookieBanner: "no" } } }),
      ["customTranslations.de.common.save", "customTranslations.en.cookieBanner"],
    )
    assert.deepStrictEqual(
      problemsOf({ i18n: { messages: { shop: { translations: { de: { iab: { banner: { title: null } } } } } } } }),
      ["i18n.messages.shop.translations.de.iab.banner.title"],
    )
  })

  it("do not include keys we do not know, which are kept", () => {
    const translator = translatorOf({ customTranslations: { de: { shop: { hint: "Hinweis" } } } })
    const sent: unknown = JSON.parse(JSON.stringify(ask(translator, "de").translations))
    assert.deepInclude(sent, { shop: { hint: "Hinweis" } })
  })
})
