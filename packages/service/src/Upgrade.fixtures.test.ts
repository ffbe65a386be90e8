import { packageVersion } from "@consent-service/adapter-http/Version"
import { describeEngines } from "@consent-service/test-engines"
import { afterAll, assert, beforeAll, describe, it, vi } from "vitest"
import { differences, expectedOf, releasedVersions, restored } from "./testing/ReleasedDatabases.js"
import { instanceOn } from "./testing/TestInstance.js"

/** This version on a database of an earlier one. Its manifest is another one: what is on record does not depend on it. */
const openVersion = async (version: string, engine: Parameters<typeof restored>[1]) => {
  const { apiKey, at } = expectedOf(version)
  // Whether a document is in effect depends on the time; the answers of the fixture are those of its day.
  vi.useFakeTimers({ toFake: ["Date"], now: at })
  const database = await restored(version, engine)
  const options = {
    apiKeys: [apiKey],
    policySnapshot: { signingKey: "a signing key made for fixtures of databases" },
  }
  const instances = new Map<string | null, ReturnType<typeof instanceOn>>()
  const of = (tenant: string | null) => {
    const instance =
      instances.get(tenant) ?? instanceOn(database.url, tenant === null ? options : { ...options, tenantId: tenant })
    instances.set(tenant, instance)
    return instance
  }
  const close = async () => {
    for (const { service } of instances.values()) await service.dispose()
    await database.drop()
    vi.useRealTimers()
  }
  return { apiKey, of, close }
}

const asJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

describe("fixtures of released databases", () => {
  it("there is one of this version", () => assert.include(releasedVersions, packageVersion))
})

for (const version of releasedVersions) {
  const expected = expectedOf(version)

  describeEngines(`a database of version ${version}, migrated by this version`, (engine) => {
    let opened: Awaited<ReturnType<typeof openVersion>>
    const readAll = async () => {
      const found: Array<string> = []
      for (const { body, path, status, tenant } of expected.reads) {
        const answer = await opened.of(tenant).send(path, { headers: { authorization: `Bearer ${opened.apiKey}` } })
        found.push(...differences({ status, body }, { status: answer.status, body: answer.body }, path))
      }
      return found
    }

    beforeAll(async () => {
      opened = await openVersion(version, engine)
      await opened.of(null).service.migrate()
    })
    afterAll(() => opened.close())

    it("has nothing left to migrate", async () => assert.deepStrictEqual(await opened.of(null).service.migrate(), []))

    it("is read as it was written", async () => assert.deepStrictEqual(await readAll(), []))

    it("proves each record as before: rule, manifest, texts and document", async () => {
      assert.isNotEmpty(expected.evidence)
      for (const { consentId, notice, tenant } of expected.evidence) {
        assert.deepStrictEqual(notice["missing"], [])
        const found = await opened.of(tenant).service.reconstructNotice(consentId)
        assert.deepStrictEqual(differences(notice, asJson(found)), [], consentId)
      }
    })

    it("answers a retry of each act with its record, and adds none", async () => {
      const saves = expected.acts.filter(({ method }) => method === "POST")
      assert.isNotEmpty(saves)
      for (const { answer, body, tenant } of saves) {
        const again = await opened.of(tenant).post(body)
        assert.deepStrictEqual([again.status, again.body.consentId], [200, answer["consentId"]])
      }
      assert.deepStrictEqual(await readAll(), [])
    })
  })
}
