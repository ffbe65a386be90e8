import { describeEngines } from "@consent-service/test-engines"
import { afterAll, assert, beforeAll, it } from "@effect/vitest"
import { type Answered, aSave, newSubjectId, startInstance } from "../testing/TestInstance.js"

/*
 * Endpoints: a subject's records. `Saves.test.ts` tests the fields of a save and the identity of acts,
 * `Identity.test.ts` links, `PolicyTokens.test.ts` saves with tokens.
 */

type Instance = Awaited<ReturnType<typeof startInstance>>

const givenAt = Date.now() - 60_000

const basis = { kind: "choice-v1", fingerprint: "f" }

const full = () =>
  aSave({
    givenAt,
    preferences: { necessary: true, measurement: true, marketing: false, "shop-extras": true },
    choice: { version: 3, categories: { measurement: { value: true, confirmedAt: givenAt - 1, basis } } },
    vendorChoice: { version: 1, confirmedAt: givenAt - 2, grants: { maps: true, "ads.example": false } },
    metadata: { page: "/checkout", nested: [{ é: null }, 1.5] },
    externalSubjectId: "user-1",
    identityProvider: "idp",
    consentAction: "custom",
    uiSource: "banner",
    country: "GB",
    unknown: "is ignored",
  })

describeEngines("POST /subjects", (engine) => {
  let instance: Instance
  beforeAll(async () => {
    instance = await startInstance(engine, { manifest: { policyRules: [] } })
  })
  afterAll(() => instance.stop())

  const asserting = { policyId: null, country: "GB" }

  it("answers with every documented field", async () => {
    const save = { ...full(), ...asserting }
    const before = Date.now()
    const { body, headers, status } = await instance.post(save)
    assert.strictEqual(status, 200, JSON.stringify(body))
    assert.strictEqual(headers.get("cache-control"), "no-store")
    const { consentId, createdAt, ...rest } = body
    assert.match(consentId, /^cns_[1-9A-HJ-NP-Za-km-z]+$/)
    assert.strictEqual(new Date(createdAt).toISOString(), createdAt)
    assert.isTrue(Date.parse(createdAt) >= before && Date.parse(createdAt) <= Date.now())
    assert.deepStrictEqual(rest, {
      ok: true,
      subjectId: save.subjectId,
      type: "cookie_banner",
      domain: "shop.example",
      givenAt: new Date(givenAt).toISOString(),
      appliedPreferences: save.preferences,
      metadata: { page: "/checkout", nested: [{ é: null }, 1.5] },
      uiSource: "banner",
      subjectVendorChoice: { version: 1, confirmedAt: givenAt - 2, grants: { maps: true, "ads.example": false } },
    })
    assert.deepStrictEqual((await instance.post(save)).body, body, "and so does the same consent sent again")
  })

  it("omits members that the save did not have", async () => {
    const { body } = await instance.post(aSave({ type: "other", preferences: undefined }))
    assert.deepStrictEqual(Object.keys(body).sort(), [
      "consentId",
      "createdAt",
      "domain",
      "givenAt",
      "ok",
      "subjectId",
      "type",
    ])
  })

  it("accepts a body with any Content-Type", async () => {
    for (const type of ["text/plain", "application/json; charset=utf-8", "nonsense"]) {
      const answer = await instance.post(aSave(), { headers: { "content-type": type } })
      assert.strictEqual(answer.status, 200)
    }
  })

  it.each([
    "cookie_banner",
    "privacy_policy",
    "dpa",
    "terms_and_conditions",
    "dpa_eu",
    "marketing_communications",
    "age_verification",
    "other",
  ])("records the type %s", async (type) => {
    const save = aSave({ type })
    assert.strictEqual((await instance.post(save)).status, 200)
    assert.strictEqual((await instance.send(`/subjects/${save.subjectId}`)).body.consents[0].type, type)
  })

  it.each(["", "cookie_banner_eu", "dpa_", "terms", "Other", "marketing"])("refuses the type %j", async (type) => {
    const { body, status } = await instance.post(aSave({ type }))
    assert.deepStrictEqual([status, body.cause.code], [400, "INPUT_VALIDATION_FAILED"])
    assert.strictEqual(body.cause.issues[0].path, "type")
  })
})

