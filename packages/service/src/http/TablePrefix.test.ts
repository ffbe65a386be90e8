import { createTestDatabase, describeEngines } from "@consent-service/test-engines"
import { assert, it } from "@effect/vitest"
import { aSave, instanceOn } from "../testing/TestInstance.js"

describeEngines("tablePrefix", (engine) => {
  it("keeps two instances of one database apart, migrations and records alike", async () => {
    const database = await createTestDatabase(engine)
    const [one, other] = [instanceOn(database.url, { tablePrefix: "one_" }), instanceOn(database.url)]
    try {
      assert.isNotEmpty(await one.service.migrate())
      const save = aSave()
      assert.strictEqual((await one.post(save)).status, 200)
      assert.strictEqual((await other.post(aSave())).status, 503, "the other's tables are not migrated")
      await other.service.migrate()
      assert.strictEqual((await other.send(`/subjects/${save.subjectId}`)).status, 404)
      assert.strictEqual((await one.send(`/subjects/${save.subjectId}`)).status, 200)
    } finally {
      await Promise.all([one.service.dispose(), other.service.dispose()])
      await database.drop()
    }
  })
})
