import { describeEngines } from "@consent-service/test-engines"
import { afterAll, assert, beforeAll, it } from "@effect/vitest"
import { decodeJwt } from "jose"
import type { ConsentServiceOptions } from "../options/Options.js"
import { aSave, startInstance } from "../testing/TestInstance.js"

const manifest: NonNullable<ConsentServiceOptions["manifest"]> = {
  policyRules: [
    {
      id: "everywhere",
      match: { isDefault: true, fallback: true },
      model: "opt-in",
      prompt: "choice",
      proof: { storeUserAgent: true, storeLanguage: true },
    },
  ],
}

const policySnapshot = { signingKey: "a signing key of more than 32 bytes, for tests" }

/** What browsers send as they please: too long to keep as it is, and no reason to lose a choice. */
describeEngines("long texts of browsers", (engine) => {
  let instance: Awaited<ReturnType<typeof startInstance>>
  beforeAll(async () => {
    instance = await startInstance(engine, { manifest, policySnapshot })
  })
  afterAll(() => instance.stop())

  const tokenUnder = async (acceptLanguage: string): Promise<string> =>
    (await instance.send("/init", { headers: { "accept-language": acceptLanguage } })).body.policySnapshotToken

  const recordOf = async (save: object, userAgent: string) => {
    const { body, status } = await instance.post(save, { headers: { "user-agent": userAgent } })
    assert.strictEqual(status, 200, JSON.stringify(body))
    return (await instance.service.reconstructNotice(body.consentId))?.record
  }

  it("a user agent is stored up to 512 characters, and a longer one does not refuse the save", async () => {
    const save = async (userAgent: string) =>
      (await recordOf(aSave({ policySnapshotToken: await tokenUnder("de") }), userAgent))?.userAgent
    assert.strictEqual(await save("x".repeat(512)), "x".repeat(512))
    assert.strictEqual(await save("y".repeat(8_000)), "y".repeat(512))
  })

  it("a language list over 255 characters is stored up to its last whole entry", async () => {
    const long = `de-AT, de;q=0.9,${"x".repeat(300)}`
    const token = await tokenUnder(long)
    assert.strictEqual(decodeJwt(token)["language"], "de-AT, de;q=0.9")
    assert.strictEqual((await recordOf(aSave({ policySnapshotToken: token }), "browser"))?.language, "de-AT, de;q=0.9")
    const { body } = await instance.send("/init", { headers: { "accept-language": "de" } })
    const { fingerprints, policyId } = body.policyResolution
    const asserted = { policyId, fingerprint: fingerprints.policy, country: null, region: null }
    const saved = async (language: string) => (await recordOf(aSave({ ...asserted, language }), "browser"))?.language
    assert.strictEqual(await saved("de-AT"), "de-AT")
    assert.strictEqual(await saved(long), "de-AT, de;q=0.9")
    assert.strictEqual(await saved("x".repeat(256)), "en")
  })

  it("a language list of one entry that is too long counts as English in the token", async () => {
    assert.strictEqual(decodeJwt(await tokenUnder("x".repeat(256)))["language"], "en")
  })
})
