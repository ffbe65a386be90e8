/** SQL in every field of every route: nothing that is on record changes, and no record is found by it. */
import { tableNames } from "@consent-service/adapter-sql/Tables"
import { describeAboveStores, type Engine } from "@consent-service/test-engines"
import { inForm } from "@consent-service/test-engines/form"
import { assert, it } from "@effect/vitest"
import { vi } from "vitest"
import { faultsOf, type Fuzzed, sendFuzzed } from "../testing/Fuzzed.js"
import { type Injected, injectedRequests } from "../testing/InjectionRequests.js"
import { injections } from "../testing/Injections.js"
import type { JudgedService } from "../testing/DocumentCheck.js"
import { knownSigningKey } from "../testing/LogKey.js"
import { statementsOn } from "../testing/Statements.js"
import { lostRows, tableRows } from "../testing/TableRows.js"
import { aSave, newSubjectId, startInstance } from "../testing/TestInstance.js"

const apiKey = "injection-key-0123456789-0123456789-0123"

const perField = inForm({ short: 1, full: 12 })

/** Tables whose rows stay as they are; the others are the log's own, which goes on. */
const lasting = tableNames("cs_").filter((table) => !/log|statistic/.test(table) || table.endsWith("statement"))

/** Fields that name something of one person: only its own text finds it. */
const naming = /^(id|subjectId|externalId|domain|type|consentIds?|requestId|country|experimentId|after|digest)$/

/** A text in a row; MySQL's driver answers with bytes. */
const cell = (row: object, name: string): string => {
  const value: unknown = Reflect.get(row, name)
  return value instanceof Uint8Array ? Buffer.from(value).toString() : String(value)
}

const headers = { authorization: `Bearer ${apiKey}` }

const startWithRecords = async (engine: Engine) => {
  const instance = await startInstance(engine, {
    apiKeys: [apiKey],
    identityToken: { signingKey: "k".repeat(32) },
    evidence: { signingKeys: [knownSigningKey], checkpointEveryMs: 100 },
    script: { surfaces: "included" },
  })
  const subjects = Array.from({ length: 5 }, newSubjectId)
  for (const [at, subjectId] of subjects.entries()) {
    const saved = await instance.post(aSave({ subjectId, domain: `held-${at}.example`, metadata: { at } }))
    assert.strictEqual(saved.status, 200)
    const body = JSON.stringify({ externalId: `account-${at}` })
    assert.strictEqual((await instance.send(`/subjects/${subjectId}`, { method: "PATCH", headers, body })).status, 200)
  }
  const hold = JSON.stringify({ scope: { subjectId: newSubjectId() }, reason: "a claim" })
  assert.strictEqual((await instance.send("/holds/held", { method: "PUT", headers, body: hold })).status, 200)
  // The log is read as well: until its first checkpoint is signed, that is a 503.
  await vi.waitFor(async () => assert.strictEqual((await instance.send("/log/checkpoint")).status, 200), 30_000)
  const { handler, getOpenAPISpec: document } = instance.service
  const service: JudgedService = { handler, document, basePath: "" }
  return { ...instance, service, subjects }
}

const requestsFor = ({ document }: JudgedService, each = perField) =>
  injectedRequests({
    document: document(),
    apiKey,
    perField: each,
    fresh: { subjectId: newSubjectId, givenAt: () => Date.now() - 1000 },
  })

const sendAll = async (service: JudgedService, requests: ReadonlyArray<Injected>) => {
  const sent: Array<Injected & Fuzzed> = []
  for (const injected of requests) {
    const fuzzed = await sendFuzzed(service, injected.request)
    if (fuzzed !== null) sent.push({ ...injected, ...fuzzed })
    // Lets timers run: a service whose thread is never idle counts as overloaded.
    await new Promise((resolve) => setImmediate(resolve))
  }
  return sent
}

const where = ({ answer, field, method, template, text }: Injected & Fuzzed): string =>
  `${method} ${template}, ${JSON.stringify(text)} as ${field}: ${answer.status}`

describeAboveStores("SQL in requests (threat: SQL injection)", (engine) => {
  it("changes nothing that is on record, finds no person, and is never a 5xx", {
    timeout: inForm({ short: 600_000, full: 1_800_000 }),
  }, async () => {
    const instance = await startWithRecords(engine)
    const before = await tableRows(instance.url)
    const requests = requestsFor(instance.service)
    const sent = await sendAll(instance.service, requests)
    const faults = sent.flatMap((one) => faultsOf(instance.service, one).map((fault) => `${where(one)} ${fault}`))
    assert.deepStrictEqual(faults.slice(0, 10), [])
    const after = await tableRows(instance.url)
    assert.deepStrictEqual(lostRows(before, after, lasting), [])
    const [subject = ""] = instance.subjects
    assert.include(JSON.stringify((await instance.send(`/subjects/${subject}`)).body), subject)
    const finds = sent.filter(
      ({ answer, field }) => naming.test(field) && instance.subjects.some((one) => answer.body.includes(one)),
    )
    assert.deepStrictEqual(finds.map(where), [])
    const fields = new Set(sent.map(({ field, method, template }) => `${method} ${template} ${field}`))
    assert.isAtLeast(fields.size, 100)
    assert.deepStrictEqual(new Set(sent.map(({ text }) => text)), new Set(injections))
    const served = sent.filter(({ answer }) => answer.status < 300)
    assert.isAtLeast(served.length, fields.size / 4)
    console.info(`injections [${engine}]: ${sent.length} requests, ${fields.size} fields, ${served.length} served`)
    await instance.stop()
  })

  it("is stored as any other text", async () => {
    const instance = await startWithRecords(engine)
    const saved = new Map<unknown, string>()
    for (const text of injections) {
      const { body, status } = await instance.post(aSave({ uiSource: text, metadata: { [text]: text } }))
      // U+0000 is in no text.
      assert.strictEqual(status, text.includes("\u0000") ? 400 : 200, JSON.stringify(text))
      if (status === 200) saved.set(body.consentId, text)
    }
    const rows = (await tableRows(instance.url)).get("cs_consent") ?? []
    const found = rows.filter((row) => saved.has(cell(row, "id")))
    assert.lengthOf(found, saved.size)
    for (const row of found) {
      const text = saved.get(cell(row, "id")) ?? ""
      assert.strictEqual(cell(row, "ui_source"), text)
      assert.deepStrictEqual(JSON.parse(cell(row, "metadata")), { [text]: text })
    }
    await instance.stop()
  })
})

describeAboveStores("the check of injections", (engine) => {
  it("finds a route that puts a parameter into its statement", async () => {
    const instance = await startWithRecords(engine)
    const before = await tableRows(instance.url)
    const open: JudgedService = {
      ...instance.service,
      handler: async (request) => {
        const account = new URL(request.url).searchParams.get("externalId")
        const statement = `update cs_subject set identity_provider = 'x' where external_id = '${account}'`
        if (account !== null) await statementsOn(instance.url, [statement]).catch(() => undefined)
        return instance.service.handler(request)
      },
    }
    const requests = requestsFor(open, injections.length).filter(
      ({ field, template, text }) => template === "/consents/check" && field === "externalId" && / or '1/.test(text),
    )
    await sendAll(open, requests)
    assert.isNotEmpty(lostRows(before, await tableRows(instance.url), lasting))
    await instance.stop()
  })
})
