import { describeAboveStores } from "@consent-service/test-engines"
import { assert, describe, it } from "@effect/vitest"
import { decodeJwt } from "jose"
import type { ConsentServiceOptions } from "../options/Options.js"
import { sharedByTests } from "../testing/SharedByTests.js"
import { aSave, type Answered, instanceOn, startInstance } from "../testing/TestInstance.js"

const apiKey = "an-api-key-of-more-than-thirty-two-characters"
const documentHash = `sha256:${"a".repeat(64)}`

type OnReport = NonNullable<NonNullable<ConsentServiceOptions["sessions"]>["onReport"]>
type Report = Parameters<OnReport>[0]

const pathsOf = ({ body }: Answered): ReadonlyArray<string> =>
  body.cause.issues.map(({ path }: { readonly path: string }) => path)

/** A JSON text in which the member `"__proto__"` is one, as JSON.parse reads it. */
const withProto = (body: unknown): string => JSON.stringify(body).replaceAll('"PROTO"', '"__proto__"')

describeAboveStores("bodies", (engine) => {
  const reports: Array<Report> = []
  let instance: Awaited<ReturnType<typeof startInstance>>
  sharedByTests(
    async () => {
      instance = await startInstance(engine, {
        apiKeys: [apiKey],
        manifest: {},
        sessions: { onReport: (report) => void reports.push(report) },
      })
    },
    () => instance.stop(),
  )

  const sendJson = (method: string, path: string, body: unknown, headers: Readonly<Record<string, string>> = {}) =>
    instance.send(path, { method, headers, body: typeof body === "string" ? body : JSON.stringify(body) })
  const report = (body: unknown) => sendJson("POST", "/sessions", body, { "x-cs-version": "3.0.0" })
  const publish = (body: unknown) =>
    sendJson("PUT", "/legal-documents/dpa/current", body, { authorization: `Bearer ${apiKey}` })

  const aReport = {
    source: "render",
    revision: "r1",
    resolution: "matched",
    policy: { id: "europe", fingerprint: "f", matchedBy: "country", model: "opt-in" },
    country: "DE",
    region: null,
    language: "de",
    gpc: false,
  }

  describe("__proto__ as a key is 400 and names its path (threat: prototype pollution)", () => {
    it.each<[string, Readonly<Record<string, unknown>>]>([
      ["PROTO", { PROTO: {} }],
      ["preferences.PROTO", { preferences: { PROTO: true } }],
      ["metadata.PROTO", { metadata: { PROTO: 1 } }],
      ["metadata.a.1.b.PROTO", { metadata: { a: [0, { b: { PROTO: null } }] } }],
      ["choice.categories.PROTO", { choice: { version: 3, categories: { PROTO: {} } } }],
      ["receipts.0.PROTO", { receipts: [{ PROTO: 1 }] }],
      ["vendorChoice.grants.PROTO", { vendorChoice: { version: 1, confirmedAt: 1, grants: { PROTO: true } } }],
      ["unknown.PROTO", { unknown: { PROTO: true } }],
    ])("of a save: %s", async (path, change) => {
      const answer = await instance.post(withProto({ ...aSave(), ...change }))
      assert.deepStrictEqual([answer.status, answer.body.cause.code], [400, "INPUT_VALIDATION_FAILED"])
      assert.deepStrictEqual(pathsOf(answer), [path.replace("PROTO", "__proto__")])
    })

    it("of a report, a link and a release", async () => {
      const answers = [
        await report(withProto({ ...aReport, journey: { PROTO: 1 } })),
        await sendJson("PATCH", "/subjects/sub_a", withProto({ externalId: "u", more: [{ PROTO: 1 }] })),
        await publish(withProto({ version: "1", hash: documentHash, PROTO: [] })),
      ]
      assert.deepStrictEqual(
        answers.map((answer) => [answer.status, ...pathsOf(answer)]),
        [
          [400, "journey.__proto__"],
          [400, "more.0.__proto__"],
          [400, "__proto__"],
        ],
      )
    })
  })

  describe("null in an optional field counts as absent", () => {
    const optional =
      "metadata externalSubjectId identityProvider identityToken model jurisdictionModel consentAction uiSource tcString policySnapshotToken choice receipts vendorChoice fingerprint language gpc policyHash documentSnapshotToken".split(
        " ",
      )

    const read = async (subjectId: string) => {
      const { body } = await instance.send(`/subjects/${subjectId}`)
      const { id: _, createdAt: __, ...consent } = body.consents[0]
      return { ...body, subject: null, consents: [consent] }
    }

    it("of a save, each and all", async () => {
      const save = aSave()
      assert.strictEqual((await instance.post(save)).status, 200)
      const expected = await read(save.subjectId)
      for (const fields of [...optional.map((field) => [field]), optional]) {
        const nulls = Object.fromEntries(fields.map((field) => [field, null]))
        const other = { ...aSave(nulls), givenAt: save.givenAt }
        const saved = await instance.post(other)
        assert.strictEqual(saved.status, 200, `${fields}: ${JSON.stringify(saved.body)}`)
        assert.notProperty(saved.body, "metadata")
        assert.deepStrictEqual(await read(other.subjectId), expected, String(fields))
        const retry = await instance.post({ ...save, subjectId: other.subjectId })
        assert.strictEqual(retry.body.consentId, saved.body.consentId, "it is the same act as one without the field")
      }
    })

    it("of a save about a document, and preferences where none are needed", async () => {
      const save = aSave({ type: "dpa", policyId: null, policyHash: null, preferences: null })
      assert.strictEqual((await instance.post(save)).status, 200)
      const missing = await instance.post(aSave({ preferences: null }))
      assert.deepStrictEqual([missing.status, pathsOf(missing)], [400, ["preferences"]])
    })

    it("inside receipts in either form, with the other form as null", async () => {
      const receipt = { value: true, confirmedAt: 5 }
      const bases = [undefined, null, { kind: "legacy-v2" }, { kind: "legacy-v2", materialFingerprint: null }]
      const save = aSave()
      const ids = new Set<string>()
      for (const basis of bases) {
        const one = basis === undefined ? receipt : { ...receipt, basis }
        for (const receipts of [
          { choice: { version: 3, categories: { measurement: one } }, receipts: null },
          { receipts: [{ category: "measurement", ...one }], choice: null },
        ]) {
          const { body, status } = await instance.post({ ...save, ...receipts })
          assert.strictEqual(status, 200, JSON.stringify(body))
          ids.add(body.consentId)
        }
      }
      assert.strictEqual(ids.size, 1, "they are one act")
      const { subjectChoice } = (await instance.send(`/subjects/${save.subjectId}`)).body
      assert.deepStrictEqual(subjectChoice.categories.measurement, { ...receipt, basis: { kind: "legacy-v2" } })
    })

    it("of a report, and inside its journey", async () => {
      const nulls = { jurisdiction: null, adapter: null, tenantId: null, experiment: null }
      const journey = {
        id: "0f8fad5b-d9cb-469f-a165-70867728950e",
        scope: "page",
        prompt: "due",
        storedChoice: false,
        domain: null,
      }
      reports.length = 0
      assert.strictEqual((await report({ ...aReport, ...nulls, journey: null })).status, 204)
      assert.strictEqual((await report(aReport)).status, 204)
      assert.strictEqual((await report({ ...aReport, journey })).status, 204)
      const { domain: _, ...known } = journey
      assert.deepStrictEqual(reports[0], reports[1])
      assert.deepStrictEqual(reports[2], { ...aReport, jurisdiction: "GDPR", tenantId: null, journey: known } as Report)
    })

    it("of a link and a release", async () => {
      const save = aSave()
      await instance.post(save)
      const link = { externalId: "u", identityProvider: null, identityToken: null }
      const linked = await sendJson("PATCH", `/subjects/${save.subjectId}`, link)
      assert.deepStrictEqual(linked.body.subject.identityProvider, "external")
      const undated = await publish({ version: "1", hash: documentHash, effectiveDate: null })
      assert.strictEqual(undated.status, 422)
      const unnamed = await sendJson("PATCH", `/subjects/${save.subjectId}`, { externalId: null })
      assert.deepStrictEqual([unnamed.status, unnamed.body.cause.code], [400, "EXTERNAL_ID_REQUIRED"])
    })

    it.each<[string, Readonly<Record<string, unknown>>]>([
      ["preferences.measurement", { preferences: { measurement: null } }],
      ["choice.categories.measurement", { choice: { version: 3, categories: { measurement: null } } }],
      ["vendorChoice.grants.acme", { vendorChoice: { version: 1, confirmedAt: 1, grants: { acme: null } } }],
      ["subjectId", { subjectId: null }],
      ["type", { type: null }],
      ["domain", { domain: null }],
      ["givenAt", { givenAt: null }],
    ])("but not inside maps, nor where a field is required: %s is 400", async (path, change) => {
      const answer = await instance.post({ ...aSave(), ...change })
      assert.strictEqual(answer.status, 400)
      assert.deepStrictEqual(pathsOf(answer), [path])
    })
  })
})

