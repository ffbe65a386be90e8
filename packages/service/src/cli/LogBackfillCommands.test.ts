import { assert, describe, it } from "@effect/vitest"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createConsentService } from "../ConsentService.js"
import { makeSigningKey, verifierOf } from "../evidence/NodeSigner.js"
import { readVerifierKey, writeVerifierKey } from "@consent-service/core/evidence"
import { aSave } from "../testing/TestInstance.js"
import { runCli } from "./Cli.js"

const json = async (...args: ReadonlyArray<string>) => {
  const [out, errors]: [Array<string>, Array<string>] = [[], []]
  const code = await runCli([...args, "--json"], { out: (text) => out.push(text), error: (text) => errors.push(text) })
  return { code, lines: out, data: out.length === 0 ? null : JSON.parse(out.at(-1) ?? ""), error: errors.join("\n") }
}

const signingKey = makeSigningKey("log.example/shop")

const saving = async (
  database: string,
  evidence: false | { signingKeys: ReadonlyArray<string>; backfill: boolean },
  saves: number,
) => {
  const service = createConsentService({ database, evidence, rateLimit: false })
  await service.migrate()
  for (let at = 0; at < saves; at++) {
    const save = { method: "POST", body: JSON.stringify(aSave({ domain: `shop-${at}.example` })) }
    assert.strictEqual((await service.handler(new Request("http://localhost/subjects", save))).status, 200)
  }
  await service.dispose()
}

describe("consent-service log backfill and log reconcile", () => {
  it("log records that have no entry, once, and verify has nothing left to say", async () => {
    const directory = mkdtempSync(join(tmpdir(), "consent-backfill-"))
    try {
      const database = `sqlite:${join(directory, "consent.db")}`
      const [logged, unlogged] = [{ signingKeys: [signingKey], backfill: false }, false] as const
      await saving(database, unlogged, 300)
      assert.deepInclude(await json("log", "backfill", "--database", database), { code: 1 })
      await saving(database, logged, 3)
      const key = readVerifierKey(verifierOf(signingKey) ?? "") ?? assert.fail("no key")
      const verify = () => json("verify", "--key", writeVerifierKey(key), "--database", database)
      assert.deepStrictEqual((await verify()).data.summary.findings, { Unlogged: 300 })
      assert.deepInclude(await json("log", "backfill", "--database", database), {
        code: 0,
        data: { records: 303, queued: 300 },
      })
      assert.deepInclude((await json("log", "backfill", "--database", database)).data, { records: 0, queued: 0 })
      // A process of an older version goes on without the log.
      await saving(database, unlogged, 5)
      assert.deepInclude((await json("log", "reconcile", "--database", database)).data, { records: 308, queued: 5 })
      assert.deepInclude((await json("log", "reconcile", "--database", database)).data, { records: 308, queued: 0 })
      await saving(database, logged, 1)
      const verified = await verify()
      assert.deepStrictEqual([verified.code, verified.data.summary.findings], [0, {}], verified.lines.join("\n"))
      // The opening, the key, the reconciliation, and the records.
      assert.deepInclude(verified.data.summary, { entries: 312, records: 309 })
    } finally {
      rmSync(directory, { recursive: true })
    }
  })

  it("expect no argument", async () => {
    for (const name of ["backfill", "reconcile"]) assert.strictEqual((await json("log", name, "x")).code, 2)
  })
})
