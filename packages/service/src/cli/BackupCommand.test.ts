import { createTestDatabase, describeEngines, type Engine, serverEngines } from "@consent-service/test-engines"
import { isFullForm } from "@consent-service/test-engines/form"
import { afterAll, assert, beforeAll, describe, it, vi } from "@effect/vitest"
import { execFileSync } from "node:child_process"
import { existsSync } from "node:fs"
import { chmod, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { delimiter, join } from "node:path"
import { afterEach } from "vitest"
import { releasedVersions, restored } from "../testing/ReleasedDatabases.js"
import { statementsOn } from "../testing/Statements.js"
import { instanceOn, startInstance } from "../testing/TestInstance.js"
import { run } from "../testing/RunCli.js"

const check = async (source: string) => {
  const { code, out } = await run("restore", "--check", source, "--json")
  return { code, ...JSON.parse(out) }
}

const apiKey = "key-of-the-backup-tests"
const hash = `sha256:${"a".repeat(64)}`

/** One save of each kind: a banner's, with what it rests on, and one about a document. */
const fill = async (instance: ReturnType<typeof instanceOn>): Promise<void> => {
  const { body } = await instance.send("/init?country=DE")
  const { fingerprints, policyId } = body.policyResolution
  const act = { subjectId: `sub_${"A".repeat(20)}`, domain: "shop.example", givenAt: Date.now() }
  const published = await instance.send("/legal-documents/dpa/current", {
    method: "PUT",
    headers: { authorization: `Bearer ${apiKey}` },
    body: JSON.stringify({ version: "1", hash, effectiveDate: "2026-01-01T00:00:00Z" }),
  })
  const banner = await instance.post({
    ...act,
    type: "cookie_banner",
    preferences: { necessary: true, marketing: false },
    policyId,
    fingerprint: fingerprints.policy,
    country: "DE",
    region: null,
    language: "de",
  })
  const document = await instance.post({ ...act, type: "dpa", preferences: { accepted: true }, policyHash: hash })
  assert.deepStrictEqual([published.status, banner.status, document.status], [200, 200, 200])
}

const expectedTables = [
  { table: "cs_subject", rows: 1 },
  { table: "cs_consent", rows: 2 },
  { table: "cs_policy_decision", rows: 1 },
  { table: "cs_legal_document", rows: 1 },
  { table: "cs_manifest_archive", rows: 2 },
]

let folder = ""
const named = (name: string): string => join(folder, name)

beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), "cs-backup-"))))
afterAll(() => rm(folder, { recursive: true }))
afterEach(() => vi.unstubAllEnvs())

/** A filled database; gone after `use`. */
const filled = async (engine: Engine, use: (url: string) => Promise<void>): Promise<void> => {
  const instance = await startInstance(engine, { apiKeys: [apiKey] })
  try {
    await fill(instance)
    await use(instance.url)
  } finally {
    await instance.stop()
  }
}

const damages: ReadonlyArray<readonly [string, string, ReadonlyArray<string>]> = [
  [
    "a refusal turned into a grant",
    `update cs_consent set preferences = '{"necessary":true,"marketing":true}' where type = 'cookie_banner'`,
    ["cs_consent content-differs"],
  ],
  [
    "a record moved to another site",
    "update cs_consent set domain = 'b.example' where type = 'dpa'",
    ["cs_consent id-differs"],
  ],
  ["a record that is no JSON", "update cs_consent set preferences = '{' where type = 'dpa'", ["cs_consent unreadable"]],
  ["lost subjects", "delete from cs_subject", ["cs_consent subject-missing", "cs_consent subject-missing"]],
  ["a lost decision", "delete from cs_policy_decision", ["cs_consent decision-missing"]],
  ["a decision for another place", "update cs_policy_decision set country = 'FR'", ["cs_policy_decision id-differs"]],
  ["a lost document", "delete from cs_legal_document", ["cs_consent document-missing"]],
  [
    "a changed document",
    `update cs_legal_document set hash = 'sha256:${"b".repeat(64)}'`,
    ["cs_legal_document id-differs"],
  ],
  [
    "changed texts",
    "update cs_manifest_archive set content = '{}' where id in (select texts_digest from cs_policy_decision)",
    ["cs_manifest_archive content-differs"],
  ],
]

