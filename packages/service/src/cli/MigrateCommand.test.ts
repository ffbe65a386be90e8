import { createTestDatabase, describeEngines, type TestDatabase } from "@consent-service/test-engines"
import { afterEach, assert, beforeEach, describe, it, vi } from "@effect/vitest"
import { execFile } from "node:child_process"
import { existsSync } from "node:fs"
import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { statementsOn } from "../testing/Statements.js"
import { runCli } from "./Cli.js"

const run = async (...args: ReadonlyArray<string>) => {
  const printed: { out: Array<string>; error: Array<string> } = { out: [], error: [] }
  const code = await runCli(args, { out: (text) => printed.out.push(text), error: (text) => printed.error.push(text) })
  return { code, out: printed.out, error: printed.error.join("\n") }
}

const migrate = (...args: ReadonlyArray<string>) => run("migrate", ...args)

afterEach(() => vi.unstubAllEnvs())

describeEngines("consent-service migrate", (engine) => {
  let database: TestDatabase
  beforeEach(async () => void (database = await createTestDatabase(engine)))
  afterEach(() => database.drop())

  it("prints a line a migration as it runs, then nothing to do", async () => {
    const first = await migrate("--database", database.url)
    assert.deepStrictEqual([first.code, first.error], [0, ""])
    assert.match(first.out[0] ?? "", /^1-baseline applied in \d+ ms$/)
    assert.match(first.out[3] ?? "", /^4-vendor-choice applied in \d+ ms$/)
    assert.deepStrictEqual(await migrate("--database", database.url), {
      code: 0,
      out: ["nothing to do: the database is up to date"],
      error: "",
    })
    assert.deepStrictEqual((await migrate("--database", database.url, "--dry-run")).out, [
      "-- nothing to do: the database is up to date",
    ])
  })

  it("--dry-run prints a script, and changes nothing", async () => {
    const dry = await migrate("--database", database.url, "--dry-run")
    assert.deepStrictEqual([dry.code, dry.error], [0, ""])
    const [text = ""] = dry.out
    assert.match(text, /^-- 1-baseline\ncreate table if not exists .cs_migrations. /)
    assert.match(text, /\n-- 4-vendor-choice\nalter table .cs_consent. add column .vendor_choice. .*;\ninsert into /)
    for (const line of text.split("\n")) assert.match(line, /^-- \d+-[a-z-]+$|;$/)
    const json = await migrate("--database", database.url, "--dry-run", "--json")
    const { error, pending } = JSON.parse(json.out.join("\n"))
    assert.deepStrictEqual([json.code, error, pending[3].id], [0, null, "4-vendor-choice"])
    assert.match((await migrate("--database", database.url)).out[0] ?? "", /^1-baseline applied/)
  })

  it("takes another table prefix, and DATABASE_URL for what --database does not say", async () => {
    vi.stubEnv("DATABASE_URL", database.url)
    const { code, out } = await migrate("--table-prefix", "other_", "--json")
    const { applied, error } = JSON.parse(out.join("\n"))
    assert.deepStrictEqual([code, error, applied[0], applied[3]], [0, null, "1-baseline", "4-vendor-choice"])
    assert.match((await migrate("--dry-run")).out[0] ?? "", /^-- 1-baseline/)
    assert.deepStrictEqual((await migrate("--table-prefix", "other_")).out, [
      "nothing to do: the database is up to date",
    ])
  })

  it.each([
    ["newer", "insert into cs_migrations (id, checksum, applied_at) values ('999-later', 'x', 0)", /newer .*999-later/],
    [
      "altered",
      "update cs_migrations set checksum = 'x' where id = '1-baseline'",
      /statements that differ .*1-baseline/,
    ],
  ])("refuses a database that is %s in one line, exit code 1", async (_, statement, why) => {
    await migrate("--database", database.url)
    await statementsOn(database.url, [statement])
    for (const args of [[], ["--dry-run"]]) {
      const { code, error, out } = await migrate("--database", database.url, ...args)
      assert.deepStrictEqual([code, out], [1, []])
      assert.match(error, /^cannot migrate: the database was migrated [^\n]*$/)
      assert.match(error, why)
    }
    const json = await migrate("--database", database.url, "--json")
    assert.deepStrictEqual([json.code, JSON.parse(json.out.join("\n")).applied], [1, []])
    assert.match(JSON.parse(json.out.join("\n")).error, why)
  })

  it("as a program, closes the database and ends by itself", async () => {
    const program = fileURLToPath(new URL("../../bin/consent-service.js", import.meta.url))
    const { stderr, stdout } = await promisify(execFile)(program, ["migrate", "--database", database.url])
    assert.strictEqual(stderr, "")
    assert.match(stdout, /^1-baseline applied in \d+ ms\n/)
    assert.match(stdout, /\n4-vendor-choice applied in \d+ ms\n/)
  })
})

