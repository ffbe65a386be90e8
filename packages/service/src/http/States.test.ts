import { describeEngines } from "@consent-service/test-engines"
import { assert, it } from "@effect/vitest"
import { aSave, startInstance } from "../testing/TestInstance.js"

/*
 * The life of records: new acts, retries and conflicts ("Retries" in docs/reference/consents.md).
 * `LegalDocuments.test.ts` and `Endpoints.documents.test.ts` test published documents, `Identity.test.ts` links,
 * core/consent/PolicyTokens.test.ts and `Limits.test.ts` the life of a policy token.
 */

describeEngines("Consent recording", (engine) => {
  it("(no record for the act) → record exists: each accepted act creates a consent record", async () => {
    const instance = await startInstance(engine)
    const save = aSave()
    await instance.post(save)
    await instance.post({ ...save, givenAt: save.givenAt + 1 })
    assert.lengthOf((await instance.send(`/subjects/${save.subjectId}`)).body.consents, 2)
    await instance.stop()
  })

  it("record exists → unchanged: an identical retry returns it, any difference is 409 CONFLICT and changes nothing", async () => {
    const instance = await startInstance(engine)
    const vendorChoice = { version: 1, confirmedAt: 1, grants: { ads: true } }
    const save = aSave({ vendorChoice })
    const { body } = await instance.post(save)
    assert.strictEqual((await instance.post(save)).body.consentId, body.consentId)
    const receipts = [{ category: "measurement", value: true, confirmedAt: 1 }]
    for (const difference of [
      { preferences: { measurement: true } },
      { receipts },
      { vendorChoice: { ...vendorChoice, grants: { ads: false } } },
      { vendorChoice: null },
    ]) {
      const answer = await instance.post({ ...save, ...difference })
      assert.deepStrictEqual([answer.status, answer.body.cause.code], [409, "CONFLICT"])
    }
    const { consents } = (await instance.send(`/subjects/${save.subjectId}`)).body
    assert.lengthOf(consents, 1)
    assert.deepStrictEqual(consents[0].vendorChoice, vendorChoice)
    await instance.stop()
  })
})