describeEngines("consent-service restore --check", (engine) => {
  it("finds nothing in what the service wrote", () =>
    filled(engine, async (url) => {
      const { code, damagedRows, newestRecordAt, pending, tables } = await check(url)
      assert.deepStrictEqual([code, damagedRows, pending], [0, 0, []])
      assert.deepStrictEqual(tables, expectedTables)
      assert.isAtMost(Math.abs(Date.parse(newestRecordAt) - Date.now()), 600_000)
    }))

  // The same code on every engine: which one has been damaged matters little.
  const planted = engine === "sqlite" || isFullForm ? damages : damages.slice(0, 1)
  it.each(planted)("names %s", (_, statement, expected) =>
    filled(engine, async (url) => {
      await statementsOn(url, [statement])
      const { code, damaged, damagedRows } = await check(url)
      assert.deepStrictEqual([code, damagedRows], [1, expected.length])
      const found = damaged.map(
        (row: { table: string; damage: ReadonlyArray<string> }) => `${row.table} ${row.damage.join(" ")}`,
      )
      assert.deepStrictEqual(found, expected)
      const { out } = await run("restore", "--check", url)
      assert.match(out, /^damaged: cs_/m)
    }),
  )

  it("misses what is archived only after the save that needs it has been answered", () =>
    filled(engine, async (url) => {
      await statementsOn(url, ["delete from cs_manifest_archive"])
      assert.deepInclude(await check(url), { code: 0, damagedRows: 0, underWay: 1 })
      await statementsOn(url, ["update cs_policy_decision set created_at = created_at - 60000"])
      const { code, damaged } = await check(url)
      assert.deepStrictEqual([code, damaged[0].damage], [1, ["manifest-missing", "texts-missing"]])
    }))

  it("refuses a database that is not the service's, or newer", async () => {
    const database = await createTestDatabase(engine)
    await statementsOn(database.url, ["create table other (id integer)"])
    const foreign = await run("restore", "--check", database.url)
    assert.deepStrictEqual([foreign.code, foreign.out], [1, ""])
    assert.match(foreign.error, /no tables of Consent Service with the prefix cs_/)
    assert.strictEqual((await run("migrate", "--database", database.url)).code, 0)
    await statementsOn(database.url, [
      "insert into cs_migrations (id, checksum, applied_at) values ('9-later', 'x', 1)",
    ])
    const newer = await run("restore", "--check", database.url)
    assert.strictEqual(newer.code, 1)
    assert.match(newer.error, /newer version .*9-later/)
    await database.drop()
  })

  it.each(releasedVersions)("finds nothing in the database that version %s left", async (version) => {
    const database = await restored(version, engine)
    if (engine !== "sqlite") assert.strictEqual((await run("migrate", "--database", database.url)).code, 0)
    assert.deepInclude(await check(database.url), { code: 0, damaged: [], damagedRows: 0 })
    await database.drop()
  })
})

describeEngines(
  "consent-service restore --check of an older database",
  (engine) => {
    it.each(releasedVersions)("on a server only names what version %s lacks, and runs none of it", async (version) => {
      const database = await restored(version, engine)
      const planned = async (): Promise<ReadonlyArray<string>> => {
        const { out } = await run("migrate", "--dry-run", "--json", "--database", database.url)
        return JSON.parse(out).pending.map(({ id }: { readonly id: string }) => id)
      }
      const pending = await planned()
      assert.isAbove(pending.length, 0)
      const { code, error, out } = await run("restore", "--check", database.url)
      assert.deepStrictEqual([code, out], [1, ""])
      for (const id of pending) assert.include(error, id)
      assert.match(error, /run consent-service migrate on this restored copy, then check again/)
      assert.deepStrictEqual(await planned(), pending)
      await database.drop()
    })
  },
  serverEngines,
)

