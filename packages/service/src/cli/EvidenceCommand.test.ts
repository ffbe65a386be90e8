import { assert, describe, it } from "@effect/vitest"
import { clientFromUrl } from "@consent-service/adapter-sql/ClientFromUrl"
import * as SqlClient from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { onTestFinished } from "vitest"
import { run } from "../testing/RunCli.js"
import { aSave, instanceOn } from "../testing/TestInstance.js"

/** A record of an instance, and the command over its database. */
const saved = async (policyRules: ReadonlyArray<never> | null = null) => {
  const folder = mkdtempSync(join(tmpdir(), "consent-evidence-"))
  const database = `sqlite:${join(folder, "consent.db")}`
  const { post, service } = instanceOn(database, policyRules === null ? {} : { manifest: { policyRules } })
  onTestFinished(async () => {
    await service.dispose()
    rmSync(folder, { recursive: true })
  })
  await service.migrate()
  const { body } = await post(aSave())
  const alter = (change: Effect.Effect<unknown, unknown, SqlClient.SqlClient>) =>
    Effect.runPromise(Effect.provide(change, clientFromUrl(database)))
  const evidence = (...args: ReadonlyArray<string>) => run("evidence", ...args, "--database", database)
  return { consentId: String(body.consentId), alter, evidence }
}

describe("consent-service evidence", () => {
  it("says what it means when no rule applied to a record", async () => {
    const { consentId, evidence } = await saved([])
    const { code, out } = await evidence(consentId)
    assert.strictEqual(code, 0)
    assert.include(out, "policy: none recorded; no rule matched the visitor, or the save did not name one")
  })

  it("tells a decision that cannot be found from a record without one", async () => {
    const { alter, consentId, evidence } = await saved()
    await alter(Effect.flatMap(SqlClient.SqlClient, (sql) => sql`update cs_consent set decision_id = 'dec_gone'`))
    const { code, out } = await evidence(consentId)
    assert.strictEqual(code, 1)
    assert.include(out, "policy: the recorded decision dec_gone cannot be found or read")
    assert.notInclude(out, "none recorded")
  })

  it("names where it looked for a record that is not there", async () => {
    const { evidence } = await saved()
    assert.deepStrictEqual(await evidence("cns_1"), {
      code: 1,
      out: "",
      error: "no record has this id in the single-tenant scope; for the records of a tenant, add --tenant",
    })
    const { error } = await evidence("cns_1", "--tenant", "shop")
    assert.strictEqual(error, 'no record has this id in the tenant "shop"; check --tenant')
  })
})
