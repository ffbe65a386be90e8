import { assert, describe, it } from "@effect/vitest"
import * as FastCheck from "effect/FastCheck"
import * as Schema from "effect/Schema"
import { fullManifest, settings } from "../testing/ManifestFixture.js"
import { anyRules } from "../testing/PolicyArbitrary.js"
import type { ManifestOptions, UncheckedManifest } from "./ManifestOptions.js"
import { ManifestDocument, sliceLanguage, sliceManifest, toManifestDocument } from "./ManifestDocument.js"

const asSent = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

const document = (config: UncheckedManifest = {}) => toManifestDocument(config, settings)

const rule = { id: "a", match: { countries: ["DE"] }, model: "opt-in", prompt: "choice" } as const

describe("the manifest's fields", () => {
  it("without configuration: defaults, no rules at all", () => {
    const { revision, ...rest } = document()
    assert.match(revision, /^[0-9a-f]{64}$/)
    assert.deepStrictEqual<unknown>(asSent(rest), {
      schemaVersion: 2,
      branding: "cs",
      hosting: "self-hosted",
      appName: "cs",
      translations: {},
      defaults: {},
    })
  })

  it("policyPacks: an empty list for an empty list, in authored order, with exactly three keys an entry", () => {
    assert.deepStrictEqual(document({ policyRules: [] }).policyPacks, [])
    const packs = document({ policyRules: [{ ...rule, id: "b" }, rule] }).policyPacks ?? []
    assert.deepStrictEqual(
      packs.map((entry) => entry.rule.id),
      ["b", "a"],
    )
    for (const entry of packs) assert.sameMembers(Object.keys(entry), ["match", "rule", "fingerprints"])
  })

  it("match is as authored, not normalized", () => {
    const match = { countries: [" de "], regions: [{ country: "us", region: "us-ca" }] }
    assert.deepStrictEqual(document({ policyRules: [{ ...rule, match }] }).policyPacks?.[0]?.match, match)
  })

  it("policyFailure: reason and every error, and an empty pack", () => {
    const { policyFailure, policyPacks } = document({ policyRules: [{ id: "x" }, { id: "x" }] })
    assert.deepStrictEqual(policyPacks, [])
    assert.strictEqual(policyFailure?.reason, "invalid-configuration")
    assert.isAtLeast(policyFailure?.errors.length ?? 0, 2)
    assert.isUndefined(document({ policyRules: [rule] }).policyFailure)
  })

  it("cmpId: from iab.cmpId, even when IAB is off; iab: only when it is on", () => {
    const off = document({ iab: { cmpId: 7 } })
    assert.strictEqual(off.cmpId, 7)
    assert.notProperty(off, "iab")
    assert.deepStrictEqual<unknown>(document({ iab: { enabled: true } }).iab, {
      enabled: true,
      gvl: { url: "https://vendor-list.consensu.org/v3/vendor-list.json" },
    })
  })

  it("an iab rule needs iab.enabled: true", () => {
    const policyRules = [{ ...rule, model: "iab" }]
    assert.property(document({ policyRules }), "policyFailure")
    assert.property(document({ policyRules, iab: { enabled: false } }), "policyFailure")
    assert.notProperty(document({ policyRules, iab: { enabled: true } }), "policyFailure")
  })

  it("translations: what was authored, nothing built in", () => {
    assert.deepStrictEqual<unknown>(document(fullManifest).translations, { i18n: fullManifest.i18n })
    const customTranslations = { de: { common: { save: "Sichern" } } }
    assert.deepStrictEqual<unknown>(document({ customTranslations }).translations, { customTranslations })
  })

  it("vendors and vendorListVersion pass unchanged, absent when not configured", () => {
    const { vendorListVersion, vendors } = document(fullManifest)
    assert.deepStrictEqual([vendors, vendorListVersion], [fullManifest.vendors, "2026-11"])
    assert.doesNotHaveAnyKeys(document(), ["vendors", "vendorListVersion"])
    assert.deepStrictEqual(document({ vendors: [] }).vendors, [])
  })

  it("defaults.disableGeoLocation tells clients that locations are ignored", () => {
    assert.deepStrictEqual(toManifestDocument({}, { ...settings, geolocation: false }).defaults, {
      disableGeoLocation: true,
    })
  })

  it("no tenant appears", () => {
    assert.notProperty(document(fullManifest), "tenantId")
  })

  it("matches its schema, encoded and decoded", () => {
    const decode = Schema.decodeUnknownSync(ManifestDocument, { onExcessProperty: "error" })
    FastCheck.assert(
      FastCheck.property(anyRules, (policyRules) => {
        const sent = asSent(document({ ...fullManifest, policyRules }))
        assert.deepStrictEqual<unknown>(decode(sent), sent)
      }),
    )
  })
})

