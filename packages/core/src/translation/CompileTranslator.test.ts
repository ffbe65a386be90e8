import { assert, describe, it } from "@effect/vitest"
import * as Either from "effect/Either"
import * as FastCheck from "effect/FastCheck"
import * as Schema from "effect/Schema"
import { anyAuthored, anyRequest } from "../testing/TranslationArbitrary.js"
import type { AuthoredTranslations } from "./AuthoredTranslations.js"
import { TranslationBundle } from "./messages/Bundle.js"
import { builtInTranslator, compileTranslator } from "./CompileTranslator.js"
import { builtInLanguages } from "./Languages.js"
import { builtInBundles } from "./messages/index.js"
import { type Translator, translatorOver } from "./SelectLanguage.js"

const translatorOf = (authored: AuthoredTranslations): Translator => Either.getOrThrow(compileTranslator(authored))

const problemsOf = (authored: AuthoredTranslations): ReadonlyArray<string> =>
  Either.match(compileTranslator(authored), {
    onLeft: (problems) => problems.map(({ path }) => path),
    onRight: () => [],
  })

describe("the built-in texts", () => {
  it.each(builtInLanguages)("sends %s in the wire shape, with and without iab", (ruleLanguage) => {
    const decode = Schema.decodeUnknownSync(TranslationBundle, { onExcessProperty: "error" })
    for (const iab of [true, false]) {
      const { language, translations } = builtInTranslator({ acceptLanguage: "", ruleLanguage, iab })
      const sent: unknown = JSON.parse(JSON.stringify(translations))
      assert.deepStrictEqual<unknown>(decode(sent), sent)
      assert.strictEqual(language, ruleLanguage)
    }
  })
})

describe("valid texts", () => {
  it("are selected and merged as if they were not validated", () => {
    FastCheck.assert(
      FastCheck.property(anyAuthored, anyRequest, (authored, request) => {
        const trusted = translatorOver({ builtIn: builtInBundles, authored })(request)
        assert.deepStrictEqual(translatorOf(authored)(request), trusted)
      }),
      { numRuns: 500 },
    )
  })

  it("give equal requests the identical object", () => {
    FastCheck.assert(
      FastCheck.property(anyAuthored, anyRequest, (authored, request) => {
        const translate = translatorOf(authored)
        assert.strictEqual(translate(request), translate({ ...request }))
      }),
    )
  })
})

describe("invalid texts", () => {
  it("are all reported, with their paths", () => {
    assert.deepStrictEqual(
      problemsOf({ customTranslations: { de: { common: { save: 5 } }, en: { cookieBanner: "no" } } }),
      ["customTranslations.de.common.save", "customTranslations.en.cookieBanner"],
    )
    assert.deepStrictEqual(
      problemsOf({ i18n: { messages: { shop: { translations: { de: { iab: { banner: { title: null } } } } } } } }),
      ["i18n.messages.shop.translations.de.iab.banner.title"],
    )
  })

  it("do not include unknown keys, which are kept", () => {
    const translator = translatorOf({ customTranslations: { de: { shop: { hint: "Hinweis" } } } })
    const sent: unknown = JSON.parse(JSON.stringify(translator({ acceptLanguage: "de", iab: false }).translations))
    assert.deepInclude(sent, { shop: { hint: "Hinweis" } })
  })
})
