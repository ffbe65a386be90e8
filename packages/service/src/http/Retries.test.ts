import { documentClaims, signToken } from "@consent-service/core/token"
import type { PolicyRule } from "@consent-service/core/policy"
import { legalDocumentId } from "@consent-service/core/consent"
import { DocumentStore, noTokens, type TokenSettings } from "@consent-service/core/ports"
import * as SqlStores from "@consent-service/adapter-sql/SqlStores"
import { describeAboveStores } from "@consent-service/test-engines"
import { afterAll, assert, beforeAll, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { onTestFinished } from "vitest"
import { clockedInstanceOn, startClockedInstance } from "../testing/ClockedInstance.js"
import { aSave, type Answered, newSubjectId } from "../testing/TestInstance.js"

/*
 * A retry of an act that is on record is answered by the record, also when the same save would be refused by now
 * for its policy or its document. What differs from the record is refused as ever, and nothing is written.
 */

const start = 1_790_000_000_000
const [ttlSeconds, replayWindowSeconds] = [1_800, 3_600]
const late = start + (ttlSeconds + replayWindowSeconds) * 1000 + 1_000

const europe: PolicyRule = { id: "europe", match: { countries: ["DE"] }, model: "opt-in", prompt: "choice" }
const strict: PolicyRule = {
  id: "strict",
  match: { countries: ["GB"] },
  model: "opt-out",
  prompt: "notice",
  categories: ["measurement"],
  scopeMode: "strict",
}

const policySnapshot = { signingKey: "a signing key for tests", ttlSeconds, replayWindowSeconds }
const legalDocumentSnapshot = { signingKey: "a signing key for tests", ttlSeconds, verifyOnSave: true }
const signed: TokenSettings = { ...noTokens, policySnapshot }

type Instance = Awaited<ReturnType<typeof clockedInstanceOn>>
type Body = Readonly<Record<string, unknown>>

const told = ({ body, status }: Answered): ReadonlyArray<unknown> =>
  status === 200 ? [200, body.consentId] : [status, body.cause.code, ...(body.cause.reason ? [body.cause.reason] : [])]

const tokenFor = async (instance: Instance, country: string): Promise<string> =>
  (await instance.send(`/init?country=${country}`)).body.policySnapshotToken

const fingerprintFor = async (instance: Instance, country: string): Promise<string> =>
  (await instance.send(`/init?country=${country}`)).body.policyResolution.fingerprints.policy

describeAboveStores("a retry of an act on record, refused by now", (engine) => {
  let shared: Awaited<ReturnType<typeof startClockedInstance>>
  let attempts = 0
  const others: Array<Instance> = []
  beforeAll(async () => {
    shared = await startClockedInstance(engine, start, { manifest: { policyRules: [europe, strict] }, tokens: signed })
  })
  afterAll(async () => {
    for (const other of others) await other.stop()
    await shared.stop()
  })

  const instance = async (
    policyRules: ReadonlyArray<PolicyRule>,
    tokens: TokenSettings = signed,
    tenant: string | null = null,
  ): Promise<Instance> => {
    const made = await clockedInstanceOn(shared.url, start, { manifest: { policyRules }, tokens }, { tenant })
    others.push(made)
    return made
  }

  /** Retries an act that `first` recorded: the same is answered by the record, anything else refused as ever. */
  const check = async (
    recordedBy: Instance,
    first: Body,
    retriedAt: Instance,
    retry: Body,
    refusal: ReadonlyArray<unknown>,
  ) => {
    const recorded = await recordedBy.post(first)
    assert.strictEqual(recorded.status, 200, JSON.stringify(recorded.body))
    const before = (await recordedBy.send(`/subjects/${first["subjectId"]}`)).body
    const answer = await retriedAt.post({ ...retry, metadata: { page: "/retry" }, uiSource: "retry" })
    assert.deepStrictEqual(told(answer), [200, recorded.body.consentId])
    assert.deepStrictEqual(answer.body, recorded.body)
    const event = retriedAt.observations.findLast(({ _tag }) => _tag === "RequestHandled")
    assert.deepInclude(event, { status: 200, code: null })
    assert.isFalse(event?._tag === "RequestHandled" && event.consent?.created)
    for (const change of [
      { preferences: { necessary: true, measurement: false, marketing: false } },
      { preferences: { necessary: true, measurement: true } },
      { domain: "another.example" },
      { givenAt: start - 1 },
      { subjectId: newSubjectId() },
    ]) {
      const different = await retriedAt.post({ ...retry, ...change })
      assert.deepStrictEqual(told(different), refusal, JSON.stringify(change))
    }
    const malformed = await retriedAt.post({ ...retry, preferences: { measurement: "yes" } })
    assert.deepStrictEqual(told(malformed), [400, "INPUT_VALIDATION_FAILED"])
    assert.deepStrictEqual((await recordedBy.send(`/subjects/${first["subjectId"]}`)).body, before)
  }

  it("POLICY_SNAPSHOT_EXPIRED: the window of its token has passed", async () => {
    const later = await instance([europe, strict])
    later.setTime(late)
    const save = aSave({ givenAt: start, policySnapshotToken: await tokenFor(shared, "DE") })
    await check(shared, save, later, save, [409, "POLICY_SNAPSHOT_EXPIRED"])
  })

  it("POLICY_SNAPSHOT_INVALID: the signing key has changed since", async () => {
    const rotated = await instance([europe, strict], {
      ...noTokens,
      policySnapshot: { ...policySnapshot, signingKey: "another key" },
    })
    const save = aSave({ givenAt: start, policySnapshotToken: await tokenFor(shared, "DE") })
    await check(shared, save, rotated, save, [409, "POLICY_SNAPSHOT_INVALID"])
  })

  it("POLICY_SNAPSHOT_REQUIRED: snapshots are signed since", async () => {
    const unsigned = await instance([europe, strict], noTokens)
    const save = aSave({ givenAt: start })
    await check(unsigned, save, shared, save, [409, "POLICY_SNAPSHOT_REQUIRED"])
  })

  it("STALE_POLICY, policy-changed: its rule has changed since", async () => {
    const changed = await instance([{ ...europe, copyRevision: "2" }, strict])
    const save = aSave({ givenAt: start, policySnapshotToken: await tokenFor(shared, "DE") })
    await check(shared, save, changed, save, [422, "STALE_POLICY", "policy-changed"])
  })

  it("STALE_POLICY, incomplete-inputs: the retry does not say all that the act did", async () => {
    const save = aSave({ givenAt: start })
    const first = { ...save, policySnapshotToken: await tokenFor(shared, "DE") }
    await check(shared, first, shared, { ...save, country: "DE" }, [422, "STALE_POLICY", "incomplete-inputs"])
  })

  it("STALE_POLICY, decision-mismatch: its inputs lead to another policy now", async () => {
    const removed = await instance([{ ...strict, match: { countries: ["DE"] } }])
    const shown = { policyId: "europe", fingerprint: await fingerprintFor(shared, "DE"), country: "DE" }
    const save = aSave({ givenAt: start, ...shown })
    await check(shared, save, removed, save, [422, "STALE_POLICY", "decision-mismatch"])
  })

  it("repeats a record although the record's policy dropped a grant that it names", async () => {
    const changed = await instance([europe, { ...strict, copyRevision: "2" }])
    const receipt = { value: true, confirmedAt: start, basis: { kind: "legacy-v2" } }
    const save = aSave({
      givenAt: start,
      preferences: { necessary: true, measurement: true, marketing: true },
      choice: { version: 3, categories: { measurement: receipt } },
      policySnapshotToken: await tokenFor(shared, "GB"),
    })
    const recorded = await shared.post(save)
    assert.deepStrictEqual(recorded.body.appliedPreferences, { necessary: true, measurement: true })
    assert.deepStrictEqual(told(await changed.post(save)), [200, recorded.body.consentId])
    const refused = { ...save, preferences: { necessary: true, measurement: true, marketing: false } }
    assert.deepStrictEqual(told(await changed.post(refused)), [422, "STALE_POLICY", "policy-changed"])
  })

  it("answers with what holds for each vendor, all acts together", async () => {
    const changed = await instance([{ ...europe, copyRevision: "2" }])
    const vendors = (grants: Readonly<Record<string, boolean>>) => ({ version: 1, confirmedAt: start, grants })
    const policySnapshotToken = await tokenFor(shared, "DE")
    const save = aSave({ givenAt: start, policySnapshotToken, vendorChoice: vendors({ acme: true }) })
    await shared.post(save)
    await shared.post({ ...save, givenAt: start + 1, vendorChoice: vendors({ other: false }) })
    const retry = await changed.post(save)
    assert.deepStrictEqual(retry.body.subjectVendorChoice, vendors({ acme: true, other: false }))
    const different = await changed.post({ ...save, vendorChoice: vendors({ acme: false }) })
    assert.deepStrictEqual(told(different), [422, "STALE_POLICY", "policy-changed"])
    const none = await changed.post({ ...save, vendorChoice: null })
    assert.deepStrictEqual(told(none), [422, "STALE_POLICY", "policy-changed"])
  })

  it("is no retry of another tenant's act", async () => {
    const other = await instance([{ ...europe, copyRevision: "2" }], signed, "acme")
    const save = aSave({ givenAt: start, policySnapshotToken: await tokenFor(shared, "DE") })
    assert.strictEqual((await shared.post(save)).status, 200)
    assert.deepStrictEqual(told(await other.post(save)), [409, "POLICY_SNAPSHOT_INVALID"])
  })

  it("that is refused with a 400 of its policy stays refused", async () => {
    const permissive = await instance([europe, { ...strict, scopeMode: "permissive" }], noTokens)
    const save = aSave({ givenAt: start, preferences: { marketing: true } })
    const recorded = await permissive.post(save)
    assert.strictEqual(recorded.status, 200)
    const retry = { ...save, policySnapshotToken: await tokenFor(shared, "GB") }
    assert.deepStrictEqual(told(await shared.post(retry)), [400, "PURPOSE_NOT_ALLOWED"])
  })

  const hashOf = (digit: string): string => `sha256:${digit.repeat(64)}`
  const effectiveDate = new Date(start).toISOString()
  const tokenOf = (type: string, digit: string, key = legalDocumentSnapshot.signingKey): string => {
    const document = { type, version: digit, hash: hashOf(digit), effectiveDate }
    return signToken(key, documentClaims({ ...legalDocumentSnapshot, ttlSeconds: 1e9 }, null, document, Date.now()))
  }
  const publish = async (type: string, digit: string): Promise<void> => {
    const documents = await shared.documents()
    await Effect.runPromise(documents.publish({ type, version: digit, hash: hashOf(digit), effectiveDate: start }))
  }
  const verifying = () => instance([], { ...noTokens, legalDocumentSnapshot })

  it("POLICY_SNAPSHOT_REQUIRED, _INVALID, _EXPIRED of its document, whose version it names", async () => {
    await publish("dpa_named", "1")
    await publish("dpa_named", "2")
    const checked = await verifying()
    const byHash = { policyHash: hashOf("1") }
    const byId = { policyId: legalDocumentId(null, { type: "dpa_named", hash: hashOf("1") }) }
    for (const named of [byHash, byId, { ...byHash, ...byId }]) {
      const save = aSave({ type: "dpa_named", givenAt: start, ...named })
      await check(shared, save, checked, save, [409, "POLICY_SNAPSHOT_REQUIRED"])
    }
    const save = aSave({ type: "dpa_named", givenAt: start, ...byHash })
    const forged = { ...save, documentSnapshotToken: tokenOf("dpa_named", "1", "another key") }
    await check(shared, save, checked, forged, [409, "POLICY_SNAPSHOT_INVALID"])
    const token = tokenOf("dpa_named", "1")
    checked.setTime(start + 1e13)
    const again = aSave({ type: "dpa_named", givenAt: start, ...byHash, documentSnapshotToken: token })
    await check(shared, again, checked, again, [409, "POLICY_SNAPSHOT_EXPIRED"])
    const other = { ...again, policyHash: hashOf("2") }
    assert.deepStrictEqual(told(await checked.post(other)), [409, "POLICY_SNAPSHOT_EXPIRED"])
  })

  it("POLICY_SNAPSHOT_REQUIRED of a document whose version it does not name: the newest on record", async () => {
    const checked = await verifying()
    const type = `dpa_newest_${(attempts += 1)}`
    onTestFinished(() => shared.setTime(start))
    const save = aSave({ type, givenAt: start })
    const none = await shared.post(save)
    assert.deepStrictEqual(told(await checked.post(save)), [200, none.body.consentId])
    for (const digit of ["1", "2"]) {
      await publish(type, digit)
      shared.setTime(start + Number(digit) * 60_000)
      const recorded = await shared.post(save)
      assert.deepStrictEqual(told(await checked.post(save)), [200, recorded.body.consentId])
    }
    const refused = await checked.post({ ...save, preferences: {} })
    assert.deepStrictEqual(told(refused), [409, "POLICY_SNAPSHOT_REQUIRED"])
  })

  it("NOT_FOUND: its document's version is not there any more", async () => {
    await publish("dpa_gone", "1")
    const none = Layer.succeed(DocumentStore, {
      tenant: null,
      publish: () => Effect.dieMessage("publishes nothing"),
      versions: () => Effect.succeed([]),
    })
    const stores = Layer.merge(SqlStores.layer(), none)
    const emptied = await clockedInstanceOn(shared.url, start, {}, { stores })
    others.push(emptied)
    const named = { policyHash: hashOf("1") }
    const save = aSave({ type: "dpa_gone", givenAt: start, ...named })
    await check(shared, save, emptied, save, [404, "NOT_FOUND"])
    const contradicting = { ...save, policyId: legalDocumentId(null, { type: "dpa_gone", hash: hashOf("2") }) }
    assert.deepStrictEqual(told(await emptied.post(contradicting)), [404, "NOT_FOUND"])
  })
})

describeAboveStores("a document's snapshot on a save that names no version", (engine) => {
  it("says which version is saved, superseded or not; one never published is 404 NOT_FOUND", async () => {
    const tokens = { ...noTokens, legalDocumentSnapshot }
    const instance = await startClockedInstance(engine, start, { tokens })
    const documents = await instance.documents()
    const release = (digit: string) => ({
      type: "dpa_eu",
      version: digit,
      hash: `sha256:${digit.repeat(64)}`,
      effectiveDate: start,
    })
    for (const digit of ["1", "2"]) await Effect.runPromise(documents.publish(release(digit)))
    const sign = (digit: string, change = {}) => {
      const document = { ...release(digit), effectiveDate: new Date(start).toISOString(), ...change }
      const now = instance.clock.unsafeCurrentTimeMillis()
      return signToken(legalDocumentSnapshot.signingKey, documentClaims(legalDocumentSnapshot, null, document, now))
    }
    const save = async (documentSnapshotToken: string | null) =>
      instance.post(aSave({ type: "dpa_eu", givenAt: start, documentSnapshotToken }))
    for (const digit of ["1", "2"]) {
      const { body, status } = await save(sign(digit))
      assert.strictEqual(status, 200, JSON.stringify(body))
      const state = (await instance.send(`/subjects/${body.subjectId}`)).body
      assert.deepInclude(state.consents[0], { policyHash: release(digit).hash, isLatestPolicy: digit === "2" })
    }
    assert.deepStrictEqual(told(await save(sign("3"))), [404, "NOT_FOUND"])
    assert.deepStrictEqual(told(await save(sign("1", { type: "dpa" }))), [409, "POLICY_SNAPSHOT_INVALID"])
    await instance.stop()
  })
})
