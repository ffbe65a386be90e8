import { describeEngines } from "@consent-service/test-engines"
import { assert, it } from "@effect/vitest"
import { aSave, instanceOn, startInstance } from "../testing/TestInstance.js"

describeEngines("tenants on one database (threat: finding out whether an id exists by saving under it)", (engine) => {
  it("a subject that one tenant holds is 409 SUBJECT_CONFLICT for the others, and nothing of it is written or disclosed", async () => {
    const red = await startInstance(engine, { tenantId: "red" })
    const others = [instanceOn(red.url, { tenantId: "blue" }), instanceOn(red.url)]
    const save = aSave({ externalSubjectId: "customer-1" })
    assert.strictEqual((await red.post(save)).status, 200)
    const before = await red.send(`/subjects/${save.subjectId}`)

    for (const other of others) {
      const taken = await other.post({ ...save, givenAt: save.givenAt + 1 })
      assert.deepStrictEqual([taken.status, taken.body.cause.code], [409, "SUBJECT_CONFLICT"])
      assert.notInclude(JSON.stringify(taken.body), "red")
      const foreign = await other.send(`/subjects/${save.subjectId}`)
      const absent = await other.send(`/subjects/${aSave().subjectId}`)
      assert.strictEqual(foreign.status, 404)
      assert.deepStrictEqual(foreign.body, absent.body)
    }
    assert.deepStrictEqual((await red.send(`/subjects/${save.subjectId}`)).body, before.body)

    for (const other of others) await other.service.dispose()
    await red.stop()
  })

  it("a tenant in the body, the query or a header changes nothing (threat: reading or writing another tenant's data)", async () => {
    const red = await startInstance(engine, { tenantId: "red" })
    const blue = instanceOn(red.url, { tenantId: "blue" })
    const save = aSave({ tenantId: "blue", tenant: "blue" })
    const headers = { "x-tenant-id": "blue", "x-cs-tenant": "blue" }
    const saved = await red.send("/subjects?tenantId=blue", { method: "POST", body: JSON.stringify(save), headers })
    assert.strictEqual(saved.status, 200)
    assert.strictEqual((await blue.send(`/subjects/${save.subjectId}?tenantId=red`)).status, 404)
    assert.strictEqual((await red.send(`/subjects/${save.subjectId}`)).status, 200)
    await blue.service.dispose()
    await red.stop()
  })
})
