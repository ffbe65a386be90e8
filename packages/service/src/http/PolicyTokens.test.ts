import { describeAboveStores } from "@consent-service/test-engines"
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { decodeJwt, jwtVerify } from "jose"
import { recommendedPolicyRules } from "../index.js"
import type { ConsentServiceOptions } from "../options/Options.js"
import { aSave, instanceOn, startInstance } from "../testing/TestInstance.js"

const signingKey = "a signing key of more than 32 bytes, for tests"
const options: Partial<ConsentServiceOptions> = {
  manifest: { policyRules: recommendedPolicyRules() },
  policySnapshot: { signingKey },
}

describe("the token on /init", () => {
  const instance = instanceOn("sqlite::memory:", { ...options, tenantId: "acme" })
  afterAll(() => instance.service.dispose())

  it("is there for a matched policy, for this tenant, and jose verifies it", async () => {
    const { body } = await instance.send("/init?country=DE", { headers: { "accept-language": "de-AT,de;q=0.9" } })
    const { payload } = await jwtVerify(body.policySnapshotToken, new TextEncoder().encode(signingKey), {
      issuer: "cs",
      audience: "cs-policy-snapshot:acme",
    })
    assert.deepInclude(payload, {
      policyId: "europe_opt_in",
      fingerprint: body.policyResolution.fingerprints.policy,
      matchedBy: "country",
      model: "opt-in",
      country: "DE",
      region: null,
      language: "de-AT,de;q=0.9",
      servedLanguage: "de",
      tenantId: "acme",
    })
    assert.strictEqual((payload.exp ?? 0) - (payload.iat ?? 0), 1800)
  })

  it("is not there for an unsupported contract, without a match, or without a key", async () => {
    assert.notProperty((await instance.send("/init?country=DE&contract=2")).body, "policySnapshotToken")
    const unmatched = instanceOn("sqlite::memory:", { ...options, manifest: { policyRules: [] } })
    assert.notProperty((await unmatched.send("/init")).body, "policySnapshotToken")
    const unsigned = instanceOn("sqlite::memory:", { manifest: { policyRules: recommendedPolicyRules() } })
    assert.notProperty((await unsigned.send("/init")).body, "policySnapshotToken")
    await unmatched.service.dispose()
    await unsigned.service.dispose()
  })
})

describeAboveStores("saves under signed snapshots (threat: saving a false consent under a known id)", (engine) => {
  let instance: Awaited<ReturnType<typeof startInstance>>
  beforeAll(async () => {
    instance = await startInstance(engine, options)
  })
  afterAll(() => instance.stop())

  const tokenFor = async (country: string): Promise<string> =>
    (await instance.send(`/init?country=${country}`)).body.policySnapshotToken

  it("are judged and recorded by what was shown", async () => {
    const save = aSave({ policySnapshotToken: await tokenFor("GB"), country: "US", policyId: "nonsense" })
    const saved = await instance.post(save)
    assert.strictEqual(saved.status, 200)
    assert.deepInclude(instance.events.at(-1)?.["consent"], { decisionSource: "snapshot_token", created: true })
    const [record] = (await instance.send(`/subjects/${save.subjectId}`)).body.consents
    assert.include(record, { jurisdiction: "UK_GDPR", runtimePolicySource: "snapshot_token" })
    assert.strictEqual((await instance.post(save)).body.consentId, saved.body.consentId)
  })

  it("without a token are 409 POLICY_SNAPSHOT_REQUIRED, with a foreign one POLICY_SNAPSHOT_INVALID; nothing is written", async () => {
    const required = aSave()
    const invalid = aSave({ policySnapshotToken: `${await tokenFor("DE")}x` })
    const answers = [await instance.post(required), await instance.post(invalid)]
    assert.deepStrictEqual(
      answers.map(({ body, status }) => [status, body.cause.code]),
      [
        [409, "POLICY_SNAPSHOT_REQUIRED"],
        [409, "POLICY_SNAPSHOT_INVALID"],
      ],
    )
    for (const { subjectId } of [required, invalid]) {
      assert.strictEqual((await instance.send(`/subjects/${subjectId}`)).status, 404)
    }
  })

  it("of a policy that has changed since are 422 STALE_POLICY, policy-changed", async () => {
    const [europe, ...others] = recommendedPolicyRules()
    const changed = instanceOn(instance.url, {
      ...options,
      manifest: { policyRules: [...(europe === undefined ? [] : [{ ...europe, copyRevision: "2" }]), ...others] },
    })
    const { body, status } = await changed.post(aSave({ policySnapshotToken: await tokenFor("DE") }))
    assert.deepStrictEqual([status, body.cause], [422, { code: "STALE_POLICY", reason: "policy-changed" }])
    await changed.service.dispose()
  })

  it("verify the identity they claim by its token", async () => {
    const { SignJWT } = await import("jose")
    const identity = instanceOn(instance.url, { ...options, identityToken: { signingKey } })
    const token = await new SignJWT({})
      .setProtectedHeader({ alg: "HS256" })
      .setSubject("user-1")
      .setIssuer("cs")
      .setAudience("cs-identity")
      .setExpirationTime("1h")
      .sign(new TextEncoder().encode(signingKey))
    const save = aSave({
      policySnapshotToken: await tokenFor("DE"),
      externalSubjectId: "user-1",
      identityToken: token,
    })
    assert.strictEqual((await identity.post(save)).status, 200)
    const { subject } = (await identity.send(`/subjects/${save.subjectId}`)).body
    assert.deepInclude(subject, { externalId: "user-1", identityProvider: "external" })
    assert.strictEqual(decodeJwt(token).sub, "user-1")
    await identity.service.dispose()
  })
})

describeAboveStores("saves of legal documents", (engine) => {
  it("have no version where none was published; an unknown one is 404; types are kept apart", async () => {
    const instance = await startInstance(engine)
    const save = aSave({ type: "privacy_policy_eu" })
    const saved = await instance.post(save)
    assert.deepInclude(saved.body, { ok: true, type: "privacy_policy_eu" })
    const unknown = await instance.post(aSave({ type: "dpa", policyHash: `sha256:${"a".repeat(64)}` }))
    assert.deepStrictEqual([unknown.status, unknown.body.cause.code], [404, "NOT_FOUND"])
    const other = await instance.post({ ...save, type: "other" })
    assert.notStrictEqual(other.body.consentId, saved.body.consentId)
    const state = (await instance.send(`/subjects/${save.subjectId}?type=privacy_policy_eu,other`)).body
    assert.lengthOf(state.consents, 2)
    assert.isTrue(state.isValid)
    assert.isNull(state.subjectChoice)
    await instance.stop()
  })
})
