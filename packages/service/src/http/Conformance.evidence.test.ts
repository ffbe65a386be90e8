import { afterAll, assert, beforeAll, describe, it, vi } from "@effect/vitest"
import { assertDeclared, isOfLog, neverHad } from "../testing/Declared.js"
import { knownSigningKey } from "../testing/LogKey.js"
import { aSave, instanceOn, newSubjectId } from "../testing/TestInstance.js"

const memory = "sqlite::memory:"

describe("every answer of the evidence log is as declared [sqlite]", () => {
  const apiKey = "a-key-of-the-tests"
  const evidence = { signingKeys: [knownSigningKey], checkpointEveryMs: 100 }
  const signed = instanceOn(memory, { evidence, apiKeys: [apiKey] })
  const unsigned = instanceOn(memory)
  const instances = [signed, unsigned]
  const subjectId = newSubjectId()

  const receiptOf = async (instance: typeof signed, query = "") => {
    const { body } = await instance.post(aSave({ subjectId, givenAt: 1_790_000_000_000 }))
    return instance.send(`/subjects/${subjectId}/receipts/${body.consentId}${query}`)
  }

  beforeAll(async () => {
    for (const { service } of instances) await service.migrate()
  })
  afterAll(async () => {
    for (const { service } of instances) await service.dispose()
  })

  it("a receipt: at first pending, then in both forms", async () => {
    assertDeclared("readCheckpoint", await signed.send("/log/checkpoint"))
    assertDeclared("readReceipt", await receiptOf(signed))
    await vi.waitFor(async () => assert.strictEqual((await receiptOf(signed)).status, 200), { timeout: 30_000 })
    for (const query of ["", "?withhold=trace", "?form=json&withhold=act,subject,trace"])
      assertDeclared("readReceipt", await receiptOf(signed, query))
    const { body, headers } = await receiptOf(signed, "?form=proof")
    assert.strictEqual(headers.get("content-type"), "text/plain; charset=utf-8")
    assert.match(body, /^c2sp\.org\/tlog-proof@v1\n/)
  })

  it("refusals", async () => {
    assertDeclared("readReceipt", await receiptOf(signed, "?form=xml"))
    assertDeclared("readReceipt", await signed.send(`/subjects/${subjectId}/receipts/cns_unknown`))
    assertDeclared("readReceipt", await receiptOf(unsigned))
    assertDeclared("readLogKeys", await unsigned.send("/log/keys"))
    assertDeclared("readCheckpoint", await unsigned.send("/log/checkpoint"))
    assertDeclared("readConsistency", await signed.send("/log/consistency?from=0&to=1"))
    assertDeclared("readTile", await signed.send("/log/tile/0/000.p/1"))
    assertDeclared("readTile", await signed.send("/log/tile/9/000", { headers: { authorization: `Bearer ${apiKey}` } }))
  })

  it("what is published", async () => {
    assertDeclared("readCheckpoint", await signed.send("/log/checkpoint"))
    assertDeclared("readLogKeys", await signed.send("/log/keys"))
    assertDeclared("readConsistency", await signed.send("/log/consistency?from=1&to=2"))
    const headers = { authorization: `Bearer ${apiKey}` }
    assert.strictEqual((await signed.send("/log/tile/0/000.p/1", { headers })).status, 200)
  })

  it("every declared answer occurs, except of limits and store errors, which have separate tests", () => {
    const never = neverHad(isOfLog)
    const names = ["readReceipt", "readCheckpoint", "readLogKeys", "readConsistency", "readTile"]
    const elsewhere = names.flatMap((name) => [`${name} 429`, `${name} 500`])
    // A tile is bytes, which no schema describes.
    assert.sameMembers([...never], [...elsewhere, "readConsistency 503", "readTile 503", "readTile 200"])
  })
})