describe("the revision", () => {
  const revision = (config: ManifestOptions) => document(config).revision

  it("is the same for the same content, however its members are ordered", () => {
    const reordered: ManifestOptions = Object.fromEntries(Object.entries(fullManifest).reverse())
    assert.strictEqual(revision(reordered), revision(fullManifest))
  })

  const changes: ReadonlyArray<readonly [string, ManifestOptions]> = [
    ["a rule's meaning", { ...fullManifest, policyRules: [rule] }],
    ["a rule's copyRevision", { ...fullManifest, policyRules: [{ ...rule, copyRevision: "2" }] }],
    ["a rule's places", { ...fullManifest, policyRules: [{ ...rule, match: { countries: ["FR"] } }] }],
    ["no rules", { ...fullManifest, policyRules: undefined }],
    ["empty rules", { ...fullManifest, policyRules: [] }],
    ["appName", { ...fullManifest, appName: "Other" }],
    ["branding", { ...fullManifest, branding: "hosted" }],
    ["a text", { ...fullManifest, i18n: { messages: { default: { translations: { en: {} } } } } }],
    ["cmpId", { ...fullManifest, iab: { ...fullManifest.iab, cmpId: 11 } }],
    ["iab off", { ...fullManifest, policyRules: [rule], iab: { enabled: false } }],
    ["vendors", { ...fullManifest, vendors: [] }],
    ["vendorListVersion", { ...fullManifest, vendorListVersion: "2026-12" }],
  ]

  it("differs for every difference", () => {
    const revisions = [fullManifest, ...changes.map(([, config]) => config)].map(revision)
    assert.strictEqual(new Set(revisions).size, changes.length + 1)
    assert.notInclude(revisions, toManifestDocument(fullManifest, { ...settings, hosting: "hosted" }).revision)
    assert.notInclude(revisions, toManifestDocument(fullManifest, { ...settings, geolocation: false }).revision)
  })
})

describe("the language slice", () => {
  it.each([
    ["de-DE,de;q=0.9", "de"],
    ["DE", "de"],
    [" fr ;q=1", "fr"],
    ["", ""],
    [",de", ""],
  ])("?language=%s asks for '%s'", (query, language) => {
    assert.strictEqual(sliceLanguage(query), language)
  })

  const customTranslations = { de: { common: { save: "Sichern" } }, fr: { common: { save: "Garder" } } }

  it("keeps one language of every profile, and everything else including the revision", () => {
    const whole = document(fullManifest)
    const sliced = sliceManifest(whole, "de")
    assert.deepStrictEqual<unknown>(sliced.translations, {
      i18n: {
        defaultProfile: "default",
        messages: {
          default: { translations: { de: { cookieBanner: { title: "Ihre goldene Privatsphäre" } } } },
          preferences: { translations: {}, fallbackLanguage: "en" },
        },
      },
    })
    assert.deepStrictEqual({ ...sliced, translations: null }, { ...whole, translations: null })
  })

  it("keeps one language of customTranslations, or none of it", () => {
    const whole = document({ customTranslations })
    assert.deepStrictEqual<unknown>(sliceManifest(whole, "fr").translations, {
      customTranslations: { fr: customTranslations.fr },
    })
    for (const other of ["es", "__proto__", "constructor"]) {
      assert.deepStrictEqual<unknown>(sliceManifest(whole, other).translations, { customTranslations: {} })
    }
  })

  it("an absent block stays absent", () => {
    assert.deepStrictEqual(sliceManifest(document(), "de").translations, {})
  })
})
