import { clientFromUrl } from "@consent-service/adapter-sql/ClientFromUrl"
import { createTestDatabase, describeEngines } from "@consent-service/test-engines"
import * as SqlClient from "@effect/sql/SqlClient"
import { assert, it, vi } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { randomBytes } from "node:crypto"
import { readFileSync } from "node:fs"
import { createConsentService } from "../ConsentService.js"
import { makeSigningKey } from "../evidence/NodeSigner.js"
import { aSave, instanceOn, newSubjectId } from "../testing/TestInstance.js"

const suffix = randomBytes(4).toString("hex")

/** The statements of the page on upgrades, with users of the test's own. */
const [creating = "", granting = "", allowingErasure = ""] = Array.from(
  readFileSync(new URL("../../../../docs/operate/upgrade.md", import.meta.url), "utf8").matchAll(/```sql\n([^`]*)```/g),
  ([, sql = ""]) =>
    sql
      .replaceAll("consent_owner", `owner_${suffix}`)
      .replaceAll("consent_app", `app_${suffix}`)
      .replaceAll("…", "secret"),
)

const statementsIn = (sql: string): ReadonlyArray<string> =>
  sql
    .replaceAll(/^--.*$/gm, "")
    .split(";")
    .map((statement) => statement.trim())
    .filter((statement) => statement !== "")

const run = (url: string, statements: ReadonlyArray<string>): Promise<void> =>
  Effect.runPromise(
    Effect.flatMap(SqlClient.SqlClient, (sql) =>
      Effect.forEach(statements, (statement) => sql.unsafe(statement), { discard: true }),
    ).pipe(Effect.provide(clientFromUrl(url))),
  )

const asUser = (url: string, user: string): string => {
  const own = new URL(url)
  own.username = user
  own.password = "secret"
  return own.href
}

describeEngines("the database users that the page on upgrades creates", () => {
  it("can do all that the service does, and cannot delete a record before it is granted", async () => {
    const { drop, url } = await createTestDatabase("postgres")
    const [owner, app] = [asUser(url, `owner_${suffix}`), asUser(url, `app_${suffix}`)]
    await run(url, [...statementsIn(creating), `alter schema public owner to owner_${suffix}`])
    const migrating = createConsentService({ database: owner })
    await migrating.migrate()
    await migrating.dispose()
    await run(owner, statementsIn(granting))

    const evidence = { signingKeys: [makeSigningKey("log.example")], checkpointEveryMs: 100 }
    const { events, post, send, service } = instanceOn(app, { evidence })
    const subjectId = newSubjectId()
    const { body, status } = await post(aSave({ subjectId }))
    assert.strictEqual(status, 200)
    const path = `/subjects/${subjectId}/receipts/${body.consentId}`
    await vi.waitFor(async () => assert.strictEqual((await send(path)).status, 200), 15_000)
    await service.dispose()
    assert.deepStrictEqual(
      events.filter(({ event }) => event.startsWith("evidence-")),
      [],
    )
    for (const table of ["cs_consent", "cs_log_bundle", "cs_log"]) {
      const refused = await run(app, [`delete from ${table}`]).then(
        () => false,
        () => true,
      )
      assert.isTrue(refused, table)
    }
    const apiKey = "a-key-of-the-shop-with-enough-characters"
    const erasing = instanceOn(app, { evidence, apiKeys: [apiKey] })
    const erase = () =>
      erasing.send("/erasures", {
        method: "POST",
        headers: { authorization: `Bearer ${apiKey}`, "content-type": "application/json" },
        body: JSON.stringify({ subjectId, reason: "art. 17" }),
      })
    assert.strictEqual((await erase()).status, 500)
    await run(owner, statementsIn(allowingErasure))
    assert.strictEqual((await erase()).status, 202)
    await erasing.service.dispose()
    await run(url, [`drop owned by app_${suffix}`, `drop owned by owner_${suffix} cascade`])
    await run(url, [`drop role app_${suffix}`, `drop role owner_${suffix}`])
    await drop()
  })
}, ["postgres"])
