import { compileManifest } from "@consent-service/core/manifest/CompiledManifest"
import { assert, describe, it } from "@effect/vitest"
import * as FastCheck from "effect/FastCheck"
import { rememberTexts } from "./RememberedTexts.js"

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

describe("rememberTexts", () => {
  it("chooses as before, the identical texts, however often and in whatever order it is asked", () => {
    const { translate } = rememberTexts(manifest)
    FastCheck.assert(
      FastCheck.property(request, (asked) => {
        assert.strictEqual(translate(asked), manifest.translate(asked))
        assert.strictEqual(translate(asked), manifest.translate(asked))
      }),
      { numRuns: 2_000 },
    )
  })

  it("reads a header once, unless that is longer than any browser sends", () => {
    let read = 0
    const translate: typeof manifest.translate = (asked) => {
      read += 1
      return manifest.translate(asked)
    }
    const remembering = rememberTexts({ ...manifest, translate })
    const ask = (acceptLanguage: string) => remembering.translate({ acceptLanguage, iab: false })
    for (const header of ["de-AT, de;q=0.9", "de-AT, de;q=0.9", "fr", "de-AT, de;q=0.9"]) ask(header)
    assert.strictEqual(read, 2)
    for (let i = 0; i < 2; i += 1) ask("de,".repeat(200))
    assert.strictEqual(read, 4)
  })
})
