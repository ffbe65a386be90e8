import { describeEngines } from "@consent-service/test-engines"
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { aSave, newSubjectId, startInstance } from "../testing/TestInstance.js"

describeEngines("POST /subjects and GET /subjects/:id", (engine) => {
  let instance: Awaited<ReturnType<typeof startInstance>>
  beforeAll(async () => {
    instance = await startInstance(engine)
  })
  afterAll(() => instance.stop())

  const consentsOf = async (subjectId: string) => (await instance.send(`/subjects/${subjectId}`)).body.consents

  it("a save returns its record, which can be read back", async () => {
    const givenAt = Date.now() - 5000
    const save = aSave({ givenAt, metadata: { page: "/checkout", é: [null, 1.5] }, uiSource: "banner" })
    const saved = await instance.post(save)
    assert.strictEqual(saved.status, 200)
    assert.include(saved.body, {
      ok: true,
      subjectId: save.subjectId,
      type: "cookie_banner",
      domain: "shop.example",
      uiSource: "banner",
    })
    assert.strictEqual(saved.body.givenAt, new Date(givenAt).toISOString())
    assert.deepStrictEqual(saved.body.appliedPreferences, save.preferences)
    assert.deepStrictEqual(saved.body.metadata, save["metadata" as keyof typeof save])

    const read = await instance.send(`/subjects/${save.subjectId}`)
    assert.strictEqual(read.status, 200)
    assert.strictEqual(read.headers.get("cache-control"), "no-store")
    assert.strictEqual(read.body.subject.id, save.subjectId)
    assert.isTrue(read.body.isValid)
    const [item] = read.body.consents
    assert.strictEqual(item.id, saved.body.consentId)
    assert.strictEqual(item.givenAt, saved.body.givenAt)
    assert.deepStrictEqual(item.preferences, save.preferences)
    assert.strictEqual(item.jurisdiction, "NONE")
    const receipt = (value: boolean) => ({ value, confirmedAt: givenAt, basis: { kind: "legacy-v2" } })
    assert.deepStrictEqual(read.body.subjectChoice, {
      version: 3,
      categories: { marketing: receipt(false), measurement: receipt(true) },
    })
    assert.isNull(read.body.subjectVendorChoice)
  })

  it("stores receipts as they were confirmed, in both forms", async () => {
    const confirmedAt = Date.now() - 60_000
    const basis = { kind: "choice-v1", fingerprint: "f".repeat(64) }
    const preferences = { marketing: true }
    const asObject = aSave({
      preferences,
      choice: { version: 3, categories: { marketing: { value: true, confirmedAt, basis } } },
    })
    const asArray = aSave({ preferences, receipts: [{ category: "marketing", value: true, confirmedAt, basis }] })
    for (const save of [asObject, asArray]) {
      assert.strictEqual((await instance.post(save)).status, 200)
      const { body } = await instance.send(`/subjects/${save.subjectId}`)
      assert.deepStrictEqual(body.subjectChoice.categories, { marketing: { value: true, confirmedAt, basis } })
    }
  })

  it("the same act sent again is answered by the first record; different content is 409 and the first is kept", async () => {
    const save = aSave()
    const first = await instance.post(save)
    const again = await instance.post({
      ...save,
      preferences: { marketing: false, measurement: true, necessary: true },
      uiSource: "x",
    })
    assert.deepStrictEqual([again.status, again.body], [200, first.body])
    const other = await instance.post({ ...save, preferences: { ...save.preferences, marketing: true } })
    assert.deepStrictEqual([other.status, other.body.cause.code], [409, "CONFLICT"])
    assert.strictEqual((await consentsOf(save.subjectId)).length, 1)
  })

  it("forty concurrent equal saves give one record, forty differing ones one record and 39 conflicts", async () => {
    const same = aSave()
    const equal = await Promise.all(Array.from({ length: 40 }, () => instance.post(same)))
    assert.deepStrictEqual(new Set(equal.map(({ body, status }) => `${status} ${body.consentId}`)).size, 1)
    assert.strictEqual(equal[0]?.status, 200)

    const base = aSave()
    const differing = await Promise.all(
      Array.from({ length: 40 }, (_, n) => instance.post({ ...base, preferences: { [`c${n}`]: true } })),
    )
    assert.deepStrictEqual(differing.map(({ status }) => status).sort(), [
      200,
      ...Array.from({ length: 39 }, () => 409),
    ])
    for (const { subjectId } of [same, base]) assert.strictEqual((await consentsOf(subjectId)).length, 1)
  })

  it("a save that asserts its policy is re-resolved and keeps how it was decided", async () => {
    const { body: init } = await instance.send("/init?country=DE")
    const { fingerprints, policyId } = init.policyResolution
    const asserted = { policyId, fingerprint: fingerprints.policy, country: "DE", region: null }
    const save = aSave(asserted)
    assert.strictEqual((await instance.post(save)).status, 200)
    const [item] = await consentsOf(save.subjectId)
    assert.deepInclude(item, { jurisdiction: "GDPR", runtimePolicySource: "write_time_fallback" })
    const wrong = await instance.post(aSave({ ...asserted, country: "NZ" }))
    assert.deepStrictEqual(
      [wrong.status, wrong.body.cause],
      [422, { code: "STALE_POLICY", reason: "decision-mismatch" }],
    )
    const incomplete = await instance.post(aSave({ country: "DE" }))
    assert.deepStrictEqual(incomplete.body.cause, { code: "STALE_POLICY", reason: "incomplete-inputs" })
  })

  it("a vendor map is kept and aggregated", async () => {
    const save = aSave({
      vendorChoice: { version: 1, confirmedAt: 1_700_000_000_000, grants: { maps: true, "ads.example": false } },
    })
    const { body } = await instance.post(save)
    assert.deepStrictEqual(body.subjectVendorChoice, save["vendorChoice" as keyof typeof save])
    assert.deepStrictEqual(
      (await instance.send(`/subjects/${save.subjectId}`)).body.subjectVendorChoice,
      body.subjectVendorChoice,
    )
  })

  it("the type filter narrows the records and decides isValid, never the choice", async () => {
    const save = aSave()
    await instance.post(save)
    const { body } = await instance.send(`/subjects/${save.subjectId}?type=dpa, ,marketing_communications`)
    assert.deepStrictEqual([body.consents, body.isValid], [[], false])
    assert.isNotNull(body.subjectChoice)
  })

  it("unknown and malformed ids are the same 404", async () => {
    const unknown = await instance.send(`/subjects/${newSubjectId()}`)
    for (const id of ["unknown", "sub_0OIl", "sub_%00", "%20", "sub_a'--"]) {
      const answer = await instance.send(`/subjects/${id}`)
      assert.deepStrictEqual([answer.status, answer.body], [404, unknown.body])
    }
    assert.deepStrictEqual(unknown.body, { message: "Subject not found", cause: { code: "NOT_FOUND" } })
  })

  describe("invalid input gets a 4xx with field and reason, and writes nothing", () => {
    const cases: ReadonlyArray<readonly [string, (save: ReturnType<typeof aSave>) => unknown, number, string, string]> =
      [
        ["malformed JSON", () => '{"type":', 400, "INPUT_VALIDATION_FAILED", "body"],
        ["no body", () => "", 400, "INPUT_VALIDATION_FAILED", "body"],
        ["an array", () => "[]", 400, "INPUT_VALIDATION_FAILED", "body"],
        [
          "a value that no text can be made of",
          (save) => ({
            ...save,
            receipts: [{ category: "marketing", value: true, confirmedAt: 1, basis: { kind: { toString: null } } }],
          }),
          400,
          "INPUT_VALIDATION_FAILED",
          "body",
        ],
        ["a missing field", ({ domain: _, ...save }) => save, 400, "INPUT_VALIDATION_FAILED", "domain"],
        ["a wrong type", (save) => ({ ...save, givenAt: "now" }), 400, "INPUT_VALIDATION_FAILED", "givenAt"],
        [
          "a fraction of a millisecond",
          (save) => ({ ...save, givenAt: 1.5 }),
          400,
          "INPUT_VALIDATION_FAILED",
          "givenAt",
        ],
        [
          "a future date",
          (save) => ({ ...save, givenAt: Date.now() + 11 * 60_000 }),
          400,
          "INPUT_VALIDATION_FAILED",
          "givenAt",
        ],
        ["no preferences", ({ preferences: _, ...save }) => save, 400, "INPUT_VALIDATION_FAILED", "preferences"],
        [
          "a wrong domain",
          (save) => ({ ...save, domain: "https://shop.example/x" }),
          400,
          "INPUT_VALIDATION_FAILED",
          "domain",
        ],
        [
          "an unknown key in choice",
          (save) => ({ ...save, choice: { version: 3, categories: {}, x: 1 } }),
          400,
          "INPUT_VALIDATION_FAILED",
          "choice.x",
        ],
        ["U+0000", (save) => ({ ...save, uiSource: "a\u0000" }), 400, "INPUT_VALIDATION_FAILED", "uiSource"],
        [
          "an unpaired surrogate",
          (save) => ({ ...save, metadata: { a: "\ud800" } }),
          400,
          "INPUT_VALIDATION_FAILED",
          "metadata.a",
        ],
        [
          "a receipt that contradicts the preferences",
          (save) => ({ ...save, receipts: [{ category: "marketing", value: true, confirmedAt: 1 }] }),
          400,
          "CHOICE_PREFERENCE_MISMATCH",
          "choice.categories.marketing.value",
        ],
        [
          "an unsigned snapshot token",
          (save) => ({ ...save, policySnapshotToken: "" }),
          409,
          "POLICY_SNAPSHOT_INVALID",
          "",
        ],
      ]

    it.each(cases)("%s", async (_, change, status, code, path) => {
      const save = aSave()
      const answer = await instance.post(change(save))
      assert.deepStrictEqual([answer.status, answer.body.cause.code], [status, code])
      if (path !== "") {
        assert.strictEqual(answer.body.cause.issues[0].path, path)
        assert.include(answer.body.message, `${path}: `)
      }
      assert.strictEqual((await instance.send(`/subjects/${save.subjectId}`)).status, 404)
    })

    it("a body over the limit, with or without a content length", async () => {
      const save = aSave({ metadata: { filler: "x".repeat(70_000) } })
      const text = JSON.stringify(save)
      const stream = new Blob([text]).stream()
      const streamed = { method: "POST", body: stream, duplex: "half" }
      for (const answer of [await instance.post(text), await instance.send("/subjects", streamed)]) {
        assert.deepStrictEqual([answer.status, answer.body.cause.code], [413, "PAYLOAD_TOO_LARGE"])
      }
      assert.strictEqual((await instance.send(`/subjects/${save.subjectId}`)).status, 404)
    })
  })
})
