import { describeEngines } from "@consent-service/test-engines"
import { assert, it } from "@effect/vitest"
import * as SqlConsentLedger from "@consent-service/adapter-sql/SqlConsentLedger"
import { ConsentLedger } from "@consent-service/core/ports/ConsentLedger"
import { SubjectId } from "@consent-service/core/subject/SubjectId"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { SignJWT } from "jose"
import { clientLayer } from "../database/ClientLayer.js"
import { aSave, startInstance } from "../testing/TestInstance.js"

/*
 * The state tables of service.md, row by row, for what this service does so far. The life of a policy snapshot token
 * has its rows in core/consent/Snapshots.test.ts; publishing documents in testkit/DocumentRegistryLaws.ts.
 */

const signingKey = "a signing key of more than 32 bytes, for tests"

const identityToken = (user: string, key = signingKey): Promise<string> =>
  new SignJWT({})
    .setProtectedHeader({ alg: "HS256" })
    .setSubject(user)
    .setIssuer("cs")
    .setAudience("cs-identity")
    .setExpirationTime("1h")
    .sign(new TextEncoder().encode(key))

/** Whether a subject's link is verified, which no answer tells. */
const isVerified = (url: string, subjectId: string): Promise<boolean | undefined> =>
  Effect.flatMap(ConsentLedger, (ledger) => ledger.history(SubjectId.make(subjectId))).pipe(
    Effect.map((history) => Option.getOrThrow(history).link?.verified),
    Effect.provide(SqlConsentLedger.layer().pipe(Layer.provide(clientLayer(url)))),
    Effect.runPromise,
  )

describeEngines("Identity link of a subject (service.md)", (engine) => {
  it("none → linked: a valid token verifies the link, a bad one leaves it unverified, consent is never refused", async () => {
    const instance = await startInstance(engine, { identityToken: { signingKey } })
    const rows: ReadonlyArray<readonly [string | undefined, boolean]> = [
      [await identityToken("user-1"), true],
      [await identityToken("user-2"), false],
      [await identityToken("user-1", `${signingKey}x`), false],
      ["nonsense", false],
      [undefined, false],
    ]
    for (const [token, verified] of rows) {
      const save = aSave({ externalSubjectId: "user-1", ...(token === undefined ? {} : { identityToken: token }) })
      assert.strictEqual((await instance.post(save)).status, 200)
      const { subject } = (await instance.send(`/subjects/${save.subjectId}`)).body
      assert.deepInclude(subject, { externalId: "user-1", identityProvider: "external" })
      assert.strictEqual(await isVerified(instance.url, save.subjectId), verified)
    }
    await instance.stop()
  })

  it("a token applies only when the save creates the subject (decision 40)", async () => {
    const instance = await startInstance(engine, { identityToken: { signingKey } })
    const save = aSave()
    await instance.post(save)
    const later = { ...save, givenAt: save.givenAt + 1, externalSubjectId: "user-1" }
    assert.strictEqual((await instance.post({ ...later, identityToken: await identityToken("user-1") })).status, 200)
    assert.notProperty((await instance.send(`/subjects/${save.subjectId}`)).body.subject, "externalId")
    await instance.stop()
  })
})

describeEngines("Consent recording (service.md)", (engine) => {
  it("(no record for the act) → record exists: each accepted act creates a consent record", async () => {
    const instance = await startInstance(engine)
    const save = aSave()
    await instance.post(save)
    await instance.post({ ...save, givenAt: save.givenAt + 1 })
    assert.lengthOf((await instance.send(`/subjects/${save.subjectId}`)).body.consents, 2)
    await instance.stop()
  })

  it("record exists → unchanged: an identical retry returns it, any difference is 409 CONFLICT and it stands", async () => {
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