describe("consent-service migrate", () => {
  it("reads the URL from the file that DATABASE_URL_FILE names, without repeating what is in it", async () => {
    const folder = await mkdtemp(join(tmpdir(), "cs-migrate-"))
    const file = join(folder, "database_url")
    vi.stubEnv("DATABASE_URL", "")
    vi.stubEnv("DATABASE_URL_FILE", file)
    const missing = await migrate("--dry-run")
    assert.deepStrictEqual([missing.code, missing.out], [2, []])
    assert.include(missing.error, `DATABASE_URL_FILE names the file ${file}, which does not exist`)
    await writeFile(file, "sqlite::memory:\n")
    assert.match((await migrate("--dry-run")).out[0] ?? "", /^-- 1-baseline/)
    await writeFile(file, "oracle://user:s3cret@host/db")
    const wrong = await migrate("--dry-run")
    assert.strictEqual(wrong.code, 2)
    assert.notInclude(wrong.error, "s3cret")
    await rm(folder, { recursive: true })
  })

  it.each([
    ["postgres://user:s3cret@127.0.0.1:1/consent"],
    ["mysql://user:s3cret@127.0.0.1:1/consent"],
    ["sqlite:/nowhere/at/all/s3cret-free.db"],
  ])("says in one line that %s cannot be used, exit code 1", async (url) => {
    for (const args of [[], ["--dry-run"]]) {
      const { code, error, out } = await migrate("--database", url, ...args)
      assert.deepStrictEqual([code, out], [1, []])
      assert.match(error, /^cannot migrate: (the database does not answer|cannot open the SQLite file)[^\n]+$/)
      assert.notInclude(error, "user:")
    }
    assert.isFalse(existsSync("/nowhere"))
  })

  it.each([
    ["no database", []],
    ["an empty --database, whatever DATABASE_URL is", ["--database", ""]],
    ["an unknown engine", ["--database", "oracle://user:s3cret@host/db"]],
    ["a malformed URL", ["--database", "postgres://user:s3/cret@host/db"]],
    ["an argument", ["postgres://user:s3cret@host/db"]],
    ["a misspelt option", ["--databse=postgres://user:s3cret@host/db"]],
    ["a wrong table prefix", ["--database", "sqlite::memory:", "--table-prefix", "1; drop"]],
  ])("%s is wrong usage: exit code 2, and no password is repeated", async (_, args) => {
    vi.stubEnv("DATABASE_URL", args[0] === "--database" ? "sqlite::memory:" : "")
    const { code, error, out } = await migrate(...args)
    assert.deepStrictEqual([code, out], [2, []])
    assert.include(error, "\nUsage: consent-service migrate --database URL")
    assert.notMatch(error, /s3|cret/)
  })

  it("a misspelt command repeats no password", async () => {
    for (const args of [["migrat", "--database", "postgres://user:s3cret@host/db"], ["mysql://user:s3cret@host/db"]]) {
      const { code, error } = await run(...args)
      assert.strictEqual(code, 2)
      assert.match(error, /^unknown command/)
      assert.notInclude(error, "s3cret")
    }
  })
})
