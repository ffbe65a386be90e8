import { assert, describe, it } from "@effect/vitest"
import * as FastCheck from "effect/FastCheck"
import * as Either from "effect/Either"
import { compileTranslator } from "../translation/CompileTranslator.js"
import type { Translator } from "../translation/SelectLanguage.js"
import { compileManifest, rememberTranslations } from "./CompiledManifest.js"

const profile = (title: string) => ({
  translations: {
    en: { cookieBanner: { title } },
    de: { cookieBanner: { title: `${title} auf Deutsch` } },
    fr: { cookieBanner: { title: `${title} en français` } },
  },
})

const manifest = compileManifest(
  { i18n: { defaultProfile: "shop", messages: { shop: profile("Shop"), blog: profile("Blog") } } },
  { hosting: "self-hosted", geolocation: true },
)

const language = FastCheck.constantFrom("de", "fr", "en", "sv", "", "*", "undefined", "true", "shop")

const request = FastCheck.record({
  acceptLanguage: FastCheck.oneof(
    FastCheck.array(language, { maxLength: 4 }).map((languages) => languages.join(", ")),
    language.map((one) => `${"sv,".repeat(200)}${one}`),
  ),
  ruleLanguage: FastCheck.constantFrom("de", "fr", "", undefined),
  messageProfile: FastCheck.constantFrom("shop", "blog", "nowhere", undefined),
  iab: FastCheck.boolean(),
})

describe("a compiled manifest's texts", () => {
  it("are identical to those of an uncached translator, in whatever order requests arrive", () => {
    const plain = Either.getOrThrow(compileTranslator(manifest.document.translations))
    const translate = rememberTranslations(plain)
    FastCheck.assert(
      FastCheck.property(request, (asked) => {
        assert.strictEqual(translate(asked), plain(asked))
        assert.strictEqual(translate(asked), plain(asked))
        assert.deepStrictEqual(manifest.translate(asked), plain(asked))
      }),
      { numRuns: 2_000 },
    )
  })

  it("are cached by header, unless that is longer than browsers send", () => {
    let read = 0
    const counting: Translator = (asked) => {
      read += 1
      return manifest.translate(asked)
    }
    const translate = rememberTranslations(counting)
    const ask = (acceptLanguage: string) => translate({ acceptLanguage, iab: false })
    for (const header of ["de-AT, de;q=0.9", "de-AT, de;q=0.9", "fr", "de-AT, de;q=0.9"]) ask(header)
    assert.strictEqual(read, 2)
    for (let i = 0; i < 2; i += 1) ask("de,".repeat(200))
    assert.strictEqual(read, 4)
  })
})
