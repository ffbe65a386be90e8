import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { defaultMaxActsPerSubject } from "../consent/record/ActBound.js"
import { compileManifest } from "../manifest/CompiledManifest.js"
import { Instance, type InstanceOptions, noTokens } from "./Instance.js"

const built = (options?: Partial<InstanceOptions>) => Effect.runSync(Effect.provide(Instance, Instance.layer(options)))

describe("an instance", () => {
  it("has no tokens, a bound of acts and an empty manifest of a self-hosted service by default", () => {
    const { manifest, ...others } = built()
    assert.deepStrictEqual(others, {
      translationProblems: [],
      tokens: noTokens,
      maxActsPerSubject: defaultMaxActsPerSubject,
    })
    assert.deepStrictEqual(noTokens, { policySnapshot: null, legalDocumentSnapshot: null, identityToken: null })
    const expected = compileManifest({}, { hosting: "self-hosted", geolocation: true })
    assert.deepStrictEqual(manifest.document, expected.document)
  })

  it("has what it is configured with", () => {
    const options = { manifest: { appName: "Shop" }, geolocation: false, maxActsPerSubject: 7 }
    const { manifest, maxActsPerSubject } = built(options)
    assert.strictEqual(maxActsPerSubject, 7)
    const expected = compileManifest(options.manifest, { hosting: "self-hosted", geolocation: false })
    assert.deepStrictEqual(manifest.document, expected.document)
    assert.isFalse(manifest.geolocation)
  })

  it("is built with texts and rules that are wrong, and reports them", () => {
    const { manifest, translationProblems } = built({
      manifest: { i18n: { messages: { shop: { translations: {} } } }, policyRules: 5 },
    })
    assert.deepStrictEqual(translationProblems, [
      "i18n.messages.shop: has no translations",
      "i18n.messages has no profile 'default', the default",
    ])
    assert.isNotEmpty(manifest.policyErrors)
  })
})
