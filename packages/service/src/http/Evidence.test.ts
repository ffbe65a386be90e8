import { describeEngines } from "@consent-service/test-engines"
import { assert, it } from "@effect/vitest"
import { run as cli } from "../testing/RunCli.js"
import { recommendedPolicyRules } from "../index.js"
import type { ConsentServiceOptions } from "../options/Options.js"
import { aSave, instanceOn, startInstance } from "../testing/TestInstance.js"

const options: Partial<ConsentServiceOptions> = {
  manifest: {
    policyRules: recommendedPolicyRules(),
    vendors: [{ id: "chat", name: "Chat", category: "functionality", privacyPolicyUrl: "https://chat.example" }],
    i18n: { messages: { default: { translations: { de: { common: { save: "Sichern" } } } } } },
  },
  policySnapshot: { signingKey: "a signing key for tests" },
  tenantId: "red",
}

describeEngines("from a record back to what was shown", (engine) => {
  it("returns rule, texts, vendors and manifest of that time, whatever is configured now", async () => {
    const then = await startInstance(engine, options)
    const init = await then.send("/init?country=DE", { headers: { "accept-language": "de-AT" } })
    const saved = await then.post(aSave({ policySnapshotToken: init.body.policySnapshotToken }))
    assert.strictEqual(saved.status, 200)

    const now = instanceOn(then.url, { tenantId: "red" })
    const notice = (await now.service.reconstructNotice(saved.body.consentId)) ?? assert.fail("no such record")
    assert.deepStrictEqual(notice.missing, [])
    assert.deepStrictEqual<unknown>(notice.decision?.policy, init.body.policyResolution.policy)
    assert.deepStrictEqual<unknown>(notice.texts, init.body.translations)
    assert.deepStrictEqual(notice.manifest, (await then.send("/manifest")).body)
    assert.strictEqual(notice.record.id, saved.body.consentId)

    const args = ["--database", then.url, "--tenant", "red"]
    const shown = await cli("evidence", saved.body.consentId, ...args)
    assert.strictEqual(shown.code, 0)
    assert.match(shown.out, /policy: rule 'europe_opt_in' by country, model opt-in, source snapshot_token\n/)
    const asJson = await cli("evidence", saved.body.consentId, ...args, "--json")
    assert.deepStrictEqual(JSON.parse(asJson.out), JSON.parse(JSON.stringify(notice)))
    assert.strictEqual((await cli("evidence", saved.body.consentId, "--database", then.url)).code, 1)
    assert.strictEqual((await cli("evidence", "--database", then.url)).code, 2)

    assert.isNull(await now.service.reconstructNotice("cns_unknown"))
    const foreign = instanceOn(then.url, { tenantId: "blue" })
    assert.isNull(await foreign.service.reconstructNotice(saved.body.consentId))
    for (const { service } of [now, foreign]) await service.dispose()
    await then.stop()
  })

  it("of an act without a policy is the record alone, and nothing is missing", async () => {
    const instance = await startInstance(engine)
    const saved = await instance.post(aSave({ type: "other" }))
    const notice = (await instance.service.reconstructNotice(saved.body.consentId)) ?? assert.fail("no such record")
    const { decision, document, manifest, missing, texts } = notice
    assert.deepStrictEqual([decision, document, manifest, texts, missing], [null, null, null, null, []])
    await instance.stop()
  })

  it("each manifest and text is archived once, however many saves rest on it", async () => {
    const instance = await startInstance(engine, options)
    const again = instanceOn(instance.url, options)
    const { policySnapshotToken } = (await instance.send("/init?country=DE")).body
    for (const { post } of [instance, instance, again]) {
      assert.strictEqual((await post(aSave({ policySnapshotToken }))).status, 200)
    }
    const { texts } =
      (await again.service.reconstructNotice((await again.post(aSave({ policySnapshotToken }))).body.consentId)) ?? {}
    assert.deepInclude(texts, { language: "de" })
    await again.service.dispose()
    await instance.stop()
  })
})