describe("consent-service restore --check of a file", () => {
  it("migrates a copy of an older database, and leaves the file as it is", async () => {
    await filled("sqlite", async (url) => {
      const old = named("old.db")
      assert.strictEqual((await run("backup", "--to", old, "--database", url)).code, 0)
      await statementsOn(`sqlite:${old}`, [
        "drop index cs_consent_experiment_idx",
        "delete from cs_migrations where id = '8-experiment-summaries'",
        // Takes the commits over from the log, so that the file has all there is.
        "pragma wal_checkpoint(truncate)",
      ])
      const before = await readFile(old)
      const { code, pending, tables } = await check(old)
      assert.deepStrictEqual([code, pending, tables], [0, ["8-experiment-summaries"], expectedTables])
      assert.isTrue(before.equals(await readFile(old)))
      assert.deepStrictEqual(
        (await readdir(folder)).filter((name) => name.startsWith("old.db")),
        ["old.db"],
      )
    })
  })

  it("finds a damaged page", async () => {
    await filled("sqlite", async (url) => {
      const file = named("page.db")
      assert.strictEqual((await run("backup", "--to", file, "--database", url)).code, 0)
      const bytes = await readFile(file)
      await writeFile(file, bytes.fill(0x5a, 4096 * 2, 4096 * 4))
      const { code, error } = await run("restore", "--check", file)
      assert.strictEqual(code, 1)
      assert.match(error, /^the copy cannot be used: /)
    })
  })

  it.each([
    ["nothing", null, /cannot be read/],
    ["an empty file", "", /is empty/],
    ["an archive of pg_dump", "PGDMP\u0001\u000e", /an archive of pg_dump; restore it into an empty database/],
    ["a dump in SQL", "-- MariaDB dump 10.19", /a dump in SQL; restore it/],
    ["another file", "hello", /is no SQLite database/],
  ])("refuses %s: exit code 2", async (name, content, why) => {
    const file = named(`${name.replaceAll(" ", "-")}.bin`)
    if (content !== null) await writeFile(file, content)
    const { code, error, out } = await run("restore", "--check", file)
    assert.deepStrictEqual([code, out], [2, ""])
    assert.match(error, why)
  })

  it.each([
    [["restore", "a.db"]],
    [["restore", "--check"]],
    [["restore", "--check", "a", "b"]],
    [["restore", "--check", "oracle://s3cret@h/d"]],
  ])("%j is wrong usage", async (args) => {
    const { code, error } = await run(...args)
    assert.strictEqual(code, 2)
    assert.match(error, /\nUsage: consent-service restore --check/)
    assert.notInclude(error, "s3cret")
  })
})

describe("consent-service backup of SQLite", () => {
  it("writes a checked file for its owner only, and replaces none without --force", async () => {
    await filled("sqlite", async (url) => {
      const file = named("a.db")
      const first = await run("backup", "--to", file, "--database", url)
      assert.deepStrictEqual([first.code, first.error], [0, ""])
      assert.match(first.out, /a\.db: 2 records, newest 20\S+Z, 0\.\d MiB, written and checked in \d+ ms$/)
      assert.strictEqual((await stat(file)).mode & 0o777, 0o600)
      assert.deepInclude(await check(file), { code: 0, tables: expectedTables })
      const again = await run("backup", "--to", file, "--database", url)
      assert.strictEqual(again.code, 1)
      assert.match(again.error, /exists; name another file, or replace it with --force/)
      assert.strictEqual((await run("backup", "--to", file, "--database", url, "--force")).code, 0)
      assert.deepStrictEqual(
        (await readdir(folder)).filter((name) => name.includes("partial")),
        [],
      )
    })
  })

  it("never replaces the database itself", async () => {
    await filled("sqlite", async (url) => {
      const file = url.replace(/^sqlite:/, "")
      await symlink(file, named("link.db"))
      for (const target of [file, `${file}-wal`, named("link.db")]) {
        const { code, error } = await run("backup", "--to", target, "--database", url, "--force")
        assert.strictEqual(code, 1)
        assert.match(error, /is the database itself/)
      }
      assert.deepInclude(await check(file), { code: 0, tables: expectedTables })
    })
  })

  it("says what is wrong with names: folders, missing folders and files, other databases", async () => {
    const other = named("other.db")
    await statementsOn(`sqlite:${other}`, ["create table other (id integer)"])
    const cases: ReadonlyArray<readonly [string, string, RegExp]> = [
      [named("x.db"), `sqlite:${named("none.db")}`, /there is no file/],
      [folder, `sqlite:${other}`, /is a folder/],
      [join(folder, "none", "x.db"), `sqlite:${other}`, /there is no folder/],
      [named("x.db"), `sqlite:${other}`, /no tables of Consent Service with the prefix cs_/],
    ]
    for (const [target, url, why] of cases) {
      const { code, error, out } = await run("backup", "--to", target, "--database", url)
      assert.deepStrictEqual([code, out], [1, ""])
      assert.match(error, why)
    }
    assert.isFalse(existsSync(named("x.db")))
  })

  it.each([
    [["--database", "sqlite::memory:", "--to", "x"]],
    [["--database", "sqlite:a.db"]],
    [["--to", "x", "--database", ""]],
    [["x"]],
  ])("%j is wrong usage", async (args) => {
    const { code, error } = await run("backup", ...args)
    assert.strictEqual(code, 2)
    assert.match(error, /\nUsage: consent-service backup --to FILE/)
  })
})

