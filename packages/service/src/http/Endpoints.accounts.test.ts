import { describeAboveStores } from "@consent-service/test-engines"
import { assert, it } from "@effect/vitest"
import { sharedByTests } from "../testing/SharedByTests.js"
import { type Answered, aSave, startInstance } from "../testing/TestInstance.js"

/*
 * Endpoints: the two reads by user account. `Identity.test.ts` tests which links are verified, and `Endpoints.test.ts`
 * that these reads need a key.
 */

const key = "an-api-key-for-tests-0123456789"
const withKey = { headers: { authorization: `Bearer ${key}` } }

type Instance = Awaited<ReturnType<typeof startInstance>>

const accepted = async (answer: Promise<Answered>): Promise<Answered> => {
  const { body, status } = await answer
  assert.strictEqual(status, 200, JSON.stringify(body))
  return answer
}

const requestsOn = (instance: Instance) => ({
  /** A save whose link the API key verifies. */
  verified: (subjectId: string, externalSubjectId: string, change: Readonly<Record<string, unknown>> = {}) =>
    accepted(instance.post(aSave({ subjectId, externalSubjectId, ...change }), withKey)),
  unverified: (subjectId: string, externalSubjectId: string) =>
    accepted(instance.post(aSave({ subjectId, externalSubjectId }))),
  list: (query: string): Promise<Answered> => instance.send(`/subjects${query}`, withKey),
  check: (query: string): Promise<Answered> => instance.send(`/consents/check${query}`, withKey),
  publish: (type: string, digit: string): Promise<Answered> => {
    const release = { version: digit, hash: `sha256:${digit.repeat(64)}`, effectiveDate: "2024-01-01" }
    const put = { ...withKey, method: "PUT", body: JSON.stringify(release) }
    return instance.send(`/legal-documents/${type}/current`, put)
  },
})

const query = (parameters: Readonly<Record<string, string>>): string => `?${new URLSearchParams(parameters)}`

const idsIn = ({ body }: Answered): ReadonlyArray<string> => body.subjects.map(({ id }: { readonly id: string }) => id)

/** Texts that databases like to take for one another: by case, accents, width, trailing blanks, normal forms. */
const lookalikes = [
  "user-1",
  "User-1",
  "user-1 ",
  " user-1",
  "üser-1",
  "u\u0308ser-1",
  "ｕser-1",
  "user-1\u200b",
  "ß",
  "ss",
]

describeAboveStores("GET /subjects?externalId=", (engine) => {
  let instance: Instance
  let on: ReturnType<typeof requestsOn>
  sharedByTests(
    async () => {
      instance = await startInstance(engine, { apiKeys: [key] })
      on = requestsOn(instance)
    },
    () => instance.stop(),
  )

  it("gives every documented field of the subjects and of their records, newest first", async () => {
    const external = "user-fields"
    const givenAt = 1_700_000_000_000
    const vendorChoice = { version: 1, confirmedAt: givenAt, grants: { maps: false } }
    const saved = [
      await on.verified("sub_members", external, { givenAt, identityProvider: "idp", vendorChoice }),
      await on.verified("sub_members", external, { givenAt: givenAt + 1, type: "dpa", preferences: undefined }),
    ]
    const { body, headers, status } = await on.list(query({ externalId: external }))
    assert.strictEqual(status, 200)
    assert.strictEqual(headers.get("cache-control"), "no-store")
    const [{ createdAt, consents, ...subject }] = body.subjects
    assert.deepStrictEqual(subject, { id: "sub_members", externalId: external, identityProvider: "idp" })
    const read = (await instance.send("/subjects/sub_members")).body
    assert.strictEqual(createdAt, read.subject.createdAt)
    assert.deepStrictEqual(consents, read.consents)
    assert.deepStrictEqual(
      consents.map(({ id }: { readonly id: string }) => id),
      saved.map((one) => one.body.consentId).reverse(),
    )
    assert.deepInclude(consents[1], {
      type: "cookie_banner",
      givenAt: new Date(givenAt).toISOString(),
      preferences: { necessary: true, measurement: true, marketing: false },
      isLatestPolicy: true,
      vendorChoice,
    })
  })

  it("gives policyVersion, policyHash, policyEffectiveDate and isLatestPolicy of legal documents", async () => {
    await on.publish("dpa_list", "1")
    await on.verified("sub_document", "user-document", { type: "dpa_list" })
    const record = async () => (await on.list("?externalId=user-document")).body.subjects[0].consents[0]
    const version = {
      type: "dpa_list",
      policyVersion: "1",
      policyHash: `sha256:${"1".repeat(64)}`,
      policyEffectiveDate: "2024-01-01T00:00:00.000Z",
    }
    assert.deepInclude(await record(), { ...version, isLatestPolicy: true })
    await on.publish("dpa_list", "2")
    assert.deepInclude(await record(), { ...version, isLatestPolicy: false })
  })

  it("lists verified links only, ordered by subject id by code unit", async () => {
    const ids = ["sub_a1", "sub_B", "sub_1", "sub_aZ", "sub_Z", "sub_ab", "sub_a"]
    for (const id of ids) await on.verified(id, "user-order")
    await on.unverified("sub_A", "user-order")
    assert.deepStrictEqual(idsIn(await on.list("?externalId=user-order")), [
      "sub_1",
      "sub_B",
      "sub_Z",
      "sub_a",
      "sub_a1",
      "sub_aZ",
      "sub_ab",
    ])
  })

  it("compares external ids byte for byte", async () => {
    const id = (at: number) => `sub_twin${"x".repeat(at + 1)}`
    for (const [at, external] of lookalikes.entries()) await on.verified(id(at), external)
    for (const [at, external] of lookalikes.entries()) {
      const answer = await on.list(query({ externalId: external }))
      assert.deepStrictEqual(idsIn(answer), [id(at)], JSON.stringify(external))
      assert.strictEqual(answer.body.subjects[0].externalId, external)
    }
  })

  it("reads the parameter as URLs write it; the first of several counts", async () => {
    await on.verified("sub_odd", "a&b=c+d %'\"\\\u{1f469}")
    assert.deepStrictEqual(idsIn(await on.list(query({ externalId: "a&b=c+d %'\"\\\u{1f469}" }))), ["sub_odd"])
    await on.verified("sub_first", "first")
    assert.deepStrictEqual(idsIn(await on.list("?externalId=first&externalId=user-1")), ["sub_first"])
  })

  it("of an account without linked subjects is an empty list", async () => {
    for (const externalId of ["unknown", "%", "user_1", "x".repeat(10_000), "a\u0000b"]) {
      const { body, status } = await on.list(query({ externalId }))
      assert.deepStrictEqual([status, body], [200, { subjects: [] }])
    }
  })

  it("without externalId, or with an empty one, is 400 EXTERNAL_ID_REQUIRED", async () => {
    for (const sent of ["", "?externalId=", "?externalid=user-1", "?externalId"]) {
      const { body, status } = await on.list(sent)
      assert.deepStrictEqual([status, body.cause.code], [400, "EXTERNAL_ID_REQUIRED"])
    }
  })
})

