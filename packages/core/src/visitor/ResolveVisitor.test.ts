import { assert, describe, it } from "@effect/vitest"
import * as Either from "effect/Either"
import * as FastCheck from "effect/FastCheck"
import * as Schema from "effect/Schema"
import { compileManifest, readManifest } from "../manifest/CompiledManifest.js"
import type { UncheckedManifest } from "../manifest/ManifestOptions.js"
import type { PublishedSettings } from "../manifest/ManifestDocument.js"
import { SessionReportBody } from "../session/SessionReport.js"
import { fullManifest, settings } from "../testing/ManifestFixture.js"
import { anyPlace, anyRules } from "../testing/PolicyArbitrary.js"
import { InitBody, resolveVisitor } from "./ResolveVisitor.js"
import { unknownVisitor, type VisitorSignals } from "./VisitorSignals.js"

const journeyId = "0f8fad5b-d9cb-469f-a165-70867728950e"

const anySignals: FastCheck.Arbitrary<VisitorSignals> = FastCheck.tuple(
  anyPlace,
  FastCheck.record({
    gpc: FastCheck.boolean(),
    acceptLanguage: FastCheck.constantFrom("de", "fr-CH, en;q=0.5", "tlh", "he", "*", "ja, en;q=0.1"),
    experiment: FastCheck.option(FastCheck.constant({ id: "banner", arm: "b" })),
    journey: FastCheck.option(
      FastCheck.record({
        id: FastCheck.constant(journeyId),
        scope: FastCheck.constantFrom("page" as const, "tab" as const),
        storedChoice: FastCheck.option(FastCheck.boolean()),
      }),
    ),
    pageHost: FastCheck.option(FastCheck.constant("shop.example")),
    contractSupported: FastCheck.boolean(),
  }),
).map(([place, rest]) => ({ ...place, ...rest }))

const anyManifest: FastCheck.Arbitrary<readonly [UncheckedManifest, PublishedSettings]> = FastCheck.tuple(
  FastCheck.oneof({ weight: 6, arbitrary: anyRules }, FastCheck.constantFrom(undefined, [], [{ id: "wrong" }])),
  FastCheck.record({
    i18n: FastCheck.constantFrom(undefined, fullManifest.i18n),
    vendors: FastCheck.constantFrom(undefined, [], fullManifest.vendors),
    iab: FastCheck.constantFrom(undefined, fullManifest.iab, { enabled: true }, { enabled: false, cmpId: 3 }),
  }),
  FastCheck.boolean(),
).map(([policyRules, rest, geolocation]) => [
  { policyRules, ...rest },
  { hosting: "self-hosted", geolocation },
])

const asSent = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

const resolve = (
  config: UncheckedManifest,
  signals: Partial<VisitorSignals> = {},
  how: Partial<PublishedSettings> = {},
) => resolveVisitor(compileManifest(config, { ...settings, ...how }), { ...unknownVisitor, ...signals })

const bodyKeys = ["branding", "hosting", "jurisdiction", "location", "translations", "policyResolution"]
const unsupportedKeys = [...bodyKeys, "appName"]
const supportedKeys = [...unsupportedKeys, "vendors"]

const europe = { id: "europe", match: { countries: ["DE"], fallback: true }, model: "opt-in", prompt: "choice" }
const iabRule = { ...europe, id: "iab", model: "iab" }