/** Programs of these names, in a folder of their own at the front of the path. */
const withTools = async (tools: Readonly<Record<string, string>>): Promise<void> => {
  const bin = await mkdtemp(join(folder, "bin-"))
  for (const [name, body] of Object.entries(tools)) {
    await writeFile(join(bin, name), `#!/bin/sh\n${body}\n`)
    await chmod(join(bin, name), 0o755)
  }
  vi.stubEnv("PATH", [bin, process.env["PATH"]].join(delimiter))
}

const reported = { postgres: "pg_dump (PostgreSQL) 99.1", mysql: "mariadb-dump from 99.1.2-MariaDB, client 10.19" }
const outdated = { postgres: "pg_dump (PostgreSQL) 9.6", mysql: "mariadb-dump Ver 10.19 Distrib 5.5.1-MariaDB" }
const tools = { postgres: "pg_dump", mysql: "mariadb-dump" }

const isInstalled = (program: string): boolean => {
  try {
    execFileSync(program, ["--version"], { stdio: "ignore" })
    return true
  } catch {
    return false
  }
}

describeEngines("consent-service backup", (engine) => {
  it("takes DATABASE_URL for what --database does not say", () =>
    filled(engine, async (url) => {
      const file = named(`variable-${engine}`)
      vi.stubEnv("DATABASE_URL", url)
      const { out } = await run("backup", "--to", file, "--json")
      const { file: written, script } = JSON.parse(out)
      assert.strictEqual(
        engine === "sqlite" ? written : script.at(-1).includes(file),
        engine === "sqlite" ? file : true,
      )
    }))

  if (engine === "sqlite") return
  const tool = tools[engine]

  it("prints the call, and nothing of the password", () =>
    filled(engine, async (url) => {
      await withTools({ [tool]: `echo '${reported[engine]}'` })
      const { code, error, out } = await run("backup", "--to", named("b.dump"), "--database", url)
      assert.deepStrictEqual([code, error], [0, ""])
      assert.match(out, new RegExp(`^# server: [^]*^umask 077\n${tool} --`, "m"))
      const { password } = new URL(url)
      if (password !== "") assert.notInclude(out, password)
      assert.isFalse(existsSync(named("b.dump")))
    }))

  it("refuses a tool that is older than the server, and says so with the call", () =>
    filled(engine, async (url) => {
      await withTools({ [tool]: `echo '${outdated[engine]}'` })
      for (const args of [[], ["--run"]]) {
        const { code, error, out } = await run("backup", "--to", named("b.dump"), "--database", url, ...args)
        assert.strictEqual(code, 1)
        assert.match(error, /is older than the server/)
        assert.include(out, `\n${tool} `)
      }
    }))

  it("--run keeps nothing of a dump that failed or was cut off", () =>
    filled(engine, async (url) => {
      const file = named(`failed-${engine}.dump`)
      const version = `if [ "$1" = --version ]; then echo '${reported[engine]}'; exit 0; fi`
      await withTools({ [tool]: `${version}\necho 'disk full' >&2; exit 3`, pg_restore: "exit 1" })
      const failed = await run("backup", "--to", file, "--database", url, "--run")
      assert.strictEqual(failed.code, 1)
      assert.match(failed.error, /failed with exit code 3: disk full/)
      await withTools({ [tool]: version, pg_restore: "echo nothing" })
      const cut = await run("backup", "--to", file, "--database", url, "--run")
      assert.strictEqual(cut.code, 1)
      assert.match(cut.error, /cut off|lacks the tables cs_migrations, cs_subject/)
      assert.deepStrictEqual(
        (await readdir(folder)).filter((name) => name.startsWith(`failed-${engine}`)),
        [],
      )
    }))

  // Without the server's client programs there is nothing to run; the tests above use stand-ins.
  if (!isInstalled(tool)) return
  it("--run writes a dump that its owner alone may read", () =>
    filled(engine, async (url) => {
      const file = named(`${engine}.dump`)
      const { code, error, out } = await run("backup", "--to", file, "--database", url, "--run")
      assert.deepStrictEqual([code, error], [0, ""])
      assert.match(out, new RegExp(`written by ${tool} and checked in \\d+ ms`))
      assert.strictEqual((await stat(file)).mode & 0o777, 0o600)
      assert.strictEqual((await run("restore", "--check", file)).code, 2)
    }))
})
