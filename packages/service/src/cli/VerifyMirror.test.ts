import { writeVerifierKey } from "@consent-service/core/evidence"
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { type LoggedDatabase, loggedDatabase } from "../testing/TamperedLog.js"
import { tamperings } from "../testing/Tamperings.js"
import { run } from "../testing/RunCli.js"

const firstBundle = "tile/entries/000"

describe("consent-service verify --mirror", () => {
  let database: LoggedDatabase
  let key: string
  const directory = mkdtempSync(join(tmpdir(), "consent-mirror-"))
  const published = join(directory, "log")
  const verify = (...args: ReadonlyArray<string>) => run("verify", ...args, "--database", database.url)

  beforeAll(async () => {
    database = await loggedDatabase("sqlite")
    key = writeVerifierKey(database.key)
    const exported = await run("log", "export", "--to", published, "--database", database.url)
    assert.strictEqual(exported.code, 0, exported.error)
  }, 60_000)
  afterAll(async () => {
    rmSync(directory, { recursive: true })
    await database.stop()
  })

  it("finds nothing where the stored entries are the published ones", async () => {
    const { code, out } = await verify("--key", key, "--mirror", published)
    assert.strictEqual(code, 0, out)
    assert.match(out, /no problems found$/)
  })

  it("refuses a published log that is not there, that no trusted key has signed, or whose files were altered", async () => {
    const empty = join(directory, "empty")
    mkdirSync(empty)
    const missing = await verify("--key", key, "--mirror", empty)
    assert.deepStrictEqual(missing.code, 2)
    assert.include(missing.error, `--mirror ${empty}: there is no file checkpoint`)
    assert.include((await verify("--mirror", published)).error, "--mirror needs --key")
    const altered = join(directory, "altered")
    cpSync(published, altered, { recursive: true })
    const bytes = readFileSync(join(altered, firstBundle))
    bytes[200] = (bytes[200] ?? 0) ^ 1
    writeFileSync(join(altered, firstBundle), bytes)
    const refused = await verify("--key", key, "--mirror", altered)
    assert.strictEqual(refused.code, 1)
    assert.include(refused.error, "its entries are not those that its checkpoint signs")
  })

  // It commits what it alters, so it is last.
  it("names the entry that differs in a log that was rebuilt and signed again with the same key", async () => {
    const rebuilt = tamperings.find(({ title }) => title.startsWith("27 ")) ?? assert.fail("no such tampering")
    const [record, other] = database.records.slice(20, 22)
    if (record === undefined || other === undefined) return assert.fail("no records")
    await database.commit(rebuilt.run({ database, record, other }))
    const alone = await verify("--key", key)
    assert.strictEqual(alone.code, 0, alone.out)
    const { code, out } = await verify("--key", key, "--mirror", published)
    assert.strictEqual(code, 1, out)
    const line = `TAMPERED TreeAltered ${record.id} entry ${record.position}: the stored entry is not the one that is published`
    assert.include(out, line)
    const json = await verify("--key", key, "--mirror", published, "--json")
    const lines = json.out.split("\n").map((each) => JSON.parse(each))
    assert.deepStrictEqual(
      lines.flatMap(({ finding, position }) => (finding === "TreeAltered" ? [position] : [])),
      [record.position],
    )
    assert.strictEqual(lines.at(-1).summary.findings.TreeAltered, 1)
  })
})
