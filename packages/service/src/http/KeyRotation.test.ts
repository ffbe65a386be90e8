import { describeEngines } from "@consent-service/test-engines"
import { assert, it } from "@effect/vitest"
import { SignJWT } from "jose"
import { recommendedPolicyRules, signLegalDocumentSnapshot, verifyLegalDocumentSnapshot } from "../index.js"
import { aSave, instanceOn, newSubjectId, startInstance } from "../testing/TestInstance.js"

const [former, next] = ["the signing key of last year, for tests", "the signing key of this year, for tests"]

/** The keys of each step of a rotation. */
const steps = [[former], [former, next], [next, former], [next]] as const

const signingBy = (keys: ReadonlyArray<string>) => {
  const [only = ""] = keys
  return keys.length === 1 ? { signingKey: only } : { signingKeys: keys }
}

const optionsOf = (keys: ReadonlyArray<string>) => ({
  manifest: { policyRules: recommendedPolicyRules() },
  policySnapshot: signingBy(keys),
  identityToken: signingBy(keys),
})

const identityToken = (key: string, externalId: string): Promise<string> =>
  new SignJWT({ externalId, identityProvider: "external" })
    .setProtectedHeader({ alg: "HS256" })
    .setIssuer("cs")
    .setAudience("cs-identity")
    .setSubject(externalId)
    .setIssuedAt()
    .setExpirationTime("1 minute")
    .sign(new TextEncoder().encode(key))

describeEngines("a rotation of signing keys (threat: replacing a key in traffic)", (engine) => {
  it("refuses no save at any step, though replicas are a step apart; then the former key is of no use", async () => {
    const { stop, url, ...first } = await startInstance(engine, optionsOf(steps[0]))
    const replicas = [first, ...steps.slice(1).map((keys) => instanceOn(url, optionsOf(keys)))]
    const tokenOf = async ({ send }: typeof first): Promise<string> =>
      (await send("/init?country=DE")).body.policySnapshotToken
    const saveAt = async ({ post }: typeof first, policySnapshotToken: string) =>
      post(aSave({ subjectId: newSubjectId(), policySnapshotToken }))
    for (const [at, after] of replicas.entries()) {
      const before = replicas[at - 1] ?? after
      for (const [page, server] of [
        [before, after],
        [after, before],
        [after, after],
      ] as const) {
        const { body, status } = await saveAt(server, await tokenOf(page))
        assert.strictEqual(status, 200, JSON.stringify(body))
      }
    }
    const last = replicas.at(-1) ?? first
    const { body, status } = await saveAt(last, await tokenOf(first))
    assert.deepStrictEqual([status, body.cause.code], [409, "POLICY_SNAPSHOT_INVALID"])
    for (const { service } of replicas.slice(1)) await service.dispose()
    await stop()
  })

  it("accepts tokens of a backend under each of the keys, and under no other", async () => {
    const { post, send, stop } = await startInstance(engine, optionsOf([next, former]))
    const subjectId = newSubjectId()
    const { body } = await send("/init?country=DE")
    assert.strictEqual((await post(aSave({ subjectId, policySnapshotToken: body.policySnapshotToken }))).status, 200)
    const linkWith = async (key: string): Promise<number> => {
      const externalId = "user-42"
      const link = { externalId, identityToken: await identityToken(key, externalId) }
      return (await send(`/subjects/${subjectId}`, { method: "PATCH", body: JSON.stringify(link) })).status
    }
    const statuses = [await linkWith(former), await linkWith(next), await linkWith("a signing key of someone else")]
    assert.deepStrictEqual(statuses, [200, 200, 401])
    await stop()
  })
})

describeEngines("document tokens", () => {
  it("are signed with the first of several keys, and valid under each", async () => {
    const hash = `sha256:${"0a".repeat(32)}`
    const document = { type: "privacy_policy", version: "2", hash, effectiveDate: "2026-01-01T00:00:00.000Z" }
    const signed = (keys: ReadonlyArray<string>) =>
      signLegalDocumentSnapshot({ legalDocumentSnapshot: signingBy(keys) }, document)
    const judged = async (keys: ReadonlyArray<string>, token: string | null) =>
      (await verifyLegalDocumentSnapshot({ legalDocumentSnapshot: signingBy(keys) }, token ?? undefined)).status
    const both = await signed([next, former])
    assert.deepStrictEqual(
      [await judged([next], both), await judged([former], both), await judged([former, next], both)],
      ["valid", "invalid", "valid"],
    )
    assert.isNull(await signed([]))
  })
}, ["sqlite"])
