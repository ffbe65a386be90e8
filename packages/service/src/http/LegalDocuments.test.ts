import { noTokens } from "@consent-service/core/ports"
import { documentClaims, signToken } from "@consent-service/core/token"
import { describeEngines } from "@consent-service/test-engines"
import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { startClockedInstance } from "../testing/ClockedInstance.js"
import { aSave } from "../testing/TestInstance.js"

const start = 1_790_000_000_000
const hashOf = (digit: string): string => `sha256:${digit.repeat(64)}`
const release = (digit: string) => ({ type: "dpa_eu", version: digit, hash: hashOf(digit), effectiveDate: start })

describeEngines("the current version of a legal document", (engine) => {
  it("same hash, same version and date → unchanged; another version or date → CONFLICT; a new hash → new current", async () => {
    const instance = await startClockedInstance(engine, start, {})
    const documents = await instance.documents()
    const publish = (change: Partial<ReturnType<typeof release>> = {}) =>
      Effect.runPromise(documents.publish({ ...release("1"), ...change }))
    const outcomes = [
      await publish(),
      await publish(),
      await publish({ version: "other" }),
      await publish({ effectiveDate: start + 1 }),
      await publish({ hash: hashOf("2") }),
    ]
    assert.deepStrictEqual(
      outcomes.map(({ _tag }) => _tag),
      ["Published", "Unchanged", "Diverged", "Diverged", "Published"],
    )
    const save = aSave({ type: "dpa_eu", givenAt: start })
    await instance.post(save)
    const [consent] = (await instance.send(`/subjects/${save.subjectId}`)).body.consents
    assert.strictEqual(consent.policyHash, hashOf("2"), "new consents of that type record it")
    await instance.stop()
  })
})

describeEngines("consents to legal documents", (engine) => {
  it("reference the version they name, else the current one; reads show which is the latest", async () => {
    const instance = await startClockedInstance(engine, start, {})
    const documents = await instance.documents()
    const publish = (digit: string) => Effect.runPromise(documents.publish(release(digit)))
    await publish("1")
    const save = aSave({ type: "dpa_eu", givenAt: start })
    const first = await instance.post(save)
    const read = async () => (await instance.send(`/subjects/${save.subjectId}?type=dpa_eu`)).body
    assert.deepInclude((await read()).consents[0], {
      isLatestPolicy: true,
      policyVersion: "1",
      policyHash: hashOf("1"),
      policyEffectiveDate: new Date(start).toISOString(),
    })
    assert.isTrue((await read()).isValid)

    await publish("2")
    assert.deepInclude((await read()).consents[0], { isLatestPolicy: false, policyVersion: "1" })
    assert.isFalse((await read()).isValid)

    const second = await instance.post(save)
    assert.notStrictEqual(second.body.consentId, first.body.consentId, "another version makes it another act")
    assert.isTrue((await read()).isValid)
    const superseded = await instance.post({ ...save, policyHash: hashOf("1") })
    assert.strictEqual(superseded.body.consentId, first.body.consentId)
    const { document } = await publish("1")
    const byId = await instance.post({ ...save, policyId: document.id, policyHash: hashOf("2") })
    assert.deepStrictEqual([byId.status, byId.body.cause.code], [409, "CONFLICT"])
    await instance.stop()
  })

  it("with verifyOnSave need a snapshot of their version that has not ended", async () => {
    const legal = { signingKey: "a signing key for tests", ttlSeconds: 60, verifyOnSave: true }
    const tokens = { ...noTokens, legalDocumentSnapshot: legal }
    const instance = await startClockedInstance(engine, start, { tokens })
    const documents = await instance.documents()
    await Effect.runPromise(documents.publish(release("1")))
    const shown = { type: "dpa_eu", version: "1", hash: hashOf("1"), effectiveDate: new Date(start).toISOString() }
    const sign = (key: string, document = shown) =>
      signToken(key, documentClaims({ ...legal, ttlSeconds: 1e9 }, null, document, Date.now()))
    const codeOf = async (documentSnapshotToken: string | null | undefined) => {
      const token = documentSnapshotToken == null ? {} : { documentSnapshotToken }
      const { body, status } = await instance.post(aSave({ type: "dpa_eu", givenAt: start, ...token }))
      return status === 200 ? "recorded" : body.cause.code
    }
    assert.strictEqual(await codeOf(sign(legal.signingKey)), "recorded")
    assert.strictEqual(await codeOf(undefined), "POLICY_SNAPSHOT_REQUIRED")
    assert.strictEqual(await codeOf(sign("another key")), "POLICY_SNAPSHOT_INVALID")
    assert.strictEqual(await codeOf(sign(legal.signingKey, { ...shown, type: "dpa" })), "POLICY_SNAPSHOT_INVALID")
    const expired = sign(legal.signingKey)
    instance.setTime(start + 1e13)
    assert.strictEqual(await codeOf(expired), "POLICY_SNAPSHOT_EXPIRED")
    await instance.stop()
  })
})
