import { describeAboveStores } from "@consent-service/test-engines"
import { afterAll, assert, beforeAll, it } from "@effect/vitest"
import { createHash } from "node:crypto"
import { type Answered, aSave, instanceOn, startInstance } from "../testing/TestInstance.js"

/*
 * Endpoints: publishing documents. `LegalDocuments.test.ts` tests consents to them, testkit/DocumentStoreLaws.ts races
 * of publishers.
 */

const key = "an-api-key-for-tests-0123456789"
const headers = { authorization: `Bearer ${key}` }

const hashOf = (digit: string): string => `sha256:${digit.repeat(64)}`

const release = { version: "2024-01", hash: hashOf("1"), effectiveDate: "2024-01-31" }

type Change = Partial<Readonly<Record<keyof typeof release, unknown>>>

type Send = Awaited<ReturnType<typeof startInstance>>["send"]

const publisher =
  (send: Send) =>
  (type: string, change: Change = {}): Promise<Answered> =>
    send(`/legal-documents/${encodeURIComponent(type)}/current`, {
      method: "PUT",
      headers,
      body: JSON.stringify({ ...release, ...change }),
    })

describeAboveStores("PUT /legal-documents/:type/current", (engine) => {
  let instance: Awaited<ReturnType<typeof startInstance>>
  let publish: ReturnType<typeof publisher>
  beforeAll(async () => {
    instance = await startInstance(engine, { apiKeys: [key] })
    publish = publisher(instance.send)
  })
  afterAll(() => instance.stop())

  /** The hash that a consent given now is recorded with. */
  const current = async (type: string): Promise<string> => {
    const { subjectId, ...save } = aSave({ type })
    assert.strictEqual((await instance.post({ ...save, subjectId })).status, 200)
    return (await instance.send(`/subjects/${subjectId}`)).body.consents[0].policyHash
  }

  it("answers with the version that is in force now", async () => {
    const type = "dpa"
    const published = await publish(type)
    assert.strictEqual(published.status, 200)
    assert.strictEqual(published.headers.get("cache-control"), "no-store")
    const id = `pol_${createHash("sha256")
      .update(JSON.stringify([null, type, release.hash]))
      .digest("hex")}`
    assert.deepStrictEqual(published.body, {
      policy: { id, type, ...release, effectiveDate: "2024-01-31T00:00:00.000Z", isActive: true },
    })
    assert.strictEqual(await current(type), release.hash)
  })

  it("the same hash, version and date again changes nothing, however the date is written", async () => {
    const first = await publish("dpa_again")
    for (const effectiveDate of [release.effectiveDate, "2024-01-31T00:00:00.000Z", "2024-01-31T01:00:00+01:00"]) {
      const again = await publish("dpa_again", { effectiveDate })
      assert.deepStrictEqual([again.status, again.body], [200, first.body])
    }
  })

  it("the same hash with another version or date is 409 CONFLICT, and the first is kept", async () => {
    const first = await publish("dpa_diverging")
    const differences = [{ version: "2024-02" }, { effectiveDate: "2024-02-01" }, { version: "2024-01 " }]
    for (const change of differences) {
      const { body, status } = await publish("dpa_diverging", change)
      assert.deepStrictEqual([status, body.cause], [409, { code: "CONFLICT" }])
    }
    assert.deepStrictEqual((await publish("dpa_diverging")).body, first.body)
  })

  it("a new hash is the new current version, and an older one published again is current again", async () => {
    const type = "terms_and_conditions_order"
    await publish(type)
    await publish(type, { hash: hashOf("2"), effectiveDate: "2023-01-01" })
    assert.strictEqual(await current(type), hashOf("2"), "the last published one, whatever its date")
    const again = await publish(type)
    assert.deepInclude(again.body.policy, { hash: hashOf("1"), isActive: true })
    assert.strictEqual(await current(type), hashOf("1"))
    await publish(type, { hash: hashOf("2"), effectiveDate: "2023-01-01" })
    assert.strictEqual(await current(type), hashOf("2"))
  })

  it("types are the three families and their suffixed variants, each with separate versions", async () => {
    const types = [
      "privacy_policy",
      "terms_and_conditions",
      "privacy_policy_eu",
      "privacy_policy_EU",
      "dpa_\u{1f469} /?",
    ]
    const ids = new Set<string>()
    for (const type of types) {
      const { body, status } = await publish(type)
      assert.deepStrictEqual([status, body.policy?.type], [200, type], JSON.stringify(body))
      ids.add(body.policy.id)
    }
    assert.strictEqual(ids.size, types.length)
    await publish("privacy_policy_eu", { hash: hashOf("3") })
    assert.strictEqual(await current("privacy_policy_eu"), hashOf("3"))
    assert.strictEqual(await current("privacy_policy"), hashOf("1"))
    assert.strictEqual(await current("privacy_policy_EU"), hashOf("1"))
  })

  it.each([
    "terms",
    "dpa_",
    "privacy_policyx",
    "cookie_banner",
    "DPA",
    " dpa",
    "dpa\n",
    "marketing_communications",
    "_eu",
  ])("the type %j is 400 INPUT_VALIDATION_FAILED", async (type) => {
    const { body, status } = await publish(type)
    assert.deepStrictEqual([status, body.cause.code], [400, "INPUT_VALIDATION_FAILED"])
    assert.strictEqual(body.cause.issues[0].path, "type")
  })

  it.each([
    ["no version", { version: undefined }, "version"],
    ["an empty version", { version: "" }, "version"],
    ["a version that is not a string", { version: 1 }, "version"],
    ["no hash", { hash: undefined }, "hash"],
    ["a hash without its algorithm", { hash: "1".repeat(64) }, "hash"],
    ["a hash in capitals", { hash: `sha256:${"A".repeat(64)}` }, "hash"],
    ["a hash that is too short", { hash: `sha256:${"1".repeat(63)}` }, "hash"],
    ["a hash that is too long", { hash: hashOf("1") + "1" }, "hash"],
    ["a hash with a line behind", { hash: `${hashOf("1")}\n` }, "hash"],
    ["another algorithm", { hash: `sha512:${"1".repeat(64)}` }, "hash"],
  ] as const)("%s is 400 INPUT_VALIDATION_FAILED, before any date is looked at", async (_, change, path) => {
    for (const effectiveDate of [release.effectiveDate, "2024-02-30", undefined]) {
      const { body, status } = await publish("dpa_shape", { ...change, effectiveDate })
      assert.deepStrictEqual([status, body.cause.code], [400, "INPUT_VALIDATION_FAILED"])
      assert.strictEqual(body.cause.issues[0].path, path)
    }
  })

  it.each([
    undefined,
    "",
    "soon",
    "2024-02-30",
    "2023-02-29",
    "2024-13-01",
    "2024-01-31T24:00:00Z",
    "2024-1-31",
    "31.01.2024",
    "1706659200000",
    "2024-01-31 ",
  ])("the effectiveDate %j is 422 INPUT_VALIDATION_FAILED, and nothing is published", async (effectiveDate) => {
    const { body, status } = await publish("dpa_date", { effectiveDate })
    assert.deepStrictEqual([status, body.cause.code], [422, "INPUT_VALIDATION_FAILED"])
    assert.include(body.message, "effectiveDate")
    assert.isUndefined(await current("dpa_date"))
  })

  it.each(["2024-02-29", "2024-01-31T09:00:00Z", "2024-01-31T09:00:00.123+05:30", "2999-12-31"])(
    "the effectiveDate %j is one",
    async (effectiveDate) => {
      const { body, status } = await publish(`dpa_on_${effectiveDate}`, { effectiveDate })
      assert.deepStrictEqual(
        [status, body.policy?.effectiveDate],
        [200, new Date(effectiveDate).toISOString()],
        JSON.stringify(body),
      )
    },
  )

  it("a body that is not a JSON object is 400", async () => {
    for (const body of ["", "{", "[]", "null", '"x"']) {
      const answer = await instance.send("/legal-documents/dpa/current", { method: "PUT", headers, body })
      assert.deepStrictEqual([answer.status, answer.body.cause.code], [400, "INPUT_VALIDATION_FAILED"])
    }
  })

  it("belongs to the instance's tenant, whose ids never collide with another's", async () => {
    const blue = instanceOn(instance.url, { apiKeys: [key], tenantId: "blue" })
    const before = (await publish("dpa_tenant")).body.policy.id
    const theirs = await publisher(blue.send)("dpa_tenant", { version: "of blue" })
    assert.strictEqual(theirs.status, 200)
    assert.notStrictEqual(theirs.body.policy.id, before)
    assert.strictEqual((await publish("dpa_tenant")).body.policy.version, release.version)
    const save = aSave({ type: "dpa_tenant", policyId: before })
    assert.strictEqual((await blue.post(save)).status, 404)
    await blue.service.dispose()
  })
})