describeAboveStores("null with a meaning of its own", (engine) => {
  it("is kept: policyId null names no policy, country null an unknown place", async () => {
    const policyRules = [
      { id: "europe", match: { countries: ["DE"] }, model: "opt-in", prompt: "choice" },
      { id: "unknown", match: { fallback: true }, model: "none", prompt: "none" },
    ] as const
    const instance = await startInstance(engine, { manifest: { policyRules } })
    const shown = (await instance.send("/init")).body.policyResolution
    assert.strictEqual(shown.policyId, "unknown")
    const nowhere = { policyId: "unknown", fingerprint: shown.fingerprints.policy, country: null, region: null }
    assert.strictEqual((await instance.post(aSave(nowhere))).status, 200)
    assert.strictEqual((await instance.post(aSave({ policyId: null, country: "FR" }))).status, 200)
    const matched = await instance.post(aSave({ policyId: null, country: "DE" }))
    assert.deepStrictEqual(matched.body.cause, { code: "STALE_POLICY", reason: "decision-mismatch" })
    await instance.stop()
  })
})

describeAboveStores("languages longer than can be kept", (engine) => {
  const rule = { id: "all", match: { isDefault: true }, model: "opt-in", prompt: "choice" } as const
  const manifest = { policyRules: [{ ...rule, proof: { storeLanguage: true } }] }
  /** 249 characters of whole entries, of which the first is German. */
  const entries = ["de-AT", "de;q=0.9", ...Array.from({ length: 26 }, () => "en;q=0.8")].join(",")
  const long = `${entries},${"fr".repeat(200)},it`
  const hopeless = "x".repeat(300)

  it("are cut after their last whole entry, on a save, in /init and in the token's claim", async () => {
    assert.isAtMost(entries.length, 255)
    const policySnapshot = { signingKey: "a signing key of more than 32 bytes, for tests" }
    const instance = await startInstance(engine, { manifest })
    const signing = instanceOn(instance.url, { manifest, policySnapshot })
    const init = async (language: string) =>
      (await signing.send("/init", { headers: { "accept-language": language } })).body
    const shown = await init(long)
    assert.strictEqual(shown.translations.language, "de")
    assert.strictEqual(decodeJwt(shown.policySnapshotToken)["language"], entries)
    const unread = await init(hopeless)
    assert.strictEqual(unread.translations.language, "en")
    assert.strictEqual(decodeJwt(unread.policySnapshotToken)["language"], "en")
    assert.strictEqual((await signing.post(aSave({ policySnapshotToken: shown.policySnapshotToken }))).status, 200)

    const { fingerprints, policyId } = shown.policyResolution
    const asserted = { policyId, fingerprint: fingerprints.policy }
    const decisionOf = async (language: string | undefined) => {
      const { body, status } = await instance.post(
        aSave({ ...asserted, ...(language === undefined ? {} : { language }) }),
      )
      assert.strictEqual(status, 200, JSON.stringify(body))
      const event = instance.events.at(-1)?.["consent"]
      return (event as { readonly decisionId: string }).decisionId
    }
    assert.strictEqual(await decisionOf(long), await decisionOf(entries))
    assert.strictEqual(await decisionOf(hopeless), await decisionOf(undefined))
    assert.notStrictEqual(await decisionOf(long), await decisionOf(undefined))
    await signing.service.dispose()
    await instance.stop()
  })
})
