import { readReceipt } from "@consent-service/core/evidence"
import { describeEngines } from "@consent-service/test-engines"
import { assert, it, vi } from "@effect/vitest"
import { aSave, instanceOn, newSubjectId, startInstance } from "../testing/TestInstance.js"
import { makeSigningKey } from "./NodeSigner.js"

const evidence = { signingKeys: [makeSigningKey("consent.shop.example/evidence")], checkpointEveryMs: 100 }

const saves = 30

describeEngines("records from before the evidence log", (engine) => {
  it("have a receipt that says they were logged late, unless the option is off", async () => {
    const { post, service, stop, url } = await startInstance(engine, { evidence: false })
    const before = await Promise.all(
      Array.from({ length: saves }, async () => {
        const subjectId = newSubjectId()
        const { body } = await post(aSave({ subjectId }))
        return `/subjects/${subjectId}/receipts/${body.consentId}`
      }),
    )
    await service.dispose()

    const without = instanceOn(url, { evidence: { ...evidence, backfill: false } })
    const { body: saved } = await without.post(aSave())
    await without.service.dispose()
    assert.isString(saved.consentId)

    const { events, post: postAgain, send, service: next } = instanceOn(url, { evidence })
    const [first = ""] = before
    assert.strictEqual((await send(first)).status, 404)
    await postAgain(aSave())
    await vi.waitFor(() => assert.isTrue(events.some(({ event }) => event === "evidence-backfilled")), 20_000)
    assert.deepInclude(
      events.find(({ event }) => event === "evidence-backfilled"),
      { level: "info", records: saves },
    )
    for (const path of before) {
      await vi.waitFor(async () => assert.strictEqual((await send(path)).status, 200), 10_000)
      const { body } = await send(path)
      assert.strictEqual(readReceipt(JSON.stringify(body))?.entry.kind, 8)
    }
    await next.dispose()

    // Nothing is left for later starts.
    const last = instanceOn(url, { evidence })
    await last.post(aSave())
    await vi.waitFor(async () => assert.strictEqual((await last.send("/log/checkpoint")).status, 200))
    await last.service.dispose()
    assert.isFalse(last.events.some(({ event }) => event === "evidence-backfilled"))
    await stop()
  })
})
