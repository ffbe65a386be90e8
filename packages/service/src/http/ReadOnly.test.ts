import { describeEngines } from "@consent-service/test-engines"
import { postgresQuery } from "@consent-service/test-engines/private"
import { assert, it } from "@effect/vitest"
import { aSave, instanceOn, startInstance } from "../testing/TestInstance.js"

/** How many connections a pool has at most: each save on one to a read-only server drops it. */
const poolSize = 10

describeEngines(
  "a read-only server",
  (engine) => {
    it("saves are 503 with Retry-After, reads go on, and saves recover when the server accepts writes", async () => {
      const first = await startInstance(engine)
      const admin = new URL("/postgres", first.url).href
      const name = new URL(first.url).pathname.slice(1)
      await postgresQuery(admin, `alter database "${name}" set default_transaction_read_only = on`)
      const instance = instanceOn(first.url)
      const save = aSave()

      const refused = await instance.post(save)
      assert.deepStrictEqual([refused.status, refused.body.cause.code], [503, "SERVICE_UNAVAILABLE"])
      assert.isAtMost(Number(refused.headers.get("retry-after")), 5)
      assert.isAtLeast(Number(refused.headers.get("retry-after")), 1)
      assert.notInclude(JSON.stringify(refused.body), "read-only")
      assert.strictEqual((await instance.send(`/subjects/${save.subjectId}`)).status, 404)

      await postgresQuery(admin, `alter database "${name}" reset default_transaction_read_only`)
      let saved = await instance.post(save)
      for (let retries = 0; retries < poolSize && saved.status === 503; retries += 1) saved = await instance.post(save)
      assert.strictEqual(saved.status, 200)
      await instance.service.dispose()
      await first.stop()
    })
  },
  ["postgres"],
)
