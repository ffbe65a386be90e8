import { assert, describe, it } from "@effect/vitest"
import * as FastCheck from "effect/FastCheck"
import { anyAuthored, anyRequest, inheritedNames } from "../testing/TranslationArbitrary.js"
import { parseAcceptLanguage, primarySubtag } from "./AcceptLanguage.js"
import type { AuthoredTranslations } from "./AuthoredTranslations.js"
import { mergeTexts } from "./MergeTexts.js"
import { enSite } from "./messages/enSite.js"
import { builtInBundles } from "./messages/index.js"
import { type BuiltInTexts, type TranslationRequest, type Translator, translatorOver } from "./SelectLanguage.js"

const translatorOf = (authored: AuthoredTranslations): Translator =>
  translatorOver({ builtIn: builtInBundles, authored })

const builtInTranslator = translatorOf({})

const ask = (translator: Translator, acceptLanguage: string, rule: Partial<TranslationRequest> = {}) =>
  translator({ acceptLanguage, iab: false, ...rule })

describe("without profiles: the built-in languages", () => {
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

  it.each(inheritedNames)("does not treat the property %s as a language or a profile", (name) => {
    assert.strictEqual(ask(builtInTranslator, `${name}, de;q=0.1`).language, "de")
    assert.strictEqual(ask(builtInTranslator, "de", { ruleLanguage: name }).language, "en")
    assert.strictEqual(ask(builtInTranslator, "de", { messageProfile: name }).language, "de")
    assert.deepStrictEqual(Object.keys(Object.prototype), [])
  })

  it("serves the texts of its language, with the iab section exactly when it applies", () => {
    FastCheck.assert(
      FastCheck.property(anyRequest, (request) => {
        const { language, translations } = builtInTranslator(request)
        const { iab, ...rest } = builtInBundles.get(language) ?? assert.fail(`${language} is not built in`)
        assert.deepStrictEqual(translations, request.iab ? { ...rest, iab } : rest)
        assert.strictEqual("iab" in translations, request.iab)
      }),
    )
  })

  it("returns the identical object for equal requests, and ignores unknown languages in front", () => {
    FastCheck.assert(
      FastCheck.property(
        anyRequest,
        FastCheck.constantFrom(...inheritedNames, "xx", "*", "-", ""),
        (request, unknown) => {
          assert.strictEqual(builtInTranslator(request), builtInTranslator({ ...request }))
          const acceptLanguage = `${unknown},${request.acceptLanguage}`
          assert.strictEqual(builtInTranslator({ ...request, acceptLanguage }), builtInTranslator(request))
        },
      ),
    )
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

describe("with profiles", () => {
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

  it("a profile without languages uses the built-in ones", () => {
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

describe("customTranslations", () => {
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

/** The steps of docs/policies.md one by one, for the built-in languages given. */
const naive = (builtIn: BuiltInTexts, authored: AuthoredTranslations, request: TranslationRequest) => {
  const messages = authored.i18n?.messages ?? {}
  const custom = authored.customTranslations ?? {}
  const known =
    Object.keys(messages).length > 0
      ? messages
      : Object.keys(custom).length > 0
        ? { default: { translations: custom } }
        : {}
  const nameOf = (name: string) => (Object.hasOwn(known, name) ? known[name] : undefined)
  const active = nameOf(request.messageProfile ?? "") ?? nameOf(authored.i18n?.defaultProfile ?? "default")
  const own = new Map(Object.entries(active?.translations ?? {}))
  const selectable = own.size > 0 ? Array.from(own.keys()) : Array.from(builtIn.keys())
  const wanted = [primarySubtag(active?.fallbackLanguage ?? ""), "en"].find((language) => own.has(language))
  const fallback = own.size > 0 ? (wanted ?? selectable.toSorted()[0] ?? "en") : "en"
  const fixed = primarySubtag(request.ruleLanguage ?? "")
  const heard = parseAcceptLanguage(request.acceptLanguage).find((language) => selectable.includes(language))
  const requested = fixed === "" ? (heard ?? fallback) : fixed
  const candidate = [requested, fallback].find((language) => own.has(language))
  const language = candidate ?? (builtIn.has(requested) ? requested : "en")
  const base = builtIn.get(language) ?? builtIn.get("en") ?? assert.fail("English is missing")
  const { iab, ...site } = mergeTexts(base, own.get(candidate ?? "") ?? {})
  return { language, translations: request.iab && iab !== undefined ? { ...site, iab } : site }
}

describe.each<[string, BuiltInTexts]>([
  ["every language", builtInBundles],
  ["English without iab alone", new Map([["en", enSite]])],
])("with %s built in", (_, builtIn) => {
  it("agrees with a naive implementation of the steps", () => {
    FastCheck.assert(
      FastCheck.property(anyAuthored, anyRequest, (authored, request) => {
        const selected = translatorOver({ builtIn, authored })(request)
        assert.deepStrictEqual<unknown>(selected, naive(builtIn, authored, request))
      }),
      { numRuns: 300 },
    )
  })

  it("gives equal requests the identical object", () => {
    FastCheck.assert(
      FastCheck.property(anyAuthored, anyRequest, (authored, request) => {
        const translate = translatorOver({ builtIn, authored })
        assert.strictEqual(translate(request), translate({ ...request }))
      }),
    )
  })
})

describe("where only English is built in", () => {
  const builtIn: BuiltInTexts = new Map([["en", enSite]])

  it("a language without authored messages is served in English and marked as English", () => {
    const translate = translatorOver({ builtIn, authored: {} })
    assert.deepStrictEqual(ask(translate, "de, fr", { iab: true }), { language: "en", translations: enSite })
    assert.strictEqual(ask(translate, "de", { ruleLanguage: "fr" }).language, "en")
  })

  it("an authored language is served, English where it says nothing", () => {
    const translate = translatorOver({ builtIn, authored: profiles })
    const { language, translations } = ask(translate, "de")
    assert.deepStrictEqual([language, translations.cookieBanner.title], ["de", "default de"])
    assert.deepStrictEqual(translations.common, enSite.common)
  })
})
