import { describeEngines } from "@consent-service/test-engines"
import { assert, it } from "@effect/vitest"
import type { PersonReport } from "@consent-service/core/person"
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { onTestFinished } from "vitest"
import { recommendedPolicyRules } from "../index.js"
import { aSave, newSubjectId, startInstance } from "../testing/TestInstance.js"
import { run } from "../testing/RunCli.js"

const apiKey = "a-key-of-the-shop-with-enough-characters"

describeEngines("everything on record about a person", (engine) => {
  it("is shown and exported: all browsers of an account, with the texts in the language that was shown", async () => {
    const { post, send, stop, url } = await startInstance(engine, {
      apiKeys: [apiKey],
      manifest: { policyRules: recommendedPolicyRules() },
      policySnapshot: { signingKey: "a signing key of more than 32 bytes, for tests" },
    })
    const folder = mkdtempSync(join(tmpdir(), "consent-person-"))
    onTestFinished(async () => {
      await stop()
      rmSync(folder, { recursive: true })
    })
    const subjects = [newSubjectId(), newSubjectId()]
    for (const subjectId of subjects) {
      const headers = { "accept-language": "de", "user-agent": "<script>alert(1)</script>" }
      const { policySnapshotToken } = (await send("/init?country=DE", { headers })).body
      for (const preferences of [{ marketing: true }, { marketing: false }]) {
        const { body, status } = await post(aSave({ subjectId, preferences, policySnapshotToken }), { headers })
        assert.strictEqual(status, 200, JSON.stringify(body))
        await new Promise((done) => setTimeout(done, 2))
      }
      const link = await send(`/subjects/${subjectId}`, {
        method: "PATCH",
        headers: { authorization: `Bearer ${apiKey}`, "content-type": "application/json" },
        body: JSON.stringify({ externalId: "user-42" }),
      })
      assert.strictEqual(link.status, 200)
    }
    const person = ["--external-id", "user-42", "--database", url]
    const shown = await run("subject", "show", ...person, "--json")
    assert.strictEqual(shown.code, 0, shown.error)
    const report: PersonReport = JSON.parse(shown.out)
    assert.sameMembers(
      report.subjects.map(({ id }) => id),
      subjects,
    )
    for (const { externalId, records } of report.subjects) {
      assert.strictEqual(externalId, "user-42")
      assert.deepStrictEqual(
        records.map(({ record }) => JSON.stringify(record.preferences).includes(`"marketing":true`)),
        [false, true],
      )
      assert.strictEqual(records[0]?.shown?.language, "de")
      assert.isEmpty(records[0]?.missing)
    }
    const [page, data] = [join(folder, "person.html"), join(folder, "person.json")]
    assert.strictEqual((await run("subject", "export", ...person, "--out", page)).code, 0)
    const html = readFileSync(page, "utf8")
    assert.include(html, '<html lang="de" dir="ltr">')
    assert.include(html, "Was zu Ihrer Einwilligung gespeichert ist")
    assert.include(html, report.subjects[0]?.records[0]?.shown?.categories["marketing"]?.title ?? "no title")
    assert.include(html, "&lt;script&gt;alert(1)&lt;/script&gt;")
    assert.notInclude(html, "<script")
    assert.strictEqual((await run("subject", "export", ...person, "--out", data, "--format", "json")).code, 0)
    assert.deepStrictEqual(JSON.parse(readFileSync(data, "utf8")).subjects, report.subjects)
    assert.strictEqual((await run("subject", "export", ...person, "--out", data)).code, 1)
    const unknown = await run("subject", "show", "--subject", newSubjectId(), "--database", url)
    assert.deepStrictEqual(
      [unknown.code, unknown.error],
      [1, "there are no records of this person in the single-tenant scope; for the records of a tenant, add --tenant"],
    )
    assert.strictEqual((await run("subject", "show", "--database", url)).code, 2)
  })
})
