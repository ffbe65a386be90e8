import { clientFromUrl } from "@consent-service/adapter-sql/ClientFromUrl"
import { createTestDatabase, describeEngines } from "@consent-service/test-engines"
import * as SqlClient from "@effect/sql/SqlClient"
import { assert, it, vi } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { readdirSync, readFileSync, statSync } from "node:fs"
import { join } from "node:path"
import { onTestFinished } from "vitest"
import { projectFolder, runCommand, startCommand } from "../testing/CommandProcess.js"
import { aSave, instanceOn } from "../testing/TestInstance.js"

const timeout = 180_000

const digits = Array.from({ length: 10 }, (_, digit) => `select ${digit} as d`).join(" union all ")

/** Copies each record a thousand times, under ids of their own: the database does it in a second or two. */
const multiply = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<Record<string, unknown>>`select * from cs_consent limit 1`
  const columns = Object.keys(row ?? {})
  const values = columns.map((name) => (name === "id" ? "concat(c.id, a.d, b.d, e.d)" : `c.${name}`))
  yield* sql.unsafe(
    `insert into cs_consent (${columns.join()}) select ${values.join()}
      from cs_consent c, (${digits}) a, (${digits}) b, (${digits}) e`,
  )
})

describeEngines("an export that is interrupted", (engine) => {
  it("leaves no file under its name, and none at all unless it was killed; run again, it is complete", {
    timeout,
  }, async () => {
    const { drop, url } = await createTestDatabase(engine)
    onTestFinished(drop)
    const { post, service } = instanceOn(url, { evidence: false })
    await service.migrate()
    const [originals, copies] = [30, 1_000]
    for (let at = 0; at < originals; at += 1) assert.strictEqual((await post(aSave())).status, 200)
    await service.dispose()
    // The driver's own error says what is wrong.
    await Effect.runPromise(
      multiply.pipe(
        Effect.provide(clientFromUrl(url)),
        Effect.mapError(({ cause }) => cause),
      ),
    )

    const folder = await projectFolder()
    const args = ["export", "--format", "ndjson", "--out", "all.ndjson", "--database", url]
    const files = () => readdirSync(folder).filter((name) => name.startsWith("all.ndjson"))
    const interrupted = async (signal: NodeJS.Signals) => {
      const exporting = startCommand(folder, args)
      // In the middle of it: some pages are written.
      await vi.waitFor(() => assert.isTrue(files().some((name) => statSync(join(folder, name)).size > 100_000)), {
        timeout: 60_000,
        interval: 2,
      })
      exporting.signal(signal)
      return exporting.ended
    }
    assert.strictEqual(await interrupted("SIGTERM"), 143)
    assert.deepStrictEqual(files(), [])
    assert.isNull(await interrupted("SIGKILL"))
    assert.notInclude(files(), "all.ndjson")

    const whole = await runCommand(folder, args)
    assert.strictEqual(whole.code, 0, whole.error)
    assert.deepStrictEqual(files(), ["all.ndjson"])
    const lines = readFileSync(join(folder, "all.ndjson"), "utf8").trimEnd().split("\n")
    assert.strictEqual(new Set(lines.map((line) => JSON.parse(line).id)).size, originals * (copies + 1))
  })
})
