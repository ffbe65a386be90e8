import { resolveVisitor, unknownVisitor } from "@consent-service/core/visitor"
import { readManifest } from "@consent-service/core/manifest"
import { afterAll, assert, describe, it } from "@effect/vitest"
import * as Either from "effect/Either"
import { policyPresets, recommendedPolicyRules } from "../index.js"
import type { ConsentServiceOptions } from "../options/Options.js"
import { instanceOn } from "../testing/TestInstance.js"

const save = (text: string) => ({ common: { save: text } })

const manifest: NonNullable<ConsentServiceOptions["manifest"]> = {
  policyRules: [...recommendedPolicyRules({ iab: true }).slice(0, -1), policyPresets.worldOptOutNoPrompt()],
  iab: { enabled: true, cmpId: 10 },
  vendors: [{ id: "chat", name: "Chat", category: "functionality", privacyPolicyUrl: "https://chat.example" }],
  i18n: {
    messages: {
      default: { translations: { de: save("Sichern"), en: save("Keep") } },
      preferences: { translations: { en: save("Keep preferences") } },
    },
  },
}

const instance = instanceOn("sqlite::memory:", { manifest })
afterAll(() => instance.service.dispose())

describe("GET /manifest?language=", () => {
  it("slices the authored texts; ETag, revision and headers stay", async () => {
    const whole = await instance.send("/manifest")
    const sliced = await instance.send("/manifest?language=de-DE,de;q=0.9")
    const { messages } = sliced.body.translations.i18n
    assert.deepStrictEqual(messages.default.translations, { de: save("Sichern") })
    assert.deepStrictEqual(messages.preferences.translations, {})
    assert.deepStrictEqual({ ...sliced.body, translations: null }, { ...whole.body, translations: null })
    for (const name of ["etag", "cache-control", "cdn-cache-control"]) {
      assert.strictEqual(sliced.headers.get(name), whole.headers.get(name))
    }
  })

  it("an empty language is the whole manifest; one without texts has none", async () => {
    const whole = await instance.send("/manifest")
    assert.deepStrictEqual((await instance.send("/manifest?language=")).body, whole.body)
    for (const language of ["fr", "__proto__", "*"]) {
      const { body, status } = await instance.send(`/manifest?language=${language}`)
      assert.strictEqual(status, 200)
      assert.deepStrictEqual(body.translations.i18n.messages.default.translations, {})
    }
  })

  it("a slice is revalidated like the whole", async () => {
    const { headers } = await instance.send("/manifest")
    const again = await instance.send("/manifest?language=de", {
      headers: { "if-none-match": headers.get("etag") ?? "" },
    })
    assert.deepStrictEqual([again.status, again.body], [304, null])
  })
})

describe("the whole answer of GET /init", () => {
  it("is what a host resolves from the manifest it fetched", async () => {
    const fetched = Either.getOrThrow(readManifest((await instance.send("/manifest")).body))
    const places = [
      { country: "DE", region: null },
      { country: "US", region: "CA" },
      { country: "US", region: null },
      { country: "CA", region: "QC" },
      { country: "JP", region: null },
      { country: null, region: null },
    ]
    for (const { country, region } of places) {
      const query = new URLSearchParams({ country: country ?? "", region: region ?? "" })
      const { body } = await instance.send(`/init?${query}`, { headers: { "accept-language": "de" } })
      const { body: own } = resolveVisitor(fetched, { ...unknownVisitor, country, region, acceptLanguage: "de" })
      assert.deepStrictEqual(body, JSON.parse(JSON.stringify(own)))
    }
  })

  it("has the IAB payload for the matched iab rule only, and the vendors for all", async () => {
    const german = await instance.send("/init?country=DE")
    const japanese = await instance.send("/init?country=JP")
    assert.deepInclude(german.body, { cmpId: 10, vendors: manifest.vendors })
    assert.property(german.body.translations.translations, "iab")
    assert.deepInclude(japanese.body, { vendors: manifest.vendors })
    assert.notProperty(japanese.body, "cmpId")
    assert.notProperty(japanese.body.translations.translations, "iab")
  })

  it("serves the texts of the rule's profile", async () => {
    const { body } = await instance.send("/init?country=JP", { headers: { "accept-language": "de" } })
    assert.strictEqual(body.translations.language, "en")
    assert.strictEqual(body.translations.translations.common.save, "Keep preferences")
  })

  it("a malformed experiment or journey fails nothing and changes nothing", async () => {
    const plain = await instance.send("/init?country=DE")
    const odd = await instance.send("/init?country=DE&experiment=%25&journey=x&journeyScope=tab&stored=2")
    assert.deepStrictEqual([odd.status, odd.body], [200, plain.body])
  })
})

describe("authored texts", () => {
  it("that cannot be used are a configuration error, each by its option", () => {
    const wrong: unknown = JSON.parse('{"common":{"save":5}}')
    const build = () =>
      instanceOn("sqlite::memory:", {
        manifest: {
          customTranslations: { de: Object(wrong) },
          iab: { enabled: true, endpoint: "http://lists.example" },
        },
      })
    assert.throws(build, /manifest\.customTranslations\.de\.common\.save/)
    assert.throws(build, /manifest\.iab\.endpoint/)
  })

  it("that look like a mistake are in the log once, and stop nothing", async () => {
    const { events, send, service } = instanceOn("sqlite::memory:", {
      manifest: { i18n: { messages: { shop: { translations: { de: save("Sichern") } } } } },
    })
    assert.strictEqual((await send("/init")).status, 200)
    assert.strictEqual((await send("/init")).status, 200)
    const told = events.filter(({ event }) => event === "translations-questionable")
    assert.lengthOf(told, 1)
    assert.include(told[0], { level: "warn" })
    await service.dispose()
  })
})
