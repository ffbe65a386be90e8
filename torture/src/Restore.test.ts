/**
 * The commands of docs/operate/backup.md that copy newer records into a restored database, run as they are printed there.
 * They need the command-line tools of each database, so only the full form runs them.
 */
import { createTestDatabase, describeEngines, type Engine } from "@consent-service/test-engines"
import { inForm } from "@consent-service/test-engines/form"
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { createConsentService, recommendedPolicyRules } from "consent-service"
import { execFile } from "node:child_process"
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"

const page = readFileSync(new URL("../../docs/operate/backup.md", import.meta.url), "utf8")

/** The commands for each engine, in the order of the page. */
const [sqlite = "", postgres = "", mysql = ""] = Array.from(page.matchAll(/```bash\n([^]*?)\n```/g), ([, code]) => code)

const copyCommands: Readonly<Record<Engine, string>> = { sqlite, postgres, mysql }

const backupCommands: Readonly<Record<Engine, string>> = {
  sqlite: `sqlite3 old.db ".backup consent.db"`,
  postgres: `pg_dump --format=custom --file=consent.dump "$OLD_DATABASE_URL"
    pg_restore --exit-on-error --single-transaction --no-owner --dbname "$NEW_DATABASE_URL" consent.dump`,
  mysql: `mariadb-dump --single-transaction "$OLD" > consent.sql && mariadb "$NEW" < consent.sql`,
}

const queryCommands: Readonly<Record<Engine, string>> = {
  sqlite: `sqlite3 "$FILE" "$SQL"`,
  postgres: `psql --no-psqlrc -At -v ON_ERROR_STOP=1 "$URL" -c "$SQL"`,
  mysql: `mariadb --batch --skip-column-names "$NAME" -e "$SQL"`,
}

const apiKey = "a-key-of-a-restore-test"

const serviceOn = (database: string) =>
  createConsentService({
    database,
    apiKeys: [apiKey],
    manifest: { policyRules: recommendedPolicyRules() },
    observability: { level: "silent" },
  })

type Service = ReturnType<typeof serviceOn>