describe("the /init body", () => {
  it("equals what a host resolves from /manifest with the same signals", () => {
    FastCheck.assert(
      FastCheck.property(anyManifest, anySignals, ([config, how], signals) => {
        const service = compileManifest(config, how)
        const host = Either.getOrThrow(readManifest(asSent(service.document)))
        assert.deepStrictEqual(asSent(resolveVisitor(host, signals)), asSent(resolveVisitor(service, signals)))
      }),
      { numRuns: 300 },
    )
  })

  it("and its report are what their schemas say, without a key more", () => {
    const decodeBody = Schema.decodeUnknownSync(InitBody, { onExcessProperty: "error" })
    const decodeReport = Schema.decodeUnknownSync(SessionReportBody, { onExcessProperty: "error" })
    FastCheck.assert(
      FastCheck.property(anyManifest, anySignals, ([config, how], signals) => {
        const { body, report } = resolveVisitor(compileManifest(config, how), signals)
        assert.deepStrictEqual<unknown>(decodeBody(asSent(body)), asSent(body))
        assert.deepStrictEqual<unknown>(decodeReport(asSent(report)), asSent(report))
      }),
    )
  })

  it("GPC changes no field of it", () => {
    FastCheck.assert(
      FastCheck.property(anyManifest, anySignals, ([config, how], signals) => {
        const manifest = compileManifest(config, how)
        const [on, off] = [true, false].map((gpc) => resolveVisitor(manifest, { ...signals, gpc }))
        assert.deepStrictEqual(on?.body, off?.body)
        assert.deepStrictEqual([on?.report.gpc, off?.report.gpc], [true, false])
      }),
    )
  })

  it("without configuration has exactly these fields", () => {
    const { body } = resolve({})
    assert.sameMembers(Object.keys(body), supportedKeys)
    assert.deepInclude(body, {
      branding: "cs",
      hosting: "self-hosted",
      appName: "cs",
      vendors: [],
      jurisdiction: "NONE",
      location: { countryCode: null, regionCode: null },
    })
  })

  it("location is what the request said, without change of case", () => {
    const { body } = resolve({}, { country: "us", region: "us-ca" })
    assert.deepStrictEqual(body.location, { countryCode: "us", regionCode: "us-ca" })
    assert.strictEqual(body.jurisdiction, "CCPA")
  })
})

describe("the exact policyResolution shapes", () => {
  it("unconfigured: no rules at all", () => {
    assert.deepStrictEqual<unknown>(resolve({}).body.policyResolution, {
      version: 1,
      status: "unconfigured",
      policy: null,
    })
  })

  it("no-match: an empty list, or no rule for the visitor", () => {
    const noMatch = { version: 1, status: "no-match", policy: null }
    assert.deepStrictEqual<unknown>(resolve({ policyRules: [] }).body.policyResolution, noMatch)
    const { body } = resolve({ policyRules: [europe] }, { country: "JP" })
    assert.deepStrictEqual<unknown>(body.policyResolution, noMatch)
  })

  it("failed: invalid-configuration, insufficient-inputs, unsupported-contract", () => {
    const failed = (reason: string) => ({ version: 1, status: "failed", policy: null, reason })
    assert.deepStrictEqual<unknown>(
      resolve({ policyRules: "x" }).body.policyResolution,
      failed("invalid-configuration"),
    )
    const german = { ...europe, match: { countries: ["DE"] } }
    assert.deepStrictEqual<unknown>(
      resolve({ policyRules: [german] }).body.policyResolution,
      failed("insufficient-inputs"),
    )
    const { body } = resolve({ policyRules: [europe] }, { contractSupported: false })
    assert.deepStrictEqual<unknown>(body.policyResolution, failed("unsupported-contract"))
  })

  it("matched: policyId, matchedBy, policy, fingerprints and nothing more", () => {
    const { policyResolution } = resolve({ policyRules: [europe] }, { country: "DE" }).body
    assert.sameMembers(Object.keys(policyResolution), [
      "version",
      "status",
      "policyId",
      "matchedBy",
      "policy",
      "fingerprints",
    ])
    assert.include(policyResolution, { version: 1, status: "matched", policyId: "europe", matchedBy: "country" })
  })
})

describe("an unsupported contract", () => {
  it("reduces the body, and keeps the texts of the rule that would have matched", () => {
    const rules = [{ ...europe, i18n: { language: "fr" } }]
    const { body } = resolve({ ...fullManifest, policyRules: rules }, { country: "DE", contractSupported: false })
    assert.sameMembers(Object.keys(body), unsupportedKeys)
    assert.strictEqual(body.appName, "Golden Shop")
    assert.strictEqual(body.translations.language, "fr")
    assert.notProperty(body.translations.translations, "iab")
  })
})

