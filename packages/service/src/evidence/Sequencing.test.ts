import { readReceipt, readVerifierKey, type VerifyEd25519, verifyReceipt } from "@consent-service/core/evidence"
import { describeEngines } from "@consent-service/test-engines"
import * as MemoryStores from "@consent-service/testkit/MemoryStores"
import { assert, describe, it, vi } from "@effect/vitest"
import { createPublicKey, verify } from "node:crypto"
import { createConsentService } from "../ConsentService.js"
import { aSave, newSubjectId, startInstance } from "../testing/TestInstance.js"
import { makeSigningKey, verifierOf } from "./NodeSigner.js"

const signingKey = makeSigningKey("consent.shop.example/evidence")
const evidence = { signingKeys: [signingKey], checkpointEveryMs: 100 }

const verifyEd25519: VerifyEd25519 = (publicKey, message, signature) => {
  const der = Buffer.concat([Buffer.from("302a300506032b6570032100", "hex"), publicKey])
  return verify(null, message, createPublicKey({ key: der, format: "der", type: "spki" }), signature)
}

const trusted = { keys: [readVerifierKey(verifierOf(signingKey) ?? "") ?? assert.fail("no key")] }

describeEngines("the evidence log of an instance", (engine) => {
  it("has a verified receipt for each record within moments, and its last ones when the instance ends", async () => {
    const { events, post, send, service, stop, url } = await startInstance(engine, { evidence })
    const subjectId = newSubjectId()
    const { body } = await post(aSave({ subjectId }))
    const path = `/subjects/${subjectId}/receipts/${body.consentId}`
    await vi.waitFor(async () => assert.strictEqual((await send(path)).status, 200), 10_000)
    const receipt = await (await service.handler(new Request(`https://shop.example${path}`))).text()
    const verdict = await verifyReceipt(readReceipt(receipt) ?? assert.fail(receipt), trusted, verifyEd25519)
    assert.strictEqual(verdict._tag, "Verified")

    const last = newSubjectId()
    const { body: saved } = await post(aSave({ subjectId: last }))
    await service.dispose()
    const next = createConsentService({ database: url, evidence })
    const found = await next.handler(new Request(`https://shop.example/subjects/${last}/receipts/${saved.consentId}`))
    assert.strictEqual(found.status, 200)
    await next.dispose()
    assert.notInclude(JSON.stringify(events), signingKey.slice(-40))
    await stop()
  })
})

describe("the evidence log", () => {
  it("takes nothing when it is off", async () => {
    const { body, receipt, log } = await withOptions({ evidence: false })
    assert.isString(body.consentId)
    assert.deepStrictEqual([receipt, log], [404, 404])
  })

  it("logs without a key, and says that nothing is signed", async () => {
    const { receipt, log } = await withOptions({})
    assert.deepStrictEqual([receipt, log], [503, 503])
  })

  it("works over custom stores that have one", async () => {
    const service = createConsentService({ stores: MemoryStores.layerMemory(), evidence })
    const subjectId = newSubjectId()
    const saved = await service.handler(
      new Request("https://shop.example/subjects", { method: "POST", body: JSON.stringify(aSave({ subjectId })) }),
    )
    const { consentId }: { consentId: string } = JSON.parse(await saved.text())
    const receipt = () =>
      service.handler(new Request(`https://shop.example/subjects/${subjectId}/receipts/${consentId}`))
    await vi.waitFor(async () => assert.strictEqual((await receipt()).status, 200), 10_000)
    await service.dispose()
  })
})

const withOptions = async (options: { readonly evidence?: false }) => {
  const { post, send, stop } = await startInstance("sqlite", options)
  const subjectId = newSubjectId()
  const { body } = await post(aSave({ subjectId }))
  const [receipt, log] = [
    await send(`/subjects/${subjectId}/receipts/${body.consentId}`),
    await send("/log/checkpoint"),
  ]
  await stop()
  return { body, receipt: receipt.status, log: log.status }
}