describeEngines("GET /subjects/:id", (engine) => {
  let instance: Instance
  beforeAll(async () => {
    instance = await startInstance(engine)
  })
  afterAll(() => instance.stop())

  it("answers with every documented field of the subject and their records", async () => {
    const { body: init } = await instance.send("/init?country=GB")
    const { fingerprints, policyId } = init.policyResolution
    const asserted = { policyId, fingerprint: fingerprints.policy, country: "GB", region: null }
    const save = { ...full(), ...asserted, preferences: { necessary: true, measurement: true, marketing: false } }
    const { body: saved } = await instance.post(save)
    const { body, headers, status } = await instance.send(`/subjects/${save.subjectId}`)
    assert.strictEqual(status, 200)
    assert.strictEqual(headers.get("cache-control"), "no-store")
    const receipt = { value: true, confirmedAt: givenAt - 1, basis }
    const vendorChoice = { version: 1, confirmedAt: givenAt - 2, grants: { maps: true, "ads.example": false } }
    assert.deepStrictEqual(body, {
      subject: { id: save.subjectId, createdAt: saved.createdAt, externalId: "user-1", identityProvider: "idp" },
      consents: [
        {
          id: saved.consentId,
          type: "cookie_banner",
          domain: "shop.example",
          givenAt: saved.givenAt,
          createdAt: saved.createdAt,
          isLatestPolicy: true,
          jurisdiction: "UK_GDPR",
          preferences: save.preferences,
          runtimePolicySource: "write_time_fallback",
          choice: { version: 3, categories: { measurement: receipt } },
          vendorChoice,
        },
      ],
      isValid: true,
      subjectChoice: { version: 3, categories: { measurement: receipt } },
      subjectVendorChoice: vendorChoice,
    })
  })

  it("returns the records newest first, in whatever order they arrived", async () => {
    const subjectId = newSubjectId()
    for (const age of [3, 1, 2]) await instance.post(aSave({ subjectId, givenAt: givenAt - age, type: "other" }))
    const { body } = await instance.send(`/subjects/${subjectId}`)
    const times = body.consents.map((one: { readonly givenAt: string }) => givenAt - Date.parse(one.givenAt))
    assert.deepStrictEqual(times, [1, 2, 3])
    assert.isNull(body.subjectChoice)
    assert.isNull(body.subjectVendorChoice)
  })

  it("type: trimmed, without empties, narrows the records and decides isValid, and never the choices", async () => {
    const subjectId = newSubjectId()
    await instance.post(aSave({ subjectId }))
    await instance.post(aSave({ subjectId, type: "dpa" }))
    const read = async (type: string): Promise<readonly [ReadonlyArray<string>, boolean]> => {
      const { body } = await instance.send(`/subjects/${subjectId}?${new URLSearchParams({ type })}`)
      assert.isNotNull(body.subjectChoice)
      return [body.consents.map((one: { readonly type: string }) => one.type).sort(), body.isValid]
    }
    assert.deepStrictEqual(await read(""), [["cookie_banner", "dpa"], true])
    assert.deepStrictEqual(await read(" , "), [["cookie_banner", "dpa"], true])
    assert.deepStrictEqual(await read(" dpa ,"), [["dpa"], true])
    assert.deepStrictEqual(await read("dpa,cookie_banner"), [["cookie_banner", "dpa"], true])
    assert.deepStrictEqual(await read("dpa,other"), [["dpa"], false])
    assert.deepStrictEqual(await read("DPA"), [[], false])
  })

  it("an unknown subject, a malformed id and one that no path can hold are the same 404 NOT_FOUND", async () => {
    const answers: Array<Answered> = []
    for (const id of [newSubjectId(), "unknown", "sub_0OIl", "%00", "%ED%A0%80", "x".repeat(5000)]) {
      answers.push(await instance.send(`/subjects/${id}`))
    }
    for (const { body, status } of answers) {
      assert.deepStrictEqual([status, body.cause], [404, { code: "NOT_FOUND" }])
    }
  })
})

describeEngines("PATCH /subjects/:id", (engine) => {
  it("answers with the link in force, the provider external where none is named", async () => {
    const instance = await startInstance(engine)
    const { subjectId } = aSave()
    await instance.post(aSave({ subjectId }))
    const patch = (body: unknown) =>
      instance.send(`/subjects/${subjectId}`, { method: "PATCH", body: JSON.stringify(body) })
    const linked = await patch({ externalId: "user-1", unknown: 1 })
    assert.deepStrictEqual([linked.status, linked.headers.get("cache-control")], [200, "no-store"])
    assert.deepStrictEqual(linked.body, {
      subject: { id: subjectId, externalId: "user-1", identityProvider: "external" },
    })
    for (const identityProvider of ["idp", "é 👩"]) {
      const { body } = await patch({ externalId: "user-1", identityProvider })
      assert.deepStrictEqual(body.subject, { id: subjectId, externalId: "user-1", identityProvider })
      assert.deepInclude((await instance.send(`/subjects/${subjectId}`)).body.subject, body.subject)
    }
    await instance.stop()
  })
})
