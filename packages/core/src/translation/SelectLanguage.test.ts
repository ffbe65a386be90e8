import { assert, describe, it } from "@effect/vitest"
import * as FastCheck from "effect/FastCheck"
import * as Schema from "effect/Schema"
import { TranslationBundle } from "./Bundle.js"
import { builtInBundles, isBuiltIn } from "./messages/index.js"
import { negotiateLanguage, selectTranslation, type TranslationRequest } from "./SelectLanguage.js"

const languages = Array.from(builtInBundles.keys())

const inherited = ["__proto__", "constructor", "toString", "hasOwnProperty", "valueOf", "prototype"]

const anyTag = FastCheck.oneof(
  FastCheck.constantFrom(...languages, ...inherited, "xx", "sv", "*", "PT-br", "de_AT", ""),
  FastCheck.string(),
)

const request: FastCheck.Arbitrary<TranslationRequest> = FastCheck.record({
  acceptLanguage: FastCheck.array(anyTag, { maxLength: 6 }).map((tags) => tags.join(", ")),
  ruleLanguage: FastCheck.option(anyTag, { nil: undefined }),
  iab: FastCheck.boolean(),
})

describe("negotiateLanguage", () => {
  it.each<[string, string | undefined, string]>([
    ["de-AT,de;q=0.9,en;q=0.8", undefined, "de"],
    ["fr;q=0.5, pt-BR;q=0.7", undefined, "pt"],
    ["xx, sv;q=0.9, es;q=0.1", undefined, "es"],
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
    assert.strictEqual(negotiateLanguage(acceptLanguage, ruleLanguage), expected)
  })

  it.each(inherited)("does not take the property %s for a language", (name) => {
    assert.isFalse(isBuiltIn(name))
    assert.strictEqual(negotiateLanguage(`${name}, de;q=0.1`), "de")
    assert.strictEqual(negotiateLanguage("de", name), "en")
  })

  it("always serves a built-in language, and the rule's above all when it is one", () => {
    FastCheck.assert(
      FastCheck.property(request, FastCheck.constantFrom(...languages), ({ acceptLanguage, ruleLanguage }, built) => {
        assert.include(languages, negotiateLanguage(acceptLanguage, ruleLanguage))
        assert.strictEqual(negotiateLanguage(acceptLanguage, `${built.toUpperCase()}-XX`), built)
      }),
    )
  })

  it("is not moved by unknown languages in front", () => {
    FastCheck.assert(
      FastCheck.property(
        request,
        FastCheck.constantFrom(...inherited, "xx", "*", "-", ""),
        ({ acceptLanguage }, unknown) => {
          assert.strictEqual(negotiateLanguage(`${unknown},${acceptLanguage}`), negotiateLanguage(acceptLanguage))
        },
      ),
    )
  })
})

describe("selectTranslation", () => {
  const decode = Schema.decodeUnknownSync(TranslationBundle, { onExcessProperty: "error" })

  it("serves the texts of the negotiated language, with the iab section exactly when it applies", () => {
    FastCheck.assert(
      FastCheck.property(request, (given) => {
        const { language, translations } = selectTranslation(given)
        assert.strictEqual(language, negotiateLanguage(given.acceptLanguage, given.ruleLanguage))
        const { iab, ...rest } = builtInBundles.get(language) ?? assert.fail()
        assert.deepStrictEqual(translations, given.iab ? { ...rest, iab } : rest)
        assert.strictEqual("iab" in translations, given.iab)
      }),
    )
  })

  it.each(languages)("sends %s in the wire shape, with and without iab", (ruleLanguage) => {
    for (const iab of [true, false]) {
      const sent: unknown = JSON.parse(
        JSON.stringify(selectTranslation({ acceptLanguage: "", ruleLanguage, iab }).translations),
      )
      assert.deepStrictEqual<unknown>(decode(sent), sent)
    }
  })

  it("gives equal requests the identical object", () => {
    FastCheck.assert(
      FastCheck.property(request, (given) => {
        assert.strictEqual(selectTranslation(given), selectTranslation({ ...given }))
      }),
    )
  })

  it("gives different languages different texts", () => {
    const all = languages.map((acceptLanguage) => selectTranslation({ acceptLanguage, iab: false }))
    assert.deepStrictEqual(
      all.map(({ language }) => language),
      languages,
    )
    assert.strictEqual(new Set(all.map(({ translations }) => translations)).size, languages.length)
  })

  it("leaves no trace in Object.prototype", () => {
    for (const name of inherited) selectTranslation({ acceptLanguage: name, ruleLanguage: name, iab: true })
    assert.deepStrictEqual(Object.keys(Object.prototype), [])
  })
})
