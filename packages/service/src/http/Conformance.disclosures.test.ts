import { afterAll, assert, beforeAll, describe, it, vi } from "@effect/vitest"
import { assertDeclared, isOfDisclosures, neverHad } from "../testing/Declared.js"
import { knownSigningKey } from "../testing/LogKey.js"
import { aSave, instanceOn } from "../testing/TestInstance.js"

const memory = "sqlite::memory:"
const key = "a-key-of-the-tests"
const options = { apiKeys: [key], evidence: { signingKeys: [knownSigningKey], checkpointEveryMs: 100 } }

describe("every answer of what is handed out about a person is as declared [sqlite]", () => {
  const instance = instanceOn(memory, options)
  // Its log signs so seldom that no request waits for it.
  const slow = instanceOn(memory, {
    ...options,
    evidence: { signingKeys: [knownSigningKey], checkpointEveryMs: 60_000 },
  })
  const unmigrated = instanceOn(memory, options)

  const sendTo = ({ send }: typeof instance, method: string, path: string, body?: object) =>
    send(path, {
      method,
      headers: { authorization: `Bearer ${key}` },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })

  const declared = async (endpoint: string, status: number, method: string, path: string, body?: object) => {
    const answer = await sendTo(instance, method, path, body)
    assert.strictEqual(answer.status, status, JSON.stringify(answer.body))
    assertDeclared(endpoint, answer)
    return answer
  }

  beforeAll(async () => {
    await instance.service.migrate()
    await slow.service.migrate()
  })
  afterAll(async () => {
    await instance.service.dispose()
    await slow.service.dispose()
    await unmigrated.service.dispose()
  })

  it("a person's records, as data, as a page and as a pack", async () => {
    const save = aSave({ metadata: { a: 1 } })
    const { body } = await instance.post(save)
    const { subjectId } = save
    const report = await declared("readPerson", 200, "GET", `/person?subjectId=${subjectId}`)
    assert.strictEqual(report.body.subjects[0].records[0].record.id, body.consentId)
    const page = await declared("readPersonPage", 200, "GET", `/person.html?subjectId=${subjectId}`)
    assert.include(page.headers.get("content-security-policy") ?? "", "default-src 'none'")
    await vi.waitFor(
      async () => {
        const pack = await sendTo(instance, "POST", "/evidence-packs", { consentIds: [body.consentId] })
        assert.strictEqual(pack.status, 200)
        assert.strictEqual(pack.headers.get("content-type"), "application/zip")
      },
      { timeout: 30_000, interval: 20 },
    )
  })

  it("a pack that no checkpoint covers yet", async () => {
    const save = aSave()
    await slow.post(save)
    const pack = await sendTo(slow, "POST", "/evidence-packs", { subjectId: save.subjectId })
    // The first checkpoint may come before the pack's own entry.
    const next =
      pack.status === 202 ? pack : await sendTo(slow, "POST", "/evidence-packs", { subjectId: save.subjectId })
    assert.strictEqual(next.status, 202)
    assertDeclared("issueEvidencePack", next)
  })

  it("refusals", async () => {
    for (const [endpoint, method, path] of [
      ["readPerson", "GET", "/person?subjectId=a"],
      ["readPersonPage", "GET", "/person.html?subjectId=a"],
      ["issueEvidencePack", "POST", "/evidence-packs"],
    ] as const) {
      const answer = await instance.send(path, { method })
      assert.strictEqual(answer.status, 401)
      assertDeclared(endpoint, answer)
    }
    const wrong = ["", "?subjectId=a&externalId=b", "?subjectId=%00", "?externalId=", `?externalId=${"a".repeat(256)}`]
    for (const query of wrong) {
      await declared("readPerson", 400, "GET", `/person${query}`)
      await declared("readPersonPage", 400, "GET", `/person.html${query}`)
    }
    await declared("readPerson", 404, "GET", "/person?subjectId=sub_1")
    await declared("readPersonPage", 404, "GET", "/person.html?externalId=user-1")
    const bodies: ReadonlyArray<object> = [
      {},
      { subjectId: "a", consentIds: ["b"] },
      { consentIds: [] },
      { consentIds: Array.from({ length: 1_001 }, (_, at) => `cns_${at}`) },
      { subjectId: "a", withhold: ["act"] },
    ]
    for (const body of bodies) await declared("issueEvidencePack", 400, "POST", "/evidence-packs", body)
    await declared("issueEvidencePack", 404, "POST", "/evidence-packs", { subjectId: "sub_1" })
    const unknown = await declared("issueEvidencePack", 404, "POST", "/evidence-packs", { consentIds: ["cns_1"] })
    assert.include(unknown.body.message, '"cns_1"')
    await declared("issueEvidencePack", 413, "POST", "/evidence-packs", { filler: "x".repeat(70_000) })
  })

  it("a database that is not migrated", async () => {
    assertDeclared("readPerson", await sendTo(unmigrated, "GET", "/person?subjectId=a"))
    assertDeclared("readPersonPage", await sendTo(unmigrated, "GET", "/person.html?subjectId=a"))
    assertDeclared("issueEvidencePack", await sendTo(unmigrated, "POST", "/evidence-packs", { subjectId: "a" }))
  })

  it("every declared answer occurs, except of a database that fails, which has tests of its own", () => {
    const names = ["readPerson", "readPersonPage", "issueEvidencePack"]
    assert.sameMembers(
      [...neverHad(isOfDisclosures)],
      // A zip file is no JSON; its type is looked at above.
      [...names.map((name) => `${name} 500`), "issueEvidencePack 200"],
    )
  })
})