describeAboveStores("GET /consents/check?externalId=&type=", (engine) => {
  let instance: Instance
  let on: ReturnType<typeof requestsOn>
  sharedByTests(
    async () => {
      instance = await startInstance(engine, { apiKeys: [key] })
      on = requestsOn(instance)
    },
    () => instance.stop(),
  )

  const results = async (externalId: string, type: string) => (await on.check(query({ externalId, type }))).body.results

  const both = (value: boolean) => ({ hasConsent: value, isLatestPolicy: value })

  it("has a key for each requested type, trimmed and none empty; an unknown type is false and false", async () => {
    await on.verified("sub_types", "user-types")
    const { body, headers, status } = await on.check("?externalId=user-types&type=%20cookie_banner,,dpa%20,no%20type,+")
    assert.strictEqual(status, 200)
    assert.strictEqual(headers.get("cache-control"), "no-store")
    assert.deepStrictEqual(body, { results: { cookie_banner: both(true), dpa: both(false), "no type": both(false) } })
    assert.deepStrictEqual(await results("user-types", "dpa,dpa"), { dpa: both(false) })
    const odd = await results("user-types", "__proto__,constructor,DPA,x'--,\u{1f469},a\u0000b")
    assert.deepStrictEqual(Object.keys(odd).sort(), [
      "DPA",
      "__proto__",
      "a\u0000b",
      "constructor",
      "x'--",
      "\u{1f469}",
    ])
    for (const one of Object.values(odd)) assert.deepStrictEqual(one, both(false))
  })

  it("a refusal is a record too", async () => {
    await on.verified("sub_refused", "user-refusal", { preferences: { necessary: true, marketing: false } })
    assert.deepStrictEqual(await results("user-refusal", "cookie_banner"), { cookie_banner: both(true) })
  })

  it("isLatestPolicy: one record of the type is about the version in force", async () => {
    const type = "terms_and_conditions_check"
    await on.verified("sub_before", "user-terms", { type })
    assert.deepStrictEqual(await results("user-terms", type), { [type]: both(true) })
    await on.publish(type, "1")
    assert.deepStrictEqual(await results("user-terms", type), { [type]: { hasConsent: true, isLatestPolicy: false } })
    await on.verified("sub_after", "user-terms", { type })
    assert.deepStrictEqual(await results("user-terms", type), { [type]: both(true) })
    await on.publish(type, "2")
    assert.deepStrictEqual(await results("user-terms", type), { [type]: { hasConsent: true, isLatestPolicy: false } })
  })

  it("combines all subjects of the account, and only verified links count", async () => {
    await on.verified("sub_one", "user-many", { type: "marketing_communications" })
    await on.verified("sub_two", "user-many", { type: "age_verification" })
    await on.unverified("sub_three", "user-many")
    assert.deepStrictEqual(await results("user-many", "marketing_communications,age_verification,cookie_banner"), {
      marketing_communications: both(true),
      age_verification: both(true),
      cookie_banner: both(false),
    })
  })

  it("compares external ids and types byte for byte", async () => {
    const types = ["dpa_x", "dpa_X", "dpa_\u00e9", "dpa_e\u0301"]
    for (const [at, external] of lookalikes.entries()) {
      await on.verified(`sub_near${"x".repeat(at + 1)}`, external, { type: types[at % 4] ?? "" })
    }
    for (const [at, external] of lookalikes.entries()) {
      for (const type of types) {
        const found = (await results(external, type))[type]
        assert.deepStrictEqual(found, both(types[at % 4] === type), JSON.stringify([external, type]))
      }
    }
  })

  it("without externalId is 400 EXTERNAL_ID_REQUIRED, then without a type 400 TYPE_REQUIRED", async () => {
    const codeOf = async (sent: string) => {
      const { body, status } = await on.check(sent)
      return [status, body.cause.code]
    }
    for (const sent of ["", "?type=dpa", "?externalId=&type=dpa", "?externalId=&type="]) {
      assert.deepStrictEqual(await codeOf(sent), [400, "EXTERNAL_ID_REQUIRED"])
    }
    for (const sent of ["", "&type=", "&type=,%20,", "&types=dpa"]) {
      assert.deepStrictEqual(await codeOf(`?externalId=user-1${sent}`), [400, "TYPE_REQUIRED"])
    }
  })
})
