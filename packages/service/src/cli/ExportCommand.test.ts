import { describeEngines } from "@consent-service/test-engines"
import { assert, it } from "@effect/vitest"
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { onTestFinished } from "vitest"
import { aSave, newSubjectId, startInstance } from "../testing/TestInstance.js"
import { run } from "../testing/RunCli.js"

const apiKey = "a-key-of-the-shop-with-enough-characters"

describeEngines("lists and exports", (engine) => {
  it("have every record once, in the order of the acts, and the filters of both are the same", async () => {
    const { post, send, stop, url } = await startInstance(engine, { apiKeys: [apiKey] })
    const folder = mkdtempSync(join(tmpdir(), "consent-export-"))
    onTestFinished(async () => {
      await stop()
      rmSync(folder, { recursive: true })
    })
    const now = Date.now()
    const ids: Array<string> = []
    for (let at = 0; at < 25; at += 1) {
      const metadata = { note: '=HYPERLINK("https://evil.example")' }
      const domain = at % 5 === 0 ? "blog.example" : "shop.example"
      const { body } = await post(
        aSave({ subjectId: newSubjectId(), givenAt: now - (25 - at) * 60_000, domain, metadata }),
      )
      ids.push(String(body.consentId))
    }
    const listed = async (query: string): Promise<ReadonlyArray<string>> => {
      const found: Array<string> = []
      let after: string | null = ""
      while (after !== null) {
        const { body, status } = await send(`/consents?${query}&limit=4${after === "" ? "" : `&after=${after}`}`, {
          headers: { authorization: `Bearer ${apiKey}` },
        })
        assert.strictEqual(status, 200, JSON.stringify(body))
        found.push(...body.consents.map(({ id }: { readonly id: string }) => id))
        after = body.next
      }
      return found
    }
    assert.deepStrictEqual(await listed(""), ids)
    const ofBlog = ids.filter((_, at) => at % 5 === 0)
    assert.deepStrictEqual(await listed("domain=blog.example"), ofBlog)
    assert.deepStrictEqual(await listed(`from=${new Date(now - 3 * 60_000).toISOString()}`), ids.slice(-3))
    assert.deepStrictEqual(await listed("country=FR"), [])

    const [lines, sheet] = [join(folder, "consents.ndjson"), join(folder, "consents.csv")]
    const whole = await run("export", "--format", "ndjson", "--out", lines, "--database", url)
    assert.deepStrictEqual([whole.code, whole.error], [0, ""])
    assert.include(whole.out, "25 records")
    const records = readFileSync(lines, "utf8")
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line))
    assert.deepStrictEqual(
      records.map(({ id }) => id),
      ids,
    )
    assert.strictEqual(statSync(lines).mode & 0o777, 0o600)
    const blog = ["--domain", "blog.example", "--database", url]
    const ofBlogOnly = await run("export", "--format", "csv", "--out", sheet, ...blog)
    assert.deepStrictEqual([ofBlogOnly.code, ofBlogOnly.error], [0, ""])
    const rows = readFileSync(sheet, "utf8").trimEnd().split("\r\n")
    assert.lengthOf(rows, ofBlog.length + 1)
    assert.match(rows[0] ?? "", /^id,subjectId,type,domain,/)
    assert.isTrue(rows.slice(1).every((row, at) => row.startsWith(`${ofBlog[at]},`)))
  })

  it("leave no file when they cannot be completed, and replace none by accident", async () => {
    const { stop, url } = await startInstance(engine)
    const folder = mkdtempSync(join(tmpdir(), "consent-export-"))
    onTestFinished(async () => {
      await stop()
      rmSync(folder, { recursive: true })
    })
    const path = join(folder, "consents.csv")
    const exporting = (...others: ReadonlyArray<string>) =>
      run("export", "--format", "csv", "--out", path, ...others, "--database", url)
    const other = await exporting("--table-prefix", "none_")
    assert.strictEqual(other.code, 1)
    assert.deepStrictEqual(readdirSync(folder), [])
    writeFileSync(path, "mine")
    assert.include((await exporting()).error, "exists; name another file")
    assert.strictEqual((await exporting("--force")).code, 0)
    assert.isTrue(existsSync(path))
    const empty = await exporting("--force")
    assert.include(empty.error, "the single-tenant scope has no record at all")
    assert.include((await exporting("--force", "--tenant", "other")).error, 'the tenant "other" has no record at all')
    for (const type of ["nope", "cookie-banner", ""]) {
      const refused = await exporting("--type", type)
      assert.deepStrictEqual([refused.code, refused.error.startsWith("--type must be a type of consent")], [2, true])
    }
    const before = readdirSync(".")
    const out = await run("export", "--format", "csv", "--out", "-", "--database", url)
    assert.strictEqual(out.code, 2)
    assert.include(out.error, "--out needs a file")
    assert.deepStrictEqual(readdirSync("."), before)
    assert.include((await exporting("--from", "yesterday")).error, "--from must be a date")
    assert.strictEqual((await run("export", "--format", "xls", "--out", path, "--database", url)).code, 2)
  })
})
