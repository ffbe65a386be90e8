import { writeVerifierKey } from "@consent-service/core/evidence"
import * as SqlClient from "@effect/sql/SqlClient"
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { makeSigningKey, verifierOf } from "../evidence/NodeSigner.js"
import { type LoggedDatabase, loggedDatabase, origin } from "../testing/TamperedLog.js"
import { backdated } from "../testing/Tamperings.js"
import { instanceOn } from "../testing/TestInstance.js"
import { runCli } from "./Cli.js"

const cli = async (...args: ReadonlyArray<string>) => {
  const [out, errors]: [Array<string>, Array<string>] = [[], []]
  const code = await runCli(["verify", ...args], { out: (text) => out.push(text), error: (text) => errors.push(text) })
  return { code, out, error: errors.join("\n") }
}

describe("consent-service verify", () => {
  let database: LoggedDatabase
  let key: string
  let newest: string
  let receipt: string
  const directory = mkdtempSync(join(tmpdir(), "consent-verify-"))
  const file = (name: string, text: string): string => {
    writeFileSync(join(directory, name), text)
    return join(directory, name)
  }

  beforeAll(async () => {
    database = await loggedDatabase("sqlite")
    key = writeVerifierKey(database.key)
    const { send, service } = instanceOn(database.url, { evidence: { signingKeys: [database.signingKey] } })
    newest = (await send("/log/checkpoint")).body
    const { id } = database.records[7] ?? assert.fail("no record")
    const subject = await database.attempt(
      Effect.flatMap(SqlClient.SqlClient, (sql) => sql`select subject_id from cs_consent where id = ${id}`),
    )
    receipt = JSON.stringify((await send(`/subjects/${subject[0]?.["subject_id"]}/receipts/${id}`)).body)
    await service.dispose()
  }, 60_000)
  afterAll(async () => {
    rmSync(directory, { recursive: true })
    await database.stop()
  })

  it("says what was compared, and that nothing was found", async () => {
    const { code, out } = await cli("--key", key, "--database", database.url)
    assert.strictEqual(code, 0, out.join("\n"))
    assert.match(
      out.at(-1) ?? "",
      /^consent\.shop\.example\/evidence: \d+ entries, \d+ records, \d+ checkpoints, signatures checked with the given keys; no problems found$/,
    )
    const outside = [
      "--checkpoint",
      file("checkpoint", newest),
      "--receipts",
      file("receipts", `${receipt}\n${receipt}\n`),
    ]
    const json = await cli("--key", key, ...outside, "--json", "--database", database.url)
    assert.strictEqual(json.code, 0, json.error)
    const { summary } = JSON.parse(json.out.at(-1) ?? "")
    assert.deepInclude(summary, { origin, findings: {}, keys: "given", records: database.records.length })
    assert.lengthOf(json.out, 1)
  })

  it("trusts the configured keys, and none that only the database names", async () => {
    process.env["CONSENT_EVIDENCE_SIGNING_KEYS"] = database.signingKey
    try {
      const { code, out } = await cli("--database", database.url, "--json")
      assert.deepStrictEqual([code, JSON.parse(out.at(-1) ?? "").summary.keys], [0, "configured"])
    } finally {
      delete process.env["CONSENT_EVIDENCE_SIGNING_KEYS"]
    }
    const without = await cli("--database", database.url)
    assert.include(without.out.at(-1), "signatures not checked")
    const other = await cli("--key", verifierOf(makeSigningKey(origin)) ?? "", "--database", database.url, "--json")
    assert.strictEqual(other.code, 1)
    assert.include(Object.keys(JSON.parse(other.out.at(-1) ?? "").summary.findings), "KeyUnknown")
  })

  it("prints what was altered, a finding a line, and exits with 1", async () => {
    const { id, position } = database.records[20] ?? assert.fail("no record")
    const setDomain = (domain: string) =>
      Effect.flatMap(SqlClient.SqlClient, (sql) => sql`update cs_consent set domain = ${domain} where id = ${id}`)
    const [row] = await database.attempt(
      Effect.flatMap(SqlClient.SqlClient, (sql) => sql`select domain from cs_consent where id = ${id}`),
    )
    await database.commit(setDomain("other.example"))
    const { code, out } = await cli("--key", key, "--database", database.url)
    const json = await cli("--key", key, "--json", "--database", database.url)
    await database.commit(setDomain(String(row?.["domain"])))
    assert.strictEqual(code, 1)
    assert.include(out[0], `TAMPERED RecordAltered ${id} entry ${position}: `)
    const [finding, last] = json.out.map((line) => JSON.parse(line))
    assert.deepInclude(finding, { finding: "RecordAltered", severity: "tampered", id, position })
    assert.deepStrictEqual(last.summary.findings, { RecordAltered: 1 })
  })

  it("refuses what it cannot use", async () => {
    const foreign = makeSigningKey("log.example")
    const cases: ReadonlyArray<readonly [args: ReadonlyArray<string>, message: string]> = [
      [["--key", "x"], "--key expects a verifier key"],
      [["--key", key, "--since", "-1"], "--since"],
      [["--key", key, "--checkpoint", join(directory, "missing")], "cannot read"],
      [["--key", key, "--checkpoint", file("empty", "")], "--checkpoint"],
      [["--key", verifierOf(foreign) ?? "", "--checkpoint", file("note", newest)], "not trusted"],
      [["--key", key, "--receipts", file("none", "{}")], "--receipts"],
      [["--checkpoint", file("note", newest)], "need --key"],
      [["argument"], "expected no argument"],
    ]
    for (const [args, message] of cases) {
      const { code, error } = await cli(...args, "--database", database.url)
      assert.strictEqual(code, 2, args.join(" "))
      assert.include(error, message)
    }
    const { code, error } = await cli("--database", database.url, "--tenant", "other")
    assert.strictEqual(code, 1)
    assert.include(error, "no evidence log yet")
  })

  it("exits with 0 for what was only logged late, unless it is strict", async () => {
    const record = database.records[0] ?? assert.fail("no record")
    await database.commit(backdated.run({ database, record, other: record }))
    const late = await cli("--key", key, "--database", database.url)
    assert.strictEqual(late.code, 0, late.out.join("\n"))
    assert.isTrue(late.out.some((line) => line.startsWith("LATE LoggedLate")))
    assert.strictEqual((await cli("--key", key, "--strict", "--database", database.url)).code, 1)
  })
})
