import { resolveVisitor, unknownVisitor } from "@consent-service/core/visitor"
import { policyPresets, type PolicyRule, recommendedPolicyRules } from "@consent-service/core/policy"
import { compileManifest, type UncheckedManifest } from "@consent-service/core/manifest"
import { assert, describe, it } from "@effect/vitest"
import * as fc from "effect/FastCheck"
import { type LocalVisitor, resolveManifest } from "./ResolveManifest.js"

const compile = (manifest: UncheckedManifest) =>
  compileManifest(manifest, { hosting: "self-hosted", geolocation: true })

const visitor = (change: Partial<LocalVisitor> = {}): LocalVisitor => ({
  language: "en",
  gpc: false,
  ...change,
})

const everywhere: PolicyRule = {
  id: "all",
  match: { isDefault: true, fallback: true },
  model: "opt-in",
  prompt: "choice",
}
const europe: PolicyRule = { id: "eu", match: { countries: ["DE"], fallback: true }, model: "opt-in", prompt: "choice" }
const states: PolicyRule = {
  id: "us",
  match: { regions: [{ country: "US", region: "CA" }] },
  model: "opt-out",
  prompt: "notice",
}

const resolve = (rules: unknown, change: Partial<LocalVisitor> = {}, rest: UncheckedManifest = {}, shows = false) =>
  resolveManifest(compile({ ...rest, policyRules: rules }).document, visitor(change), shows)

describe("what a page can resolve itself", () => {
  it("rules that do not distinguish locations", () => {
    assert.deepInclude(resolve([everywhere]), { status: "matched" })
    assert.strictEqual(resolve([])?.status, "no-match")
    assert.strictEqual(resolve(undefined)?.status, "unconfigured")
    assert.deepInclude(resolve("nonsense"), { status: "failed", reason: "invalid-configuration", rule: null })
  })

  it("rules by country once the country is given, and by region once both are", () => {
    assert.isNull(resolve([europe, states]))
    assert.strictEqual(resolve([europe, states], { country: "de" })?.rule?.policy.id, "eu")
    assert.isNull(resolve([europe, states], { country: "US" }))
    assert.strictEqual(resolve([europe, states], { country: "US", region: "US-CA" })?.rule?.policy.id, "us")
  })

  it("rules that are the same for every location, without a location", () => {
    const same = [{ ...everywhere, id: "de", match: { countries: ["DE"] } }, everywhere]
    assert.strictEqual(resolve(same)?.status, "matched")
    assert.isNull(resolve([{ ...everywhere, id: "de", match: { countries: ["DE"] }, copyRevision: "2" }, everywhere]))
  })

  it("rules whose locations do not matter, without them", () => {
    const manifest = { policyRules: [europe, states] }
    const { document } = compileManifest(manifest, { hosting: "self-hosted", geolocation: false })
    assert.strictEqual(
      resolveManifest(document, visitor({ country: "US", region: "CA" }), false)?.rule?.policy.id,
      "eu",
    )
  })

  it("not an IAB rule, which needs its vendor list", () => {
    const iab = [{ ...everywhere, model: "iab" }]
    assert.isNull(resolve(iab, {}, { iab: { enabled: true } }))
    assert.strictEqual(resolve(iab)?.reason, "invalid-configuration")
  })

  it("not where a surface may be shown, because only the service has the texts", () => {
    assert.isNull(resolve([everywhere], {}, {}, true))
    const silent: PolicyRule = { ...everywhere, model: "none", prompt: "none" }
    assert.strictEqual(resolve([silent], {}, {}, true)?.status, "matched")
    assert.isNull(resolve([{ ...silent, rights: ["preferences"] }], {}, {}, true))
    assert.strictEqual(resolve([], {}, {}, true)?.status, "no-match")
  })
})

const preset = fc.constantFrom(...Object.values(policyPresets).map((make) => make()), everywhere, europe, states)
const someRules = fc.oneof(
  fc.uniqueArray(preset, { selector: ({ id }) => id, maxLength: 5 }),
  fc.constant(recommendedPolicyRules()),
)
const somewhere = fc.record({
  country: fc.constantFrom("DE", "US", "CA", "BR", "GB", "xx", undefined),
  region: fc.constantFrom("CA", "US-CA", "QC", "ON", undefined),
})

describe("a page and the service", () => {
  it.prop(
    "agree about every visitor whose place the page knows",
    { rules: someRules, place: somewhere, gpc: fc.boolean() },
    ({ gpc, place, rules }) => {
      const manifest = compile({ policyRules: rules, iab: { enabled: true } })
      const local = resolveManifest(manifest.document, visitor({ ...place, gpc }), false)
      fc.pre(local !== null && place.country !== undefined)
      const { country = null, region = null } = place
      const { body } = resolveVisitor(manifest, { ...unknownVisitor, country, region, gpc })
      const { policyResolution } = body
      assert.strictEqual(local.status, policyResolution.status)
      if (policyResolution.status !== "matched") return
      const { fingerprints, policy, policyId } = policyResolution
      assert.deepStrictEqual(local.rule?.policy, policy)
      assert.deepStrictEqual(local.rule?.fingerprints, fingerprints)
      const inputs = { policyId, fingerprint: fingerprints.policy, country, region, language: "en", gpc }
      assert.deepStrictEqual(local.proof, inputs)
    },
  )

  it.prop(
    "agree wherever the visitor is, when the page resolves without a place",
    { rules: someRules, place: somewhere },
    ({ place, rules }) => {
      const manifest = compile({ policyRules: rules, iab: { enabled: true } })
      const local = resolveManifest(manifest.document, visitor(), false)
      fc.pre(local !== null)
      const { country = null, region = null } = place
      const { policyResolution } = resolveVisitor(manifest, { ...unknownVisitor, country, region }).body
      assert.strictEqual(local.status, policyResolution.status)
      if (policyResolution.status === "matched")
        assert.strictEqual(local.rule?.fingerprints.policy, policyResolution.fingerprints.policy)
    },
  )
})