const call = async (service: Service, method: string, path: string, body?: object, withKey = true) => {
  const response = await service.handler(
    new Request(`http://localhost${path}`, {
      method,
      headers: { "content-type": "application/json", ...(withKey ? { authorization: `Bearer ${apiKey}` } : {}) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }),
  )
  assert.strictEqual(response.status, 200, `${method} ${path}`)
  const answer: Readonly<Record<string, unknown>> = await response.json()
  return answer
}

const actOf = (subjectId: string, marketing: boolean) => ({
  type: "cookie_banner",
  subjectId,
  domain: "shop.example",
  givenAt: 1_763_725_200_000,
  preferences: { necessary: true, marketing },
})

const earlier = actOf("sub_2Zk7PqYb9RtWmN4x", true)
const later = actOf("sub_3Zk7PqYb9RtWmN4x", false)
const linkedLater = actOf("sub_4Zk7PqYb9RtWmN4x", true)
const document = { version: "2026-11", hash: `sha256:${"3b".repeat(32)}`, effectiveDate: "2025-11-01" }
const olderDocument = { version: "2026-10", hash: `sha256:${"3a".repeat(32)}`, effectiveDate: "2025-10-01" }
const current = "/legal-documents/privacy_policy/current"

/** Links an account: verified with an API key, and unverified without. */
const link = (service: Service, { subjectId }: { subjectId: string }, externalId: string, withKey = true) =>
  call(service, "PATCH", `/subjects/${subjectId}`, { externalId }, withKey)

/** The subjects with a verified link to an account. */
const linkedTo = async (service: Service, externalId: string) => {
  const { subjects } = await call(service, "GET", `/subjects?externalId=${externalId}`)
  return Array.isArray(subjects) ? subjects.map((subject) => Object(subject).id) : []
}
const tables = ["cs_subject", "cs_policy_decision", "cs_manifest_archive", "cs_legal_document", "cs_consent"]

const copying = (engine: Engine): void => {
  const folder = mkdtempSync(join(tmpdir(), "cs-restore-"))
  const drops: Array<() => Promise<void>> = []
  let [old, restored] = ["", ""]

  /** Runs shell commands where the backup is, with the names of both databases in variables. */
  const shell = async (script: string, extra: NodeJS.ProcessEnv = {}): Promise<string> => {
    const [OLD, NEW] = [old, restored].map((url) => url.slice(url.lastIndexOf("/") + 1))
    const env = { ...process.env, HOME: folder, OLD_DATABASE_URL: old, NEW_DATABASE_URL: restored, OLD, NEW, ...extra }
    const { stdout } = await promisify(execFile)("bash", ["-c", script], { cwd: folder, env })
    return stdout.trim()
  }
  const query = (url: string, SQL: string) =>
    shell(queryCommands[engine], {
      SQL,
      URL: url,
      FILE: url.slice("sqlite:".length),
      NAME: url.slice(url.lastIndexOf("/") + 1),
    })
  const counts = (url: string) => query(url, tables.map((table) => `select count(*) from ${table};`).join(" "))
  const currentVersion = () => query(restored, "select version from cs_legal_document order by ranking desc limit 1")
  const copy = () => shell(copyCommands[engine].replace("old=consent new=consent_restored", 'old="$OLD" new="$NEW"'))

  beforeAll(async () => {
    if (engine === "sqlite") [old, restored] = [`sqlite:${folder}/old.db`, `sqlite:${folder}/consent.db`]
    else {
      const [source, target] = [await createTestDatabase(engine), await createTestDatabase(engine)]
      drops.push(source.drop, target.drop)
      ;[old, restored] = [source.url, target.url]
    }
    if (engine !== "mysql") return
    const { hostname, password, port, username } = new URL(old)
    const options = `[client]\nhost=${hostname}\nport=${port}\nuser=${username}\npassword=${password}\n`
    writeFileSync(join(folder, ".my.cnf"), options)
    chmodSync(join(folder, ".my.cnf"), 0o600)
  })
  afterAll(async () => {
    for (const drop of drops) await drop()
    rmSync(folder, { recursive: true })
  })

  it("brings what was recorded after the backup, also from a newer schema, and keeps what was recorded since", async () => {
    const before = serviceOn(old)
    await before.migrate()
    if (engine === "sqlite") {
      const all = await query(
        old,
        "select name from sqlite_master where type = 'table' and name like 'cs!_%' escape '!'",
      )
      assert.sameMembers(all.split("\n"), [...tables, "cs_migrations"], "the commands name every table")
    }
    await call(before, "POST", "/subjects", earlier)
    await call(before, "POST", "/subjects", linkedLater)
    await link(before, linkedLater, "user-9", false)
    await call(before, "PUT", current, olderDocument)
    await call(before, "PUT", current, document)
    await shell(backupCommands[engine])
    const { consentId } = await call(before, "POST", "/subjects", later)
    await link(before, earlier, "user-42")
    await link(before, linkedLater, "user-9")
    await call(before, "PUT", current, olderDocument)
    await before.dispose()
    await query(old, "alter table cs_consent add column of_a_later_version varchar(9)")

    await copy()
    const copied = await counts(restored)
    assert.strictEqual(copied, await counts(old))
    await copy()
    assert.strictEqual(await counts(restored), copied)

    const after = serviceOn(restored)
    const evidence = await after.reconstructNotice(String(consentId))
    assert.deepStrictEqual(evidence?.missing, [])
    assert.deepStrictEqual(await linkedTo(after, "user-42"), [earlier.subjectId])
    assert.deepStrictEqual(await linkedTo(after, "user-9"), [linkedLater.subjectId], "the verified link wins")
    assert.strictEqual(await currentVersion(), olderDocument.version, "a version published again is current")
    // A retry is still answered by the record, so it was copied as it is.
    assert.strictEqual((await call(after, "POST", "/subjects", later))["consentId"], consentId)
    assert.strictEqual(await counts(restored), copied)

    await link(after, later, "user-7")
    await link(after, earlier, "user-43")
    await call(after, "PUT", current, document)
    await after.dispose()
    const printed = await copy()
    const reopened = serviceOn(restored)
    assert.deepStrictEqual(await linkedTo(reopened, "user-7"), [later.subjectId], "kept without a link in the old one")
    assert.deepStrictEqual(await linkedTo(reopened, "user-43"), [earlier.subjectId], "kept with another link there")
    assert.deepStrictEqual(printed.split(/[|\t\n]/).slice(-3), [earlier.subjectId, "user-43", "user-42"])
    assert.strictEqual(await currentVersion(), document.version)
    assert.strictEqual(await counts(restored), copied)
    await reopened.dispose()
  })
}

describe("copying newer records into a restored database", () => {
  it("is documented for each engine", () => {
    for (const [engine, command] of Object.entries(copyCommands)) assert.include(command, "cs_consent", engine)
  })
})

describeEngines(
  "the copy",
  copying,
  inForm<ReadonlyArray<Engine>>({ short: [], full: ["sqlite", "postgres", "mysql"] }),
)