describe("IAB", () => {
  const iab = { enabled: true, cmpId: 10, customVendors: fullManifest.iab?.customVendors }
  const hasPayload = (config: UncheckedManifest, signals: Partial<VisitorSignals> = {}) => {
    const { body } = resolve(config, { country: "DE", ...signals })
    const parts = ["cmpId" in body, "customVendors" in body, "iab" in body.translations.translations]
    assert.strictEqual(new Set(parts).size, 1, "all of the payload or nothing")
    return parts[0]
  }

  it("a matched iab rule has the payload", () => {
    assert.isTrue(hasPayload({ iab, policyRules: [iabRule] }))
  })

  it("no rules at all and iab.enabled has it too", () => {
    assert.isTrue(hasPayload({ iab }))
  })

  it.each<[string, UncheckedManifest, Partial<VisitorSignals>]>([
    ["another model", { iab, policyRules: [europe] }, {}],
    ["an empty list of rules", { iab, policyRules: [] }, {}],
    ["a visitor whom the iab rule is not for", { iab, policyRules: [iabRule] }, { country: "JP" }],
    ["invalid rules", { iab, policyRules: [iabRule, iabRule] }, {}],
    ["IAB off", { iab: { ...iab, enabled: false } }, {}],
    ["an iab rule while IAB is off", { iab: { ...iab, enabled: false }, policyRules: [iabRule] }, {}],
  ])("%s has none", (_, config, signals) => {
    assert.isFalse(hasPayload(config, signals))
  })
})

describe("vendors", () => {
  it.each([
    ["matched", { country: "DE" }],
    ["unmatched", { country: "JP" }],
  ])("are returned as declared, with their version: %s", (_, signals) => {
    const { body } = resolve({ ...fullManifest, policyRules: [europe] }, signals)
    assert.deepStrictEqual([body.vendors, body.vendorListVersion], [fullManifest.vendors, "2026-11"])
  })
})

describe("disableGeoLocation", () => {
  it("GDPR, no location, and the fallback rule", () => {
    const { body, report } = resolve({ policyRules: [europe] }, { country: "JP", region: "13" }, { geolocation: false })
    assert.strictEqual(body.jurisdiction, "GDPR")
    assert.deepStrictEqual(body.location, { countryCode: null, regionCode: null })
    assert.deepInclude(body.policyResolution, { policyId: "europe", matchedBy: "fallback" })
    assert.deepInclude(report, { country: null, region: null, jurisdiction: "GDPR" })
  })
})

describe("the session report", () => {
  const journey = { id: journeyId, scope: "tab", storedChoice: false } as const
  const none = { ...europe, id: "none", model: "none", prompt: "none" }

  it("says what was decided", () => {
    const signals = { country: "DE", acceptLanguage: "de", gpc: true, experiment: { id: "e", arm: "a" } }
    const { report, resolution } = resolve({ policyRules: [europe] }, signals)
    assert.strictEqual(resolution.status, "matched")
    const { revision, policy, ...rest } = report
    assert.match(revision, /^[0-9a-f]{64}$/)
    assert.deepInclude(policy, { id: "europe", matchedBy: "country", model: "opt-in" })
    assert.deepStrictEqual<unknown>(rest, {
      source: "init",
      resolution: "matched",
      country: "DE",
      region: null,
      jurisdiction: "GDPR",
      language: "de",
      gpc: true,
      experiment: { id: "e", arm: "a" },
    })
  })

  it.each([
    ["due", [europe], false, "due"],
    ["stored", [europe], true, "stored"],
    ["not-required with prompt none", [none], true, "not-required"],
    ["not-required when failed", "wrong", false, "not-required"],
    ["due with no rule", [], false, "due"],
  ])("prompt is %s", (_, policyRules, storedChoice, prompt) => {
    const { report } = resolve({ policyRules }, { country: "DE", journey: { ...journey, storedChoice } })
    assert.deepStrictEqual<unknown>(report.journey, { ...journey, storedChoice, prompt })
  })

  it("the page's host is its domain", () => {
    const { report } = resolve({ policyRules: [europe] }, { journey, pageHost: "shop.example" })
    assert.strictEqual(report.journey?.domain, "shop.example")
  })

  it("a journey that does not say whether a choice is stored is dropped", () => {
    assert.notProperty(resolve({}, { journey: { ...journey, storedChoice: null } }).report, "journey")
  })
})
